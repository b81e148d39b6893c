"""From what probability on a topic is given: the levels that make F1 highest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MOST_TOPICS = 4
"""A paper is given at most this many topics."""

_GRID = np.linspace(0.02, 0.9, 89)
_HOLD = 400.0  # papers a topic needs for its own best level to count as much as the common one
_SMOOTH = 4  # levels to either side over which quality is averaged
_EXCESS = 0.5  # part of the topics that papers have which may be given beyond them
_TRUSTED = 200.0  # papers from which on half of that excess is allowed
_TILT = 0.3  # power of a topic's share that its level grows with, where topics exclude each other


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """Probabilities from which on something is given.

    Attributes:
        topics: One a topic.
        primary: From which on a paper's best topic is given though it is below its own threshold;
            a paper with nothing above either gets no topic.
        area: From which on an area is given though none of its topics is.
        most: How many topics a paper is given at most.
    """

    topics: Floats
    primary: float
    area: float
    most: int = MOST_TOPICS


def most_topics(truth: Floats) -> int:
    """Return how many topics to give at most: as many as any labelled paper has, up to four.

    Args:
        truth: Shape (papers, topics), 0 or 1.
    """
    return int(min(max(truth.sum(axis=1).max(), 1), MOST_TOPICS))


def best_topics(primary: Floats, thresholds: Floats, most: int) -> npt.NDArray[np.int64]:
    """Choose each paper's primary topic.

    Where papers have several topics, it is the likeliest to be the primary one. Where each has one,
    naming the likeliest hardly ever names a rare topic; then it is the one that is likeliest when
    measured against its own level, which for frequent topics is higher.

    Args:
        primary: Probability of being the primary one, shape (papers, topics).
        thresholds: One a topic.
        most: How many topics a paper is given at most.

    Returns:
        Columns, shape (papers,).
    """
    worth = primary / np.maximum(thresholds, np.finfo(float).tiny) if most == 1 else primary
    return np.asarray(worth.argmax(axis=1))


def given_topics(
    topics: Floats,
    best: npt.NDArray[np.int64],
    thresholds: Floats,
    primary: float,
    *,
    most: int = MOST_TOPICS,
) -> npt.NDArray[np.bool_]:
    """Say which topics papers are given.

    Args:
        topics: Probabilities, shape (papers, topics).
        best: The column of each paper's primary topic.
        thresholds: One a topic.
        primary: Level for the primary topic.
        most: How many topics a paper is given at most.

    Returns:
        Shape (papers, topics); at most ``most`` a paper, among them the primary topic if it reaches
        ``primary``.
    """
    rows = np.arange(len(topics))
    given = topics >= thresholds
    given[rows, best] |= topics[rows, best] >= primary
    crowded = np.flatnonzero(given.sum(axis=1) > most)
    if len(crowded):
        worth = np.where(given[crowded], topics[crowded], -1)
        worth[np.arange(len(crowded)), best[crowded]] += given[crowded, best[crowded]]
        order = (-worth).argsort(axis=1, kind="stable")[:, :most]
        given[crowded] = False
        given[crowded[:, None], order] = True
    return np.asarray(given)


def choose_thresholds(
    topics: Floats,
    best: npt.NDArray[np.int64],
    truth: Floats,
    weights: Floats,
) -> tuple[Floats, float]:
    """Choose levels on probabilities of held-out papers.

    One common level is best for micro F1 where probabilities are right; each topic's own best level
    is mixed in by its number of papers, so that rare topics keep the common one. A model that knows
    little would reach its best F1 by giving everything to everyone: so the fewer papers there are,
    the closer to the number of topics that papers have (label cardinality: Read et al., 2009) has
    to be the number of those given. Where every paper has one topic, levels grow with the topics'
    shares instead (see `best_topics`).

    Args:
        topics: Probabilities, shape (papers, topics), of papers that were held out.
        best: The column of each paper's primary topic.
        truth: Shape (papers, topics), 0 or 1.
        weights: How much each paper counts.

    Returns:
        A level for each topic, and one for the primary topic.
    """
    most = most_topics(truth)
    support = (weights[:, None] * truth).sum(axis=0)
    shape = np.ones(topics.shape[1])
    if most == 1:
        shape = (support + 1) ** _TILT
        shape /= (support @ shape) / support.sum()
        best = best_topics(topics, shape, most)

    def given(level: float, primary: float) -> npt.NDArray[np.bool_]:
        return given_topics(topics, best, level * shape, primary, most=most)

    def quality(level: float, primary: float) -> float:
        return f1(given(level, primary), truth, weights)

    allowed = (1 + _EXCESS * len(topics) / (len(topics) + _TRUSTED)) * support.sum()
    sparing = [level for level in _GRID if (weights @ given(level, 0.0)).sum() <= allowed]
    sparing = sparing or [float(_GRID[-1])]
    common = _middle(sparing, [quality(level, 0.0) for level in sparing])
    lower = [level for level in _GRID if level <= common]
    primary = _middle(lower, [quality(common, level) for level in lower])
    if most == 1:
        return common * shape, primary
    reached = quality(common, primary)
    # Micro F1 rises with a pair exactly if 2 right - F1 x given does (Lipton et al., 2014).
    worth = weights[:, None] * (2 * truth - reached)
    gain = np.stack([((topics >= level) * worth).sum(axis=0) for level in _GRID])
    own = np.array([_middle(_GRID, its) for its in gain.T])
    share = support / (support + _HOLD)
    return np.asarray(common + share * (own - common)), primary


def choose_area_threshold(
    areas: Floats, from_topics: npt.NDArray[np.bool_], truth: Floats, weights: Floats
) -> float:
    """Choose from which probability on an area is given beside those of the given topics."""
    levels = np.append(_GRID[_GRID >= 0.2], 1.01)  # noqa: PLR2004 # below, an area is a guess
    return _middle(levels, [f1(from_topics | (areas >= at), truth, weights) for at in levels])


def _middle(levels: Sequence[float] | Floats, quality: Sequence[float] | Floats) -> float:
    """Return the level in the middle of those that are best, the quality being smoothed."""
    from scipy.ndimage import uniform_filter1d  # loaded only for training

    smooth = uniform_filter1d(np.asarray(quality, dtype=float), 2 * _SMOOTH + 1, mode="nearest")
    smooth = np.round(smooth, 9)  # levels that differ by rounding errors are equally good
    best = np.flatnonzero(smooth >= smooth.max())
    return float(levels[best[len(best) // 2]])


def f1(given: npt.NDArray[np.bool_], truth: Floats, weights: Floats) -> float:
    """Return micro F1, papers weighed."""
    right = (weights @ (given * truth)).sum()
    both = (weights @ given).sum() + (weights @ truth).sum()
    return float(2 * right / both) if both else 0.0
