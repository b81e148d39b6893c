"""What each term of a paper adds to the score of a topic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from papertaxa.classifier.model import Classifier
from papertaxa.features import Counts, count, tfidf
from papertaxa.text import CleanPaper


def contributions(
    classifier: Classifier, paper: CleanPaper, topics: Sequence[str]
) -> list[dict[str, float]]:
    """Take the linear scores of topics apart, term by term.

    What a term adds is its own weight and, if the model has knowledge of related terms, its share
    in the paper's place along the directions; of the product of two, each gets half. The constant
    part of a score is left out. A score around 1 is that of a typical paper on the topic, 0 that of
    one on something else.

    Args:
        classifier: A trained classifier.
        paper: A cleaned paper.
        topics: Any labels of its taxonomy; one that was never learnt has no terms.

    Returns:
        For each topic, what each term of the paper adds.
    """
    counts = count([paper], classifier.counted)
    column = {classifier.labels[place]: at for at, place in enumerate(classifier.learnt.tolist())}
    found: list[dict[str, float]] = [{} for _ in topics]
    learnt = [(at, column[topic]) for at, topic in enumerate(topics) if topic in column]
    if not learnt:
        return found
    models = [model for _, model in learnt]
    for term, values in _parts(classifier, counts, models):
        for (at, _), value in zip(learnt, values.tolist(), strict=True):
            found[at][term] = found[at].get(term, 0.0) + value
    return found


def _parts(
    classifier: Classifier, counts: Counts, models: Sequence[int]
) -> list[tuple[str, np.ndarray]]:
    """List each term with what it adds to each model, by weights and then by directions."""
    own = tfidf(counts.onto(classifier.vocabulary, classifier.weighed_columns), classifier.idf)
    terms = classifier.vocabulary.terms
    parts = [
        (terms[column], value * classifier.weight_matrix[column, models])
        for column, value in zip(own.indices.tolist(), own.data.tolist(), strict=True)
    ]
    known = classifier.knowledge
    if known is None:
        return parts
    placed = counts.onto(known.vocabulary, classifier.known_columns)
    vector = tfidf(placed, known.idf)
    rows = known.directions[vector.indices].astype(np.float32) * known.scale
    position = vector.data @ rows + known.offset
    length = float(np.linalg.norm(position))
    if not length:
        return parts
    weights = classifier.direction_weights[:, models] * np.sqrt(known.share)
    if classifier.products is not None:
        weights = weights + classifier.products.pull(position / length, models)
    pull = rows @ weights / length
    return parts + [
        (known.vocabulary.terms[column], value * pull[at])
        for at, (column, value) in enumerate(
            zip(vector.indices.tolist(), vector.data.tolist(), strict=True)
        )
    ]
