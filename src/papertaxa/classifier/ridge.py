"""Regularised least squares with every paper's held-out score.

One linear model per column of targets, all solved at once. For text, least squares on 0/1 targets
ranks as well as logistic regression or a support vector machine (Rifkin, "Everything old is new
again", 2002), and the score that each paper would get from a model fitted without it comes in
closed form (Allen, 1974): so calibration and thresholds rest on held-out scores of all papers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from scipy.linalg.lapack import spotrf, spotrs, strtri

Floats = npt.NDArray[np.float64]
Block: TypeAlias = "sp.csr_matrix | npt.NDArray[np.float64]"
"""Features of papers, shape (papers, features)."""

EXACT_UP_TO = 20_000
"""Papers up to which the system of equations is solved directly: its cost is cubic in them.

Beyond it there are no products of positions: labels are so many then that they add little.
"""

_FOLDS = 5
_STEPS = 40  # of conjugate gradients; the residual is far below the noise of labels by then
_BIAS = 1.0  # value of the constant feature
_DENSE = 768  # columns with most papers: they hold most of the work of multiplying
_STRIP = 1000  # papers whose products with others are held at once


@dataclass(frozen=True, kw_only=True)
class Fit:
    """Linear models, one a target.

    Attributes:
        weights: For each block, shape (features, targets).
        bias: Shape (targets,).
        share: Shape (papers, targets): what each paper adds to each model, where the system was
            solved directly; else without rows.
        fitted: Shape (papers, targets): scores of the papers that the models were fitted on.
        held_out: The same from models fitted without the paper.
    """

    weights: tuple[Floats, ...]
    bias: Floats
    share: Floats
    fitted: Floats
    held_out: Floats


def ridge(
    blocks: Sequence[Block],
    targets: Floats,
    *,
    penalty: float,
    squared: Floats | None = None,
    seed: int = 0,
) -> Fit:
    """Fit linear models by regularised least squares.

    Args:
        blocks: Features of the same papers; their columns are taken together.
        targets: Shape (papers, targets), what each model should return.
        penalty: Weight of the squared length of a model against its squared errors.
        squared: Features all of whose products by two are features too, without ever being written
            out: shape (papers, features). Left out of account beyond `EXACT_UP_TO` papers.
        seed: Of the folds, where there are too many papers for exact held-out scores.

    Returns:
        The models and the held-out scores.
    """
    papers = len(targets)
    if papers <= EXACT_UP_TO:
        return _exact(blocks, targets, penalty, squared)
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
    return Fit(
        weights=weights,
        bias=bias,
        share=np.zeros((0, targets.shape[1])),
        fitted=fitted,
        held_out=held_out,
    )


def _apply(blocks: Sequence[Block], weights: Sequence[Floats], bias: Floats) -> Floats:
    scores = [block @ weight for block, weight in zip(blocks, weights, strict=True)]
    return np.asarray(sum(scores) + bias)


def _exact(blocks: Sequence[Block], targets: Floats, penalty: float, squared: Floats | None) -> Fit:
    """Solve for one coefficient a paper: (K + penalty I) a = targets, K the papers' products.

    Single precision is enough, for the penalty keeps the system well away from singular; all is
    done in place, for the system is the largest thing in memory.
    """
    mean = targets.mean(axis=0)
    system = _products(blocks, squared)
    system.flat[:: len(targets) + 1] += np.float32(penalty)
    factor, _ = spotrf(system.T, lower=0, clean=0, overwrite_a=1)
    solved, _ = spotrs(factor, (targets - mean).astype(np.float32), lower=0)
    share = solved.astype(np.float64)
    root, _ = strtri(factor, lower=0, overwrite_c=1)
    inverse_diagonal = _squared_rows(root.T)
    return Fit(
        weights=tuple(np.asarray(block.T @ share) for block in blocks),
        bias=mean + _BIAS**2 * share.sum(axis=0),
        share=share,
        fitted=targets - penalty * share,
        held_out=targets - share / inverse_diagonal[:, None],
    )


def _products(blocks: Sequence[Block], squared: Floats | None) -> npt.NDArray[np.float32]:
    """Multiply papers with one another, shape (papers, papers); the lower triangle alone."""
    papers = blocks[0].shape[0]
    total = np.zeros((papers, papers), dtype=np.float32)
    single = [part.astype(np.float32) for block in blocks for part in _by_density(block)]
    for start in range(0, papers, _STRIP):
        end = min(start + _STRIP, papers)
        strip = np.full((end - start, end), _BIAS**2, dtype=np.float32)
        for block in single:
            product = block[start:end] @ block[:end].T
            strip += product.toarray() if isinstance(product, sp.csr_matrix) else product
        if squared is not None:
            strip += (squared[start:end].astype(np.float32) @ squared[:end].T) ** 2
        total[start:end, :end] = strip
    return total


def _by_density(block: Block) -> Iterator[Block]:
    """Part the columns that many papers have from the others: dense ones multiply faster dense."""
    if not isinstance(block, sp.csr_matrix):
        yield block
        return
    often = np.bincount(block.indices, minlength=block.shape[1])
    frequent = np.argsort(-often, kind="stable")[:_DENSE]
    yield block[:, frequent].toarray()
    yield block[:, np.setdiff1d(np.arange(block.shape[1]), frequent)]


def _squared_rows(triangle: npt.NDArray[np.float32]) -> Floats:
    """Sum the squares of the columns of a lower triangle, whatever lies above it."""
    total = np.zeros(len(triangle))
    for start in range(0, len(triangle), _STRIP):
        strip = np.tril(triangle[start : start + _STRIP], k=start)
        total += np.einsum("ij,ij->j", strip, strip, dtype=np.float64)
    return total


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
