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
_MANY = 1000  # papers from which on the regression is as good as free
_ALIKE = 8  # of pairs that score low, one in so many is used, and counts for all of them
_HIGH = 0.8  # quantile of the scores from which on every pair is used
_NOISE = 1e-6  # spread of a number that is taken to be constant
_NEWTON_STEPS = 25
_HALVINGS = 20  # of a step that leads up
_SETTLED = 1e-8  # part of the loss; below it, another step changes nothing
_FREE = 1e-6  # strength with which a bias is held: hardly
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


def fit_calibrator(
    evidence: Floats, truth: Floats, weights: Floats, expected: Floats | None = None
) -> Calibrator:
    """Fit a calibrator on held-out scores.

    Args:
        evidence: Shape (papers, topics, numbers), from scores of models that have not seen the
            paper; the score itself comes first.
        truth: Shape (papers, topics), 0 or 1.
        weights: How much each paper counts.
        expected: What weights of the evidence to start from; zeros if None. Few papers hardly move
            them, many do as they like.

    Returns:
        The calibrator.
    """
    papers, topics, numbers = evidence.shape
    flat, answers = evidence.reshape(-1, numbers), truth.ravel()
    counts = np.repeat(weights, topics)
    if answers.min() == answers.max():  # every pair is right, or none is: nothing to regress on
        share = np.clip(answers[0], 1 / (papers + 2), 1 - 1 / (papers + 2))
        return Calibrator(
            weights=np.zeros(numbers),
            bias=float(np.log(share / (1 - share))),
            slope=np.ones(topics),
            shift=np.zeros(topics),
        )
    if papers > _MANY:
        flat, answers, counts = _thinned(flat, answers, counts)
    centre, spread = flat.mean(axis=0), flat.std(axis=0)
    # A number that is the same for all pairs but for the machine's noise: where every paper has one
    # topic, scores add up to 1, and a weight on that noise would be astronomical.
    spread[spread <= _NOISE] = 1
    looseness = min(1.0, (papers / _MANY) ** 2)
    start = np.zeros(numbers) if expected is None else expected * spread
    found, offset = _regress((flat - centre) / spread, answers, counts, start, 1 / looseness)
    pooled_weights = found / spread
    bias = float(offset - centre @ pooled_weights)
    slope, shift = _bend(evidence @ pooled_weights + bias, truth, weights)
    return Calibrator(weights=pooled_weights, bias=bias, slope=slope, shift=shift)


def _regress(
    values: Floats, answers: Floats, counts: Floats, start: Floats, hold: float
) -> tuple[Floats, float]:
    """Regress answers by Newton's method, weights held near ``start``; return them and the bias."""
    values = np.hstack([values, np.ones((len(values), 1))])
    share = np.average(answers, weights=counts)
    start = np.append(start, np.log(share / (1 - share)))
    pull = np.append(np.full(len(start) - 1, hold), _FREE)

    def loss(weights: Floats) -> float:
        logits = values @ weights
        fit = counts @ (np.logaddexp(0, logits) - answers * logits)
        return float(fit + pull @ (weights - start) ** 2 / 2)

    weights, now = start, loss(start)
    for _ in range(_NEWTON_STEPS):
        given = _sigmoid(values @ weights)
        slope = values.T @ (counts * (given - answers)) + pull * (weights - start)
        curve = (values * (counts * given * (1 - given))[:, None]).T @ values + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        tries = (weights - step * 0.5**half for half in range(_HALVINGS))
        better = next((its for its in tries if loss(its) < now), weights)
        before, now = now, loss(better)
        weights = better
        if before - now <= _SETTLED * abs(before):
            break
    return weights[:-1], float(weights[-1])


def _thinned(flat: Floats, answers: Floats, counts: Floats) -> tuple[Floats, Floats, Floats]:
    """Leave out most of the pairs that are wrong and score low: there are many, all alike."""
    score = flat[:, 0]
    every = (answers > 0) | (score >= np.quantile(score, _HIGH))
    one_of_many = ~every & (np.random.default_rng(0).integers(_ALIKE, size=len(flat)) == 0)
    kept = every | one_of_many
    return flat[kept], answers[kept], np.where(every, 1.0, _ALIKE)[kept] * counts[kept]


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
