"""Groups of papers that are about the same thing, and the terms that tell a group from the rest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from papertaxa.classifier.knowledge import Knowledge
from papertaxa.features import Counts, Vocabulary, inverse_document_frequency, tfidf

Rows = npt.NDArray[np.int64]

APART = 0.8
"""Mean cosine distance from which on groups stay apart; tried on topics left out of training."""

_LEAST_PAPERS = 2  # in which a term has to stand to connect papers


def cluster(
    counts: Counts, among: Counts, *, knowledge: Knowledge | None, least: int
) -> list[Rows]:
    """Group papers by average linkage of cosines (Sokal and Michener, 1958).

    Papers are compared by all their terms, rare as the terms are among all papers of the listing,
    and by their places along the directions of a model's knowledge. Nothing is drawn at random.

    Args:
        counts: Of the papers to group.
        among: Of all papers of the listing, over the same vocabulary.
        knowledge: What a model knows of terms; None if nothing.
        least: Papers in the smallest group that is returned.

    Returns:
        The rows of each group, the most typical paper first; the largest group first. Papers in no
        group large enough are left out.
    """
    if len(counts) < max(least, 2):
        return []
    from sklearn.cluster import AgglomerativeClustering  # loaded only for proposals

    near = _cosines(counts, among, knowledge)
    model = AgglomerativeClustering(
        n_clusters=None, metric="precomputed", linkage="average", distance_threshold=APART
    )
    numbers = model.fit_predict(np.clip(1 - near, 0, None))
    groups = []
    for number in range(numbers.max() + 1):
        rows = np.flatnonzero(numbers == number)
        if len(rows) >= least:
            typical = near[np.ix_(rows, rows)].sum(axis=1)
            groups.append(rows[(-typical).argsort(kind="stable")])
    return sorted(groups, key=lambda rows: (-len(rows), rows.min()))


def telling_terms(counts: Counts, among: Counts, rows: Rows, *, n: int) -> list[str]:
    """Name the terms that tell some papers from the others of a listing.

    A term is worth what it adds to the divergence of the two distributions: its share among the
    papers times the logarithm of how much larger that share is than among all others (Kullback and
    Leibler, 1951). Phrases say more than the words in them, so they are worth a little more.

    Args:
        counts: Of the papers that ``rows`` counts in.
        among: Of all papers of the listing, over the same vocabulary; ``counts`` among them.
        rows: The papers.
        n: How many terms to return.

    Returns:
        The best first; no two share a word.
    """
    inside = counts.rows(rows).papers_per_term()
    outside = among.papers_per_term() - inside
    share = inside / len(rows)
    elsewhere = (outside + 0.5) / (len(among) - len(rows) + 1)
    words = np.array([term.count(" ") + 1 for term in counts.vocabulary.terms])
    worth = np.where(
        inside >= _LEAST_PAPERS,
        share * np.log(np.maximum(share, 1e-9) / elsewhere) * (1 + np.log(words)),
        0,
    )
    found: list[str] = []
    said = {"based"}  # at an end of a phrase it is half of "graph-based"
    for column in (-worth).argsort(kind="stable").tolist():
        if len(found) == n or worth[column] <= 0:
            break
        term = counts.vocabulary.terms[column]
        if said.isdisjoint(term.split()):
            found.append(term)
            said.update(term.split())
    return found


def _cosines(counts: Counts, among: Counts, knowledge: Knowledge | None) -> npt.NDArray[np.float64]:
    kept = counts.papers_per_term() >= _LEAST_PAPERS
    terms = [term for term, keep in zip(counts.vocabulary.terms, kept, strict=True) if keep]
    idf = inverse_document_frequency(among.papers_per_term(), len(among))[kept]
    vectors: sp.csr_matrix = tfidf(counts.onto(Vocabulary(tuple(terms))), idf)
    near = np.asarray((vectors @ vectors.T).todense(), dtype=np.float64)
    if knowledge is not None:
        places = knowledge.place(counts.onto(knowledge.vocabulary)).astype(np.float64)
        near += places @ places.T
    lengths = np.sqrt(near.diagonal())
    scale = np.outer(lengths, lengths)
    near = np.divide(near, scale, out=np.zeros_like(near), where=scale > 0)
    return np.asarray(np.round((near + near.T) / 2, 6))  # beyond it lies the noise of the machine
