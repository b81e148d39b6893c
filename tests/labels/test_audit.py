import numpy as np
import pytest

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.audit import rank

ORDER = ("lemon", "apple", "plum", "pear", "fig", "stone")


def scores(taxonomy, *rows: dict[str, float]):
    assert taxonomy.labels == ORDER
    return np.array([[row.get(topic, 0.01) for topic in ORDER] for row in rows])


def label(paper: str, *topics: str) -> Label:
    return Label(id=paper, topics=topics, source=f"a.jsonl, line {paper}")


def test_a_given_topic_with_a_tiny_score_is_found(taxonomy):
    labels = [label("p", "lemon"), label("q", "lemon"), label("r", "lemon")]
    found = rank(
        labels, taxonomy, scores(taxonomy, {"lemon": 0.9}, {"lemon": 0.9}, {"lemon": 0.03})
    )
    (finding,) = found
    assert (finding.id, finding.topic, finding.given, finding.probability) == (
        "r", "lemon", True, 0.03,
    )  # fmt: skip
    assert finding.surprise == pytest.approx(np.log2(0.61 / 0.03))
    assert finding.message == (
        "lemon is given, but has a score of 0.03 (where it is given, usually 0.61)"
    )


def test_an_absent_topic_with_a_high_score_is_found(taxonomy):
    labels = [label("p", "lemon"), label("q", "lemon")]
    rows = scores(taxonomy, {"lemon": 0.9, "fig": 0.97}, {"lemon": 0.9, "fig": 0.4})
    (finding,) = rank(labels, taxonomy, rows)
    assert (finding.id, finding.topic, finding.given) == ("p", "fig", False)
    assert finding.message == "fig is not given, but has a score of 0.97"


def test_a_wrong_primary_topic_is_found(taxonomy):
    labels = [label("p", "lemon", "fig", "plum")]
    (finding,) = rank(labels, taxonomy, scores(taxonomy, {"lemon": 0.2, "fig": 0.9, "plum": 0.5}))
    assert (finding.topic, finding.given) == ("fig", True)
    assert finding.message == (
        "lemon is the primary topic with a score of 0.20, but fig, given after it, has 0.90"
    )


def test_a_topic_on_which_the_model_is_always_timid_does_not_fill_the_list(taxonomy):
    labels = [label(str(number), "pear") for number in range(5)]
    assert rank(labels, taxonomy, scores(taxonomy, *[{"pear": 0.05}] * 5)) == []


def test_the_most_surprising_comes_first_and_ties_in_the_order_of_labels(taxonomy):
    labels = [label("p", "lemon"), label("q", "lemon"), label("r", "lemon")]
    rows = [{"lemon": 0.9, "fig": score} for score in (0.8, 0.99, 0.8)]
    found = rank(labels, taxonomy, scores(taxonomy, *rows))
    assert [finding.id for finding in found] == ["q", "p", "r"]


def test_scores_of_zero_and_one_are_no_trouble(taxonomy):
    labels = [label("p", "lemon"), label("q", "fig")]
    found = rank(labels, taxonomy, scores(taxonomy, {"lemon": 1, "fig": 1}, {"fig": 0, "lemon": 0}))
    assert np.isfinite([finding.surprise for finding in found]).all()
    assert {(finding.id, finding.topic) for finding in found} == {("p", "fig")}


def test_a_higher_bar_leaves_more_out(taxonomy):
    labels = [label("p", "lemon")]
    rows = scores(taxonomy, {"lemon": 0.9, "fig": 0.6})
    assert len(rank(labels, taxonomy, rows)) == 1
    assert rank(labels, taxonomy, rows, least=2) == []


@pytest.mark.parametrize(
    ("labels", "values", "message"),
    [
        ([label("p", "lemon")], np.zeros((2, 6)), r"shape \(2, 6\), but there are 1 labels and 6"),
        ([label("p", "lemon")], np.full((1, 6), 1.5), "not a probability"),
        ([label("p", "lemon")], np.full((1, 6), np.nan), "not a probability"),
        (
            [label("7", "aple")],
            np.zeros((1, 6)),
            "a.jsonl, line 7: paper '7': unknown topic 'aple'",
        ),
    ],
)
def test_what_does_not_fit_is_an_error(taxonomy, labels, values, message):
    with pytest.raises(LabelsError, match=message):
        rank(labels, taxonomy, values)
