import csv
import io
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import average_precision_score

from papertaxa.evaluate.per_topic import average_precision, to_csv, topic_rows

SCORES = [
    [0.9, 0.1, 0, 0.6, 0, 0],
    [0.2, 0.4, 0, 0.3, 0, 0],
    [0.7, 0.0, 0, 0.0, 0.8, 0],
]
GOLD = [["a1", "a2"], ["b1", "a1"], ["b2"]]


def test_the_rows_of_each_topic_by_hand(taxonomy, make):
    rows = {row.topic: row for row in topic_rows(GOLD, make(SCORES), taxonomy)}
    assert list(rows) == list(taxonomy.labels)
    a1 = rows["a1"]
    assert (a1.area, a1.n_gold, a1.n_pred) == ("a", 2, 2)
    assert (a1.precision, a1.recall, a1.f1) == (0.5, 0.5, 0.5)
    # Ranked 0.9 right, 0.7 wrong, 0.2 right: precision 1 and 2/3 at recalls 1/2 and 1.
    assert a1.average_precision == pytest.approx((1 + 2 / 3) / 2)
    assert (rows["a2"].n_pred, rows["a2"].precision, rows["a2"].recall) == (0, 0, 0)
    assert rows["c"].area == "c"
    assert math.isnan(rows["c"].f1)
    assert math.isnan(rows["c"].average_precision)


@settings(max_examples=30)
@given(
    arrays(float, 12, elements=st.sampled_from([0, 0.25, 0.5, 0.75, 1])),
    arrays(bool, 12, elements=st.booleans()),
)
def test_average_precision_agrees_with_scikit_learn_ties_included(scores, right):
    right[0] = True
    expected = average_precision_score(right, scores)
    assert average_precision(right.astype(float), scores) == pytest.approx(expected)


def test_the_table_has_a_heading_and_empty_cells_where_there_is_no_figure(taxonomy, make):
    text = to_csv(topic_rows(GOLD, make(SCORES), taxonomy))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == [
        *("topic", "area", "n_gold", "n_pred"),
        *("precision", "recall", "f1", "average_precision"),
    ]
    assert list(rows[0].values()) == ["a1", "a", "2", "2", "0.5000", "0.5000", "0.5000", "0.8333"]
    assert list(rows[-1].values()) == ["c", "c", "0", "0", "", "", "", ""]
    assert "\r" not in text


def test_average_precision_of_nothing_right_has_no_meaning():
    assert math.isnan(average_precision(np.zeros(3), np.ones(3)))
