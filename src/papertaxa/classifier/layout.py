"""The features of papers as the linear models see them, in fitting and in holding out alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from papertaxa.classifier.knowledge import Knowledge
from papertaxa.classifier.products import WEIGHT
from papertaxa.classifier.ridge import Block
from papertaxa.features import Counts, Vocabulary, tfidf

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Features of papers.

    Attributes:
        blocks: The terms' weights, and the positions along directions if there are any.
        places: Positions of length 1, shape (papers, directions); None without directions.
        squared: The features all of whose products by two are features too; None likewise.
    """

    blocks: tuple[Block, ...]
    places: Floats | None
    squared: Floats | None


def lay_out(
    counts: Counts, vocabulary: Vocabulary, idf: np.ndarray, knowledge: Knowledge | None
) -> Layout:
    """Turn counts into features.

    Args:
        counts: Of papers, over all terms that were counted.
        vocabulary: The terms that get weights of their own.
        idf: Their rarity.
        knowledge: Directions of related terms, where there are any.

    Returns:
        The features.
    """
    own = tfidf(counts.onto(vocabulary), idf).astype(np.float64)
    if knowledge is None:
        return Layout(blocks=(own,), places=None, squared=None)
    placed = knowledge.place(counts.onto(knowledge.vocabulary)).astype(np.float64)
    places = placed / np.sqrt(knowledge.share)
    return Layout(blocks=(own, placed), places=places, squared=places * WEIGHT**0.25)
