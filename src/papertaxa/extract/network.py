"""The tagger's network: word features, a narrow convolution, scores of tags. NumPy throughout.

A convolutional tagger in the manner of Collobert et al. (2011), with hashed word features
(Weinberger et al. 2009) and maxout units (Goodfellow et al. 2013). It is written out here rather
than built of thinc layers because labelling a listing spends most of its time in it, and two things
make it some five times faster: what depends on the word alone is computed once per distinct word,
and the pieces of a maxout lie in separate blocks, so that their maximum is one vectorised call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.integer[Any]]
Parameters = dict[str, Floats]
Gradient = Floats | tuple[Ints, Floats]
"""Of a whole array, or of some of its rows."""

_EPSILON = np.float32(1e-5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The sizes of a network.

    Attributes:
        rows: Size of the hash table of each word feature.
        parts: Width of each word feature's embedding.
        vector: Width of the pretrained word vectors; 0 without.
        places: Number of values of the feature that says where in the paper a token stands.
        width: Units of each layer.
        pieces: Linear pieces of each maxout unit.
        depth: Convolutions of three tokens; each sees one token further to both sides.
        outputs: Scores per token.
    """

    rows: tuple[int, ...]
    parts: tuple[int, ...]
    vector: int
    places: int
    width: int = 64
    pieces: int = 2
    depth: int = 2
    outputs: int = 8


def initial(shape: Shape, rng: np.random.Generator) -> Parameters:
    """Draw the parameters that training starts from."""
    wide = shape.width * shape.pieces

    def weights(rows: int, columns: int) -> Floats:
        scale = np.sqrt(2.0 / rows)
        drawn: Floats = (rng.standard_normal((rows, columns)) * scale).astype(np.float32)
        return drawn

    parameters = {
        f"embed{i}": rng.uniform(-0.3, 0.3, (rows, part)).astype(np.float32)
        for i, (rows, part) in enumerate(zip(shape.rows, shape.parts, strict=True))
    }
    parameters["word.weight"] = weights(sum(shape.parts) + shape.vector, wide)
    parameters["word.bias"] = np.zeros(wide, np.float32)
    parameters["place"] = rng.uniform(-0.3, 0.3, (shape.places, wide)).astype(np.float32)
    for layer in range(shape.depth):
        parameters[f"layer{layer}.weight"] = weights(3 * shape.width, wide)
        parameters[f"layer{layer}.bias"] = np.zeros(wide, np.float32)
    for layer in range(shape.depth + 1):
        parameters[f"norm{layer}.gain"] = np.ones(shape.width, np.float32)
        parameters[f"norm{layer}.bias"] = np.zeros(shape.width, np.float32)
    parameters["out.weight"] = np.zeros((shape.width, shape.outputs), np.float32)
    parameters["out.bias"] = np.zeros(shape.outputs, np.float32)
    return parameters


def word_part(parameters: Parameters, features: Ints, vectors: Floats) -> Floats:
    """Compute what the first layer needs to know of each distinct word.

    Args:
        parameters: The network.
        features: Rows of the hash tables, one column per feature.
        vectors: Pretrained vectors; zeros for words without.

    Returns:
        One row per word: the first layer's input before its maxout.
    """
    joined = [parameters[f"embed{i}"][features[:, i]] for i in range(features.shape[1])]
    joined.append(vectors)
    result: Floats = np.concatenate(joined, axis=1) @ parameters["word.weight"]
    return result


def scores(parameters: Parameters, words: Floats, places: Ints, gaps: Ints) -> Floats:
    """Score every tag for every token of some papers, laid end to end.

    Args:
        parameters: The network.
        words: Each token's row of :func:`word_part`; it is overwritten.
        places: Each token's place.
        gaps: Index of the first token of every paper but the first.

    Returns:
        One row per token, one column per output.
    """
    words += parameters["place"].take(places, axis=0)
    words += parameters["word.bias"]
    hidden = _normalized(_top(words, parameters["norm0.gain"].size))[0]
    hidden *= parameters["norm0.gain"]
    hidden += parameters["norm0.bias"]
    layer = 0
    while f"layer{layer}.weight" in parameters:
        wide = _windows(hidden, gaps) @ parameters[f"layer{layer}.weight"]
        wide += parameters[f"layer{layer}.bias"]
        layer += 1
        added = _normalized(_top(wide, hidden.shape[1]))[0]
        added *= parameters[f"norm{layer}.gain"]
        added += parameters[f"norm{layer}.bias"]
        hidden += added
    result: Floats = hidden @ parameters["out.weight"] + parameters["out.bias"]
    return result


Backward = Callable[[Floats], dict[str, Gradient]]


def trained_scores(  # noqa: PLR0915 - a forward and a backward pass are one list of steps
    parameters: Parameters,
    *,
    features: Ints,
    vectors: Floats,
    index: Ints,
    places: Ints,
    gaps: Ints,
    dropout: float,
    forget: float,
    rng: np.random.Generator,
) -> tuple[Floats, Backward]:
    """Score as :func:`scores` does, with dropout, and return the way back.

    Args:
        parameters: The network.
        features: As for :func:`word_part`, of the distinct words.
        vectors: As for :func:`word_part`.
        index: Each token's row in ``features``.
        places: Each token's place.
        gaps: As for :func:`scores`.
        dropout: Share of units that are silenced.
        forget: Share of words that are shown by their shape and endings alone, as new ones are.
        rng: Decides which.

    Returns:
        The scores, and a function from their gradient to that of the parameters.
    """
    width = parameters["norm0.gain"].size
    pieces = parameters["word.bias"].size // width
    embedded = [parameters[f"embed{i}"][features[:, i]] for i in range(features.shape[1])]
    joined = np.concatenate([*embedded, vectors], axis=1)
    known = np.ones(joined.shape, bool)
    hidden_words = rng.random(len(features)) < forget
    known[hidden_words, : embedded[0].shape[1]] = False
    known[hidden_words, joined.shape[1] - vectors.shape[1] - embedded[-1].shape[1] :] = False
    joined *= known
    wide = (joined @ parameters["word.weight"])[index]
    wide += parameters["place"].take(places, axis=0) + parameters["word.bias"]
    steps = []

    def unit(wide: Floats, layer: int) -> Floats:
        top, choice = _maxout(wide, width)
        normal, deviation = _normalized(top)
        keep = (rng.random(normal.shape, dtype=np.float32) >= dropout) / np.float32(1 - dropout)
        steps.append((choice, normal, deviation, keep))
        return (normal * parameters[f"norm{layer}.gain"] + parameters[f"norm{layer}.bias"]) * keep

    hidden = unit(wide, 0)
    windows = []
    layer = 0
    while f"layer{layer}.weight" in parameters:
        windows.append(_windows(hidden, gaps))
        wide = windows[-1] @ parameters[f"layer{layer}.weight"] + parameters[f"layer{layer}.bias"]
        layer += 1
        hidden = hidden + unit(wide, layer)
    result = hidden @ parameters["out.weight"] + parameters["out.bias"]

    def unit_back(gradient: Floats, layer: int, grads: dict[str, Gradient]) -> Floats:
        choice, normal, deviation, keep = steps[layer]
        gradient = gradient * keep
        grads[f"norm{layer}.gain"] = (gradient * normal).sum(0)
        grads[f"norm{layer}.bias"] = gradient.sum(0)
        gradient = gradient * parameters[f"norm{layer}.gain"]
        gradient -= gradient.mean(1, keepdims=True) + normal * (gradient * normal).mean(
            1, keepdims=True
        )
        gradient /= deviation
        return np.concatenate([gradient * (choice == piece) for piece in range(pieces)], axis=1)

    def backward(gradient: Floats) -> dict[str, Gradient]:
        grads: dict[str, Gradient] = {
            "out.weight": hidden.T @ gradient,
            "out.bias": gradient.sum(0),
        }
        down = gradient @ parameters["out.weight"].T
        for layer in range(len(windows), 0, -1):
            wide = unit_back(down, layer, grads)
            grads[f"layer{layer - 1}.weight"] = windows[layer - 1].T @ wide
            grads[f"layer{layer - 1}.bias"] = wide.sum(0)
            down = down + _windows_back(wide @ parameters[f"layer{layer - 1}.weight"].T, gaps)
        wide = unit_back(down, 0, grads)
        grads["word.bias"] = wide.sum(0)
        grads["place"] = _gathered(wide, places, parameters["place"].shape[0])
        per_word = _gathered(wide, index, len(features))
        grads["word.weight"] = joined.T @ per_word
        below = (per_word @ parameters["word.weight"].T) * known
        at = 0
        for i, table in enumerate(embedded):
            part = below[:, at : at + table.shape[1]]
            rows, place = np.unique(features[:, i], return_inverse=True)
            grads[f"embed{i}"] = (rows, _gathered(part, place, len(rows)))
            at += table.shape[1]
        return grads

    return result, backward


def _top(wide: Floats, width: int) -> Floats:
    """Take the greatest of each unit's pieces."""
    top = wide[:, :width]
    for start in range(width, wide.shape[1], width):
        top = np.maximum(top, wide[:, start : start + width])
    return top


def _maxout(wide: Floats, width: int) -> tuple[Floats, NDArray[np.int8]]:
    """Take the greatest of each unit's pieces, and say which it was."""
    top = wide[:, :width]
    choice = np.zeros(top.shape, np.int8)
    for piece in range(1, wide.shape[1] // width):
        other = wide[:, piece * width : (piece + 1) * width]
        choice[other > top] = piece
        top = np.maximum(top, other)
    return top, choice


def _normalized(values: Floats) -> tuple[Floats, Floats]:
    """Give each row mean 0 and deviation 1 (Ba et al. 2016); return the deviations too."""
    centred = values - values.mean(1, keepdims=True)
    deviation = np.sqrt(np.einsum("ij,ij->i", centred, centred) / values.shape[1] + _EPSILON)[
        :, None
    ]
    centred /= deviation
    return centred, deviation


def _windows(hidden: Floats, gaps: Ints) -> Floats:
    """Set each token's left and right neighbours beside it; none across papers."""
    count, width = hidden.shape
    result = np.zeros((count, 3 * width), np.float32)
    result[1:, :width] = hidden[:-1]
    result[:, width : 2 * width] = hidden
    result[:-1, 2 * width :] = hidden[1:]
    result[gaps, :width] = 0
    result[gaps - 1, 2 * width :] = 0
    return result


def _windows_back(gradient: Floats, gaps: Ints) -> Floats:
    width = gradient.shape[1] // 3
    gradient[gaps, :width] = 0
    gradient[gaps - 1, 2 * width :] = 0
    result = gradient[:, width : 2 * width].copy()
    result[:-1] += gradient[1:, :width]
    result[1:] += gradient[:-1, 2 * width :]
    return result


def _gathered(gradient: Floats, index: Ints, rows: int) -> Floats:
    """Sum the rows of a gradient that came from the same row of a table."""
    picks = sparse.csr_matrix(
        (np.ones(len(index), np.float32), (index, np.arange(len(index)))), shape=(rows, len(index))
    )
    result: Floats = np.asarray(picks @ gradient, dtype=np.float32)
    return result
