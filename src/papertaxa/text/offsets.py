r"""Cleaned text that remembers where every character stood in the text as it was given.

The cleaned text is stored as a few segments, not as a list of positions: a *copy* reads as the raw
characters do, one for one; an *atom* stands for its raw characters as a whole (``β`` for
``\beta``). Markup that comes in two halves (``\emph{`` and ``}``) is stored as a pair of marks,
so that a span can be kept from holding one half alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

Edit = tuple[int, int, str]
"""``(start, end, text)``: ``raw[start:end]`` reads ``text`` (empty: it is dropped)."""

Pair = tuple[int, int, int, int]
"""``(open start, open end, close start, close end)`` of markup around something."""

CLAIMED = "\uf8ff"
"""What stands in place of characters that one kind of markup has claimed: a private character."""

_COPY = -1  # in `ends`: the segment is a copy, so its raw end follows from its length


@dataclass(frozen=True, slots=True)
class CleanText:
    """A text without its markup, and the way back to the text as given.

    Attributes:
        raw: The text as given.
        text: The cleaned text.
    """

    raw: str
    text: str
    _starts: tuple[int, ...] = field(compare=False, repr=False)  # of segments, in `text`
    _raws: tuple[int, ...] = field(compare=False, repr=False)  # of segments, in `raw`
    _ends: tuple[int, ...] = field(compare=False, repr=False)  # of atoms, in `raw`; else _COPY
    _marks: tuple[tuple[int, int, int], ...] = field(compare=False, repr=False)
    # _marks: (start, end, index of the other half), by start

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        r"""Find the characters of the raw text behind a part of the cleaned text.

        The span is the tightest that holds every raw character behind ``text[start:end]``, so
        markup around a name is left out (``ProRL`` of ``**ProRL**``). Where the span would hold
        one half of a pair of marks, it grows to hold both (``\textbf{O}ptimization`` in full). A
        character that stands for several raw ones takes them all.

        Args:
            start: Where the part begins in ``text``.
            end: Where it ends, exclusive.

        Returns:
            Start and end (exclusive) in ``raw``; both the same for an empty part.

        Raises:
            ValueError: The part is not within ``text``.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"({start}, {end}) is not within a text of {len(self.text)}")
        if start == end:
            at = self._raw_start(start)
            return at, at
        last = bisect_right(self._starts, end - 1) - 1
        stop = self._ends[last]
        if stop == _COPY:
            stop = self._raws[last] + end - self._starts[last]
        return self._balanced(self._raw_start(start), stop)

    def clean_span(self, start: int, end: int) -> tuple[int, int]:
        """Find the part of the cleaned text that stands for a part of the raw text.

        Args:
            start: Where the part begins in ``raw``.
            end: Where it ends, exclusive.

        Returns:
            Start and end (exclusive) in ``text`` of every character of which at least one raw
            character lies in the part; both the same where nothing is left of it.

        Raises:
            ValueError: The part is not within ``raw``.
        """
        if not 0 <= start <= end <= len(self.raw):
            raise ValueError(f"({start}, {end}) is not within a text of {len(self.raw)}")
        first = self._clean_at(start)
        if start == end:
            return first, first
        after = bisect_left(self._raws, end)  # the first segment that begins at or after the end
        if after == 0:
            return first, first
        stop = self._starts[after] if after < len(self._starts) else len(self.text)
        if self._ends[after - 1] == _COPY:
            stop = min(stop, self._starts[after - 1] + end - self._raws[after - 1])
        return first, max(first, stop)

    def _raw_start(self, at: int) -> int:
        """Where ``text[at]`` begins in the raw text (its end, if ``at`` is the text's end)."""
        segment = bisect_right(self._starts, at) - 1
        if segment < 0:
            return 0
        inside = at - self._starts[segment]
        if self._ends[segment] == _COPY:
            return self._raws[segment] + inside
        return self._ends[segment] if at == len(self.text) else self._raws[segment]

    def _clean_at(self, at: int) -> int:
        """The first cleaned character of which a raw character stands at or after ``at``."""
        segment = bisect_right(self._raws, at) - 1
        if segment < 0:
            return 0
        begin = self._starts[segment]
        following = segment + 1
        stop = self._starts[following] if following < len(self._starts) else len(self.text)
        if self._ends[segment] == _COPY:
            return min(stop, begin + at - self._raws[segment])
        return begin if at < self._ends[segment] else stop

    def _balanced(self, start: int, end: int) -> tuple[int, int]:
        """Widen a raw span until no mark in it lacks its other half."""
        low = high = bisect_left(self._marks, (start,))
        while True:
            # Marks low..high-1 lie in the span and have been seen to.
            if low and self._marks[low - 1][1] > start:
                low -= 1
                mark = low
            elif high < len(self._marks) and self._marks[high][0] < end:
                mark = high
                high += 1
            else:
                return start, end
            begin, stop, other = self._marks[mark]
            start = min(start, begin, self._marks[other][0])
            end = max(end, stop, self._marks[other][1])


class Builder:
    """Collects the segments of one cleaned text from left to right.

    White space is kept single here, and none stands at either end, whatever the order in which
    spaces and dropped markup follow each other.
    """

    def __init__(self, raw: str) -> None:
        """Begin with nothing written.

        Args:
            raw: The text as given.
        """
        self.raw = raw
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._raws: list[int] = []
        self._ends: list[int] = []
        self._length = 0
        self._blank = True  # whether a space would be one too many

    def copy(self, text: str, start: int) -> None:
        """Append text that stands for as many raw characters, one for one, from ``start``."""
        if self._blank and text[:1] == " ":
            text = text[1:]
            start += 1
        if text:
            self._append(text, start, _COPY)

    def atom(self, text: str, start: int, end: int) -> None:
        """Append text that stands for ``raw[start:end]`` as a whole; may be empty."""
        if self._blank:
            text = text.lstrip(" ")
        if text:
            self._append(text, start, end)

    def _append(self, text: str, start: int, end: int) -> None:
        self._pieces.append(text)
        self._starts.append(self._length)
        self._raws.append(start)
        self._ends.append(end)
        self._length += len(text)
        self._blank = text[-1] == " "

    def finish(self, pairs: list[Pair]) -> CleanText:
        """Make the cleaned text.

        Args:
            pairs: Every pair of marks in the raw text, in any order.

        Returns:
            The cleaned text.
        """
        while self._pieces and self._pieces[-1][-1] == " ":
            self._pieces[-1] = self._pieces[-1][:-1]
            if self._pieces[-1]:
                break
            for column in (self._pieces, self._starts, self._raws, self._ends):
                column.pop()
        return CleanText(
            self.raw,
            "".join(self._pieces),
            tuple(self._starts),
            tuple(self._raws),
            tuple(self._ends),
            _marks(pairs),
        )


def _marks(pairs: list[Pair]) -> tuple[tuple[int, int, int], ...]:
    halves = [
        (pair[side], pair[side + 1], n, side) for n, pair in enumerate(pairs) for side in (0, 2)
    ]
    halves.sort()
    place = {(n, side): at for at, (_, _, n, side) in enumerate(halves)}
    return tuple((start, end, place[n, 2 - side]) for start, end, n, side in halves)


def mask(text: str, edits: Iterable[Edit]) -> str:
    """Blank out what has been claimed, without moving the rest.

    Args:
        text: The text.
        edits: What has been claimed, in any order; parts may overlap.

    Returns:
        A text of the same length, in which a space stands where an edit reads as one, and
        ``CLAIMED`` elsewhere in the edits.
    """
    pieces = []
    done = 0
    for start, end, reads in sorted(edits):
        if end <= done:
            continue
        if start > done:
            pieces.append(text[done:start])
            done = start
        pieces.append((" " if reads == " " else CLAIMED) * (end - done))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
