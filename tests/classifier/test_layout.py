"""Features of papers, laid out for the linear models."""

import numpy as np

from papertaxa.classifier.layout import lay_out
from papertaxa.classifier.products import WEIGHT


def test_without_knowledge_there_are_terms_alone(classifier, training):
    found = lay_out(training.counts, classifier.vocabulary, classifier.idf, None)
    assert len(found.blocks) == 1
    assert found.places is None
    assert found.squared is None


def test_with_knowledge_products_of_positions_count_as_much_as_their_weight(informed, training):
    found = lay_out(training.counts, informed.vocabulary, informed.idf, informed.knowledge)
    own, placed = found.blocks
    lengths = np.linalg.norm(found.places, axis=1)
    np.testing.assert_allclose(lengths[lengths > 0], 1, rtol=1e-5)
    np.testing.assert_allclose(placed, found.places * np.sqrt(informed.knowledge.share), rtol=1e-6)
    product = (found.squared @ found.squared.T) ** 2
    np.testing.assert_allclose(product, WEIGHT * (found.places @ found.places.T) ** 2, atol=1e-9)
    assert own.shape == (len(training), len(informed.vocabulary))
