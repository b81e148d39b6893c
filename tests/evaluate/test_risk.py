"""Risk against coverage."""

import numpy as np
import pytest

from papertaxa.evaluate.risk import COVERAGES, FIGURES, WIDTH, figures, limits, tally


@pytest.fixture
def ten(make):
    """Ten papers of falling confidence; the first five right in both ways, the last in none."""
    scores = np.zeros((10, 6))
    scores[:, 0] = np.linspace(0.95, 0.5, 10)
    gold = [["a1"]] * 5 + [["b1", "a1"]] * 4 + [["c"]]
    return gold, make(scores)


def measured(gold, predicted, taxonomy):
    levels = limits(predicted)
    sums = tally(gold, predicted, taxonomy, levels).sum(axis=0)[None]
    return levels, [{name: its[name][0] for name in FIGURES} for its in figures(sums)]


def test_half_of_the_papers_are_the_more_confident_half(ten, taxonomy):
    levels, rows = measured(*ten, taxonomy)
    assert levels[-1] == pytest.approx(0.75)
    assert rows[-1] == {"coverage": 0.5, "precision_at_1": 1, "primary_topic_accuracy": 1}


def test_at_full_coverage_every_paper_counts(ten, taxonomy):
    levels, rows = measured(*ten, taxonomy)
    assert levels[0] == pytest.approx(0.5)
    assert rows[0] == {"coverage": 1, "precision_at_1": 0.9, "primary_topic_accuracy": 0.5}


def test_papers_of_equal_confidence_are_answered_together(make, taxonomy):
    predicted = make([[0.8, 0, 0, 0, 0, 0]] * 9 + [[0.9, 0, 0, 0, 0, 0]])
    _, rows = measured([["a1"]] * 10, predicted, taxonomy)
    assert [row["coverage"] for row in rows] == [1.0] * len(COVERAGES)


def test_coverage_never_falls_short_and_only_falls(ten, taxonomy):
    _, rows = measured(*ten, taxonomy)
    shares = [row["coverage"] for row in rows]
    assert all(share >= wanted for share, wanted in zip(shares, COVERAGES, strict=True))
    assert shares == sorted(shares, reverse=True)


def test_a_paper_without_any_score_is_wrong_even_if_its_topic_stands_first(make, taxonomy):
    _, rows = measured([["a1"]], make(np.zeros((1, 6))), taxonomy)
    assert rows[0]["precision_at_1"] == 0


def test_a_sample_in_which_nothing_is_answered_has_no_figures():
    (row,) = figures(np.array([[3.0, 0, 0, 0]]))
    assert WIDTH == 4
    assert row["coverage"][0] == 0
    assert np.isnan(row["precision_at_1"][0])
