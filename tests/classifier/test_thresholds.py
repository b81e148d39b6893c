import numpy as np
import pytest

from papertaxa.classifier.thresholds import (
    MOST_TOPICS,
    best_topics,
    choose_area_threshold,
    choose_thresholds,
    f1,
    given_topics,
    most_topics,
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


def test_few_papers_that_teach_nothing_are_not_given_everything():
    dice = np.random.default_rng(1)
    truth = np.eye(12)[dice.integers(12, size=30)] + np.eye(12)[dice.integers(12, size=30)]
    truth = np.minimum(truth, 1)
    truth[0, :4] = 1
    noise = dice.uniform(0.05, 0.2, size=truth.shape)  # says nothing of the truth
    best = noise.argmax(axis=1)
    levels, primary = choose_thresholds(noise, best, truth, np.ones(30))
    assert most_topics(truth) == 4  # so nothing else keeps the number down
    given = given_topics(noise, best, levels, primary)
    assert given.sum(axis=1).mean() <= 1.25 * truth.sum(axis=1).mean()


@pytest.mark.parametrize(("labels", "most"), [(1, 1), (2, 2), (4, 4), (6, 4), (0, 1)])
def test_a_paper_is_given_no_more_topics_than_any_labelled_one_has_up_to_four(labels, most):
    truth = np.zeros((3, 8))
    truth[1, :labels] = 1
    assert most_topics(truth) == most <= MOST_TOPICS


def test_fewer_than_four_can_be_the_most_and_the_primary_one_stays_among_them():
    given = given_topics(np.array([[0.5, 0.9, 0.8]]), np.array([0]), np.full(3, 0.4), 0.4, most=1)
    assert given.tolist() == [[True, False, False]]


def test_the_likeliest_topic_is_primary_where_papers_have_several():
    assert best_topics(np.array([[0.5, 0.4]]), np.array([0.9, 0.1]), 4).tolist() == [0]


def test_where_papers_have_one_topic_the_best_stands_out_most_from_its_own_level():
    assert best_topics(np.array([[0.5, 0.4]]), np.array([0.9, 0.1]), 1).tolist() == [1]


@pytest.fixture
def exclusive():
    """Papers of one topic each, the first far more frequent than the last."""
    dice = np.random.default_rng(2)
    share = np.array([0.7, 0.15, 0.1, 0.05])
    right = dice.choice(4, size=600, p=share)
    topics = share * np.exp(1.2 * np.eye(4)[right] + 0.5 * dice.normal(size=(600, 4)))
    return topics / topics.sum(axis=1, keepdims=True), np.eye(4)[right]


def test_where_papers_have_one_topic_frequent_topics_have_higher_levels(exclusive):
    topics, truth = exclusive
    levels, primary = choose_thresholds(topics, topics.argmax(axis=1), truth, np.ones(600))
    assert (np.diff(levels[np.argsort(-truth.sum(axis=0))]) < 0).all()
    assert primary <= levels.max()


def test_where_papers_have_one_topic_rare_topics_are_found_more_often(exclusive):
    topics, truth = exclusive
    levels, _ = choose_thresholds(topics, topics.argmax(axis=1), truth, np.ones(600))
    rare = truth[:, 3] > 0
    found = best_topics(topics, levels, 1)
    assert (found[rare] == 3).sum() > (topics.argmax(axis=1)[rare] == 3).sum()
