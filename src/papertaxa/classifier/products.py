"""Products of positions: what two directions together say that neither says alone.

A paper on diffusion and on planning is not half a paper on each. The models therefore weigh, beside
a paper's terms and its position along the directions of `Knowledge`, all products of its position
by two: a polynomial of degree two, linear in its weights (Chang et al., "Training and testing
low-degree polynomial data mappings via linear SVM", 2010). A model's weights form a symmetric
matrix, of which its foremost axes are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from papertaxa.classifier.knowledge import quantise

Floats = npt.NDArray[np.float64]

WEIGHT = 0.8
"""How much products count, where a paper's own terms count 1 (cross-validated)."""

_AXES = 32  # of a model; more change nothing that can be measured
_AT_ONCE = 128  # papers, so that what is held stays small


@dataclass(frozen=True, kw_only=True)
class Products:
    """Axes of quadratic forms over directions.

    Attributes:
        axes: Shape (directions, models x axes), int8; a column times its scale is an axis.
        scale: One factor an axis, float32.
        worth: Shape (models, axes), float32: what the square of a paper's place along an axis adds
            to the score.
    """

    axes: np.ndarray
    scale: np.ndarray
    worth: np.ndarray

    @cached_property
    def _matrix(self) -> np.ndarray:
        return np.asarray(self.axes.astype(np.float32) * self.scale)

    def score(self, places: np.ndarray) -> np.ndarray:
        """Return what the products add to each score.

        Args:
            places: Positions of papers, shape (papers, directions), of length 1 or 0.

        Returns:
            Shape (papers, models), float32.
        """
        found = np.empty((len(places), len(self.worth)), dtype=np.float32)
        for start in range(0, len(places), _AT_ONCE):
            rows = slice(start, start + _AT_ONCE)
            along = (places[rows] @ self._matrix).reshape(-1, *self.worth.shape)
            found[rows] = np.einsum("pma,ma->pm", along**2, self.worth)
        return found

    def pull(self, place: np.ndarray, models: Sequence[int]) -> np.ndarray:
        """Return by what weight each direction adds to some models' scores, given all the others.

        The weights times the position add up to `score`, exactly.

        Args:
            place: Position of one paper, shape (directions,), of length 1 or 0.
            models: Which models.

        Returns:
            Shape (directions, len(models)).
        """
        axes = self._matrix.reshape(len(self._matrix), *self.worth.shape)[:, list(models)]
        along = np.einsum("d,dma->ma", place, axes)
        return np.asarray(np.einsum("dma,ma->dm", axes, along * self.worth[list(models)]))


def learn_products(places: np.ndarray, share: Floats) -> Products:
    """Find the axes of models that were fitted with squared positions.

    Args:
        places: Positions of the papers that the models were fitted on, of length 1 or 0.
        share: Shape (papers, models), what each paper adds to each model.

    Returns:
        The products.
    """
    directions, models = places.shape[1], share.shape[1]
    kept = min(_AXES, directions)
    axes = np.empty((directions, models, kept), dtype=np.float32)
    single = places.astype(np.float32)
    worth = np.empty((models, kept), dtype=np.float32)
    for model in range(models):
        form = (single.T * (WEIGHT * share[:, model]).astype(np.float32)) @ single
        values, vectors = np.linalg.eigh(form)
        foremost = np.argsort(-np.abs(values), kind="stable")[:kept]
        worth[model] = values[foremost]
        axes[:, model] = vectors[:, foremost]
    # An axis has no sense of its own; the same one is chosen everywhere.
    axes *= np.sign(np.take_along_axis(axes, np.abs(axes).argmax(axis=0)[None], axis=0))
    steps, scale = quantise(axes.reshape(directions, -1))
    return Products(axes=steps, scale=scale, worth=worth)
