"""A text cut into passages, each with the marks that lie on it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from papertaxa.text import CleanText


class Mark(NamedTuple):
    """A mark on a part of a cleaned text; ``kind`` is the class that it is shown with."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text under the same marks.

    Attributes:
        text: The characters.
        kinds: Classes of the marks on it, sorted, joined by spaces; empty for plain text.
    """

    text: str
    kinds: str = ""


def passages(text: str, marks: Iterable[Mark]) -> list[Passage]:
    """Cut a text at the ends of its marks; marks may overlap and lie in any order."""
    held = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    cuts = sorted({0, len(text), *(m.start for m in held), *(m.end for m in held)})
    found: list[Passage] = []
    for start, end in itertools.pairwise(cuts):
        kinds = sorted({m.kind for m in held if m.start <= start and end <= m.end})
        found.append(Passage(text[start:end], " ".join(kinds)))
    return found


def mark_names(text: str, names: Sequence[str], kind: str) -> list[Mark]:
    """Find names in a text as whole words, in their own spelling or else in any case."""
    marks: list[Mark] = []
    for name in names:
        if not name.strip():
            continue
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        hits = list(re.finditer(pattern, text)) or list(re.finditer(pattern, text, re.IGNORECASE))
        marks.extend(Mark(hit.start(), hit.end(), kind) for hit in hits)
    return marks


def mark_given(text: CleanText, start: int, end: int, kind: str) -> list[Mark]:
    """Turn a span of the text as given into a mark; none where it is not within the text."""
    if not 0 <= start < end <= len(text.raw):
        return []
    first, last = text.clean_span(start, end)
    return [Mark(first, last, kind)] if first < last else []
