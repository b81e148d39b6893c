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


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """Probabilities from which on something is given.

    Attributes:
        topics: One a topic.
        primary: From which on a paper's best topic is given though it is below its own threshold;
            a paper with nothing above either gets no topic.
        area: From which on an area is given though none of its topics is.
    """

    topics: Floats
    primary: float
    area: float


def given_topics(
    topics: Floats, best: npt.NDArray[np.int64], thresholds: Floats, primary: float
) -> npt.NDArray[np.bool_]:
    """Say which topics papers are given.

    Args:
        topics: Probabilities, shape (papers, topics).
        best: The column of each paper's primary topic.
        thresholds: One a topic.
        primary: Level for the primary topic.

    Returns:
        Shape (papers, topics); at most four a paper, among them the primary topic if it reaches
        ``primary``.
    """
    rows = np.arange(len(topics))
    given = topics >= thresholds
    given[rows, best] |= topics[rows, best] >= primary
    crowded = np.flatnonzero(given.sum(axis=1) > MOST_TOPICS)
    if len(crowded):
        worth = np.where(given[crowded], topics[crowded], -1)
        worth[np.arange(len(crowded)), best[crowded]] += given[crowded, best[crowded]]
        order = (-worth).argsort(axis=1, kind="stable")[:, :MOST_TOPICS]
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
    is mixed in by its number of papers, so that rare topics keep the common one.

    Args:
        topics: Probabilities, shape (papers, topics), of papers that were held out.
        best: The column of each paper's primary topic.
        truth: Shape (papers, topics), 0 or 1.
        weights: How much each paper counts.

    Returns:
        A level for each topic, and one for the primary topic.
    """

    def quality(level: float, primary: float) -> float:
        levels = np.full(topics.shape[1], level)
        return f1(given_topics(topics, best, levels, primary), truth, weights)

    common = _middle(_GRID, [quality(level, 0.0) for level in _GRID])
    lower = [level for level in _GRID if level <= common]
    primary = _middle(lower, [quality(common, level) for level in lower])
    reached = quality(common, primary)
    # Micro F1 rises with a pair exactly if 2 right - F1 x given does (Lipton et al., 2014).
    worth = weights[:, None] * (2 * truth - reached)
    gain = np.stack([((topics >= level) * worth).sum(axis=0) for level in _GRID])
    support = (weights[:, None] * truth).sum(axis=0)
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
