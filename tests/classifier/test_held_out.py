"""Scores of training papers by models that have not seen them."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from papertaxa.classifier import fit, score_counts
from papertaxa.classifier.held_out import held_out


@pytest.mark.parametrize("kind", ["classifier", "informed"])
def test_held_out_scores_are_probabilities_that_find_most_topics(kind, training, request):
    scores = held_out(request.getfixturevalue(kind), training)
    classifier = request.getfixturevalue(kind)
    assert scores.topics.shape == (len(training), len(classifier.labels))
    assert ((scores.topics >= 0) & (scores.topics <= 1)).all()
    best = [classifier.labels[column] for column in scores.topics.argmax(axis=1)]
    right = [topic in its for topic, its in zip(best, training.topics, strict=True)]
    assert np.mean(right) >= 0.9


def test_a_paper_with_a_wrong_label_is_not_fooled_by_it(training, taxonomy):
    """Seen, the wrong topic scores high; held out, it does not."""
    wrong = "bandits" if training.topics[7][0] != "bandits" else "depth"
    told = replace(
        training,
        topics=tuple((wrong,) if row == 7 else its for row, its in enumerate(training.topics)),
    )
    classifier = fit(told, taxonomy)
    column = taxonomy.index[wrong]
    seen = score_counts(classifier, told.counts.onto(classifier.counted)).topics[7, column]
    unseen = held_out(classifier, told).topics[7, column]
    assert unseen < 0.1 < seen


def test_the_same_training_set_gives_the_same_scores(classifier, training):
    first, second = held_out(classifier, training), held_out(classifier, training)
    assert_allclose(first.topics, second.topics, rtol=0)
    assert_allclose(first.areas, second.areas, rtol=0)
