import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.labels.queue import pick
from papertaxa.labels.sketch import sketch

TOPICS = ("lemon", "fig", "plum")
TEXTS = [
    "a cold press for the juice of early lemons",
    "grafting fig branches onto older roots in spring",
    "why plums split after heavy rain and how shade helps",
    "storing dried fruit through a wet winter",
    "bees prefer some blossoms over others at dawn",
    "an irrigation plan for terraces on steep ground",
]


def choose(scores, n=1, *, counts=(100, 100, 100), texts=None, thresholds=(0.4, 0.4, 0.4), **more):
    texts = TEXTS[: len(scores)] if texts is None else texts
    ids = [f"p{number}" for number in range(len(scores))]
    found = pick(ids, scores, thresholds, counts, sketch(texts), n, topics=TOPICS, **more)
    return [row for row, _ in found], [reason for _, reason in found]


def test_an_undecided_paper_comes_before_a_sure_one():
    rows, reasons = choose([[0.99, 0.0, 0.0], [0.38, 0.0, 0.0]], 2)
    assert rows == [1, 0]
    assert reasons == [
        "undecided: lemon (0.38, threshold 0.40)",
        "likely: lemon (0.99, threshold 0.40)",
    ]


def test_near_each_topics_own_threshold_is_undecided():
    rows, _ = choose([[0.5, 0, 0], [0, 0.5, 0]], thresholds=(0.5, 0.05, 0.5))
    assert rows == [0]
    rows, _ = choose([[0.5, 0, 0], [0, 0.5, 0]], thresholds=(0.05, 0.5, 0.5))
    assert rows == [1]


def test_a_rare_topic_comes_before_a_frequent_one_and_the_reason_says_so():
    rows, reasons = choose([[0.3, 0, 0], [0, 0.3, 0]], counts=(200, 3, 200))
    assert rows == [1]
    assert reasons == ["undecided: fig (0.30, threshold 0.40, rare: 3 labels)"]


def test_topics_take_turns_as_they_are_covered():
    scores = [[0.35, 0, 0], [0.34, 0, 0], [0.33, 0, 0], [0, 0.3, 0], [0, 0, 0.3]]
    rows, _ = choose(scores, 3, counts=(0, 0, 0))
    assert sorted(rows) == [0, 3, 4]


def test_a_paper_that_comes_near_no_topic_is_chosen_but_they_do_not_fill_the_queue():
    scores = [[0, 0, 0]] * 3 + [[0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]]
    rows, reasons = choose(scores, 4, counts=(2, 2, 2))
    assert reasons.count("no topic comes near its threshold") in (1, 2)
    assert len(set(rows) & {3, 4, 5}) >= 2


def test_a_near_duplicate_of_a_chosen_paper_is_left_out():
    texts = [TEXTS[0], f"{TEXTS[0]} again", TEXTS[1]]
    rows, _ = choose([[0.4, 0, 0], [0.39, 0, 0], [0.1, 0, 0]], 3, texts=texts)
    assert rows == [0, 2]


def test_labelled_papers_and_their_near_duplicates_are_left_out():
    texts = [TEXTS[0], f"{TEXTS[0]} again", TEXTS[1]]
    scores = [[0, 0, 0], [0.4, 0, 0], [0.1, 0, 0]]
    rows, _ = choose(scores, 3, texts=texts, labelled=[True, False, False])
    assert rows == [2]


def test_of_two_papers_alike_in_scores_the_one_unlike_the_chosen_comes_first():
    half = " ".join(TEXTS[0].split()[:5])
    texts = [TEXTS[0], f"{half} and something else entirely new", TEXTS[2]]
    rows, _ = choose([[0.4, 0, 0], [0.35, 0, 0], [0.35, 0, 0]], 3, texts=texts)
    assert rows == [0, 2, 1]


def test_equal_papers_come_in_the_order_of_their_ids():
    found = pick(["b", "a"], [[0.4], [0.4]], [0.4], [5], sketch(TEXTS[:2]), 2, topics=("lemon",))
    assert [row for row, _ in found] == [1, 0]


def test_nothing_to_choose_from_gives_nothing():
    assert pick([], np.zeros((0, 3)), (0.4,) * 3, (0,) * 3, sketch([]), 5, topics=TOPICS) == []
    assert choose([[0.4, 0, 0]], 0) == ([], [])


def test_scores_of_other_papers_are_refused():
    with pytest.raises(ValueError, match="of 1 papers"):
        choose([[0.4, 0.1]])


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=6),
    st.integers(0, 8),
    st.lists(st.floats(0, 1), min_size=3, max_size=3),
)
def test_any_scores_give_distinct_papers_with_reasons_and_a_prefix_of_a_longer_queue(
    scores, n, thresholds
):
    rows, reasons = choose(scores, n, thresholds=thresholds)
    assert len(rows) == len(set(rows)) == min(n, len(scores))
    assert all(reasons)
    assert choose(scores, n + 1, thresholds=thresholds)[0][: len(rows)] == rows
