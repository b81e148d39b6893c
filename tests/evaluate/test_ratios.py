import numpy as np

from papertaxa.evaluate.ratios import precision_recall_f1, ratio


def test_dividing_by_zero_has_no_meaning():
    np.testing.assert_array_equal(ratio([1, 0, 3], [2, 0, 0]), [0.5, np.nan, np.nan])


def test_precision_recall_and_f1_by_hand():
    #            usual, nothing given, nothing right, neither
    both, given, right = np.array([[2, 0, 0, 0], [4, 0, 3, 0], [5, 2, 0, 0]], dtype=float)
    precision, recall, f1 = precision_recall_f1(both, given, right)
    np.testing.assert_allclose(precision, [0.5, 0, 0, np.nan])
    np.testing.assert_allclose(recall, [0.4, 0, 0, np.nan])
    np.testing.assert_allclose(f1, [4 / 9, 0, 0, np.nan])
