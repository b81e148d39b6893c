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
    sums = np.zeros((len(of) + 1, of.shape[1]))
    np.cumsum(of, axis=0, out=sums[1:])
    starts, ends, low, high = layout.starts, layout.ends, layout.low, layout.high
    first = layout.firsts

    def beside(places: Ints) -> Floats:
        inside = (places >= low) & (places < high)
        result: Floats = of[places] * inside[:, None]
        return result

    def average(begin: Ints, stop: Ints) -> Floats:
        result: Floats = (sums[stop] - sums[begin]) / np.maximum(stop - begin, 1)[:, None]
        return result

    before, after = beside(starts - 1), beside(ends)
    return np.concatenate(
        [
            of[ends[first] - 1],
            of[starts[first]],
            average(starts[first], ends[first]),
            before[first],
            beside(starts - 2)[first],
            after[first],
            beside(ends + 1)[first],
            layout.mean(before),
            layout.mean(after),
            average(low[first], layout.titles[first]),
            average(layout.titles[first], high[first]),
        ],
        axis=1,
        dtype=np.float32,
    )
