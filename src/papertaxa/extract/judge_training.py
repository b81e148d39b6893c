"""Training the judge on described candidates, and setting its thresholds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.adam import Adam
from papertaxa.extract.judge import OUTCOMES, probabilities
from papertaxa.extract.network import Floats, Gradient, Ints, Parameters

_HIDDEN = 48
_BATCH = 256
_EPOCHS = 20
_LEAST_STEPS = 200
_RATE = 0.002
_DECAY = 3e-4
_FOLDS = 4
_CLIP = 10.0
_TWINS = 3  # networks whose answers are averaged


def train_judge(described: Floats, outcomes: Floats, *, seed: int = 0) -> Parameters:
    """Train the judge by Adam on the cross-entropy of its three outcomes.

    Args:
        described: One row per candidate.
        outcomes: 0 or 1 per candidate (row) and outcome (column).
        seed: Of everything random.

    Returns:
        The parameters for :func:`~papertaxa.extract.judge.probabilities`.
    """
    mean = described.mean(0)
    deviation = described.std(0) + np.float32(1e-3)
    scaled = np.clip((described - mean) / deviation, -5, 5)
    twins = [_train_one(scaled, outcomes, seed=seed * _TWINS + twin) for twin in range(_TWINS)]
    # Averaging the twins' scores is one network with their hidden units side by side.
    return {
        "mean": mean,
        "deviation": deviation,
        "hidden.weight": np.concatenate([twin["hidden.weight"] for twin in twins], axis=1),
        "hidden.bias": np.concatenate([twin["hidden.bias"] for twin in twins]),
        "out.weight": np.concatenate([twin["out.weight"] for twin in twins]) / np.float32(_TWINS),
        "out.bias": np.mean([twin["out.bias"] for twin in twins], axis=0, dtype=np.float32),
    }


def _train_one(scaled: Floats, outcomes: Floats, *, seed: int) -> Parameters:
    rng = np.random.default_rng(seed)
    inputs, count = scaled.shape[1], outcomes.shape[1]
    parameters: Parameters = {
        "hidden.weight": (rng.standard_normal((inputs, _HIDDEN)) * np.sqrt(2 / inputs)).astype("f"),
        "hidden.bias": np.zeros(_HIDDEN, np.float32),
        "out.weight": np.zeros((_HIDDEN, count), np.float32),
        "out.bias": np.zeros(count, np.float32),
    }
    batches = -(-len(scaled) // _BATCH)
    epochs = max(_EPOCHS, -(-_LEAST_STEPS // batches))
    optimizer = Adam(parameters, clip=_CLIP, average_from=epochs * batches // 2)
    decay = np.float32(_DECAY)
    for epoch in range(epochs):
        rate = _RATE * (1 - 0.9 * epoch / epochs)
        order = rng.permutation(len(scaled))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            given = scaled[rows]
            hidden = np.maximum(given @ parameters["hidden.weight"] + parameters["hidden.bias"], 0)
            scores = hidden @ parameters["out.weight"] + parameters["out.bias"]
            error = (1 / (1 + np.exp(-scores)) - outcomes[rows]) / np.float32(len(rows))
            back = (error @ parameters["out.weight"].T) * (hidden > 0)
            gradients: dict[str, Gradient] = {
                "hidden.bias": back.sum(0),
                "hidden.weight": given.T @ back + decay * parameters["hidden.weight"],
                "out.bias": error.sum(0),
                "out.weight": hidden.T @ error + decay * parameters["out.weight"],
            }
            optimizer.step(gradients, rate)
    return optimizer.averaged()


def thresholds(
    described: Floats, outcomes: Floats, papers: Ints, totals: tuple[int, ...], *, seed: int = 0
) -> dict[str, float]:
    """Set for each outcome the probability from which it counts, for the best F1.

    The judge is trained on part of the papers and asked about the others, by turns.

    Args:
        described: One row per candidate.
        outcomes: As for :func:`train_judge`.
        papers: The number of each candidate's paper.
        totals: How many names of each outcome the labels hold, found as candidates or not.
        seed: Of everything random.

    Returns:
        One threshold per outcome.
    """
    folds = papers % _FOLDS
    answers = np.full(outcomes.shape, 0.5, np.float32)
    for fold in range(_FOLDS):
        asked = folds == fold
        if asked.any() and not asked.all():
            parameters = train_judge(described[~asked], outcomes[~asked], seed=seed)
            answers[asked] = probabilities(parameters, described[asked])
    return {
        outcome: _best(answers[:, column], outcomes[:, column] > 0, totals[column])
        for column, outcome in enumerate(OUTCOMES)
    }


def _best(answers: Floats, right: NDArray[np.bool_], total: int) -> float:
    """Find the threshold with the best F1; candidates with equal answers stand or fall together."""
    if not total:
        return 0.5
    order = np.argsort(-answers, kind="stable")
    hits = np.cumsum(right[order])
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + total)
    at = int(f1.argmax())
    below = answers[order[at + 1]] if at + 1 < len(order) else 0.0
    return float(np.clip((answers[order[at]] + below) / 2, 0.05, 0.95))
