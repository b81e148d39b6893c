"""What is known of terms from papers without labels: directions in which related terms lie.

A direction is a weighting of terms. Papers that share no word still lie close together along
directions learnt from a large corpus (latent semantic analysis: Deerwester et al., 1990; or
regressions of what authors say of their papers on the words they use). A model ships its knowledge,
so whoever refits it needs no corpus.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from papertaxa.features import Counts, Vocabulary, tfidf


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """Directions over a vocabulary.

    Attributes:
        vocabulary: The terms that the corpus has often enough.
        idf: Their rarity in the corpus, float32.
        directions: Shape (terms, directions), int8; a column times its scale is a direction.
        scale: One factor a direction, float32.
        offset: What is added to a paper's position along each direction, float32.
        share: How much a paper's position counts, where its own terms count 1.
        told: Ids of the papers whose labels by hand helped to find the directions.
    """

    vocabulary: Vocabulary
    idf: np.ndarray
    directions: np.ndarray
    scale: np.ndarray
    offset: np.ndarray
    share: float
    told: tuple[str, ...] = ()

    @cached_property
    def _matrix(self) -> np.ndarray:
        return np.asarray(self.directions.astype(np.float32) * self.scale)

    def place(self, counts: Counts) -> np.ndarray:
        """Find where papers lie along the directions.

        Args:
            counts: Over this vocabulary.

        Returns:
            Shape (papers, directions), float32, each row's squared length ``share``; a paper
            without a known term lies at zero.
        """
        vectors = tfidf(counts, self.idf)
        places = np.asarray(vectors @ self._matrix + self.offset, dtype=np.float32)
        places[np.diff(vectors.indptr) == 0] = 0
        lengths = np.linalg.norm(places, axis=1, keepdims=True)
        places *= np.sqrt(self.share) / np.where(lengths > 0, lengths, 1)
        return places


def quantise(directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Round each column to 255 steps: an eighth of the space, and no loss that can be measured.

    Args:
        directions: Shape (terms, directions).

    Returns:
        The int8 matrix, and the scale of each column.
    """
    scale = np.abs(directions).max(axis=0) / np.iinfo(np.int8).max
    scale = np.where(scale > 0, scale, 1).astype(np.float32)
    return np.rint(directions / scale).astype(np.int8), scale
