"""Whether a paper fits no topic at all.

The probability that none applies, were topics independent, is read from the calibrated scores. It
was tried against the best score alone, the sum of scores, the best area, and the cosine to the
nearest labelled papers, by leaving whole topics out of training; docs/explaining.md has the
figures.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

OUTSIDE = 0.15
"""A paper is outside of the taxonomy if no topic applies with at least this probability. It is low
because scores are calibrated on papers that all have a topic."""


def none_fits(topics: Floats) -> Floats:
    """Return the probability that no topic applies.

    Args:
        topics: Probabilities, shape (papers, topics).

    Returns:
        Shape (papers,); a paper whose scores are all 0, for want of text, gets 0.
    """
    none = np.prod(1 - topics, axis=1)
    return np.where(topics.any(axis=1), none, 0.0)
