"""Counts of terms: how often each stands in each paper's title and abstract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from papertaxa.features.tokens import terms
from papertaxa.text import CleanPaper

_MOST = np.iinfo(np.uint16).max


@dataclass(frozen=True)
class Vocabulary:
    """The terms that are counted, each once, in the order of the columns."""

    terms: tuple[str, ...]

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The column of each term."""
        return dict(zip(self.terms, range(len(self.terms)), strict=True))

    def __len__(self) -> int:
        """The number of terms."""
        return len(self.terms)

    def columns(self, other: Vocabulary) -> np.ndarray:
        """Return the column of each of another's terms here, -1 for those not here."""
        index = self.index
        return np.array([index.get(term, -1) for term in other.terms], dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class Counts:
    """Term counts of papers; both matrices have shape (papers, terms) and integer values.

    Attributes:
        vocabulary: The terms, by column.
        title: Counts in the titles.
        abstract: Counts in the abstracts.
    """

    vocabulary: Vocabulary
    title: sp.csr_matrix
    abstract: sp.csr_matrix

    def __len__(self) -> int:
        """The number of papers."""
        return int(self.title.shape[0])

    def papers_per_term(self) -> np.ndarray:
        """Return the number of papers that hold each term, in either field."""
        both = (self.title + self.abstract).tocsr()
        return np.bincount(both.indices, minlength=len(self.vocabulary))

    def onto(self, vocabulary: Vocabulary, columns: np.ndarray | None = None) -> Counts:
        """Return the same counts over another vocabulary; terms that it lacks are dropped.

        Args:
            vocabulary: The other vocabulary.
            columns: ``self.vocabulary.columns(vocabulary)``, where the caller has it at hand.
        """
        if vocabulary is self.vocabulary or vocabulary == self.vocabulary:
            return self
        source = self.vocabulary.columns(vocabulary) if columns is None else columns
        kept = np.flatnonzero(source >= 0)
        move = sp.csr_matrix(
            (np.ones(len(kept), dtype=np.uint16), (source[kept], kept)),
            shape=(len(self.vocabulary), len(vocabulary)),
        )
        return Counts(
            vocabulary=vocabulary,
            title=_tidy(self.title @ move),
            abstract=_tidy(self.abstract @ move),
        )

    def rows(self, rows: np.ndarray | Sequence[int]) -> Counts:
        """Return the counts of some of the papers."""
        return Counts(
            vocabulary=self.vocabulary, title=self.title[rows], abstract=self.abstract[rows]
        )


def count(papers: Sequence[CleanPaper], vocabulary: Vocabulary) -> Counts:
    """Count a vocabulary's terms in cleaned papers."""
    return Counts(
        vocabulary=vocabulary,
        title=_matrix((paper.title.text for paper in papers), vocabulary),
        abstract=_matrix((paper.abstract.text for paper in papers), vocabulary),
    )


def find_vocabulary(papers: Iterable[CleanPaper], *, least: int) -> Vocabulary:
    """Collect the terms that stand in at least ``least`` papers, sorted."""
    found: Counter[str] = Counter()
    for paper in papers:
        found.update({*terms(paper.title.text), *terms(paper.abstract.text)})
    return Vocabulary(tuple(sorted(term for term, papers in found.items() if papers >= least)))


def join(parts: Sequence[Counts]) -> Counts:
    """Stack counts over one vocabulary."""
    return Counts(
        vocabulary=parts[0].vocabulary,
        title=_tidy(sp.vstack([part.title for part in parts], format="csr")),
        abstract=_tidy(sp.vstack([part.abstract for part in parts], format="csr")),
    )


def _matrix(texts: Iterable[str], vocabulary: Vocabulary) -> sp.csr_matrix:
    column = vocabulary.index.get
    columns: list[int] = []
    ends = [0]
    for text in texts:
        columns += [at for at in map(column, terms(text)) if at is not None]
        ends.append(len(columns))
    matrix = sp.csr_matrix(
        (np.ones(len(columns), dtype=np.int32), np.array(columns, dtype=np.int32), ends),
        shape=(len(ends) - 1, len(vocabulary)),
    )
    return _tidy(matrix)


def _tidy(matrix: sp.csr_matrix) -> sp.csr_matrix:
    """One entry a term, by column, as small integers: the same counts are the same bytes."""
    matrix = sp.csr_matrix(matrix)
    matrix.sum_duplicates()
    matrix.sort_indices()
    matrix.data = np.minimum(matrix.data, _MOST).astype(np.uint16)
    return matrix
