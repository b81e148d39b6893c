"""From scores to what a paper is given."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

import numpy as np

from papertaxa.classifier.model import Classifier
from papertaxa.classifier.outside import OUTSIDE, none_fits
from papertaxa.classifier.predict import Scores
from papertaxa.classifier.thresholds import best_topics, given_topics
from papertaxa.domain import AreaScore, Primary, TopicScore
from papertaxa.taxonomy import Taxonomy

DOUBTFUL = 0.15
"""A best topic less probable than this is replaced by its area, if that is at least `LIKELY`."""

LIKELY = 0.5


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What one paper is given.

    Attributes:
        primary: The best guess at its main topic; None for a paper without text.
        topics: The primary one first, then by score; empty if nothing is confident.
        areas: Those of the topics and others that are likely, by score; at least one for a paper
            with text.
        confident: Whether any topic reached its threshold.
        outside: Whether the paper may fit no topic of the taxonomy.
    """

    primary: Primary | None = None
    topics: tuple[TopicScore, ...] = ()
    areas: tuple[AreaScore, ...] = ()
    confident: bool = False
    outside: bool = False


def decide(
    classifier: Classifier,
    taxonomy: Taxonomy,
    scores: Scores,
    *,
    min_score: float | None = None,
) -> list[Decision]:
    """Decide what each paper is given.

    Args:
        classifier: What made the scores.
        taxonomy: What it was trained on.
        scores: Of any number of papers.
        min_score: Lowest score at which a topic or a further area is given, where it is above the
            threshold.

    Returns:
        One decision a paper.
    """
    floor = 0.0 if min_score is None else min_score
    levels = classifier.thresholds
    topics = scores.topics[:, classifier.learnt]
    best = best_topics(scores.primary[:, classifier.learnt], levels.topics, levels.most)
    given = given_topics(
        topics,
        best,
        np.maximum(levels.topics, floor),
        max(levels.primary, floor),
        most=levels.most,
    )
    outside = none_fits(topics) >= OUTSIDE
    # Row by row, plain lists are several times as fast as arrays.
    rows = zip(
        topics.tolist(),
        best.tolist(),
        given.tolist(),
        scores.areas.tolist(),
        outside.tolist(),
        strict=True,
    )
    return [
        _decide(classifier, taxonomy, *row, max(levels.area, floor)) if any(row[0]) else Decision()
        for row in rows
    ]


def _decide(
    classifier: Classifier,
    taxonomy: Taxonomy,
    topics: list[float],
    best: int,
    given: list[bool],
    areas: list[float],
    outside: bool,
    area_level: float,
) -> Decision:
    columns = sorted(
        compress(range(len(given)), given), key=lambda column: (column != best, -topics[column])
    )
    found = tuple(_topic(classifier, taxonomy, topics, column) for column in columns)
    guess = _topic(classifier, taxonomy, topics, best)
    area = taxonomy.areas.index(guess.area)
    primary = Primary(topic=guess.id, area=guess.area, score=guess.score)
    if not found:
        likeliest = areas.index(max(areas))
        if guess.score < DOUBTFUL and areas[likeliest] >= LIKELY:
            area = likeliest
            primary = Primary(topic=None, area=taxonomy.areas[area], score=areas[area])
    # An area is at least as likely as any of its topics, though the two are estimated apart.
    for topic in found:
        column = taxonomy.areas.index(topic.area)
        areas[column] = max(areas[column], topic.score)
    wanted = {taxonomy.areas.index(topic.area) for topic in found}
    wanted |= {column for column, score in enumerate(areas) if score >= area_level}
    chosen = sorted(wanted or {area}, key=lambda column: (-areas[column], column))
    return Decision(
        primary=primary,
        topics=found,
        areas=tuple(AreaScore(id=taxonomy.areas[c], score=areas[c]) for c in chosen),
        confident=bool(found),
        outside=outside,
    )


def _topic(
    classifier: Classifier, taxonomy: Taxonomy, topics: list[float], column: int
) -> TopicScore:
    label = classifier.labels[classifier.learnt[column]]
    return TopicScore(id=label, area=taxonomy.area_of(label), score=topics[column])
