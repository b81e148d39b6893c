"""Records of delimited text, one broken record costing no other."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_LARGEST = 1 << 24  # characters of one record; more is a quote that was never closed


class Record(NamedTuple):
    """One record: the number of its first line, and its fields or what is wrong with it."""

    line: int
    cells: list[str]
    problem: str | None = None


def records(
    lines: Iterable[str], delimiter: str, *, skip_initial_space: bool = False
) -> Iterator[Record]:
    """Parse delimited text, recovering after quotes that do not match.

    A quote that is opened and never closed would take all that follows into one field. Strict
    parsing notices it at the next quote, or where the record outgrows every plausible size; then
    only the record's first line is given up and reading goes on with the line after it.

    Args:
        lines: The text by line, ends kept.
        delimiter: One character. Between tabs, a record whose quotes do not match is taken to use
            no quoting, as most programs that write such files do.
        skip_initial_space: Ignore spaces after delimiters.

    Yields:
        The records in order. Blank lines, and a first line such as ``sep=;``, are left out.
    """
    # The limit is the module's; it is only ever raised.
    csv.field_size_limit(max(csv.field_size_limit(), _LARGEST))

    def parser() -> Iterator[list[str]]:
        return csv.reader(
            feed, delimiter=delimiter, skipinitialspace=skip_initial_space, strict=True
        )

    feed = _Feed(lines)
    reader = parser()
    while True:
        feed.begin()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            first = feed.give_up()
            reader = parser()
            if delimiter == "\t":
                yield Record(feed.first, first.rstrip("\r\n").split("\t"))
            else:
                yield Record(
                    feed.first,
                    [],
                    f"not valid CSV ({error}): a quotation mark does not match; write quotes "
                    'inside a quoted field twice ("")',
                )
            continue
        if len(cells) <= 1 and not "".join(cells).strip():
            continue
        if feed.first == 1 and cells[0].casefold().startswith("sep="):
            continue
        yield Record(feed.first, cells)


class _Feed:
    """Lines for the parser, of which those of the current record can be given again.

    A class, as the parser asks for lines one by one and the lines asked for must be known.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._again: deque[str] = deque()
        self._taken: list[str] = []
        self._size = 0
        self.first = 1

    def begin(self) -> None:
        """Start a record at the next line."""
        self.first += len(self._taken)
        self._taken.clear()
        self._size = 0

    def give_up(self) -> str:
        """Return the record's first line; those after it will be given again."""
        self._again.extendleft(reversed(self._taken[1:]))
        del self._taken[1:]
        return self._taken[0]

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self._taken.append(line)
        self._size += len(line)
        if self._size > _LARGEST and len(self._taken) > 1:
            raise csv.Error("a record without end")
        return line
