"""A linear chain over tags: their probabilities and gradients, for many papers at once.

Lafferty et al. (2001). Papers are padded to the longest and processed side by side, so that the
loop over positions runs once per batch. Recursions are in probability space and scaled every step
(Rabiner 1989, section V.A).
"""

from __future__ import annotations

from collections.abc import Sequence

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
    result = np.zeros((*mask.shape, scores.shape[1]), np.float32)
    columns = np.repeat(np.arange(len(lengths)), lengths)
    rows = np.arange(len(scores)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    result[rows, columns] = scores
    return result, mask


def _flat(values: Floats, lengths: Ints) -> Floats:
    columns = np.repeat(np.arange(len(lengths)), lengths)
    rows = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    result: Floats = values[rows, columns]
    return result


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
    padded, mask = _padded(scores, lengths)
    padded[0] += first
    padded -= padded.max(-1, keepdims=True)
    local = np.exp(padded, out=padded)
    moves = np.exp(pairs)
    steps = len(mask)
    forward = np.empty_like(local)
    scale = np.empty((steps, len(lengths), 1), np.float32)
    state = local[0]
    for at in range(steps):
        if at:
            state = (forward[at - 1] @ moves) * local[at]
        scale[at] = state.sum(-1, keepdims=True) + _TINY
        forward[at] = state / scale[at]
    local /= scale
    backward = np.ones_like(local)
    keep = mask[:, :, None]
    onward = np.zeros_like(local)  # what comes from the next token
    back = moves.T
    for at in range(steps - 1, 0, -1):
        onward[at] = backward[at] * local[at]
        backward[at - 1] = np.where(keep[at], onward[at] @ back, np.float32(1))
    forward_kept = forward[:-1] * keep[1:]
    expected = np.einsum("nbi,nbj->ij", forward_kept, onward[1:]) * moves
    forward *= backward
    return _flat(forward, lengths), expected.astype(np.float32)
