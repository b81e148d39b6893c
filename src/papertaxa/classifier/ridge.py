"""Regularised least squares with every paper's held-out score.

One linear model per column of targets, all solved at once. For text, least squares on 0/1 targets
ranks as well as logistic regression or a support vector machine (Rifkin, "Everything old is new
again", 2002), and the score that each paper would get from a model fitted without it comes in
closed form (Allen, 1974): so calibration and thresholds rest on held-out scores of all papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from scipy.linalg import cho_factor, cho_solve

Floats = npt.NDArray[np.float64]
Block: TypeAlias = "sp.csr_matrix | npt.NDArray[np.float64]"
"""Features of papers, shape (papers, features)."""

EXACT_UP_TO = 7000
"""Papers up to which the system of equations is solved directly: its cost is cubic in them."""

_FOLDS = 5
_STEPS = 40  # of conjugate gradients; the residual is far below the noise of labels by then
_BIAS = 1.0  # value of the constant feature


@dataclass(frozen=True, kw_only=True)
class Fit:
    """Linear models, one a target.

    Attributes:
        weights: For each block, shape (features, targets).
        bias: Shape (targets,).
        fitted: Shape (papers, targets): scores of the papers that the models were fitted on.
        held_out: The same from models fitted without the paper.
    """

    weights: tuple[Floats, ...]
    bias: Floats
    fitted: Floats
    held_out: Floats


def ridge(blocks: Sequence[Block], targets: Floats, *, penalty: float, seed: int = 0) -> Fit:
    """Fit linear models by regularised least squares.

    Args:
        blocks: Features of the same papers; their columns are taken together.
        targets: Shape (papers, targets), what each model should return.
        penalty: Weight of the squared length of a model against its squared errors.
        seed: Of the folds, where there are too many papers for exact held-out scores.

    Returns:
        The models and the held-out scores.
    """
    papers = len(targets)
    if papers <= EXACT_UP_TO:
        return _exact(blocks, targets, penalty)
    weights, bias = _gradients(blocks, targets, penalty)
    fitted = _apply(blocks, weights, bias)
    held_out = fitted.copy()  # a single paper cannot be held out
    fold = np.random.default_rng(seed).permutation(np.arange(papers) % _FOLDS)
    for number in range(_FOLDS if papers > 1 else 0):
        inside, outside = fold != number, fold == number
        part = [block[inside] for block in blocks]
        held_out[outside] = _apply(
            [block[outside] for block in blocks], *_gradients(part, targets[inside], penalty)
        )
    return Fit(weights=weights, bias=bias, fitted=fitted, held_out=held_out)


def _apply(blocks: Sequence[Block], weights: Sequence[Floats], bias: Floats) -> Floats:
    scores = [block @ weight for block, weight in zip(blocks, weights, strict=True)]
    return np.asarray(sum(scores) + bias)


def _exact(blocks: Sequence[Block], targets: Floats, penalty: float) -> Fit:
    """Solve for one coefficient a paper: (K + penalty I) a = targets, K the papers' products."""
    mean = targets.mean(axis=0)
    system = np.full((len(targets), len(targets)), _BIAS**2)
    for block in blocks:
        product = block @ block.T
        system += product.toarray() if isinstance(product, sp.csr_matrix) else product
    system.flat[:: len(targets) + 1] += penalty
    inverse = cho_solve(
        cho_factor(system, overwrite_a=True, check_finite=False),
        np.eye(len(targets)),
        overwrite_b=True,
        check_finite=False,
    )
    share = inverse @ (targets - mean)
    return Fit(
        weights=tuple(np.asarray(block.T @ share) for block in blocks),
        bias=mean + _BIAS**2 * share.sum(axis=0),
        fitted=targets - penalty * share,
        held_out=targets - share / np.diag(inverse)[:, None],
    )


def _gradients(
    blocks: Sequence[Block], targets: Floats, penalty: float
) -> tuple[tuple[Floats, ...], Floats]:
    """Solve the same system by conjugate gradients, all targets side by side, without K."""
    mean = targets.mean(axis=0)

    def times(share: Floats) -> Floats:
        total = penalty * share + _BIAS**2 * share.sum(axis=0)
        for block in blocks:
            total = total + block @ (block.T @ share)
        return np.asarray(total)

    residual = targets - mean
    share = np.zeros_like(residual)
    direction, length = residual.copy(), (residual**2).sum(axis=0)
    for _ in range(_STEPS):
        image = times(direction)
        step = length / np.maximum((direction * image).sum(axis=0), np.finfo(float).tiny)
        share += step * direction
        residual = residual - step * image
        before, length = length, (residual**2).sum(axis=0)
        direction = residual + length / np.maximum(before, np.finfo(float).tiny) * direction
    weights = tuple(np.asarray(block.T @ share) for block in blocks)
    return weights, mean + _BIAS**2 * share.sum(axis=0)
