"""A model folder as the engine of the review page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papertaxa.classifier.contributions import contributions
from papertaxa.domain import Field, Paper, TopicScore
from papertaxa.features.tokens import tokenize
from papertaxa.model import Model, Prediction, predict
from papertaxa.taxonomy import Taxonomy
from papertaxa.text import CleanPaper, CleanText
from papertaxa.web.card import cleaned
from papertaxa.web.engine import Evidence, Suggestion

_OTHERS = 8
_TERMS = 15
_SHARE = 0.05  # of the strongest term; what counts for less is not shown
_LEAST = 0.02
"""A topic less probable than this is not worth a line on the page."""


@dataclass(frozen=True)
class ModelEngine:
    """Suggestions by a model of this project.

    Attributes:
        model: A loaded model.
    """

    model: Model

    @property
    def taxonomy(self) -> Taxonomy:
        """The topics that the model was trained on."""
        return self.model.taxonomy

    @property
    def thresholds(self) -> Sequence[float]:
        """From which score on each topic is given; those never learnt score 0 everywhere."""
        limits = [0.5] * len(self.taxonomy.labels)
        classifier = self.model.classifier
        learnt = classifier.learnt.tolist()
        for column, limit in zip(learnt, classifier.thresholds.topics.tolist(), strict=True):
            limits[column] = limit
        return limits

    def suggest(self, papers: Sequence[Paper]) -> list[Suggestion]:
        """Suggest topics and, if the model finds names, names."""
        predictions = predict(self.model, [cleaned(paper) for paper in papers])
        return [self._suggestion(prediction) for prediction in predictions]

    def evidence(self, paper: Paper, topic: str) -> list[Evidence]:
        """Find the terms that count most for a topic, each with its share in the linear score."""
        text = cleaned(paper)
        (parts,) = contributions(self.model.classifier, text, [topic])
        least = _SHARE * max(map(abs, parts.values()), default=0.0)
        counting = (term for term, value in parts.items() if abs(value) > least)
        strongest = sorted(counting, key=lambda term: -abs(parts[term]))[:_TERMS]
        found = [
            (name, part.raw_span(token.start, token.end), token.term)
            for name, part in _fields(text)
            for token in tokenize(part.text)
            if token.term in strongest
        ]
        times = Counter(term for _, _, term in found)
        # A term counts as a whole; where it stands several times, each place has its share.
        return [
            Evidence(name, start, end, parts[term] / times[term])
            for name, (start, end), term in found
        ]

    def _suggestion(self, prediction: Prediction) -> Suggestion:
        decision = prediction.decision
        topics = decision.topics
        primary = decision.primary
        if not topics and primary is not None and primary.topic is not None:
            # A best guess is worth ticking: the page says that the model is unsure of it.
            topics = (TopicScore(id=primary.topic, area=primary.area, score=primary.score),)
        given = {topic.id for topic in topics}
        ordered = sorted(
            zip(prediction.scores.tolist(), self.taxonomy.labels, strict=True), key=_by_score
        )
        others = [
            TopicScore(id=topic, area=self.taxonomy.area_of(topic), score=score)
            for score, topic in ordered[: _OTHERS + len(given)]
            if topic not in given and score >= _LEAST
        ]
        looked = self.model.extractor is not None
        return Suggestion(
            topics=topics,
            others=tuple(others[:_OTHERS]),
            confident=decision.confident,
            methods=prediction.names.methods if looked else None,
            benchmarks=prediction.names.benchmarks if looked else None,
            scores=prediction.scores.astype("float32"),
        )


def _fields(text: CleanPaper) -> Iterator[tuple[Field, CleanText]]:
    yield "title", text.title
    yield "abstract", text.abstract


def _by_score(row: tuple[float, str]) -> tuple[float, str]:
    return -row[0], row[1]
