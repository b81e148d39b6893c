"""Ratios of counts, and what they are where there is nothing to divide by."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """Divide elementwise; NaN where the whole is zero."""
    part, whole = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    quotient: Floats = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole != 0)
    return quotient


def precision_recall_f1(
    both: Floats, given: Floats, right: Floats
) -> tuple[Floats, Floats, Floats]:
    """Compute precision, recall and F1 elementwise from counts.

    Where nothing is given, precision is 0 if something would have been right; where nothing is
    right, recall is 0 if something was given. Where there is neither, all three are NaN: there was
    nothing to decide.

    Args:
        both: Number of decisions given and right.
        given: Number given.
        right: Number that are right.
    """
    occurs = (given + right) > 0
    precision = np.where(occurs, np.nan_to_num(ratio(both, given)), np.nan)
    recall = np.where(occurs, np.nan_to_num(ratio(both, right)), np.nan)
    return precision, recall, ratio(2 * both, given + right)
