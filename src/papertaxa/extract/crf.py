"""A linear chain over tags: their probabilities and gradients, for many papers at once.

Lafferty et al. (2001). Papers are padded to the longest and processed side by side, so that the
loop over positions runs once per batch. Recursions are in probability space and scaled every step
(Rabiner 1989, section V.A).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.network import Floats, Ints

_NEVER = np.float32(-1e4)
_TINY = np.float32(1e-30)


def tags(kinds: Sequence[str]) -> tuple[str, ...]:
    """List the tags of some kinds of name: ``O``, then begin and inside of each."""
    return ("O", *(f"{place}-{kind}" for kind in kinds for place in "BI"))


def barriers(names: Sequence[str]) -> tuple[Floats, Floats]:
    """Build what keeps an inside tag from following anything but its own kind.

    Args:
        names: The tags.

    Returns:
        Penalties to add to the scores of the first tag, and of each pair of tags.
    """
    inside = np.array([name.startswith("I") for name in names])
    same = np.array([[a != "O" and a[2:] == b[2:] for b in names] for a in names])
    first = np.where(inside, _NEVER, 0).astype(np.float32)
    pairs = np.where(inside[None, :] & ~same, _NEVER, 0).astype(np.float32)
    return first, pairs


def _padded(scores: Floats, lengths: Ints) -> tuple[Floats, NDArray[np.bool_]]:
    """Lay papers side by side: positions first, so that each step reads one block."""
    mask = np.arange(lengths.max(initial=0))[:, None] < lengths[None, :]
    result = np.zeros((mask.size, scores.shape[1]), np.float32)
    result[_rows(lengths)] = scores
    return result.reshape(*mask.shape, scores.shape[1]), mask


def _flat(values: Floats, lengths: Ints) -> Floats:
    return values.reshape(-1, values.shape[2]).take(_rows(lengths), axis=0)


def _rows(lengths: Ints) -> Ints:
    """Say where each token stands if positions are laid end to end, rather than papers."""
    papers = np.repeat(np.arange(len(lengths)), lengths)
    firsts = np.cumsum(lengths) - lengths
    result: Ints = (np.arange(len(papers)) - firsts[papers]) * len(lengths) + papers
    return result


def _recursions(
    scores: Floats, lengths: Ints, first: Floats, pairs: Floats
) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    """Go forward and backward through papers that lie side by side.

    Returns:
        How probable each tag is given what is before it, and by what factor given what is after
        it; what each token says by itself; and where the papers have tokens.
    """
    padded, mask = _padded(scores, lengths)
    padded[0] += first
    padded -= reduce(np.maximum, np.moveaxis(padded, -1, 0))[..., None]
    local = np.exp(padded, out=padded)
    moves = np.exp(pairs)
    forward, backward = np.empty_like(local), np.ones_like(local)
    scale = np.empty((*mask.shape, 1), np.float32)
    state = local[0]
    for at in range(len(mask)):
        if at:
            state = (forward[at - 1] @ moves) * local[at]
        total = np.add.reduce(state, axis=-1, keepdims=True, out=scale[at])
        total += _TINY
        np.divide(state, total, out=forward[at])
    local /= scale
    keep, back = mask[:, :, None], moves.T
    for at in range(len(mask) - 1, 0, -1):
        np.copyto(backward[at - 1], (backward[at] * local[at]) @ back, where=keep[at])
    return forward, backward, local, mask


def probabilities(scores: Floats, lengths: Ints, first: Floats, pairs: Floats) -> Floats:
    """Compute the first half of what :func:`marginals` does: all that is wanted after training."""
    forward, backward, _, _ = _recursions(scores, lengths, first, pairs)
    forward *= backward
    return _flat(forward, lengths)


def marginals(scores: Floats, lengths: Ints, first: Floats, pairs: Floats) -> tuple[Floats, Floats]:
    """Compute how probable each tag is at each token, given the whole paper.

    Args:
        scores: One row per token, papers end to end.
        lengths: Tokens per paper, none of them 0.
        first: Scores of the first tag.
        pairs: Scores of each tag (row) before each (column).

    Returns:
        The probabilities, one row per token; and how many times each pair of tags is expected.
    """
    forward, backward, local, mask = _recursions(scores, lengths, first, pairs)
    onward = backward[1:] * local[1:]  # what comes from the next token
    expected = np.einsum("nbi,nbj->ij", forward[:-1] * mask[1:, :, None], onward) * np.exp(pairs)
    forward *= backward
    return _flat(forward, lengths), expected.astype(np.float32)
