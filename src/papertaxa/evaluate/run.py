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
from papertaxa.evaluate.leaks import Leak, find_leaks
from papertaxa.evaluate.report import Report, measure
from papertaxa.evaluate.topics import Predictions
from papertaxa.model import Model, Prediction, load, predict, training_set
from papertaxa.text import CleanPaper, clean_paper

GENERIC = LABELS / "gazetteer" / "generic.txt"
_BATCH = 256
_NAMED = 5  # papers that a warning names


def evaluate(
    *,
    papers: Sequence[str | Path],
    labels: Sequence[Path],
    model: Path | None = None,
    keep_leaks: bool = False,
) -> Report:
    """Measure a model on labelled papers.

    Papers that it was trained on, under the same id or as a near-duplicate, are left out.

    Args:
        papers: Listings with the papers' texts.
        labels: Labels files.
        model: Model folder; the default model if None.
        keep_leaks: Measure on the papers that it knows, too.

    Returns:
        The figures, with warnings about labels without a text and papers it was trained on.

    Raises:
        PapertaxaError: A file is unusable, no labelled paper has a text, or the model was trained
            on all of them.
    """
    loaded = load(model)
    gold = {label.id: label for label in label_files.read(labels, taxonomy=loaded.taxonomy)}
    found = _with_text(listings.read(papers), gold)
    if not found:
        raise TrainingError(
            f"none of the {len(gold)} labelled papers is in the papers given: the ids of --papers "
            "and --labels have to be the same"
        )
    texts = {paper.id: clean_paper(paper) for paper in found}
    knowledge = loaded.classifier.knowledge
    told = () if knowledge is None else knowledge.told
    leaks = find_leaks(list(texts), list(texts.values()), training_set(loaded), told=told)
    warnings = _warnings(gold, found, leaks, kept=keep_leaks)
    if leaks and not keep_leaks:
        known = {leak.id for leak in leaks}
        found = [paper for paper in found if paper.id not in known]
    if not found:
        raise TrainingError(
            f"the model was trained on all {len(leaks)} of these papers, or on near-duplicates: "
            "its figures on them would say nothing about new papers; give others, or measure on "
            "them all the same with --keep-leaks"
        )
    kept = [gold[paper.id] for paper in found]
    predictions = _predict(loaded, [texts[paper.id] for paper in found])
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
        leaks=leaks,
        kept_leaks=keep_leaks,
        warnings=warnings,
    )


def _with_text(papers: Iterable[Paper], gold: dict[str, Label]) -> list[Paper]:
    """The labelled ones among the papers, the first of each id, in the order of the labels."""
    found: dict[str, Paper] = {}
    for paper in papers:
        if paper.id in gold and paper.problem is None:
            found.setdefault(paper.id, paper)
    return [found[paper_id] for paper_id in gold if paper_id in found]


def _predict(model: Model, papers: Sequence[CleanPaper]) -> list[Prediction]:
    predictions: list[Prediction] = []
    for first in range(0, len(papers), _BATCH):
        predictions.extend(predict(model, papers[first : first + _BATCH]))
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


def _warnings(
    gold: dict[str, Label], found: Sequence[Paper], leaks: Sequence[Leak], *, kept: bool
) -> list[str]:
    warnings = []
    missing = len(gold) - len(found)
    if missing:
        warnings.append(
            f"{missing} of the {len(gold)} labelled papers are not in the papers given, and are "
            "left out"
        )
    if leaks:
        fate = "kept all the same: the figures flatter" if kept else "left out"
        same = sum(leak.resemblance is None for leak in leaks)
        warnings.append(
            f"the model was trained on {len(leaks)} of these {len(found)} papers ({same} have the "
            f"id of a training paper, {len(leaks) - same} nearly its words); they are {fate}: "
            f"{_listed(leaks)}"
        )
    return warnings


def _listed(leaks: Sequence[Leak]) -> str:
    """Name some of the papers; the JSON output names all."""
    shown = [
        leak.id if leak.resemblance is None else f"{leak.id} (like {leak.known_as})"
        for leak in leaks[:_NAMED]
    ]
    more = len(leaks) - len(shown)
    return ", ".join(shown) + (f" and {more} more (--json names all)" if more else "")
