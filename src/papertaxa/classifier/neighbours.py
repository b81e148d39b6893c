"""The labelled papers that lie nearest to a paper in the space where the linear models work."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from papertaxa.classifier.model import Classifier
from papertaxa.classifier.training_set import TrainingSet
from papertaxa.features import Counts, count, tfidf
from papertaxa.text import CleanPaper

NEIGHBOURS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A labelled paper.

    Attributes:
        id: Its id.
        topics: Its topics, the primary one first.
        cosine: Of the angle between the two papers: 1 for the same words, 0 for nothing shared.
    """

    id: str
    topics: tuple[str, ...]
    cosine: float


def nearest(
    classifier: Classifier,
    training: TrainingSet,
    paper: CleanPaper,
    *,
    n: int = NEIGHBOURS,
    leave_out: str | None = None,
) -> list[Neighbour]:
    """Find the labelled papers nearest to a paper.

    The space is that of the linear models: the terms' TF-IDF, and beside it, if the classifier has
    knowledge, the place along its directions. Least squares gives a paper the labels of training
    papers by their products in it, so near papers show what a score rests on.

    Args:
        classifier: A trained classifier.
        training: What it was trained on.
        paper: A cleaned paper.
        n: How many to find.
        leave_out: An id that is not to be found: the paper's own.

    Returns:
        The nearest first; fewer if fewer share anything with the paper.
    """
    cosine = cosines(classifier, count([paper], classifier.counted), training.counts)[0]
    if leave_out in training.ids:
        cosine[training.ids.index(leave_out)] = 0
    order = (-cosine).argsort(kind="stable")[:n]
    return [
        Neighbour(id=training.ids[row], topics=training.topics[row], cosine=float(cosine[row]))
        for row in order.tolist()
        if cosine[row] > 0
    ]


def cosines(classifier: Classifier, some: Counts, others: Counts) -> np.ndarray:
    """Return the cosines of papers with others: shape (some, others), 0 where one has no words."""
    vectors, their_vectors = (
        tfidf(counts.onto(classifier.vocabulary), classifier.idf) for counts in (some, others)
    )
    products = np.asarray((vectors @ their_vectors.T).todense(), dtype=np.float64)
    lengths, their_lengths = _squares(vectors), _squares(their_vectors)
    known = classifier.knowledge
    if known is not None:
        places, their_places = (
            known.place(counts.onto(known.vocabulary)) for counts in (some, others)
        )
        products += places @ their_places.T
        lengths += (places**2).sum(axis=1)
        their_lengths += (their_places**2).sum(axis=1)
    scale = np.sqrt(np.outer(lengths, their_lengths))
    return np.divide(products, scale, out=np.zeros_like(products), where=scale > 0)


def _squares(vectors: sp.csr_matrix) -> np.ndarray:
    return np.asarray(vectors.multiply(vectors).sum(axis=1), dtype=np.float64).ravel()
