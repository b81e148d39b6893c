"""The tagger's network: word features, a narrow convolution, scores of tags. NumPy throughout.

A convolutional tagger in the manner of Collobert et al. (2011), with hashed word features
(Weinberger et al. 2009), maxout units (Goodfellow et al. 2013) and convolutions that reach further
from layer to layer (Strubell et al. 2017). It is written out here rather than built of thinc layers
because labelling a listing spends most of its time in it, and two things make it some five times
faster: what depends on the word alone is computed once per distinct word, and the pieces of a
maxout lie in separate blocks, so that their maximum is one vectorised call.

The last layer also sees what the layer before it made of all other places of a word, and of the
whole paper: a name that is announced in one sentence is new in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.integer[Any]]
Parameters = dict[str, Floats]
Gradient = Floats | tuple[Ints, Floats]
"""Of a whole array, or of some of its rows."""

EPSILON = np.float32(1e-5)
_BLOCK = 1152  # tokens that the processor's cache holds; a multiple of what BLAS takes at once


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
        depth: Convolutions of three tokens, at least one; in the first the outer ones stand next to
            the middle one, in each further one twice as far from it as in the last.
        outputs: Scores per token.
    """

    rows: tuple[int, ...]
    parts: tuple[int, ...]
    vector: int
    places: int
    width: int = 64
    pieces: int = 2
    depth: int = 3
    outputs: int = 8


@dataclass(frozen=True, slots=True)
class Ground:
    """Where the tokens of some papers stand, laid end to end.

    Attributes:
        places: Each token's place (:mod:`places`).
        groups: Numbers of the distinct words of each paper, one per token; the same word of another
            paper has another number.
        starts: Index of the first token of every paper.
    """

    places: Ints
    groups: Ints
    starts: Ints

    @property
    def sizes(self) -> Ints:
        """Tokens per paper."""
        return np.diff(np.append(self.starts, len(self.places)))


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
    parameters["elsewhere.weight"] = weights(shape.width, wide)
    parameters["paper.weight"] = weights(shape.width, wide)
    for layer in range(shape.depth + 1):
        parameters[f"norm{layer}.gain"] = np.ones(shape.width, np.float32)
        parameters[f"norm{layer}.bias"] = np.zeros(shape.width, np.float32)
    parameters["out.weight"] = np.zeros((shape.width, shape.outputs), np.float32)
    parameters["out.bias"] = np.zeros(shape.outputs, np.float32)
    return parameters


def depth(parameters: Parameters) -> int:
    """Count a network's convolutions."""
    layers = 0
    while f"layer{layers}.weight" in parameters:
        layers += 1
    return layers


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


def scores(parameters: Parameters, words: Floats, rows: Ints, ground: Ground) -> Floats:
    """Score every tag for every token of some papers, laid end to end.

    Args:
        parameters: The network.
        words: What :func:`word_part` gives.
        rows: Each token's row of it.
        ground: Where the tokens stand; every paper has some.

    Returns:
        One row per token, one column per output.
    """
    count, width = len(rows), parameters["norm0.gain"].size
    # The last row stands for tokens that a paper does not have.
    hidden = np.zeros((count + 1, width), words.dtype)
    result = np.zeros_like(hidden)
    blocks = [slice(start, min(start + _BLOCK, count)) for start in range(0, count, _BLOCK)]
    for block in blocks:
        wide = words.take(rows[block], axis=0)
        wide += parameters["place"].take(ground.places[block], axis=0)
        wide += parameters["word.bias"]
        _unit(parameters, 0, wide, hidden[block])
    layers = depth(parameters)
    papers = np.repeat(np.arange(len(ground.starts)), ground.sizes)
    for layer in range(layers):
        weight, bias = parameters[f"layer{layer}.weight"], parameters[f"layer{layer}.bias"]
        window = neighbours(ground, 1 << layer)
        last = layer == layers - 1
        if last:
            tops = group_tops(hidden[:-1], ground.groups) @ parameters["elsewhere.weight"]
            means = paper_means(hidden[:-1], ground) @ parameters["paper.weight"]
        for block in blocks:
            wide = hidden.take(window[block], axis=0).reshape(-1, 3 * width) @ weight
            wide += bias
            if last:
                wide += tops.take(ground.groups[block], axis=0)
                wide += means.take(papers[block], axis=0)
            _unit(parameters, layer + 1, wide, result[block])
            result[block] += hidden[block]
        hidden, result = result, hidden
    final: Floats = hidden[:-1] @ parameters["out.weight"] + parameters["out.bias"]
    return final


def _unit(parameters: Parameters, layer: int, wide: Floats, out: Floats) -> None:
    """Take each unit's greatest piece, normalize, scale."""
    width = out.shape[1]
    top = wide[:, :width]
    for start in range(width, wide.shape[1], width):
        top = np.maximum(top, wide[:, start : start + width], out=out)
    normalized(top, out=out)
    out *= parameters[f"norm{layer}.gain"]
    out += parameters[f"norm{layer}.bias"]


def normalized(values: Floats, *, out: Floats | None = None) -> tuple[Floats, Floats]:
    """Give each row mean 0 and deviation 1 (Ba et al. 2016); return the deviations too.

    Args:
        values: The rows.
        out: Where to write the result; it may be the rows themselves.
    """
    centred = np.subtract(values, values.mean(1, keepdims=True), out=out)
    deviation = np.sqrt(np.einsum("ij,ij->i", centred, centred) / values.shape[1] + EPSILON)[
        :, None
    ]
    centred /= deviation
    return centred, deviation


def neighbours(ground: Ground, step: int) -> Ints:
    """Say which token stands some steps to the left of each, which is it, which to the right.

    Args:
        ground: Where the tokens stand.
        step: How far away.

    Returns:
        One row per token; where the paper has no such token, the number of all tokens.
    """
    count = len(ground.places)
    at = np.arange(count)
    starts = np.repeat(ground.starts, ground.sizes)
    ends = np.repeat(np.append(ground.starts[1:], count), ground.sizes)
    left, right = at - step, at + step
    left[left < starts] = count
    right[right >= ends] = count
    return np.column_stack([left, at, right])


def group_tops(hidden: Floats, groups: Ints) -> Floats:
    """Take the greatest over all tokens of each group."""
    # Sorting small integers takes a fraction of the time.
    order = np.argsort(groups.astype(np.min_scalar_type(groups.max(initial=0))), kind="stable")
    ordered = groups[order]
    firsts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    sizes = np.diff(firsts, append=len(order))
    result = hidden.take(order[firsts], axis=0)
    # Most groups have one token, few have many.
    number = 1
    while (left := np.flatnonzero(sizes > number)).size:
        again = hidden.take(order[firsts[left] + number], axis=0)
        result[left] = np.maximum(result[left], again)
        number += 1
    return result


def paper_means(hidden: Floats, ground: Ground) -> Floats:
    """Average over the tokens of each paper."""
    result: Floats = np.add.reduceat(hidden, ground.starts) / ground.sizes[:, None].astype("f")
    return result
