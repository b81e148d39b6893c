"""Training the tagger's network: a pass forward with dropout, and the way back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from papertaxa.extract import network
from papertaxa.extract.network import Floats, Gradient, Ground, Ints, Parameters

_Step = tuple[NDArray[np.int8], Floats, Floats, Floats]


class Pass:
    """One pass of some papers through the network.

    Attributes:
        scores: One row per token, one column per output.
    """

    def __init__(
        self,
        parameters: Parameters,
        *,
        features: Ints,
        vectors: Floats,
        index: Ints,
        ground: Ground,
        dropout: float,
        rng: np.random.Generator,
    ) -> None:
        """Score as :func:`~papertaxa.extract.network.scores` does, with dropout.

        Args:
            parameters: The network.
            features: As for :func:`~papertaxa.extract.network.word_part`, of the distinct words.
            vectors: As for :func:`~papertaxa.extract.network.word_part`.
            index: Each token's row in ``features``.
            ground: Where the tokens stand.
            dropout: Share of units that are silenced (Srivastava et al. 2014).
            rng: Decides which.
        """
        self._parameters, self._features, self._index = parameters, features, index
        self._ground, self._dropout, self._rng = ground, np.float32(dropout), rng
        self._width = parameters["norm0.gain"].size
        self._steps: list[_Step] = []
        embedded = [parameters[f"embed{i}"][features[:, i]] for i in range(features.shape[1])]
        self._joined = np.concatenate([*embedded, vectors], axis=1)
        wide = (self._joined @ parameters["word.weight"])[index]
        wide += parameters["place"].take(ground.places, axis=0) + parameters["word.bias"]
        hidden = self._unit(wide)
        self._near: list[Ints] = []
        self._windows: list[Floats] = []
        self._layers = network.depth(parameters)
        for layer in range(self._layers):
            near = network.neighbours(ground, 1 << layer)
            padded = np.pad(hidden, ((0, 1), (0, 0)))  # what the number of all tokens stands for
            self._near.append(near)
            self._windows.append(padded.take(near, axis=0).reshape(len(hidden), -1))
            wide = self._windows[-1] @ parameters[f"layer{layer}.weight"]
            wide += parameters[f"layer{layer}.bias"]
            if layer == self._layers - 1:
                wide += self._pooled(hidden)
            hidden = hidden + self._unit(wide)
        self._hidden = hidden
        self.scores: Floats = hidden @ parameters["out.weight"] + parameters["out.bias"]

    def _unit(self, wide: Floats) -> Floats:
        layer = len(self._steps)
        top, choice = _maxout(wide, self._width)
        normal, deviation = network.normalized(top)
        keep = self._rng.random(normal.shape, dtype=np.float32) >= self._dropout
        scale = keep / (1 - self._dropout)
        self._steps.append((choice, normal, deviation, scale))
        gain, bias = self._parameters[f"norm{layer}.gain"], self._parameters[f"norm{layer}.bias"]
        return (normal * gain + bias) * scale

    def _pooled(self, hidden: Floats) -> Floats:
        ground = self._ground
        self._tops = network.group_tops(hidden, ground.groups)
        self._means = network.paper_means(hidden, ground)
        self._at_top = hidden == self._tops[ground.groups]
        wide: Floats = (self._tops @ self._parameters["elsewhere.weight"])[ground.groups]
        wide += np.repeat(self._means @ self._parameters["paper.weight"], ground.sizes, axis=0)
        return wide

    def gradients(self, errors: Floats) -> dict[str, Gradient]:
        """Return the gradients of the parameters.

        Args:
            errors: Gradient of the scores.
        """
        parameters, width = self._parameters, self._width
        result: dict[str, Gradient] = {
            "out.weight": self._hidden.T @ errors,
            "out.bias": errors.sum(0),
        }
        down = errors @ parameters["out.weight"].T
        for layer in range(self._layers - 1, -1, -1):
            wide = self._unit_back(down, layer + 1, result)
            result[f"layer{layer}.weight"] = self._windows[layer].T @ wide
            result[f"layer{layer}.bias"] = wide.sum(0)
            below = wide @ parameters[f"layer{layer}.weight"].T
            down = down + _windows_back(below, self._near[layer], 1 << layer)
            if layer == self._layers - 1:
                down += self._pooled_back(wide, result)
        wide = self._unit_back(down, 0, result)
        result["word.bias"] = wide.sum(0)
        result["place"] = gathered(wide, self._ground.places, len(parameters["place"]))
        per_word = gathered(wide, self._index, len(self._features))
        result["word.weight"] = self._joined.T @ per_word
        below = per_word @ parameters["word.weight"].T
        at = 0
        for i in range(self._features.shape[1]):
            width = parameters[f"embed{i}"].shape[1]
            rows, place = np.unique(self._features[:, i], return_inverse=True)
            result[f"embed{i}"] = (rows, gathered(below[:, at : at + width], place, len(rows)))
            at += width
        return result

    def _unit_back(self, gradient: Floats, layer: int, result: dict[str, Gradient]) -> Floats:
        choice, normal, deviation, keep = self._steps[layer]
        gradient = gradient * keep
        result[f"norm{layer}.gain"] = (gradient * normal).sum(0)
        result[f"norm{layer}.bias"] = gradient.sum(0)
        gradient = gradient * self._parameters[f"norm{layer}.gain"]
        gradient -= gradient.mean(1, keepdims=True) + normal * (gradient * normal).mean(
            1, keepdims=True
        )
        gradient /= deviation
        pieces = self._parameters["word.bias"].size // self._width
        return np.concatenate([gradient * (choice == piece) for piece in range(pieces)], axis=1)

    def _pooled_back(self, wide: Floats, result: dict[str, Gradient]) -> Floats:
        ground, parameters = self._ground, self._parameters
        per_group = gathered(wide, ground.groups, len(self._tops))
        result["elsewhere.weight"] = self._tops.T @ per_group
        per_paper = np.add.reduceat(wide, ground.starts)
        result["paper.weight"] = self._means.T @ per_paper
        down: Floats = (per_group @ parameters["elsewhere.weight"].T)[ground.groups] * self._at_top
        shared = per_paper @ parameters["paper.weight"].T / ground.sizes[:, None].astype("f")
        down += np.repeat(shared, ground.sizes, axis=0)
        return down


def gathered(gradient: Floats, index: Ints, rows: int) -> Floats:
    """Sum the rows of a gradient that came from the same row of a table."""
    picks = sparse.csr_matrix(
        (np.ones(len(index), np.float32), (index, np.arange(len(index)))), shape=(rows, len(index))
    )
    result: Floats = np.asarray(picks @ gradient, dtype=gradient.dtype)
    return result


def _maxout(wide: Floats, width: int) -> tuple[Floats, NDArray[np.int8]]:
    """Take the greatest of each unit's pieces, and say which it was."""
    top = wide[:, :width]
    choice = np.zeros(top.shape, np.int8)
    for piece in range(1, wide.shape[1] // width):
        other = wide[:, piece * width : (piece + 1) * width]
        choice[other > top] = piece
        top = np.maximum(top, other)
    return top, choice


def _windows_back(gradient: Floats, near: Ints, step: int) -> Floats:
    width = gradient.shape[1] // 3
    gradient[near[:, 0] == len(near), :width] = 0
    gradient[near[:, 2] == len(near), 2 * width :] = 0
    result = gradient[:, width : 2 * width].copy()
    result[:-step] += gradient[step:, :width]
    result[step:] += gradient[:-step, 2 * width :]
    return result
