"""Measuring a model on labelled papers, from files to figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from papertaxa import labels as label_files
from papertaxa import listings
from papertaxa.data import LABELS
from papertaxa.domain import Label, LabelledPaper, Paper
from papertaxa.errors import TrainingError
from papertaxa.evaluate import names
from papertaxa.evaluate.report import Report, measure
from papertaxa.evaluate.topics import Predictions
from papertaxa.model import Model, Prediction, load, predict, training_ids
from papertaxa.text import clean_paper

GENERIC = LABELS / "generic.txt"
_BATCH = 256


def evaluate(
    *, papers: Sequence[str | Path], labels: Sequence[Path], model: Path | None = None
) -> Report:
    """Measure a model on labelled papers.

    Args:
        papers: Listings with the papers' texts.
        labels: Labels files.
        model: Model folder; the default model if None.

    Returns:
        The figures, with warnings about labels without a text and papers it was trained on.

    Raises:
        PapertaxaError: A file is unusable, or no labelled paper has a text.
    """
    loaded = load(model)
    gold = {label.id: label for label in label_files.read(labels, taxonomy=loaded.taxonomy)}
    found = _with_text(listings.read(papers), gold)
    if not found:
        raise TrainingError(
            f"none of the {len(gold)} labelled papers is in the papers given: the ids of --papers "
            "and --labels have to be the same"
        )
    kept = [gold[paper.id] for paper in found]
    predictions = _predict(loaded, found)
    rows = [
        prediction.onto(LabelledPaper(id=paper.id, title=paper.title, status="ok"))
        for paper, prediction in zip(found, predictions, strict=True)
    ]
    generic = names.read_generic(GENERIC)
    name_counts = names.tally(kept, rows, found, generic=generic) if loaded.extractor else None
    return measure(
        [label.topics for label in kept],
        _as_predictions(rows, predictions),
        loaded.taxonomy,
        name_counts=name_counts,
        warnings=_warnings(gold, found, loaded),
    )


def _with_text(papers: Iterable[Paper], gold: dict[str, Label]) -> list[Paper]:
    """The labelled ones among the papers, the first of each id, in the order of the labels."""
    found: dict[str, Paper] = {}
    for paper in papers:
        if paper.id in gold and paper.problem is None:
            found.setdefault(paper.id, paper)
    return [found[paper_id] for paper_id in gold if paper_id in found]


def _predict(model: Model, papers: Sequence[Paper]) -> list[Prediction]:
    predictions: list[Prediction] = []
    for first in range(0, len(papers), _BATCH):
        batch = [clean_paper(paper) for paper in papers[first : first + _BATCH]]
        predictions.extend(predict(model, batch))
    return predictions


def _as_predictions(
    rows: Sequence[LabelledPaper], predictions: Sequence[Prediction]
) -> Predictions:
    return Predictions(
        topics=[[topic.id for topic in row.topics] for row in rows],
        areas=[[area.id for area in row.areas] for row in rows],
        primary_topics=[row.primary.topic if row.primary else None for row in rows],
        primary_areas=[row.primary.area if row.primary else None for row in rows],
        scores=np.vstack([prediction.scores for prediction in predictions]),
    )


def _warnings(gold: dict[str, Label], found: Sequence[Paper], model: Model) -> list[str]:
    warnings = []
    missing = len(gold) - len(found)
    if missing:
        warnings.append(
            f"{missing} of the {len(gold)} labelled papers are not in the papers given, and are "
            "left out"
        )
    known = training_ids(model)
    seen = sum(paper.id in known for paper in found)
    if seen:
        warnings.append(
            f"the model was trained on {seen} of these {len(found)} papers: its figures on them "
            "say little about new papers"
        )
    return warnings
