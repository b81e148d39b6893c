"""From evidence to probabilities: one logistic regression for all topics, bent for each.

Platt scaling (Platt, 1999) of a single topic needs more papers than a rare topic has. Here all
topics share one regression on their evidence; each topic then has a slope and a shift of its own,
held near 1 and 0 unless its papers speak against it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_HOLD = 20.0  # strength with which slopes are held at 1 and shifts at 0, in squared units
_NEWTON_STEPS = 25
_LONGEST_STEP = 0.5


@dataclass(frozen=True, kw_only=True)
class Calibrator:
    """Probabilities from evidence.

    Attributes:
        weights: Weight of each number of the evidence.
        bias: Added to their sum.
        slope: Factor of the sum, one a topic.
        shift: Added then, one a topic.
    """

    weights: Floats
    bias: float
    slope: Floats
    shift: Floats


def calibrate(calibrator: Calibrator, evidence: Floats) -> Floats:
    """Return probabilities, shape (papers, topics), for evidence (papers, topics, numbers)."""
    pooled = evidence @ calibrator.weights + calibrator.bias
    return _sigmoid(pooled * calibrator.slope + calibrator.shift)


def fit_calibrator(evidence: Floats, truth: Floats, weights: Floats) -> Calibrator:
    """Fit a calibrator on held-out scores.

    Args:
        evidence: Shape (papers, topics, numbers), from scores of models that have not seen the
            paper.
        truth: Shape (papers, topics), 0 or 1.
        weights: How much each paper counts.

    Returns:
        The calibrator.
    """
    papers, topics, numbers = evidence.shape
    flat, answers = evidence.reshape(-1, numbers), truth.ravel()
    if answers.min() == answers.max():  # every pair is right, or none is: nothing to regress on
        share = np.clip(answers[0], 1 / (papers + 2), 1 - 1 / (papers + 2))
        return Calibrator(
            weights=np.zeros(numbers),
            bias=float(np.log(share / (1 - share))),
            slope=np.ones(topics),
            shift=np.zeros(topics),
        )
    from sklearn.linear_model import LogisticRegression  # loaded only for training

    centre, spread = flat.mean(axis=0), flat.std(axis=0)
    spread[spread <= np.finfo(float).eps] = 1  # a number that is the same for all pairs
    model = LogisticRegression(solver="newton-cholesky", C=1.0, tol=1e-6)
    model.fit((flat - centre) / spread, answers, sample_weight=np.repeat(weights, topics))
    pooled_weights = model.coef_[0] / spread
    bias = float(model.intercept_[0] - centre @ pooled_weights)
    slope, shift = _bend(evidence @ pooled_weights + bias, truth, weights)
    return Calibrator(weights=pooled_weights, bias=bias, slope=slope, shift=shift)


def _bend(pooled: Floats, truth: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Fit each topic's slope and shift by Newton's method, all topics side by side."""
    slope, shift = np.ones(pooled.shape[1]), np.zeros(pooled.shape[1])
    each = weights[:, None]
    for _ in range(_NEWTON_STEPS):
        given = _sigmoid(pooled * slope + shift)
        error, curve = each * (given - truth), each * given * (1 - given)
        by_slope = (error * pooled).sum(axis=0) + _HOLD * (slope - 1)
        by_shift = error.sum(axis=0) + _HOLD * shift
        a = (curve * pooled**2).sum(axis=0) + _HOLD
        b = (curve * pooled).sum(axis=0)
        c = curve.sum(axis=0) + _HOLD
        determinant = a * c - b * b
        slope -= np.clip((c * by_slope - b * by_shift) / determinant, -_LONGEST_STEP, _LONGEST_STEP)
        shift -= np.clip((a * by_shift - b * by_slope) / determinant, -_LONGEST_STEP, _LONGEST_STEP)
    return slope, shift


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -500, 500))))
