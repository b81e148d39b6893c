"""Quality of the names found: distinct names of a paper, whatever their spelling.

A name counts once per paper. Two spellings that differ in case, hyphens or plural are one name.
Where labels hold spans, the places of names are counted too (`papertaxa.evaluate.names_spans`).
Generic names, which no rule settles, are ignored on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from papertaxa.domain import Label, LabelledPaper, Name, Paper
from papertaxa.errors import LabelsError
from papertaxa.evaluate import names_spans
from papertaxa.evaluate.ratios import precision_recall_f1
from papertaxa.text import CleanPaper, clean_paper, fold

Floats = npt.NDArray[np.float64]

KINDS = ("proposed", "methods", "benchmarks")
FIGURES = ("precision", "recall", "f1")


def read_generic(path: str | Path) -> frozenset[str]:
    """Read the names that measuring ignores, one a line, folded; ``#`` begins a comment.

    Raises:
        LabelsError: The file is missing or is not text.
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LabelsError(f"{path}: the list of generic names cannot be read: {error}") from error
    return folded(line.partition("#")[0] for line in text.splitlines())


def folded(names: Iterable[str]) -> frozenset[str]:
    """Reduce names, with or without markup, to what their spellings share."""
    return frozenset(fold(name) for name in names if name.strip())


def predicted_names(labelled: LabelledPaper, paper: Paper) -> dict[str, frozenset[str]]:
    """Collect the folded names of each kind that a prediction holds.

    An entry stands for its ``text``, for every string it marks in the paper, and for its
    ``canonical`` form if that stands in the paper.

    Args:
        labelled: The prediction.
        paper: The same paper as it was given.
    """
    text = clean_paper(paper)
    given = (*labelled.methods, *labelled.benchmarks)
    return {
        "proposed": _surfaces((name for name in given if name.role == "proposed"), text),
        "methods": _surfaces(labelled.methods, text),
        "benchmarks": _surfaces(labelled.benchmarks, text),
    }


def _surfaces(names: Iterable[Name], paper: CleanPaper) -> frozenset[str]:
    """Fold every form of the given names."""
    surfaces: list[str] = []
    for name in names:
        surfaces.append(name.text)
        whole = re.compile(rf"(?<!\w){re.escape(name.canonical)}(?!\w)", re.IGNORECASE)
        if whole.search(paper.title.text) or whole.search(paper.abstract.text):
            surfaces.append(name.canonical)
        for mention in name.mentions:
            field = paper.title if mention.field == "title" else paper.abstract
            surfaces.append(field.text[slice(*field.clean_span(mention.start, mention.end))])
    return folded(surfaces)


def tally(
    gold: Sequence[Label],
    predicted: Sequence[LabelledPaper],
    papers: Sequence[Paper],
    *,
    generic: frozenset[str] = frozenset(),
) -> dict[str, Floats]:
    """Count, for each paper and kind, the names found and right, found, and right.

    Args:
        gold: Labels; a kind that a label leaves out (None) is not measured on that paper.
        predicted: Predictions for the same papers, in the same order.
        papers: The papers as they were given, in the same order.
        generic: Folded names to ignore, from `read_generic`.

    Returns:
        Shape (papers, 3) for each kind that is labelled in at least one paper; then, where labels
        hold spans, for the places of names (see `papertaxa.evaluate.names_spans.tally`).
    """
    counts = {kind: np.zeros((len(gold), 3)) for kind in KINDS}
    labelled_kinds: set[str] = set()
    for row, (label, prediction, paper) in enumerate(zip(gold, predicted, papers, strict=True)):
        found = predicted_names(prediction, paper)
        for kind in KINDS:
            names: tuple[str, ...] | None = getattr(label, kind)
            if names is None:
                continue
            labelled_kinds.add(kind)
            right, given = folded(names) - generic, found[kind] - generic
            counts[kind][row] = len(right & given), len(given), len(right)
    distinct = {kind: counts[kind] for kind in KINDS if kind in labelled_kinds}
    return distinct | names_spans.tally(gold, predicted, papers, generic=generic)


def figures(sums: Floats) -> dict[str, Floats]:
    """Compute precision, recall and F1 from summed counts, (samples, 3) to (samples,) each."""
    return dict(zip(FIGURES, precision_recall_f1(*sums.T), strict=True))
