"""From scores to what a paper is given."""

from __future__ import annotations

from dataclasses import dataclass

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
    rows = zip(topics, best, given, scores.areas, outside, strict=True)
    return [
        _decide(classifier, taxonomy, *row, max(levels.area, floor)) if row[0].any() else Decision()
        for row in rows
    ]


def _decide(
    classifier: Classifier,
    taxonomy: Taxonomy,
    topics: np.ndarray,
    best: int,
    given: np.ndarray,
    areas: np.ndarray,
    outside: bool,
    area_level: float,
) -> Decision:
    columns = sorted(
        np.flatnonzero(given).tolist(), key=lambda column: (column != best, -topics[column])
    )
    found = tuple(_topic(classifier, taxonomy, topics, column) for column in columns)
    guess = _topic(classifier, taxonomy, topics, best)
    area = taxonomy.areas.index(guess.area)
    primary = Primary(topic=guess.id, area=guess.area, score=guess.score)
    if not found:
        likeliest = int(areas.argmax())
        if guess.score < DOUBTFUL and areas[likeliest] >= LIKELY:
            area = likeliest
            primary = Primary(topic=None, area=taxonomy.areas[area], score=float(areas[area]))
    # An area is at least as likely as any of its topics, though the two are estimated apart.
    areas = areas.copy()
    for topic in found:
        column = taxonomy.areas.index(topic.area)
        areas[column] = max(areas[column], topic.score)
    wanted = {taxonomy.areas.index(topic.area) for topic in found}
    wanted |= set(np.flatnonzero(areas >= area_level).tolist())
    chosen = sorted(wanted or {area}, key=lambda column: (-areas[column], column))
    return Decision(
        primary=primary,
        topics=found,
        areas=tuple(AreaScore(id=taxonomy.areas[c], score=float(areas[c])) for c in chosen),
        confident=bool(found),
        outside=bool(outside),
    )


def _topic(
    classifier: Classifier, taxonomy: Taxonomy, topics: np.ndarray, column: int
) -> TopicScore:
    label = classifier.labels[classifier.learnt[column]]
    return TopicScore(id=label, area=taxonomy.area_of(label), score=float(topics[column]))
