"""Bootstrap intervals over papers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RESAMPLES = 1000
_CELLS = 4_000_000  # of the weights held at a time: 32 MB


def resampled_sums(rows: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """Sum rows over resamples of the papers.

    Each resample draws as many papers as there are, with replacement (Efron and Tibshirani, 1993).
    A resample is a vector of how often each paper was drawn, so all sums are one matrix product.

    Args:
        rows: Shape (papers, width): what each paper adds to the sums.
        resamples: Number of resamples.
        seed: Fixes the draws; the same seed and number of papers draw the same papers.

    Returns:
        Shape (resamples, width).
    """
    return np.concatenate([weights @ rows for weights in _weights(len(rows), resamples, seed)])


def _weights(papers: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield, some resamples at a time, how often each paper was drawn."""
    generator = np.random.default_rng(seed)
    most = max(1, _CELLS // papers)
    for start in range(0, resamples, most):
        number = min(most, resamples - start)
        drawn = generator.integers(papers, size=(number, papers))
        drawn += np.arange(number)[:, None] * papers
        counts = np.bincount(drawn.ravel(), minlength=number * papers)
        yield counts.reshape(number, papers).astype(np.float64)


def interval(values: Floats, *, level: float = 0.95) -> tuple[float, float]:
    """Return the percentile interval of a figure's values over resamples.

    Resamples in which the figure has no meaning (NaN) are left out; if all are, so is the
    interval: both ends are NaN.
    """
    known = values[~np.isnan(values)]
    if not known.size:
        return (np.nan, np.nan)
    tail = 50 * (1 - level)
    low, high = np.percentile(known, [tail, 100 - tail])
    return float(low), float(high)
