import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from papertaxa.labels import coefficients
from papertaxa.labels.coefficients import (
    cohen_kappa,
    cohen_kappa_categories,
    krippendorff_alpha,
    krippendorff_alpha_sets,
    masi_distance,
)


def test_kappa_by_hand():
    # Observed agreement 0.8; by chance 0.3 * 0.3 + 0.7 * 0.7 = 0.58; (0.8 - 0.58) / 0.42.
    one = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0, 0]]).T
    other = np.array([[1, 1, 0, 1, 0, 0, 0, 0, 0, 0]]).T
    assert cohen_kappa(one, other) == pytest.approx([0.22 / 0.42])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_kappa_is_that_of_scikit_learn(pairs):
    one, other = zip(*pairs, strict=True)
    (kappa,) = cohen_kappa(np.array([one]).T, np.array([other]).T)
    if len(set(one + other)) == 1:
        assert math.isnan(kappa)
    else:
        assert kappa == pytest.approx(cohen_kappa_score(one, other))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1))
def test_kappa_of_categories_is_that_of_scikit_learn(pairs):
    one, other = zip(*pairs, strict=True)
    kappa = cohen_kappa_categories(one, other)
    if len(set(one + other)) == 1:
        assert math.isnan(kappa)
    else:
        assert kappa == pytest.approx(cohen_kappa_score(one, other))


def test_kappa_of_nothing_has_no_value():
    assert math.isnan(cohen_kappa_categories([], []))


def test_alpha_of_two_annotators_by_hand():
    # Four of ten papers differ; 6 of the 20 values are yes: 1 - 4 / (6 * 14 / 19) = 0.095, the
    # value that Krippendorff gives for two observers and binary data.
    one = np.array([0, 1, 0, 0, 0, 0, 0, 0, 1, 0])
    other = np.array([1, 1, 1, 0, 0, 1, 0, 0, 0, 0])
    (alpha,) = krippendorff_alpha((one + other)[:, None], np.full(10, 2))
    assert alpha == pytest.approx(1 - 4 * 19 / (6 * 14))
    assert round(float(alpha), 3) == 0.095


def test_alpha_with_gaps_by_hand():
    # Papers with 3, 2 and 2 annotators of whom 1, 2 and 0 say yes; a fourth paper has one only.
    # Observed 1 * 2 / 2 = 1; 3 yes and 4 no of 7 values: expected 3 * 4 / 6 = 2.
    alpha = krippendorff_alpha([[1], [2], [0], [1]], [3, 2, 2, 1])
    assert alpha == pytest.approx([0.5])


def test_alpha_has_no_value_where_nothing_varies():
    assert np.isnan(krippendorff_alpha([[2, 0], [2, 0]], [2, 2])).all()
    assert np.isnan(krippendorff_alpha([[1]], [1])).all()
    assert math.isnan(krippendorff_alpha_sets([["a", "a"], ["a", "a"]]))
    assert math.isnan(krippendorff_alpha_sets([[{"a"}]]))


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("ab", "ba", 0),
        ("", "", 0),
        ("a", "ab", 1 - 2 / 3 * 1 / 2),
        ("abc", "a", 1 - 2 / 3 * 1 / 3),
        ("ab", "bc", 1 - 1 / 3 * 1 / 3),
        ("a", "b", 1),
        ("", "a", 1),
    ],
)
def test_masi_distance_by_hand(one, other, distance):
    assert masi_distance(one, other) == pytest.approx(distance)
    assert masi_distance(other, one) == pytest.approx(distance)


def test_alpha_of_sets_by_hand():
    # Observed: 2 * 2/3. Expected, over all ordered pairs of the four values, divided by three:
    # 2 * (2/3 + 2 * 1 + 2 * 1) / 3 = 28/9. One minus 4/3 over 28/9 is 4/7.
    alpha = krippendorff_alpha_sets([[{"a"}, {"a", "b"}], [{"c"}, {"c"}]])
    assert alpha == pytest.approx(4 / 7)


def alpha_by_definition(units):
    values = [value for unit in units for value in unit]
    observed = sum(
        2 * sum(masi_distance(a, b) for a, b in combinations(unit, 2)) / (len(unit) - 1)
        for unit in units
    )
    expected = 2 * sum(masi_distance(a, b) for a, b in combinations(values, 2))
    return 1 - observed / (expected / (len(values) - 1)) if expected else math.nan


sets = st.frozensets(st.sampled_from("abcd"), max_size=3)


@given(st.lists(st.lists(sets, min_size=2, max_size=4), min_size=1, max_size=8))
def test_alpha_of_sets_is_that_of_the_definition(units):
    assert krippendorff_alpha_sets(units) == pytest.approx(alpha_by_definition(units), nan_ok=True)


@given(st.lists(st.lists(st.booleans(), min_size=2, max_size=4), min_size=1, max_size=8))
def test_alpha_of_single_labels_is_the_nominal_one(units):
    nominal = krippendorff_alpha([[sum(unit)] for unit in units], [len(unit) for unit in units])
    as_sets = krippendorff_alpha_sets([[{str(value)} for value in unit] for unit in units])
    assert as_sets == pytest.approx(float(nominal[0]), nan_ok=True)


def test_alpha_of_sets_does_not_depend_on_the_size_of_blocks(monkeypatch):
    units = [[combo, combo[:2]] for combo in combinations("abcdefg", 3)]
    whole = krippendorff_alpha_sets(units)
    monkeypatch.setattr(coefficients, "_BLOCK", 4)
    assert krippendorff_alpha_sets(units) == pytest.approx(whole)
    assert whole == pytest.approx(alpha_by_definition(units))
