"""Scores of papers: calibrated probabilities of topics and areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from papertaxa.classifier.calibration import calibrate
from papertaxa.classifier.evidence import RawScores, area_evidence, topic_evidence
from papertaxa.classifier.model import Classifier
from papertaxa.features import Counts, count, tfidf
from papertaxa.text import CleanPaper

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Scores:
    """Probabilities, one row a paper; a row of zeros is a paper without text.

    Attributes:
        topics: Shape (papers, labels of the taxonomy): the topic is one of the paper's.
        primary: The same shape: it is the primary one.
        areas: Shape (papers, areas of the taxonomy): the area is one of the paper's.
    """

    topics: Floats
    primary: Floats
    areas: Floats


def score(classifier: Classifier, papers: Sequence[CleanPaper]) -> Scores:
    """Score cleaned papers.

    Args:
        classifier: A trained classifier.
        papers: Any number of papers, with text or without.

    Returns:
        Their probabilities.
    """
    scores = score_counts(classifier, count(papers, classifier.counted))
    silent = [row for row, paper in enumerate(papers) if not _has_text(paper)]
    for matrix in (scores.topics, scores.primary, scores.areas):
        matrix[silent] = 0
    return scores


def score_counts(classifier: Classifier, counts: Counts) -> Scores:
    """Score papers whose terms are counted over ``classifier.counted``.

    A paper without a known term gets the expected share of papers with each topic and area.
    """
    topics, primary, areas = probabilities(classifier, raw_scores(classifier, counts))
    unknown = np.diff(counts.title.indptr) + np.diff(counts.abstract.indptr) == 0
    topics[unknown] = primary[unknown] = classifier.prior
    areas[unknown] = classifier.area_prior
    return over_taxonomy(classifier, topics, primary, areas)


def over_taxonomy(classifier: Classifier, topics: Floats, primary: Floats, areas: Floats) -> Scores:
    """Put probabilities of what was learnt in their places among the whole taxonomy's labels."""
    labels = len(classifier.labels)
    return Scores(
        topics=_spread(topics, classifier.learnt, labels),
        primary=_spread(primary, classifier.learnt, labels),
        areas=_spread(areas, classifier.learnt_areas, len(classifier.areas)),
    )


def raw_scores(classifier: Classifier, counts: Counts) -> RawScores:
    """Apply the linear models to papers counted over ``classifier.counted``."""
    vectors = tfidf(counts.onto(classifier.vocabulary, classifier.weighed_columns), classifier.idf)
    values = np.asarray(vectors @ classifier.weight_matrix, dtype=np.float64) + classifier.bias
    if classifier.knowledge is not None:
        known = counts.onto(classifier.knowledge.vocabulary, classifier.known_columns)
        placed = classifier.knowledge.place(known)
        values += placed @ classifier.direction_weights
        if classifier.products is not None:
            values += classifier.products.score(placed / np.sqrt(classifier.knowledge.share))
    return split(values, len(classifier.learnt))


def split(values: Floats, topics: int) -> RawScores:
    """Take the columns of the models apart."""
    return RawScores(
        topic=values[:, :topics],
        primary=values[:, topics : 2 * topics],
        area=values[:, 2 * topics :],
    )


def probabilities(classifier: Classifier, raw: RawScores) -> tuple[Floats, Floats, Floats]:
    """Turn raw scores into probabilities of learnt topics, of being primary, of learnt areas."""
    evidence = topic_evidence(raw, classifier.parents, classifier.prior)
    topics = calibrate(classifier.topic_calibrator, evidence)
    primary = calibrate(classifier.primary_calibrator, evidence)
    areas = calibrate(
        classifier.area_calibrator,
        area_evidence(raw, topics, classifier.parents, classifier.area_prior),
    )
    return topics, primary, areas


def _spread(values: Floats, columns: np.ndarray, width: int) -> Floats:
    """Put columns in their places among columns of zeros."""
    wide = np.zeros((len(values), width))
    wide[:, columns] = values
    return wide


def _has_text(paper: CleanPaper) -> bool:
    return bool(paper.title.text.strip() or paper.abstract.text.strip())
