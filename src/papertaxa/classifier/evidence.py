"""What speaks for a topic: its own score, and how that stands among the others.

A linear score alone does not tell how likely a topic is: 0.4 means one thing where the next topic
has 0.1, and another where three topics have 0.5. So the probability is read from a few numbers a
topic, the same for all topics, which lets rare topics profit from frequent ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_RANKS = 4  # a paper has at most four topics


@dataclass(frozen=True, kw_only=True)
class RawScores:
    """Scores of the linear models, by paper and topic or area.

    Attributes:
        topic: Shape (papers, topics): is this one of the paper's topics?
        primary: Shape (papers, topics): is it the paper's primary topic?
        area: Shape (papers, areas): is it one of the paper's areas?
    """

    topic: Floats
    primary: Floats
    area: Floats


def topic_evidence(raw: RawScores, parents: npt.NDArray[np.int64], prior: Floats) -> Floats:
    """Describe every topic of every paper.

    Args:
        raw: Scores of the linear models.
        parents: The column of each topic's area.
        prior: The share of papers with each topic.

    Returns:
        Shape (papers, topics, numbers).
    """
    topic = raw.topic
    lead = _lead(topic)
    ordered = -np.sort(-topic, axis=1)
    rank = (-topic).argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")
    shape = topic.shape
    return np.stack(
        [
            topic,
            topic**2,
            np.sqrt(np.maximum(topic, 0)),
            raw.primary,
            raw.area[:, parents],
            lead,
            np.minimum(lead, 0),
            _lead(raw.primary),
            np.broadcast_to(np.log(prior), shape),
            np.broadcast_to(ordered[:, :1], shape),
            np.broadcast_to(ordered[:, 2:3] if shape[1] > 2 else 0.0, shape),  # noqa: PLR2004 # the third
            np.broadcast_to(np.maximum(topic, 0).sum(axis=1, keepdims=True), shape),
            *(rank == place for place in range(_RANKS)),
        ],
        axis=-1,
    )


def area_evidence(
    raw: RawScores, topics: Floats, parents: npt.NDArray[np.int64], prior: Floats
) -> Floats:
    """Describe every area of every paper, by its own score and its topics' probabilities.

    Args:
        raw: Scores of the linear models.
        topics: Probability of each topic, shape (papers, topics).
        parents: The column of each topic's area.
        prior: The share of papers with each area.

    Returns:
        Shape (papers, areas, numbers).
    """
    shape = raw.area.shape
    none = np.ones(shape)  # probability that no topic of the area applies, were they independent
    best = np.zeros(shape)
    for column, parent in enumerate(parents):
        none[:, parent] *= 1 - topics[:, column]
        best[:, parent] = np.maximum(best[:, parent], topics[:, column])
    return np.stack(
        [
            raw.area,
            raw.area**2,
            _lead(raw.area),
            _logit(1 - none),
            _logit(best),
            1 - none,
            best,
            np.broadcast_to(np.log(prior), shape),
        ],
        axis=-1,
    )


def _lead(scores: Floats) -> Floats:
    """How far each score is above the best of the paper's others."""
    if scores.shape[1] < 2:  # noqa: PLR2004 # a single one has no others
        return np.zeros_like(scores)
    ordered = np.partition(scores, -2, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return np.asarray(scores - np.where(scores == best, second, best))


def _logit(probability: Floats) -> Floats:
    bounded = np.clip(probability, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(bounded / (1 - bounded)))
