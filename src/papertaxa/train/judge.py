"""Two models judged on the same labelled papers, each by what it says unseen.

A paper that a model was trained on is scored by linear models fitted without it
(`papertaxa.classifier.held_out`), any other by the model itself; so no model is judged on what it
has learnt by heart, and both are judged in the same way, whatever version of papertaxa trained
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np
import numpy.typing as npt

from papertaxa.classifier import (
    Scores,
    TrainingSet,
    decide,
    load_training_set,
    score_counts,
)
from papertaxa.classifier.held_out import held_out
from papertaxa.evaluate.bootstrap import interval, resampled_sums
from papertaxa.evaluate.ratios import precision_recall_f1
from papertaxa.evaluate.topics import membership
from papertaxa.model import Model
from papertaxa.model.folder import TRAINING

Floats = npt.NDArray[np.float64]
Topics = Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the two models.

    Attributes:
        model: The model.
        training: What it was trained on.
        given: The topics that each training paper is given, unseen.
    """

    model: Model
    training: TrainingSet
    given: Mapping[str, tuple[str, ...]]

    @staticmethod
    def of(model: Model) -> Side:
        """Cross-validate a model."""
        training = load_training_set(model.folder / TRAINING)
        scores = held_out(model.classifier, training, seed=model.manifest.seed)
        given = dict(zip(training.ids, _topics(model, scores), strict=True))
        return Side(model=model, training=training, given=given)

    def on(self, other: TrainingSet, papers: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the topics given to papers that only another model was trained on."""
        row = {paper: place for place, paper in enumerate(other.ids)}
        counts = other.counts.rows([row[paper] for paper in papers])
        classifier = self.model.classifier
        scores = score_counts(classifier, counts.onto(classifier.counted))
        return dict(zip(papers, _topics(self.model, scores), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A figure of both models; None where it has no meaning.

    Attributes:
        name: Of the figure, or a topic's id.
        papers: How many papers it rests on; for a topic, those it is right for.
        old: The old model's.
        new: The new model's.
        old_interval: Its 95% interval.
        new_interval: The same for the new model.
        difference: The 95% interval of ``new - old``, both on the same resampled papers.
        was: For a topic that others were merged into, or that was split off: each old topic with
            its own F1.
    """

    name: str
    papers: int
    old: float | None = None
    new: float | None = None
    old_interval: tuple[float, float] | None = None
    new_interval: tuple[float, float] | None = None
    difference: tuple[float, float] | None = None
    was: Mapping[str, float | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Figures of two sets of decisions on the same papers.

    Attributes:
        overall: Micro F1, macro F1, precision and recall of topics.
        topics: F1 of each topic that is right for, or was given to, any of the papers.
        better: Papers whose topics, by their F1, the new model gets more nearly right.
        worse: Papers where it is the old one.
    """

    overall: tuple[Measure, ...]
    topics: tuple[Measure, ...]
    better: int
    worse: int

    @property
    def f1(self) -> Measure:
        """Micro F1 of topics, which decides."""
        return self.overall[0]


def judge(
    truth: Sequence[Topics], old: Sequence[Topics], new: Sequence[Topics], topics: Topics
) -> Judgement:
    """Compare two models' topics for the same papers.

    Args:
        truth: The right topics of each paper; any that are not in ``topics`` are passed over.
        old: What the old model gives.
        new: What the new one gives.
        topics: What is compared.

    Returns:
        The figures, with intervals from a bootstrap over papers.
    """
    columns = {topic: place for place, topic in enumerate(topics)}
    gold, before, after = (
        membership([[topic for topic in its if topic in columns] for its in side], columns)
        for side in (truth, old, new)
    )
    blocks = [gold * before, before, gold * after, after, gold]
    rows = np.hstack(blocks)
    point = _figures(rows.sum(axis=0, keepdims=True), len(topics))
    if len(rows):
        spread = _figures(resampled_sums(rows), len(topics))
    else:
        spread = {name: (values[0][:0], values[1][:0]) for name, values in point.items()}
    overall = tuple(
        _measure(name, len(rows), point[name], spread[name])
        for name in ("topic_f1", "topic_macro_f1", "topic_precision", "topic_recall")
    )
    support = gold.sum(axis=0).astype(int)
    each = tuple(
        _measure(topic, int(support[place]), _column(point, place), _column(spread, place))
        for topic, place in columns.items()
        if (gold[:, place] + before[:, place] + after[:, place]).any()
    )
    gain = _paper_f1(gold, after) - _paper_f1(gold, before)
    return Judgement(
        overall=overall,
        topics=each,
        better=int((gain > 0).sum()),
        worse=int((gain < 0).sum()),
    )


def _topics(model: Model, scores: Scores) -> list[tuple[str, ...]]:
    decisions = decide(model.classifier, model.taxonomy, scores)
    return [tuple(topic.id for topic in decision.topics) for decision in decisions]


def topic_f1(side: Side) -> dict[str, float | None]:
    """Return the F1 of each topic of a model on all of its training papers, unseen."""
    index = side.model.taxonomy.index
    gold = membership(side.training.topics, index)
    given = membership([side.given[paper] for paper in side.training.ids], index)
    f1 = precision_recall_f1((gold * given).sum(axis=0), given.sum(axis=0), gold.sum(axis=0))[2]
    return {topic: _known(f1[place]) for topic, place in index.items()}


_Pair = tuple[Floats, Floats]


def _figures(sums: Floats, topics: int) -> dict[str, _Pair]:
    """Compute all figures of old and new from sums over papers: (samples, 5 x topics)."""
    parts = [sums[:, topics * at : topics * (at + 1)] for at in range(5)]
    right = parts[4]
    found: dict[str, list[Floats]] = {}
    for both, given in ((parts[0], parts[1]), (parts[2], parts[3])):
        micro = precision_recall_f1(both.sum(axis=1), given.sum(axis=1), right.sum(axis=1))
        each = precision_recall_f1(both, given, right)[2]
        occurs = ~np.isnan(each)
        number = occurs.sum(axis=1)
        macro = np.where(occurs, each, 0).sum(axis=1) / np.where(number, number, np.nan)
        values = {
            "topic_f1": micro[2],
            "topic_macro_f1": macro,
            "topic_precision": micro[0],
            "topic_recall": micro[1],
            "topics": each,
        }
        for name, value in values.items():
            found.setdefault(name, []).append(value)
    return {name: (old, new) for name, (old, new) in found.items()}


def _column(figures: Mapping[str, _Pair], place: int) -> _Pair:
    old, new = figures["topics"]
    return old[:, place], new[:, place]


def _measure(name: str, papers: int, point: _Pair, spread: _Pair) -> Measure:
    old, new = (_known(values[0]) for values in point)
    return Measure(
        name=name,
        papers=papers,
        old=old,
        new=new,
        old_interval=_interval(spread[0]),
        new_interval=_interval(spread[1]),
        difference=_interval(spread[1] - spread[0]),
    )


def _interval(values: Floats) -> tuple[float, float] | None:
    if not len(values):
        return None
    low, high = interval(values)
    return None if isnan(low) else (low, high)


def _known(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _paper_f1(gold: Floats, given: Floats) -> Floats:
    """Return each paper's F1; a paper with nothing right and nothing given is right."""
    f1 = precision_recall_f1((gold * given).sum(axis=1), given.sum(axis=1), gold.sum(axis=1))[2]
    return np.nan_to_num(f1, nan=1.0)
