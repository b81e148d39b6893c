"""Training the judge on described candidates, and setting its thresholds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.adam import Adam
from papertaxa.extract.judge import CLIP, OUTCOMES, probabilities
from papertaxa.extract.network import Floats, Gradient, Ints, Parameters

_HIDDEN = 48
_BATCH = 256
_MOST_EPOCHS = 20
_LEAST_STEPS = 200
_MOST_STEPS = 16_000
_RATE = 0.002
_DECAY = 1e-3
_FOLDS = 2
_LONGEST = 10.0  # gradient
_PIECE = 8192
_TWINS = 2


def train_judge(
    described: Floats,
    outcomes: Floats,
    *,
    rows: Ints | None = None,
    seed: int = 0,
    twins: int = _TWINS,
) -> Parameters:
    """Train the judge by Adam on the cross-entropy of its three outcomes.

    Args:
        described: One row per candidate.
        outcomes: 0 or 1 per candidate (row) and outcome (column).
        rows: Numbers of the candidates to learn from; all by default.
        seed: Of everything random.
        twins: Networks whose answers are averaged.

    Returns:
        The parameters for :func:`~papertaxa.extract.judge.probabilities`.
    """
    rows = np.arange(len(described)) if rows is None else rows
    scale = _scale(described, rows)
    nets = [
        _train_one(described, outcomes, rows, scale, seed=seed * _TWINS + twin)
        for twin in range(twins)
    ]
    # Averaging the twins' scores is one network with their hidden units side by side.
    return {
        "mean": scale[0],
        "deviation": scale[1],
        "hidden.weight": np.concatenate([net["hidden.weight"] for net in nets], axis=1),
        "hidden.bias": np.concatenate([net["hidden.bias"] for net in nets]),
        "out.weight": np.concatenate([net["out.weight"] for net in nets]) / np.float32(twins),
        "out.bias": np.mean([net["out.bias"] for net in nets], axis=0, dtype=np.float32),
    }


def _scale(described: Floats, rows: Ints) -> tuple[Floats, Floats]:
    """Compute means and deviations piece by piece: a copy of all that is described is large."""
    sums = np.zeros((2, described.shape[1]))
    for start in range(0, len(rows), _PIECE):
        piece = described[rows[start : start + _PIECE]].astype(np.float64)
        sums += piece.sum(0), np.square(piece).sum(0)
    mean = sums[0] / len(rows)
    deviation = np.sqrt(np.maximum(sums[1] / len(rows) - mean**2, 0)) + 1e-3
    return mean.astype(np.float32), deviation.astype(np.float32)


def _train_one(
    described: Floats, outcomes: Floats, rows: Ints, scale: tuple[Floats, Floats], *, seed: int
) -> Parameters:
    rng = np.random.default_rng(seed)
    inputs, count = described.shape[1], outcomes.shape[1]
    mean, deviation = scale
    parameters: Parameters = {
        "hidden.weight": (rng.standard_normal((inputs, _HIDDEN)) * np.sqrt(2 / inputs)).astype("f"),
        "hidden.bias": np.zeros(_HIDDEN, np.float32),
        "out.weight": np.zeros((_HIDDEN, count), np.float32),
        "out.bias": np.zeros(count, np.float32),
    }
    batches = -(-len(rows) // _BATCH)
    epochs = min(_MOST_EPOCHS, max(1, round(_MOST_STEPS / batches)))
    epochs = max(epochs, -(-_LEAST_STEPS // batches))
    optimizer = Adam(parameters, clip=_LONGEST, average_from=epochs * batches // 2)
    decay = np.float32(_DECAY)
    for epoch in range(epochs):
        rate = _RATE * (1 - 0.9 * epoch / epochs)
        order = rng.permutation(rows)
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            given = np.clip((described[chosen] - mean) / deviation, -CLIP, CLIP)
            hidden = np.maximum(given @ parameters["hidden.weight"] + parameters["hidden.bias"], 0)
            scores = hidden @ parameters["out.weight"] + parameters["out.bias"]
            error = (1 / (1 + np.exp(-scores)) - outcomes[chosen]) / np.float32(len(chosen))
            back = (error @ parameters["out.weight"].T) * (hidden > 0)
            gradients: dict[str, Gradient] = {
                "hidden.bias": back.sum(0),
                "hidden.weight": given.T @ back + decay * parameters["hidden.weight"],
                "out.bias": error.sum(0),
                "out.weight": hidden.T @ error + decay * parameters["out.weight"],
            }
            optimizer.step(gradients, rate)
    return optimizer.averaged()


def held_out(described: Floats, outcomes: Floats, papers: Ints, *, seed: int = 0) -> Floats:
    """Answer about every candidate by a judge that was trained on other papers.

    Args:
        described: One row per candidate.
        outcomes: As for :func:`train_judge`.
        papers: The number of each candidate's paper.
        seed: Of everything random.

    Returns:
        The probabilities of the outcomes, one row per candidate.
    """
    folds = papers % _FOLDS
    answers = np.full(outcomes.shape, 0.5, np.float32)
    for fold in range(_FOLDS):
        asked = folds == fold
        if asked.any() and not asked.all():
            others = np.flatnonzero(~asked)
            parameters = train_judge(described, outcomes, rows=others, seed=seed, twins=1)
            rows = np.flatnonzero(asked)
            for start in range(0, len(rows), _PIECE):  # a copy of all would be large
                some = rows[start : start + _PIECE]
                answers[some] = probabilities(parameters, described[some])
    return answers


def thresholds(answers: Floats, outcomes: Floats, totals: tuple[int, ...]) -> dict[str, float]:
    """Set for each outcome the probability from which it counts, for the best F1.

    Args:
        answers: Of :func:`held_out`.
        outcomes: As for :func:`train_judge`.
        totals: How many names of each outcome the labels hold, found as candidates or not.

    Returns:
        One threshold per outcome.
    """
    return {
        outcome: _best(answers[:, column], outcomes[:, column] > 0, totals[column])
        for column, outcome in enumerate(OUTCOMES)
    }


def _best(answers: Floats, right: NDArray[np.bool_], total: int) -> float:
    """Find the threshold with the best F1."""
    if not total:
        return 0.5
    order = np.argsort(-answers, kind="stable")
    hits = np.cumsum(right[order])
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + total)
    at = int(f1.argmax())
    below = answers[order[at + 1]] if at + 1 < len(order) else 0.0
    return float(np.clip((answers[order[at]] + below) / 2, 0.05, 0.95))
