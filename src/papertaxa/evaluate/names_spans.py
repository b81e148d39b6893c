"""Quality of the places of names, where labels say where names stand.

A label row may hold ``spans``: ``{"start": 12, "end": 17, "label": "method"}``, in characters of
the abstract as it was given, or of the title with ``"field": "title"``. Each place counts by
itself: exactly, if both its ends are right, or by overlap, if at least a character is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from papertaxa.domain import Label, LabelledPaper, Mention, Name, Paper
from papertaxa.errors import LabelsError, nearest
from papertaxa.text import fold

Floats = npt.NDArray[np.float64]
Span = tuple[str, int, int]
"""Field, start and end."""

KEY = "spans"
KINDS = {"method": "methods", "benchmark": "benchmarks", "dataset": "benchmarks"}
"""Label of a span -> what it is counted under; spans with other labels are left out."""

_WAYS = ("exact", "overlap")
_REMEDY = (
    'write {"start": 12, "end": 17, "label": "method"}, in characters of the abstract as given, or '
    'add "field": "title"'
)


def read_spans(label: Label, paper: Paper) -> dict[str, set[Span]] | None:
    """Read the spans of a label.

    Args:
        label: A row of a labels file; its spans are in ``extra``.
        paper: The paper as it was given.

    Returns:
        The spans by kind, or None if nobody marked any in this paper.

    Raises:
        LabelsError: They are not in the form that is asked for, or not within the text.
    """
    rows = label.extra.get(KEY)
    if rows is None:
        return None
    if not isinstance(rows, list):
        raise LabelsError(f"{label.source}: {KEY!r} is {rows!r}, not a list; {_REMEDY}")
    found: dict[str, set[Span]] = {kind: set() for kind in dict.fromkeys(KINDS.values())}
    for row in rows:
        kind = _label(row, label)
        span = _span(row, label, paper)
        if kind is not None:
            found[kind].add(span)
    return found


def _label(row: Any, label: Label) -> str | None:  # noqa: ANN401 - whatever JSON holds
    given = row.get("label") if isinstance(row, dict) else None
    if not isinstance(given, str):
        raise LabelsError(f"{label.source}: a span without a label: {row!r}; {_REMEDY}")
    known = given.lower()
    if known not in KINDS and (hint := nearest(known, KINDS)):
        raise LabelsError(f"{label.source}: unknown label {given!r} of a span{hint}; {_REMEDY}")
    return KINDS.get(known)


def _span(row: dict[str, Any], label: Label, paper: Paper) -> Span:
    field, start, end = row.get("field", "abstract"), row.get("start"), row.get("end")
    if field not in {"title", "abstract"}:
        raise LabelsError(f"{label.source}: unknown field {field!r} of a span; {_REMEDY}")
    text = paper.title if field == "title" else paper.abstract
    whole = all(isinstance(at, int) and not isinstance(at, bool) for at in (start, end))
    if not whole or not 0 <= start < end <= len(text):  # type: ignore[operator] # checked
        raise LabelsError(
            f"{label.source}: the span {start!r} to {end!r} is not within the {len(text)} "
            f"characters of the {field} of {label.id!r}; {_REMEDY}"
        )
    return field, start, end  # type: ignore[return-value] # checked


def tally(
    gold: Sequence[Label],
    predicted: Sequence[LabelledPaper],
    papers: Sequence[Paper],
    *,
    generic: frozenset[str] = frozenset(),
) -> dict[str, Floats]:
    """Count, for each paper, the places found and right, found, and right.

    Args:
        gold: Labels; papers whose label has no spans are not measured, nor is a kind of which
            no label has a span.
        predicted: Predictions for the same papers, in the same order.
        papers: The papers as they were given, in the same order.
        generic: Folded names whose places are ignored on both sides.

    Returns:
        Shape (papers, 3) under ``methods_exact``, ``methods_overlap``, and so for benchmarks.
    """
    spans = [read_spans(label, paper) for label, paper in zip(gold, papers, strict=True)]
    kinds = [
        kind for kind in dict.fromkeys(KINDS.values()) if any(each and each[kind] for each in spans)
    ]
    counts = {f"{kind}_{way}": np.zeros((len(gold), 3)) for kind in kinds for way in _WAYS}
    for row, (right, prediction, paper) in enumerate(zip(spans, predicted, papers, strict=True)):
        if right is None:
            continue
        for kind in kinds:
            names: tuple[Name, ...] = getattr(prediction, kind)
            found = _without({_place(m) for n in names for m in n.mentions}, paper, generic)
            true = _without(right[kind], paper, generic)
            for way, both in (("exact", len(found & true)), ("overlap", overlapping(found, true))):
                counts[f"{kind}_{way}"][row] = both, len(found), len(true)
    return counts


def _place(mention: Mention) -> Span:
    return mention.field, mention.start, mention.end


def _without(spans: Iterable[Span], paper: Paper, generic: frozenset[str]) -> set[Span]:
    texts = {"title": paper.title, "abstract": paper.abstract}
    return {span for span in spans if fold(texts[span[0]][span[1] : span[2]]) not in generic}


def overlapping(one: set[Span], other: set[Span]) -> int:
    """Count the pairs that overlap, each span in one pair at most.

    Both are walked from left to right, which finds the most pairs where the spans of a side do not
    overlap each other.
    """
    left, right = sorted(one), sorted(other)
    at = to = pairs = 0
    while at < len(left) and to < len(right):
        a, b = left[at], right[to]
        if a[0] == b[0] and a[1] < b[2] and b[1] < a[2]:
            pairs += 1
            at += 1
            to += 1
        elif (a[0], a[2]) <= (b[0], b[2]):
            at += 1
        else:
            to += 1
    return pairs
