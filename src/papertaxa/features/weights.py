"""TF-IDF: what a term's count in a paper is worth."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from papertaxa.features.counts import Counts

TITLE_WEIGHT = 3.0
"""Times that a word of the title counts as much as one of the abstract (cross-validated)."""


def inverse_document_frequency(papers_per_term: np.ndarray, papers: int) -> np.ndarray:
    """Weigh terms by their rarity: ``1 + ln((1 + papers) / (1 + papers with the term))``.

    Args:
        papers_per_term: Number of papers with each term.
        papers: Number of papers.

    Returns:
        One weight a term, float32.
    """
    weights = 1.0 + np.log((1.0 + papers) / (1.0 + papers_per_term))
    return weights.astype(np.float32)


def tfidf(counts: Counts, idf: np.ndarray) -> sp.csr_matrix:
    """Turn counts into vectors of length 1.

    The count of a term, title and abstract weighed together, is damped logarithmically, multiplied
    by the term's rarity, and the vector scaled to unit length (Salton and Buckley, 1988).

    Args:
        counts: Of any number of papers.
        idf: Weight of each term of the vocabulary.

    Returns:
        Shape (papers, terms), float32; a paper without a known term is a row of zeros.
    """
    matrix = (counts.title.astype(np.float32) * TITLE_WEIGHT + counts.abstract).tocsr()
    matrix = matrix.astype(np.float32)
    matrix.data = np.log1p(matrix.data) * idf[matrix.indices]
    return unit_rows(matrix)


def unit_rows(matrix: sp.csr_matrix) -> sp.csr_matrix:
    """Scale rows to length 1; rows of zeros stay."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    lengths = np.sqrt(np.bincount(rows, weights=matrix.data**2, minlength=matrix.shape[0]))
    lengths[lengths == 0] = 1
    matrix.data = (matrix.data / lengths[rows]).astype(np.float32)
    return matrix
