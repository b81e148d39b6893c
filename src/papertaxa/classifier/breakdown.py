"""A topic's linear score, taken apart into places of the text that was given.

The parts are those of `contributions`. They are rounded to millionths and then kept as they are, so
that what is shown adds up to the score to the last digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from papertaxa.classifier.contributions import contributions
from papertaxa.classifier.model import Classifier
from papertaxa.classifier.predict import raw_scores
from papertaxa.domain import Field
from papertaxa.features import count, tokenize
from papertaxa.features.weights import TITLE_WEIGHT
from papertaxa.text import CleanPaper

DIGITS = 6
"""Decimal places of all weights."""

_UNIT = 10**DIGITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a term stands: ``text[start:end]`` of the field as it was given, and what it adds."""

    field: Field
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPart:
    """What a term adds to a score: ``weight``, the sum of what its places add."""

    term: str
    weight: float
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """A linear score, before calibration, and its parts.

    Attributes:
        score: About 1 for a typical paper on the topic, about 0 for one on something else.
        intercept: What every paper has, whatever its words.
        terms: With ``intercept`` they add up to ``score``; the weightiest first.
    """

    score: float
    intercept: float
    terms: tuple[TermPart, ...]


def take_apart(
    classifier: Classifier, paper: CleanPaper, topics: Sequence[str]
) -> list[Breakdown | None]:
    """Take the linear scores of a paper's topics apart.

    A term that stands in several places has one weight; its places share it, one in the title
    taking as much as three in the abstract, which is how they are counted.

    Args:
        classifier: A trained classifier.
        paper: A cleaned paper.
        topics: Labels of its taxonomy.

    Returns:
        One a topic; None for a topic that was never learnt, which has no score.
    """
    places = _places(paper)
    column = {classifier.labels[place]: at for at, place in enumerate(classifier.learnt.tolist())}
    scores = raw_scores(classifier, count([paper], classifier.counted)).topic[0]
    parts = contributions(classifier, paper, topics)
    return [
        _break_down(float(scores[column[topic]]), its, places) if topic in column else None
        for topic, its in zip(topics, parts, strict=True)
    ]


def _break_down(
    score: float, parts: Mapping[str, float], places: Mapping[str, Sequence[tuple[Field, int, int]]]
) -> Breakdown:
    units = {term: round(weight * _UNIT) for term, weight in parts.items()}
    total = round(score * _UNIT)
    ordered = sorted(units, key=lambda term: (-abs(units[term]), term))
    return Breakdown(
        score=total / _UNIT,
        intercept=(total - sum(units.values())) / _UNIT,
        terms=tuple(
            TermPart(
                term=term, weight=units[term] / _UNIT, places=_share(units[term], places[term])
            )
            for term in ordered
        ),
    )


def _share(units: int, places: Sequence[tuple[Field, int, int]]) -> tuple[Place, ...]:
    """Share millionths out among places so that none is lost."""
    weights = [TITLE_WEIGHT if field == "title" else 1.0 for field, _, _ in places]
    shared = []
    before, done = 0, 0.0
    for (field, start, end), weight in zip(places, weights, strict=True):
        done += weight
        until = round(units * done / sum(weights))
        shared.append(Place(field=field, start=start, end=end, weight=(until - before) / _UNIT))
        before = until
    return tuple(shared)


def _places(paper: CleanPaper) -> dict[str, list[tuple[Field, int, int]]]:
    """Find every term in the text as it was given, in reading order."""
    found: dict[str, list[tuple[Field, int, int]]] = defaultdict(list)
    fields: tuple[Field, ...] = ("title", "abstract")
    for field in fields:
        text = getattr(paper, field)
        for token in tokenize(text.text):
            found[token.term].append((field, *text.raw_span(token.start, token.end)))
    return found
