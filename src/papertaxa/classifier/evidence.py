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
_PRIOR, _EXCESS = 8, -1  # places in a topic's evidence
_ANY_TOPIC = 3  # place in an area's evidence
_WORTH_OF_EXCESS = 4.0  # in logits, of one standard deviation (set on samples of 10 to 300 papers)
_NOISE = 1e-6


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


def expected_for_topics(evidence: Floats) -> Floats:
    """Say what each number of `topic_evidence` is worth before any paper has been seen.

    What speaks for a topic is that its score is above what the topic scores on average: frequent
    topics score higher on any paper, and a model of few papers scores everything near the average.

    Args:
        evidence: Shape (papers, topics, numbers).

    Returns:
        Weights of the numbers.
    """
    weights = np.zeros(evidence.shape[-1])
    weights[_PRIOR] = 1
    weights[_EXCESS] = _WORTH_OF_EXCESS / max(float(evidence[..., _EXCESS].std()), _NOISE)
    return weights


def expected_for_areas(evidence: Floats) -> Floats:
    """Say the same for `area_evidence`: an area is as likely as that any of its topics applies."""
    weights = np.zeros(evidence.shape[-1])
    weights[_ANY_TOPIC] = 1
    return weights


def topic_evidence(raw: RawScores, parents: npt.NDArray[np.int64], prior: Floats) -> Floats:
    """Describe every topic of every paper.

    Args:
        raw: Scores of the linear models.
        parents: The column of each topic's area.
        prior: The share of papers with each topic.

    Returns:
        Shape (papers, topics, numbers).
    """
    topic, area = raw.topic, raw.area[:, parents]
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
            area,
            lead,
            np.minimum(lead, 0),
            _lead(raw.primary),
            np.broadcast_to(np.log(prior), shape),
            np.broadcast_to(ordered[:, :1], shape),
            np.broadcast_to(ordered[:, 2:3] if shape[1] > 2 else 0.0, shape),  # noqa: PLR2004 # the third
            np.broadcast_to(np.maximum(topic, 0).sum(axis=1, keepdims=True), shape),
            *(rank == place for place in range(_RANKS)),
            # Products: what one score is worth depends on the others.
            topic * area,
            topic * raw.primary,
            topic * lead,
            raw.primary * area,
            raw.primary**2,
            area**2,
            area - area.max(axis=1, keepdims=True, initial=-np.inf),
            (topic - prior) / np.sqrt(prior),
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
