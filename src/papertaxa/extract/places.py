"""Where in its paper a token stands, and which others are the same word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from papertaxa.extract.network import Ground, Ints

COUNT = 3 * 4 * 3 * 2
"""How many places there are."""

BREAK = "\n"
"""The token between title and abstract."""

_MOST_OFTEN = 3


def title_length(words: Sequence[str]) -> int:
    """Count the tokens of a paper that are its title's."""
    return words.index(BREAK) if BREAK in words else 0


def places(
    rows: Ints, capital: Ints, lengths: Ints, titles: Ints, colons: Ints, opens: int, closes: Ints
) -> Ground:
    """Number the places and the words of the tokens of some papers, laid end to end.

    A place says: in the abstract, in the title, or in the title before a colon; for a capitalised
    word, how often the paper has it; alone in brackets, or just before an opening one; in the
    abstract, but also in the title.

    Args:
        rows: What word each token is.
        capital: 1 for tokens that look like names.
        lengths: Tokens per paper, none of them 0.
        titles: How many of them are the title's, per paper.
        colons: Where in the title a colon or dash stands, per paper; 0 for none.
        opens: The row of the opening bracket.
        closes: The rows of what may close a bracket or go on inside it.

    Returns:
        A place and a group for every token.
    """
    count = len(rows)
    papers = np.repeat(np.arange(len(lengths)), lengths)
    starts = np.cumsum(lengths) - lengths
    if not count:
        return Ground(np.zeros(0, np.int64), papers, starts)
    position = np.arange(count) - starts[papers]
    in_title = position < titles[papers]
    result = np.where(in_title, np.where(position < colons[papers], 2, 1), 0)
    _, word, times = np.unique(
        papers * (int(rows.max()) + 1) + rows, return_inverse=True, return_counts=True
    )
    result += 3 * capital * (np.minimum(times[word] - 1, _MOST_OFTEN))
    opening = rows == opens
    before = np.zeros(count, bool)
    before[:-1] = opening[1:]
    alone = np.zeros(count, bool)
    alone[1:-1] = opening[:-2] & np.isin(rows[2:], closes)
    result += 12 * np.where(alone, 1, np.where(before, 2, 0))
    titled = np.zeros(len(times), bool)
    titled[word[in_title]] = True
    result += 36 * (titled[word] & ~in_title)
    return Ground(result, word, starts)
