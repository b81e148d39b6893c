import numpy as np
import pytest

from papertaxa.classifier.thresholds import (
    choose_area_threshold,
    choose_thresholds,
    f1,
    given_topics,
)


def test_topics_at_or_above_their_own_threshold_are_given():
    given = given_topics(
        np.array([[0.5, 0.5, 0.9]]), np.array([2]), np.array([0.5, 0.6, 0.95]), 1.0
    )
    assert given.tolist() == [[True, False, False]]


def test_the_primary_topic_is_given_below_its_threshold_if_it_reaches_the_lower_level():
    topics, levels = np.array([[0.3, 0.2], [0.1, 0.0]]), np.array([0.5, 0.5])
    assert given_topics(topics, np.array([0, 0]), levels, 0.25).tolist() == [
        [True, False],
        [False, False],
    ]


def test_at_most_four_are_given_the_primary_one_among_them():
    topics = np.array([[0.5, 0.9, 0.8, 0.7, 0.95, 0.6]])
    given = given_topics(topics, np.array([0]), np.full(6, 0.4), 0.4)
    assert np.flatnonzero(given[0]).tolist() == [0, 1, 2, 4]


@pytest.fixture
def sample():
    dice = np.random.default_rng(0)
    topics = dice.beta(0.4, 1.5, size=(800, 5))
    return topics, (dice.random(topics.shape) < topics).astype(float)


def test_with_true_probabilities_the_common_level_is_near_half_the_best_f1(sample):
    topics, truth = sample
    levels, primary = choose_thresholds(topics, topics.argmax(axis=1), truth, np.ones(800))
    best = f1(given_topics(topics, topics.argmax(axis=1), levels, primary), truth, np.ones(800))
    assert np.abs(levels - best / 2).max() < 0.12
    assert primary <= levels.max()


def test_a_topic_without_papers_keeps_the_common_level(sample):
    topics, truth = sample
    truth[:, 3] = 0
    levels, _ = choose_thresholds(topics, topics.argmax(axis=1), truth, np.ones(800))
    # All other topics lie on one side or the other of the common level, pulled by their papers.
    assert levels.min() <= levels[3] <= levels.max()
    assert levels[3] == pytest.approx(round(levels[3], 2))  # a level of the grid, unmixed


def test_areas_that_never_help_are_given_only_through_topics():
    areas = np.array([[0.9, 0.1]] * 6)
    nothing = np.zeros((6, 2), dtype=bool)
    assert choose_area_threshold(areas, nothing, np.zeros((6, 2)), np.ones(6)) >= 0.2
    useful = choose_area_threshold(areas, nothing, np.array([[1.0, 0.0]] * 6), np.ones(6))
    assert useful <= 0.9


def test_f1_of_nothing_given_and_nothing_right_is_zero():
    assert f1(np.zeros((2, 2), dtype=bool), np.zeros((2, 2)), np.ones(2)) == 0
