"""The company a candidate keeps: the vectors of its words, its neighbours and its paper.

They say of a candidate that no labelled paper names what other words would do in its place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.vectors import Vectors

_WIDTH = 32  # the first numbers of a vector say most: they are in the order of their strength
_ALL = slice(None)


def company(layout: Layout, sheets: Sequence[Sheet], vectors: Vectors) -> Floats:
    """Describe each candidate by word vectors.

    Args:
        layout: The papers, laid end to end.
        sheets: The papers.
        vectors: The word vectors.

    Returns:
        One row per candidate: last word, first word, average word; the two words before the first
        place and the two after it; the average word before all places and after them; the average
        word of the title and of the abstract.
    """
    words = [word for sheet in sheets for word in sheet.words]
    of = np.concatenate([vectors.of(words, width=_WIDTH), vectors.of([""] * 2, width=_WIDTH)])
    starts, ends, low, high = layout.starts, layout.ends, layout.low, layout.high
    first = layout.firsts

    def beside(places: Ints, some: Ints | slice = _ALL) -> Floats:
        inside = (places >= low[some]) & (places < high[some])
        result: Floats = of[places] * inside[:, None]
        return result

    before, after = beside(starts - 1), beside(ends)
    return np.concatenate(
        [
            of[ends[first] - 1],
            of[starts[first]],
            _average(of, starts[first], ends[first]),
            before[first],
            beside(starts[first] - 2, first),
            after[first],
            beside(ends[first] + 1, first),
            layout.mean(before),
            layout.mean(after),
            _of_papers(of, sheets),
        ],
        axis=1,
        dtype=np.float32,
    )


def _average(of: Floats, starts: Ints, ends: Ints) -> Floats:
    """Average over short runs of tokens.

    Double precision holds sums of numbers of 8 bits times a scale exactly, in whatever order.
    """
    sizes = ends - starts
    sums = of[starts].astype(np.float64)
    for at in range(1, int(sizes.max())):
        longer = np.flatnonzero(sizes > at)
        sums[longer] += of[starts[longer] + at]
    result: Floats = sums / sizes[:, None]
    return result


def _of_papers(of: Floats, sheets: Sequence[Sheet]) -> Floats:
    """Average over the title and over the abstract of each candidate's paper."""
    sizes = np.array([(s.tagging.title, len(s.words) - s.tagging.title) for s in sheets]).ravel()
    sums = np.add.reduceat(of, np.cumsum(sizes) - sizes, dtype=np.float64)
    sums[sizes == 0] = 0
    averages = (sums / np.maximum(sizes, 1)[:, None]).reshape(len(sheets), -1)
    return np.repeat(averages, [len(sheet.candidates) for sheet in sheets], axis=0)
