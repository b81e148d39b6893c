"""What to label next: where a label would teach the model most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from papertaxa.labels.sketch import Sketches, resemblance

Floats = npt.NDArray[np.float32]

NEAR_DUPLICATE = 0.6
"""Estimated share of common words from which two papers count as versions of one."""

_IN_REACH = 0.1  # of a topic's threshold, scaled so that the threshold is 0.5
_FAR = 0.2  # below it, scaled in the same way, a topic is out of reach
_EDGE = 1e-3  # nearest that a threshold comes to 0 or 1
_RARE = 30  # labels; below it a topic is called rare
_NAMED = 2  # topics that a reason names


def pick(
    ids: Sequence[str],
    scores: npt.ArrayLike,
    thresholds: npt.ArrayLike,
    counts: npt.ArrayLike,
    sketches: Sketches,
    n: int,
    *,
    topics: Sequence[str],
    labelled: npt.ArrayLike | None = None,
) -> list[tuple[int, str]]:
    """Choose papers one by one, each for what it adds to those chosen before.

    A paper is worth the topics that it could decide: one whose score is near its threshold, or
    above it, counts by how rare the topic is among the labels and the papers already chosen. That
    no topic is in reach counts too, like one more topic of middling rarity: there may be something
    new. What resembles a chosen or labelled paper is worth less; near-duplicates are left out.

    This is the greedy maximisation of a concave function of coverage, a feature-based submodular
    function (Wei, Iyer and Bilmes, Submodularity in data subset selection and active learning, ICML
    2015), with its gain taken from the derivative.

    Args:
        ids: The papers' ids, which settle ties.
        scores: Shape (papers, topics): calibrated probabilities.
        thresholds: Shape (topics,): the score from which each topic is given, above 0 and below 1.
        counts: Shape (topics,): the number of labelled papers that each topic has.
        sketches: Shape (papers, 96), from `papertaxa.labels.sketch.sketch`.
        n: How many to choose at most.
        topics: The topics' names, for the reasons.
        labelled: Shape (papers,), boolean: papers that have a label; they are never chosen, nor
            are their near-duplicates.

    Returns:
        Row and reason of each chosen paper, the most useful first; fewer than ``n`` if no more
        papers are left.
    """
    probabilities = np.asarray(scores, dtype=np.float32)
    limits = np.clip(np.asarray(thresholds, dtype=np.float32), _EDGE, 1 - _EDGE)
    size = len(ids)
    if probabilities.shape != (size, len(topics)) or len(sketches) != size:
        shape = probabilities.shape
        raise ValueError(f"{shape} scores and {len(sketches)} sketches of {size} papers")
    known = np.zeros(size, dtype=bool) if labelled is None else np.asarray(labelled, dtype=bool)
    worth = _worth(probabilities, _scale(probabilities, limits))
    labels = np.asarray(counts, dtype=np.float32)
    covered = np.append(labels, np.median(labels) if len(labels) else 0).astype(np.float32)
    nearest = np.zeros(size, dtype=np.float32)
    others = sketches[~known]
    for row in np.flatnonzero(known).tolist():
        nearest[~known] = np.maximum(nearest[~known], resemblance(sketches[row], others))
    free = ~known & (nearest < NEAR_DUPLICATE)
    order = np.argsort(np.asarray(ids, dtype=object), kind="stable")
    chosen: list[tuple[int, str]] = []
    while len(chosen) < n and free.any():
        slopes = 1 / np.sqrt(1 + covered)
        gains = np.where(free, (worth @ slopes) * (1 - nearest), -1)
        row = int(order[int(np.argmax(gains[order]))])
        chosen.append(
            (row, _reason(worth[row] * slopes, probabilities[row], limits, labels, topics))
        )
        covered += worth[row]
        np.maximum(nearest, resemblance(sketches[row], sketches), out=nearest)
        free[row] = False
        free &= nearest < NEAR_DUPLICATE
    return chosen


def _scale(scores: Floats, thresholds: Floats) -> Floats:
    """Stretch scores so that every topic's threshold lies at 0.5."""
    below = 0.5 * scores / thresholds
    above = 0.5 + 0.5 * (scores - thresholds) / (1 - thresholds)
    return np.where(scores < thresholds, below, above).astype(np.float32)


def _worth(scores: Floats, scaled: Floats) -> Floats:
    """What each paper could decide: (papers, topics + 1); the last column is 'nothing in reach'.

    A score at the threshold is worth 1, falling to 0 at a tenth of the way from either end; one
    above it is worth half the probability besides, as a likely example.
    """
    floor = 4 * _IN_REACH * (1 - _IN_REACH)
    undecided = np.clip((4 * scaled * (1 - scaled) - floor) / (1 - floor), 0, None)
    likely = np.where(scaled >= 0.5, 0.5 * scores, 0)  # noqa: PLR2004 # where the threshold lies
    best = scaled.max(axis=1, initial=0)
    nothing = np.clip(1 - best / _FAR, 0, None)
    return np.column_stack([undecided + likely, nothing]).astype(np.float32)


def _reason(
    gains: Floats,
    scores: Floats,
    thresholds: Floats,
    counts: Floats,
    topics: Sequence[str],
) -> str:
    """Say which topics a paper was chosen for."""
    best = np.argsort(-gains, kind="stable")[:_NAMED]
    parts: list[str] = []
    for column in best:
        if gains[column] <= gains[best[0]] / 2 and parts:
            break
        if gains[column] <= 0:
            continue
        if column == len(topics):
            parts.append("no topic comes near its threshold")
            continue
        what = "undecided" if scores[column] < thresholds[column] else "likely"
        rare = f", rare: {counts[column]:.0f} labels" if counts[column] < _RARE else ""
        parts.append(
            f"{what}: {topics[column]} ({scores[column]:.2f}, threshold "
            f"{thresholds[column]:.2f}{rare})"
        )
    return "; ".join(parts) or "unlike what is labelled"
