from dataclasses import replace

import numpy as np
import pytest

from papertaxa.classifier import Scores, decide
from papertaxa.classifier.thresholds import Thresholds

# Columns: bandits, planning | segmentation, depth | proteins.


@pytest.fixture
def strict(classifier):
    """The classifier with plain levels."""
    levels = Thresholds(topics=np.full(5, 0.4), primary=0.3, area=0.6)
    return replace(classifier, thresholds=levels)


def scores(topics, areas, primary=None):
    return Scores(
        topics=np.array([topics]),
        primary=np.array([topics if primary is None else primary]),
        areas=np.array([areas]),
    )


def one(classifier, taxonomy, found, **options):
    return decide(classifier, taxonomy, found, **options)[0]


def test_topics_above_their_threshold_are_given_with_their_areas(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.8, 0.1, 0.5, 0.2, 0.1], [0.85, 0.55, 0.1]))
    assert [(t.id, t.area, t.score) for t in found.topics] == [
        ("bandits", "decisions", 0.8),
        ("segmentation", "vision", 0.5),
    ]
    assert [a.id for a in found.areas] == ["decisions", "vision"]
    assert found.primary.topic == "bandits"
    assert found.confident


def test_the_primary_topic_comes_first_though_another_scores_higher(strict, taxonomy):
    found = one(
        strict,
        taxonomy,
        scores([0.8, 0, 0.5, 0, 0], [0.8, 0.5, 0], primary=[0.1, 0, 0.6, 0, 0]),
    )
    assert [t.id for t in found.topics] == ["segmentation", "bandits"]
    assert (found.primary.topic, found.primary.score) == ("segmentation", 0.5)


def test_a_best_guess_below_its_threshold_is_given_from_the_primary_level_on(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.35, 0, 0, 0, 0], [0.5, 0, 0]))
    assert [t.id for t in found.topics] == ["bandits"]
    assert found.confident


def test_with_nothing_confident_the_primary_is_a_guess_and_topics_are_empty(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.2, 0.1, 0, 0, 0], [0.3, 0, 0]))
    assert not found.confident
    assert found.topics == ()
    assert found.primary.topic == "bandits"
    assert [a.id for a in found.areas] == ["decisions"]


def test_a_guess_is_backed_off_to_the_area_where_only_that_is_sure(strict, taxonomy):
    found = one(strict, taxonomy, scores([0, 0, 0.12, 0.14, 0], [0.1, 0.7, 0]))
    assert (found.primary.topic, found.primary.area, found.primary.score) == (None, "vision", 0.7)
    assert [a.id for a in found.areas] == ["vision"]


def test_a_likely_area_is_given_beside_those_of_the_topics(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.8, 0, 0.2, 0.2, 0], [0.9, 0.65, 0]))
    assert [a.id for a in found.areas] == ["decisions", "vision"]


@pytest.mark.parametrize(("least", "topics"), [(0.3, 2), (0.6, 1), (0.9, 0)])
def test_min_score_raises_every_threshold_and_lowers_none(strict, taxonomy, least, topics):
    found = one(strict, taxonomy, scores([0.8, 0.35, 0.5, 0, 0], [0.8, 0.5, 0]), min_score=least)
    assert len(found.topics) == topics
    assert found.confident == bool(topics)
    assert found.primary.topic == "bandits"
    assert found.areas


def test_at_most_four_topics_are_given(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.9, 0.8, 0.7, 0.6, 0.5], [0.9, 0.9, 0.9]))
    assert [t.id for t in found.topics] == ["bandits", "planning", "segmentation", "depth"]


def test_a_paper_without_text_gets_nothing(strict, taxonomy):
    found = one(strict, taxonomy, scores([0] * 5, [0] * 3))
    assert found.primary is None
    assert found.topics == found.areas == ()
    assert not found.confident


def test_every_paper_gets_its_own_decision_in_order(strict, taxonomy):
    found = decide(
        strict,
        taxonomy,
        Scores(topics=np.eye(5)[[4, 0]], primary=np.eye(5)[[4, 0]], areas=np.eye(3)[[2, 0]]),
    )
    assert [d.primary.topic for d in found] == ["proteins", "bandits"]


def test_an_area_is_at_least_as_likely_as_its_topics(strict, taxonomy):
    found = one(strict, taxonomy, scores([0.8, 0, 0.7, 0, 0], [0.9, 0.3, 0]))
    assert [(a.id, a.score) for a in found.areas] == [("decisions", 0.9), ("vision", 0.7)]


def test_where_papers_have_one_topic_one_is_given_by_its_own_level(strict, taxonomy):
    levels = Thresholds(topics=np.array([0.6, 0.4, 0.2, 0.4, 0.4]), primary=0.1, area=0.9, most=1)
    found = one(
        replace(strict, thresholds=levels), taxonomy, scores([0.5, 0.1, 0.3, 0.1, 0], [0.5, 0.4, 0])
    )
    assert [t.id for t in found.topics] == ["segmentation"]
    assert found.primary.topic == "segmentation"
    assert [a.id for a in found.areas] == ["vision"]
