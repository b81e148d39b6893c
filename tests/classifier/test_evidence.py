import numpy as np
import pytest

from papertaxa.classifier.evidence import (
    RawScores,
    area_evidence,
    expected_for_areas,
    expected_for_topics,
    topic_evidence,
)


def raw(papers, topics, areas, seed=0):
    dice = np.random.default_rng(seed)
    return RawScores(
        topic=dice.normal(size=(papers, topics)),
        primary=dice.normal(size=(papers, topics)),
        area=dice.normal(size=(papers, areas)),
    )


@pytest.mark.parametrize(
    ("papers", "topics", "areas"), [(1, 1, 1), (3, 2, 1), (4, 6, 3), (0, 5, 2)]
)
def test_evidence_is_finite_for_any_number_of_topics(papers, topics, areas):
    parents = np.arange(topics) % areas
    scores = raw(papers, topics, areas)
    found = topic_evidence(scores, parents, np.full(topics, 0.1))
    assert found.shape[:2] == (papers, topics)
    assert np.isfinite(found).all()
    over = area_evidence(scores, np.full((papers, topics), 1.0), parents, np.full(areas, 0.1))
    assert over.shape[:2] == (papers, areas)
    assert np.isfinite(over).all()


def test_evidence_moves_with_the_topic_whatever_the_order_of_columns():
    scores = raw(5, 6, 3)
    order = np.array([3, 0, 5, 1, 4, 2])
    parents, prior = np.array([0, 0, 1, 1, 2, 2]), np.linspace(0.1, 0.6, 6)
    found = topic_evidence(scores, parents, prior)
    moved = topic_evidence(
        RawScores(topic=scores.topic[:, order], primary=scores.primary[:, order], area=scores.area),
        parents[order],
        prior[order],
    )
    np.testing.assert_allclose(moved, found[:, order])


def test_an_area_is_at_least_as_likely_as_its_likeliest_topic_says():
    scores = raw(1, 3, 2)
    topics = np.array([[0.2, 0.7, 0.1]])
    found = area_evidence(scores, topics, np.array([0, 0, 1]), np.array([0.5, 0.5]))
    either, best = found[0, 0, 5], found[0, 0, 6]
    assert best == 0.7
    assert either == pytest.approx(1 - 0.8 * 0.3)


def test_before_any_paper_is_seen_a_score_above_the_topics_average_speaks_for_it():
    dice = np.random.default_rng(2)
    scores = RawScores(
        topic=dice.normal(0.3, 0.1, (40, 3)),
        primary=dice.normal(0.2, 0.1, (40, 3)),
        area=dice.normal(0.3, 0.1, (40, 2)),
    )
    evidence = topic_evidence(scores, np.array([0, 0, 1]), np.array([0.3, 0.3, 0.3]))
    logits = evidence @ expected_for_topics(evidence)
    np.testing.assert_array_equal(logits.argsort(axis=None), scores.topic.argsort(axis=None))


def test_before_any_paper_is_seen_an_area_is_as_likely_as_that_one_of_its_topics_applies():
    scores = RawScores(topic=np.zeros((2, 3)), primary=np.zeros((2, 3)), area=np.zeros((2, 2)))
    topics = np.array([[0.5, 0.5, 0.1], [0.2, 0.0, 0.9]])
    evidence = area_evidence(scores, topics, np.array([0, 0, 1]), np.array([0.5, 0.5]))
    likely = 1 / (1 + np.exp(-evidence @ expected_for_areas(evidence)))
    np.testing.assert_allclose(likely, [[0.75, 0.1], [0.2, 0.9]], atol=1e-3)
