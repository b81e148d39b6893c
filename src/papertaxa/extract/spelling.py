"""Every spelling of a name: case, hyphen or space, singular or plural.

Annotators list a name once, in one spelling, and a paper spells it as it pleases; all of these are
the name. Names are therefore looked for in the squashed text: no spaces, no hyphens, no capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate

Slice = tuple[int, int]
"""Start and end (exclusive) of a run of tokens."""

_SILENT = re.compile(
    r"[-_^‐-―'‘’`´\"“”„«»]|[^\S\n]"
)  # a line break parts title and abstract: no name spans it
_SHORTEST_IES = 4
_SHORTEST_S = 3


def word_set(text: str) -> frozenset[str]:
    """Make a set of the words of a text; a list of one word to a line reads worse."""
    return frozenset(text.split())


def squash(text: str) -> str:
    """Take case, accents, hyphens, quotes and spaces off a text."""
    if text.isascii() and text.isalnum():  # nearly all words
        return text.lower()
    return _SILENT.sub(
        "", text if text.isascii() else unicodedata.normalize("NFKD", text)
    ).casefold()


def key(squashed: str) -> str:
    """Take the plural off a squashed name: what all its spellings have in common."""
    if squashed.endswith("ies") and len(squashed) > _SHORTEST_IES:
        return squashed[:-3] + "y"
    if squashed.endswith("s") and len(squashed) >= _SHORTEST_S and squashed[-2] not in "sui":
        return squashed[:-1]
    return squashed


class Squashed:
    """A paper's squashed text, which knows where its tokens begin and end."""

    def __init__(self, norms: Sequence[str]) -> None:
        """Join the squashed tokens of a paper."""
        self.text = "".join(norms)
        ends = list(accumulate(map(len, norms)))
        # Tokens that are squashed away share a boundary with their right neighbour, which wins.
        self._starts = dict(zip([0, *ends[:-1]], range(len(ends)), strict=True)) if ends else {}
        self._ends = dict(zip(reversed(ends), range(len(ends), 0, -1), strict=True))

    def find(self, name: str) -> list[Slice]:
        """Find every place where a name stands as a run of whole tokens.

        Args:
            name: A :func:`key`.

        Returns:
            The runs, in order.
        """
        found = self._find(name, ("", "s", "es"))
        if name.endswith("y"):
            found = sorted({*found, *self._find(name[:-1], ("ies",))})
        return found

    def _find(self, stem: str, endings: Sequence[str]) -> list[Slice]:
        found: list[Slice] = []
        if not stem:
            return found
        at = self.text.find(stem)
        while at >= 0:
            start = self._starts.get(at)
            if start is not None:
                stop = at + len(stem)
                for ending in endings:
                    end = self._ends.get(stop + len(ending))
                    if end is not None and end > start and self.text.startswith(ending, stop):
                        found.append((start, end))
                        break
            at = self.text.find(stem, at + 1)
        return found


def mentions(
    names: Iterable[str], words: Sequence[str], squashed: Squashed
) -> dict[str, list[Slice]]:
    """Find all spellings of some names in a paper.

    A name in one word with a capital (``Dream``, ``SAM``) is not the ordinary word (``dream``), so
    the latter is passed over.

    Args:
        names: As annotators or the pipeline give them.
        words: The paper's tokens.
        squashed: The same, squashed.

    Returns:
        For each name's key, in order of first appearance in ``names``, where it stands.
    """
    result: dict[str, list[Slice]] = {}
    for name in names:
        name_key = key(squash(name))
        if name_key in result:
            continue
        places = squashed.find(name_key)
        if name != name.lower() and not re.search(r"[\s-]", name.strip()):
            places = [
                (start, end)
                for start, end in places
                if not all(word.islower() for word in words[start:end])
            ]
        result[name_key] = places
    return result


def longest_first(slices: Iterable[Slice]) -> list[Slice]:
    """Choose runs that do not overlap, longer ones first, earlier ones among equals."""
    taken: set[int] = set()
    chosen = []
    for start, end in sorted(slices, key=lambda run: (run[0] - run[1], run[0])):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            chosen.append((start, end))
    return sorted(chosen)
