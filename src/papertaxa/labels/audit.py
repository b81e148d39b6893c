"""Which labels the model contradicts most, for a person to look at again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]

_LEAST_PROBABILITY = 1e-4  # below it, differences between scores mean nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One decision of a label that may be wrong.

    Attributes:
        id: The paper's id.
        topic: The topic in question; where the primary one is, the one that may take its place.
        given: Whether the label has it.
        probability: What the model gives it.
        surprise: How unlikely the label's decision is, in bits; what findings are ranked by.
        message: The finding in words.
    """

    id: str
    topic: str
    given: bool
    probability: float
    surprise: float
    message: str


def rank(
    labels: Sequence[Label], taxonomy: Taxonomy, scores: npt.ArrayLike, *, least: float = 1.0
) -> list[Finding]:
    """Rank the decisions in labels by how much scores contradict them.

    A topic that is given is compared with what the model usually says where this topic is given,
    so that topics on which it is timid do not fill the list; one that is absent counts by the
    probability that it is there; a primary topic is compared with the other topics of the paper.
    (The comparison with the class's own average is that of Northcutt, Jiang and Chuang, Confident
    learning, JAIR 2021.)

    Args:
        labels: One a paper.
        taxonomy: What the topics are from.
        scores: Shape (labels, topics of the taxonomy): probabilities from models that were trained
            without the paper in question (out of fold), or the labels will seem right.
        least: Leave out what is less surprising than this, in bits. At 1, a given topic has at
            most half the usual score, an absent one at least 0.5, and another topic of the paper
            at least twice the score of the primary one.

    Returns:
        The findings, the most surprising first; ties in the order of the labels.

    Raises:
        LabelsError: The scores are not those of these labels, or no probabilities, or a topic is
            not in the taxonomy.
    """
    raw = np.asarray(scores, dtype=np.float64)
    if raw.shape != (len(labels), len(taxonomy.labels)):
        raise LabelsError(
            f"the scores have the shape {raw.shape}, but there are {len(labels)} labels and "
            f"{len(taxonomy.labels)} topics; score these papers with this taxonomy"
        )
    if not ((raw >= 0) & (raw <= 1)).all():
        raise LabelsError("a score is not a probability from 0 to 1; use calibrated scores")
    given = _given(labels, taxonomy)
    clipped = np.clip(raw, _LEAST_PROBABILITY, 1 - _LEAST_PROBABILITY)
    usual = np.where(given, clipped, 0).sum(axis=0) / np.maximum(given.sum(axis=0), 1)
    missed = np.log2(np.maximum(usual, clipped) / clipped)
    surprise = np.where(given, missed, -np.log2(1 - clipped))
    found = [
        _finding(
            labels[row],
            taxonomy.labels[column],
            given=bool(given[row, column]),
            probability=float(clipped[row, column]),
            usual=float(usual[column]),
            surprise=float(surprise[row, column]),
        )
        for row, column in np.argwhere(surprise >= least)
    ]
    for label, row_of_scores in zip(labels, clipped, strict=True):
        found.extend(_primary(label, taxonomy, row_of_scores, least))
    place = {label.id: row for row, label in enumerate(labels)}
    return sorted(found, key=lambda finding: (-finding.surprise, place[finding.id]))


def _given(labels: Sequence[Label], taxonomy: Taxonomy) -> npt.NDArray[np.bool_]:
    """Mark the topics of each label: (labels, topics)."""
    given = np.zeros((len(labels), len(taxonomy.labels)), dtype=bool)
    for row, label in enumerate(labels):
        for topic in label.topics:
            if topic not in taxonomy.index:
                raise LabelsError(
                    f"{label.source}: paper {label.id!r}: unknown topic {topic!r}; run "
                    "`papertaxa labels check` with this taxonomy"
                )
            given[row, taxonomy.index[topic]] = True
    return given


def _finding(
    label: Label, topic: str, *, given: bool, probability: float, usual: float, surprise: float
) -> Finding:
    """Put a doubtful topic into words."""
    message = (
        f"{topic} is given, but has a score of {probability:.2f} (where it is given, usually "
        f"{usual:.2f})"
        if given
        else f"{topic} is not given, but has a score of {probability:.2f}"
    )
    return Finding(
        id=label.id,
        topic=topic,
        given=given,
        probability=probability,
        surprise=surprise,
        message=message,
    )


def _primary(label: Label, taxonomy: Taxonomy, scores: Floats, least: float) -> Iterator[Finding]:
    """Yield the best of a paper's other topics, if it fits far better than the primary one."""
    if len(label.topics) < 2:  # noqa: PLR2004 # there is no other
        return
    own = scores[taxonomy.index[label.topics[0]]]
    best = max(label.topics[1:], key=lambda topic: scores[taxonomy.index[topic]])
    probability = scores[taxonomy.index[best]]
    surprise = float(np.log2(probability / own))
    if surprise >= least and probability >= 0.5:  # noqa: PLR2004 # more likely than not
        yield Finding(
            id=label.id,
            topic=best,
            given=True,
            probability=float(probability),
            surprise=surprise,
            message=(
                f"{label.topics[0]} is the primary topic with a score of {own:.2f}, but {best}, "
                f"given after it, has {probability:.2f}"
            ),
        )
