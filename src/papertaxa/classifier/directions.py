"""Learning directions of related terms from a corpus: what a model knows beyond its own labels.

Two kinds are learnt. Latent directions are those along which papers vary most (latent semantic
analysis: Deerwester et al., 1990). Described directions are regressions, on a paper's terms, of
what people said of it: an author's keywords, a venue's subject area, an archive's category. All are
then brought down to the few directions along which papers differ most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from papertaxa.classifier.knowledge import Knowledge, quantise
from papertaxa.features import Counts, inverse_document_frequency, tfidf

Floats = npt.NDArray[np.float32]

_LATENT = 300
_LATENT_SHARE = 0.43
_PENALTY = 1.0
_STEPS = 10  # of conjugate gradients: stopping early is a penalty of its own
_SAMPLE = 20_000  # papers on which spreads are measured


@dataclass(frozen=True, kw_only=True)
class Descriptions:
    """What one source says of some of the papers.

    Attributes:
        rows: The papers it says something of.
        tags: Shape (these papers, tags), 1 where a paper has a tag.
        share: How much the source counts against the others.
    """

    rows: npt.NDArray[np.int64]
    tags: sp.csr_matrix
    share: float


def learn_knowledge(
    counts: Counts,
    descriptions: Sequence[Descriptions],
    *,
    directions: int = 384,
    share: float = 0.7,
    seed: int = 0,
) -> Knowledge:
    """Learn directions from a corpus.

    Args:
        counts: Of the corpus's papers, over terms that are common in it.
        descriptions: What sources say of the papers.
        directions: How many to keep.
        share: How much a paper's position is to count, where its own terms count 1.
        seed: Of the sampling.

    Returns:
        The directions and their vocabulary.
    """
    from sklearn.utils.extmath import randomized_svd  # loaded only for learning

    idf = inverse_document_frequency(counts.papers_per_term(), len(counts))
    papers = tfidf(counts, idf)
    dice = np.random.default_rng(seed)
    sample = papers[np.sort(dice.permutation(len(counts))[:_SAMPLE])]
    latent = randomized_svd(papers, _LATENT, n_iter=3, random_state=seed)[2].T
    groups = [_scaled(latent, sample, _LATENT_SHARE, each=False)]
    for source in descriptions:
        weights = _regress(papers[source.rows], source.tags)
        groups.append(_scaled(weights, sample, source.share, each=True))
    matrix = np.hstack(groups)
    offset = -np.asarray(sample.mean(axis=0)).ravel() @ matrix
    places = sample @ matrix + offset
    _, vectors = np.linalg.eigh(places.T @ places)
    best = vectors[:, ::-1][:, :directions]
    steps, scale = quantise(matrix @ best)
    return Knowledge(
        vocabulary=counts.vocabulary,
        idf=idf,
        directions=steps,
        scale=scale,
        offset=(offset @ best).astype(np.float32),
        share=share,
    )


def _scaled(weights: Floats, sample: sp.csr_matrix, share: float, *, each: bool) -> Floats:
    """Scale directions so that papers' positions have the mean squared length ``share``."""
    places = sample @ weights
    spread = places.std(axis=0)
    if each:
        weights = weights / np.maximum(spread, np.finfo(np.float32).tiny)
        spread = np.ones_like(spread)
    return np.asarray(weights * np.sqrt(share / (spread**2).sum()), dtype=np.float32)


def _regress(papers: sp.csr_matrix, tags: sp.csr_matrix) -> Floats:
    """Regress each tag on terms by conjugate gradients on centred least squares, side by side."""
    frequency = np.asarray(tags.mean(axis=0)).ravel()
    centre = np.asarray(papers.mean(axis=0)).ravel().astype(np.float32)
    transposed = papers.T.tocsr()

    def back(values: Floats) -> Floats:
        return np.asarray(transposed @ values - np.outer(centre, values.sum(axis=0)))

    # Tags need no centring: the papers are centred.
    residual = (transposed @ tags).toarray() - np.outer(centre, np.asarray(tags.sum(axis=0)))
    residual = (residual / np.sqrt(frequency)).astype(np.float32)  # rare tags count as much
    weights = np.zeros_like(residual)
    direction, length = residual.copy(), (residual**2).sum(axis=0)
    for _ in range(_STEPS):
        image = papers @ direction
        image -= centre @ direction
        step = back(image) + _PENALTY * direction
        size = length / np.maximum((direction * step).sum(axis=0), np.finfo(np.float32).tiny)
        weights += size * direction
        residual = residual - size * step
        before, length = length, (residual**2).sum(axis=0)
        direction = residual + length / np.maximum(before, np.finfo(np.float32).tiny) * direction
    return np.asarray(weights)
