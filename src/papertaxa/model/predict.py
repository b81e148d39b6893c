"""Applying a model to cleaned papers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

import numpy as np
import numpy.typing as npt

from papertaxa.classifier import Decision, decide, score
from papertaxa.domain import LabelledPaper, Link, Result
from papertaxa.extract import Names, extract
from papertaxa.extract.links import kinds_of_links
from papertaxa.model.folder import Model
from papertaxa.text import CleanPaper, links


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What a model says of one paper.

    Attributes:
        decision: Its topics and areas.
        scores: Shape (labels of the taxonomy,): the probability of every topic.
        names: The methods and benchmarks it names.
        links: Addresses it gives.
        results: Figures that it states; None unless asked for.
        link_kinds: What its links lead to; None unless asked for.
    """

    decision: Decision
    scores: npt.NDArray[np.float64]
    names: Names
    links: tuple[str, ...]
    results: tuple[Result, ...] | None = None
    link_kinds: tuple[Link, ...] | None = None

    def onto(self, row: LabelledPaper) -> LabelledPaper:
        """Put the prediction into a row that has its id, title and status."""
        return replace(
            row,
            primary=self.decision.primary,
            topics=self.decision.topics,
            areas=self.decision.areas,
            confident=self.decision.confident,
            outside=self.decision.outside,
            methods=self.names.methods,
            benchmarks=self.names.benchmarks,
            links=self.links,
            results=self.results,
            link_kinds=self.link_kinds,
        )


def predict(
    model: Model,
    papers: Sequence[CleanPaper],
    *,
    extract_names: bool = True,
    min_score: float | None = None,
    also: Collection[str] = (),
) -> list[Prediction]:
    """Predict topics and names.

    Args:
        model: A loaded model.
        papers: Cleaned papers.
        extract_names: Whether to look for methods and benchmarks, if the model can.
        min_score: Lowest score at which a topic is given, where it is above the topic's own.
        also: What is given on demand only: ``results``, which needs the names, and ``link_kinds``.

    Returns:
        One prediction a paper.
    """
    if not papers:
        return []
    scores = score(model.classifier, papers)
    decisions = decide(model.classifier, model.taxonomy, scores, min_score=min_score)
    nothing = Names(methods=(), benchmarks=())
    names = (
        extract(model.extractor, papers, with_results="results" in also)
        if extract_names and model.extractor is not None
        else repeat(nothing, len(papers))
    )
    return [
        Prediction(
            decision=decision,
            scores=topics,
            names=found,
            links=tuple(dict.fromkeys(links(paper.title.raw) + links(paper.abstract.raw))),
            results=found.results if "results" in also else None,
            link_kinds=kinds_of_links(paper) if "link_kinds" in also else None,
        )
        for decision, topics, found, paper in zip(
            decisions, scores.topics, names, papers, strict=True
        )
    ]
