"""Two models' decisions on the same papers, in figures."""

import pytest

from papertaxa.train.judge import judge

TOPICS = ("a", "b", "c")
TRUTH = [("a",), ("b",), ("a", "b"), ("b",)] * 10


def test_figures_are_those_of_the_decisions():
    old = [("a",), ("a",), ("a",), ("b",)] * 10
    found = judge(TRUTH, old, TRUTH, TOPICS)
    f1, _, precision, recall = found.overall
    assert (f1.new, precision.new, recall.new) == (1, 1, 1)
    assert precision.old == pytest.approx(3 / 4)
    assert recall.old == pytest.approx(3 / 5)
    assert f1.old == pytest.approx(2 / 3)
    assert f1.difference[0] > 0
    assert (found.better, found.worse) == (20, 0)


def test_a_topic_that_is_neither_right_nor_given_has_no_row():
    assert [row.name for row in judge(TRUTH, TRUTH, TRUTH, TOPICS).topics] == ["a", "b"]


def test_the_intervals_are_paired():
    """Both models are resampled together: where they never differ, the difference is exactly 0."""
    wrong = [("b",) if row % 3 else its for row, its in enumerate(TRUTH)]
    f1 = judge(TRUTH, wrong, wrong, TOPICS).f1
    assert f1.difference == (0, 0)
    assert f1.old_interval == f1.new_interval
    assert f1.old_interval[0] < f1.old < f1.old_interval[1]


def test_topics_that_are_not_compared_count_for_nobody():
    extra = [(*its, "z") for its in TRUTH]
    found = judge(TRUTH, TRUTH, extra, TOPICS)
    assert found.f1.new == 1
    assert (found.better, found.worse) == (0, 0)


def test_without_papers_there_are_no_figures():
    found = judge([], [], [], TOPICS)
    assert found.f1.papers == 0
    assert found.f1.old is found.f1.new is found.f1.difference is None
    assert found.topics == ()
