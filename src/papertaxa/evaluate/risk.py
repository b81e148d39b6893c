"""Risk against coverage: how right the answers are if the least confident papers get none.

A paper's confidence is the highest of its topic scores, the same number that a reader of the output
can set a limit on. Source: El-Yaniv and Wiener, On the foundations of noise-free selective
classification, JMLR 2010.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from papertaxa.evaluate.ratios import ratio
from papertaxa.evaluate.topics import Predictions, membership
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]

COVERAGES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Shares of the papers that are answered."""

FIGURES = ("coverage", "precision_at_1", "primary_topic_accuracy")

WIDTH = 4
"""Columns of `tally` for each coverage: papers, answered ones, and right ones of either kind."""


def limits(predicted: Predictions) -> list[float]:
    """Find the least confidence that is answered at each of `COVERAGES`.

    Papers that are as confident as the last one answered are answered too, so that the limit can be
    applied to new papers; the share answered may be a little larger for that.
    """
    ordered = -np.sort(-_confidence(predicted))
    last = np.ceil(np.array(COVERAGES) * len(ordered)).astype(int) - 1
    return [float(level) for level in ordered[last]]


def tally(
    gold: Sequence[Sequence[str]],
    predicted: Predictions,
    taxonomy: Taxonomy,
    levels: Sequence[float],
) -> Floats:
    """Count, for each paper and limit, whether it is answered, and whether rightly.

    Args:
        gold: The right topics of each paper, the primary one first.
        predicted: What the model says of the same papers.
        taxonomy: What all ids are from.
        levels: The limits, from `limits`.

    Returns:
        Shape (papers, levels x `WIDTH`), for `figures`.
    """
    confidence = _confidence(predicted)
    rows = np.arange(len(gold))
    best = predicted.scores.argmax(axis=1)
    first = membership(gold, taxonomy.index)[rows, best] * (confidence > 0)
    primary = [its[0] == guess for its, guess in zip(gold, predicted.primary_topics, strict=True)]
    right = np.column_stack([np.ones(len(gold)), first, primary])
    blocks = []
    for level in levels:
        answered = confidence >= level
        blocks.append(np.column_stack([np.ones(len(gold)), right * answered[:, None]]))
    return np.hstack(blocks)


def figures(sums: Floats) -> list[dict[str, Floats]]:
    """Compute the figures of each limit from summed rows.

    Args:
        sums: Shape (samples, levels x `WIDTH`).

    Returns:
        For each limit, an array of shape (samples,) for each of `FIGURES`.
    """
    levels = []
    for block in np.split(sums, sums.shape[1] // WIDTH, axis=1):
        papers, answered, first, primary = block.T
        values = (ratio(answered, papers), ratio(first, answered), ratio(primary, answered))
        levels.append(dict(zip(FIGURES, values, strict=True)))
    return levels


def _confidence(predicted: Predictions) -> Floats:
    return np.asarray(predicted.scores.max(axis=1, initial=0.0))
