import math
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    ndcg_score,
    precision_score,
    recall_score,
)

from papertaxa.errors import TrainingError
from papertaxa.evaluate.topics import FIGURES, Predictions, figures, membership, tally
from papertaxa.taxonomy import Taxonomy, Topic

#                a1    a2   a3   b1    b2   c
SCORES = [
    [0.90, 0.10, 0.0, 0.60, 0.00, 0.0],  # given a1, b1; right: a1, a2
    [0.20, 0.40, 0.0, 0.30, 0.00, 0.0],  # given nothing; right: b1
    [0.00, 0.00, 0.0, 0.00, 0.80, 1.0],  # given c, b2; right: b2, c
]
GOLD = [["a1", "a2"], ["b1"], ["b2", "c"]]


def measure(gold, predicted, taxonomy) -> dict[str, float]:
    sums = {key: block.sum(axis=0)[None] for key, block in tally(gold, predicted, taxonomy).items()}
    return {name: float(value[0]) for name, value in figures(sums).items()}


@pytest.fixture
def by_hand(taxonomy, make):
    return measure(GOLD, make(SCORES), taxonomy)


def test_every_figure_is_computed(by_hand):
    assert tuple(by_hand) == FIGURES


def test_micro_figures_pool_all_decisions(by_hand):
    # 4 given, 5 right, 3 of them both: a1, b2, c.
    assert by_hand["topic_precision"] == pytest.approx(3 / 4)
    assert by_hand["topic_recall"] == pytest.approx(3 / 5)
    assert by_hand["topic_f1"] == pytest.approx(6 / 9)


def test_macro_f1_averages_over_topics_that_are_right_or_given_somewhere(by_hand):
    # a1 1, a2 0 (missed), b1 0 (missed once, wrong once), b2 1, c 1; a3 occurs nowhere.
    assert by_hand["topic_macro_f1"] == pytest.approx(3 / 5)


def test_areas_are_judged_as_sets(by_hand):
    # Right: {a}, {b}, {b, c}; given: {a, b}, {}, {c, b}.
    assert by_hand["area_f1"] == pytest.approx(2 * 3 / (4 + 4))
    assert by_hand["area_macro_f1"] == pytest.approx((1 + 2 * 1 / (2 + 2) + 1) / 3)


def test_the_primary_topic_and_its_area_have_to_be_the_first_label(by_hand):
    # Guessed a1, a2, c; right a1, b1, b2.
    assert by_hand["primary_topic_accuracy"] == pytest.approx(1 / 3)
    assert by_hand["primary_area_accuracy"] == pytest.approx(1 / 3)


def test_a_primary_backed_off_to_its_area_is_no_right_topic_but_may_be_a_right_area(taxonomy, make):
    backed_off = replace(
        make(SCORES), primary_topics=[None, None, None], primary_areas=["a", "b", None]
    )
    got = measure(GOLD, backed_off, taxonomy)
    assert got["primary_topic_accuracy"] == 0
    assert got["primary_area_accuracy"] == pytest.approx(2 / 3)


def test_ranking_figures_look_at_scores_and_not_at_what_was_given(by_hand):
    assert by_hand["precision_at_1"] == pytest.approx(2 / 3)  # a1, not a2, c
    discount = [1, 1 / math.log2(3), 1 / 2]
    ndcg = [(discount[0] + discount[2]) / (discount[0] + discount[1]), discount[1] / 1, 1]
    assert by_hand["ndcg_at_5"] == pytest.approx(sum(ndcg) / 3)


def test_calibration_error_is_weighted_over_bins_and_leaves_out_the_lowest_scores(by_hand):
    # Bins: 0.10 right; 0.20 wrong; 0.30 right; 0.40 wrong; 0.60 wrong; 0.80 right; 0.90 and 1.0
    # share the last, both right.
    gaps = [0.9, 0.2, 0.7, 0.4, 0.6, 0.2, 2 - 1.9]
    assert by_hand["ece"] == pytest.approx(sum(gaps) / 8)


def test_abstaining_is_giving_no_topic(by_hand):
    assert by_hand["abstained"] == pytest.approx(1 / 3)


def test_a_row_of_zeros_ranks_nothing_even_if_the_first_topic_is_right(taxonomy, make):
    got = measure([["a1"]], make(np.zeros((1, 6))), taxonomy)
    assert got["precision_at_1"] == got["ndcg_at_5"] == 0
    assert math.isnan(got["ece"])


def test_of_equal_scores_the_earlier_topic_ranks_first(taxonomy, make):
    got = measure([["b1"], ["a1"]], make([[0.5] * 6] * 2), taxonomy)
    assert got["precision_at_1"] == 0.5


def test_a_taxonomy_of_one_topic_can_be_measured(taxonomy, make):
    one = Taxonomy((Topic("x", "X"),))
    predicted = Predictions(
        topics=[["x"]],
        areas=[["x"]],
        primary_topics=["x"],
        primary_areas=["x"],
        scores=np.array([[1.0]]),
    )
    got = measure([["x"]], predicted, one)
    assert got["topic_f1"] == got["ndcg_at_5"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scores": np.zeros((2, 6))}, "3 papers have labels, but not as many"),
        ({"topics": [[]]}, "3 papers have labels, but not as many"),
        ({"scores": np.zeros((3, 5))}, "not of the topics of this taxonomy"),
        ({"scores": np.full((3, 6), 1.1)}, "not a probability"),
        ({"scores": np.full((3, 6), np.nan)}, "not a probability"),
        ({"topics": [["a1"], ["a"], []]}, "'a' is not a topic"),
    ],
)
def test_what_does_not_fit_together_is_refused(taxonomy, make, change, message):
    with pytest.raises(TrainingError, match=message):
        tally(GOLD, replace(make(SCORES), **change), taxonomy)


@pytest.mark.parametrize("bad", [[["a1"], ["zz"], ["c"]], [["a1"], [], ["c"]]])
def test_labels_without_a_known_topic_are_refused(taxonomy, make, bad):
    with pytest.raises(TrainingError, match=r"not a topic of the model's|without a right topic"):
        tally(bad, make(SCORES), taxonomy)


@st.composite
def cases(draw):
    """Scores without ties, and one to four right topics for each of up to eight papers."""
    papers = draw(st.integers(1, 8))
    cells = draw(st.permutations(range(papers * 6)))
    scores = np.array(cells).reshape(papers, 6) / (papers * 6)
    topics = st.lists(
        st.sampled_from(["a1", "a2", "a3", "b1", "b2", "c"]), min_size=1, max_size=4, unique=True
    )
    return draw(st.lists(topics, min_size=papers, max_size=papers)), scores


@settings(max_examples=30)
@given(cases())
def test_figures_agree_with_scikit_learn(taxonomy, make, case):
    gold, scores = case
    predicted = make(scores)
    got = measure(gold, predicted, taxonomy)
    first = [topics[0] for topics in gold]
    right = membership(gold, taxonomy.index)
    given_ = membership(predicted.topics, taxonomy.index)
    occurs = (right + given_).sum(axis=0) > 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # precision without predictions
        expected = {
            "topic_precision": precision_score(right, given_, average="micro"),
            "topic_recall": recall_score(right, given_, average="micro"),
            "topic_f1": f1_score(right, given_, average="micro"),
            "topic_macro_f1": f1_score(right[:, occurs], given_[:, occurs], average="macro")
            if occurs.sum() > 1
            else f1_score(right[:, occurs], given_[:, occurs]),
            "primary_topic_accuracy": accuracy_score(first, predicted.primary_topics),
            "ndcg_at_5": ndcg_score(right, np.where(scores > 0, scores, -1), k=5),
        }
    lowest_is_right = right[scores == 0].any()  # scikit-learn ranks a score of zero, we do not
    for name, value in expected.items():
        if not (name == "ndcg_at_5" and lowest_is_right):
            assert got[name] == pytest.approx(value), name


@settings(max_examples=30)
@given(cases())
def test_figures_lie_between_zero_and_one(taxonomy, make, case):
    for name, value in measure(case[0], make(case[1]), taxonomy).items():
        assert 0 <= value <= 1 + 1e-12 or (name == "ece" and math.isnan(value)), name


@settings(max_examples=30)
@given(cases(), st.randoms())
def test_the_order_of_papers_makes_no_difference(taxonomy, make, case, random):
    gold, scores = case
    order = list(range(len(gold)))
    random.shuffle(order)
    once = measure(gold, make(scores), taxonomy)
    again = measure([gold[i] for i in order], make(scores[order]), taxonomy)
    assert again == pytest.approx(once, nan_ok=True)


@settings(max_examples=30)
@given(cases())
def test_a_perfect_prediction_has_perfect_figures(taxonomy, make, case):
    gold, _ = case
    right = membership(gold, taxonomy.index)
    predicted = replace(
        make(right),
        primary_topics=[topics[0] for topics in gold],
        primary_areas=[taxonomy.area_of(topics[0]) for topics in gold],
    )
    got = measure(gold, predicted, taxonomy)
    assert got.pop("ece") == got.pop("abstained") == 0
    assert set(got.values()) == {1.0}


@settings(max_examples=30)
@given(
    arrays(float, (20, 6), elements=st.floats(0, 1)),
    arrays(bool, (20, 6), elements=st.booleans()),
)
def test_calibration_error_is_that_of_its_definition(taxonomy, make, scores, right):
    right[:, 0] |= ~right.any(axis=1)
    gold = [[taxonomy.labels[i] for i in np.flatnonzero(row)] for row in right]
    kept = scores >= 0.05
    score, truth = scores[kept], right[kept]
    bins = np.minimum((score * 10).astype(int), 9)
    error = sum(
        (bins == b).mean() * abs(truth[bins == b].mean() - score[bins == b].mean())
        for b in set(bins.tolist())
    )
    got = measure(gold, make(scores), taxonomy)["ece"]
    assert got == pytest.approx(error) if kept.any() else math.isnan(got)
