"""Quality of topics and areas, from counts per paper.

Every figure is a function of sums over papers. `tally` makes the rows that are summed, `figures`
the figures from the sums; so a bootstrap resample costs one weighted sum, and the point estimate
and the interval can not be computed in two different ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from papertaxa.errors import TrainingError
from papertaxa.evaluate.ratios import precision_recall_f1, ratio
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]
Blocks = Mapping[str, Floats]

FIGURES = (
    "topic_precision",
    "topic_recall",
    "topic_f1",
    "topic_macro_f1",
    "area_f1",
    "area_macro_f1",
    "primary_topic_accuracy",
    "primary_area_accuracy",
    "precision_at_1",
    "ndcg_at_5",
    "ece",
    "abstained",
)
_DEPTH = 5  # of the ranking that ndcg_at_5 looks at
_BINS = 10
_LEAST_SCORE = 0.05  # scores below it are near-certain noes that would flatter the calibration


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """What a model says of papers, in the order of the gold labels.

    Attributes:
        topics: The topics given to each paper, the primary one first; none if it abstains.
        areas: The areas given to each paper.
        primary_topics: The best guess at each paper's main topic; None where it was backed off.
        primary_areas: The area of the best guess; None where there was no guess at all.
        scores: Shape (papers, labels of the taxonomy): the probability of every topic, in the
            order of ``taxonomy.labels``. A row of zeros ranks nothing.
    """

    topics: Sequence[Sequence[str]]
    areas: Sequence[Sequence[str]]
    primary_topics: Sequence[str | None]
    primary_areas: Sequence[str | None]
    scores: Floats


def tally(gold: Sequence[Sequence[str]], predicted: Predictions, taxonomy: Taxonomy) -> Blocks:
    """Count, for each paper, what the figures are made of.

    Args:
        gold: The right topics of each paper, the primary one first; at least one.
        predicted: What the model says of the same papers.
        taxonomy: What all ids are from.

    Returns:
        Blocks of shape (papers, width) for `figures`.

    Raises:
        TrainingError: Lengths differ, a paper has no gold topic, an id is not in the
            taxonomy, or a score is not a probability.
    """
    _check(gold, predicted, taxonomy)
    areas = {area: column for column, area in enumerate(taxonomy.areas)}
    gold_areas = [[taxonomy.area_of(topic) for topic in topics] for topics in gold]
    gold_matrix = membership(gold, taxonomy.index)
    hits = np.zeros((len(gold), 4))
    for row, (topics, its_areas) in enumerate(zip(gold, gold_areas, strict=True)):
        hits[row] = (
            predicted.primary_topics[row] == topics[0],
            predicted.primary_areas[row] == its_areas[0],
            not predicted.topics[row],
            1,
        )
    return {
        "topics": _overlap(gold_matrix, membership(predicted.topics, taxonomy.index)),
        "areas": _overlap(membership(gold_areas, areas), membership(predicted.areas, areas)),
        "hits": hits,
        "ranking": _rank(gold_matrix, predicted.scores),
        "bins": _bin(gold_matrix, predicted.scores),
    }


def figures(sums: Blocks) -> dict[str, Floats]:
    """Compute every figure from summed blocks.

    Micro figures pool all decisions. Macro F1 is the mean over the topics (areas) that are right
    for, or given to, at least one paper of the sample. ``precision_at_1`` is the share of papers
    whose highest score is that of a right topic; ``ndcg_at_5`` has gain 1 for a right topic and 0
    for others (Järvelin and Kekäläinen, 2002). ``ece`` is the expected calibration error (Naeini
    et al., 2015) of all topic scores from 0.05 up, in ten bins of equal width. ``abstained`` is
    the share of papers that got no topic.

    Args:
        sums: The blocks of `tally`, each summed over papers for every sample: (samples, width).

    Returns:
        One array of shape (samples,) for each of `FIGURES`; NaN where a figure has no meaning.
    """
    topics, areas = _thirds(sums["topics"]), _thirds(sums["areas"])
    hits, ranking = sums["hits"], sums["ranking"]
    papers = hits[:, 3]
    precision, recall, f1 = precision_recall_f1(*topics.sum(axis=2))
    return {
        "topic_precision": precision,
        "topic_recall": recall,
        "topic_f1": f1,
        "topic_macro_f1": _macro_f1(topics),
        "area_f1": precision_recall_f1(*areas.sum(axis=2))[2],
        "area_macro_f1": _macro_f1(areas),
        "primary_topic_accuracy": ratio(hits[:, 0], papers),
        "primary_area_accuracy": ratio(hits[:, 1], papers),
        "precision_at_1": ratio(ranking[:, 0], papers),
        "ndcg_at_5": ratio(ranking[:, 1], papers),
        "ece": _calibration_error(_thirds(sums["bins"])),
        "abstained": ratio(hits[:, 2], papers),
    }


def membership(ids: Sequence[Sequence[str]], columns: Mapping[str, int]) -> Floats:
    """Mark with 1 which ids each paper has: shape (papers, columns)."""
    matrix = np.zeros((len(ids), len(columns)))
    for row, its_ids in enumerate(ids):
        matrix[row, [columns[topic] for topic in its_ids]] = 1
    return matrix


def _check(gold: Sequence[Sequence[str]], predicted: Predictions, taxonomy: Taxonomy) -> None:
    """Refuse what cannot be compared."""
    parts = (
        predicted.topics,
        predicted.areas,
        predicted.primary_topics,
        predicted.primary_areas,
        predicted.scores,
    )
    if any(len(part) != len(gold) for part in parts):
        raise TrainingError(f"{len(gold)} papers have labels, but not as many have predictions")
    if predicted.scores.shape[1:] != (len(taxonomy.labels),):
        raise TrainingError("the scores are not of the topics of this taxonomy")
    if not ((predicted.scores >= 0) & (predicted.scores <= 1)).all():
        raise TrainingError("a score is not a probability")
    for topics in (*gold, *predicted.topics):
        unknown = [topic for topic in topics if topic not in taxonomy.index]
        if unknown:
            raise TrainingError(f"{unknown[0]!r} is not a topic of the model's taxonomy")
    if not all(gold):
        raise TrainingError("a paper without a right topic cannot be measured")


def _overlap(gold: Floats, predicted: Floats) -> Floats:
    """Lay right-and-given, given, and right side by side: (papers, 3 x columns)."""
    return np.hstack([gold * predicted, predicted, gold])


def _thirds(block: Floats) -> Floats:
    """Take three parts laid side by side apart again: (3, samples, columns)."""
    return np.stack(np.split(block, 3, axis=1))


def _macro_f1(counts: Floats) -> Floats:
    """Average F1 over the columns that occur; (3, samples, columns) to (samples,)."""
    _, _, f1 = precision_recall_f1(*counts)
    occurs = ~np.isnan(f1)
    return ratio(np.where(occurs, f1, 0).sum(axis=1), occurs.sum(axis=1))


def _rank(gold: Floats, scores: Floats) -> Floats:
    """Return whether the first topic is right, and the NDCG of the first five: (papers, 2).

    Of equal scores the topic that stands earlier in the taxonomy ranks first.
    """
    order = np.argsort(-scores, axis=1, kind="stable")[:, :_DEPTH]
    # A score of zero says nothing, so its topic is not ranked.
    gains = np.take_along_axis(gold * (scores > 0), order, axis=1)
    discounts = 1 / np.log2(np.arange(2, 2 + gains.shape[1]))
    best = np.concatenate([[0], np.cumsum(discounts)])
    ideal = best[np.minimum(gold.sum(axis=1).astype(int), gains.shape[1])]
    return np.column_stack([gains[:, 0], ratio(gains @ discounts, ideal)])


def _bin(gold: Floats, scores: Floats) -> Floats:
    """Count scores, add them up, and count the right ones, per bin: (papers, 3 x bins)."""
    counted = scores >= _LEAST_SCORE
    # Which (paper, bin) cell each score falls into; a score of 1 belongs to the last bin.
    bins = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    cells = (np.arange(len(scores))[:, None] * _BINS + bins)[counted]
    parts = [
        np.bincount(cells, weights=weights, minlength=len(scores) * _BINS).reshape(-1, _BINS)
        for weights in (None, scores[counted], gold[counted])
    ]
    return np.hstack(parts).astype(np.float64)


def _calibration_error(bins: Floats) -> Floats:
    """Average the gap between score and truth over bins, weighted by their size."""
    count, score, right = bins
    return ratio(np.abs(score - right).sum(axis=1), count.sum(axis=1))
