"""What papers without labels teach: which terms belong together, and what company words keep.

Papers are described in part by others: authors give keywords, venues an area, archives categories.
What such a source does not say is unknown, not false; so these descriptions never become labels,
only directions along which papers lie (`papertaxa.classifier.directions`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from papertaxa import listings
from papertaxa.classifier import Knowledge
from papertaxa.classifier.directions import Descriptions, learn_knowledge
from papertaxa.domain import Paper
from papertaxa.errors import TrainingError
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.vectors import learn as learn_vectors
from papertaxa.features import Counts, Vocabulary, fold, terms
from papertaxa.text import CleanPaper, clean_paper

_LEAST_PAPERS = (1.0, 1.5, 2.0)  # of a term to be kept, by its number of words: times this
_LEAST, _PAPERS_PER_LEAST = 20, 6000
_VECTOR_PAPERS = 100_000  # papers whose words are read for vectors: more change little
_LEAST_DESCRIBED = 1000  # papers of a source, for it to count at all


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """A kind of description: how it counts, and how often a tag has to stand to be learnt."""

    share: float
    least: int
    by_file: bool


_KINDS = {
    "keywords": _Kind(share=0.21, least=30, by_file=False),
    "topic": _Kind(share=0.09, least=8, by_file=True),  # each venue has its own areas
    "categories": _Kind(share=0.07, least=300, by_file=False),
}
"""Field of a listing -> what is made of it (shares were set by cross-validation)."""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """What was learnt: of terms, for the classifier; of words, for the extractor."""

    knowledge: Knowledge
    vectors: Vectors


def learn(
    paths: Sequence[str | Path], *, without: Set[str], words: bool = True, seed: int = 0
) -> Corpus:
    """Learn from listings without labels.

    Args:
        paths: The listings; fields ``keywords``, ``topic`` and ``categories`` are used if present.
        without: Ids of papers to pass over: those that something is measured on.
        words: Whether to learn word vectors too, for an extractor.
        seed: Of the sampling.

    Returns:
        What was learnt.

    Raises:
        TrainingError: The listings hold too few papers to learn from.
    """
    reading = _Reading()
    for number, path in enumerate(paths):
        for paper in listings.read([path]):
            if paper.id not in without and paper.problem is None:
                reading.add(paper, clean_paper(paper), file=number)
    counts = reading.counts()
    if not len(counts.vocabulary):
        raise TrainingError(
            f"the corpus holds {len(counts)} papers and no term that is common among them: too "
            "few to learn from; give more papers, or leave --corpus out"
        )
    return Corpus(
        knowledge=learn_knowledge(counts, list(reading.descriptions()), seed=seed),
        vectors=learn_vectors(reading.texts, seed=seed) if words else Vectors.none(),
    )


@dataclass
class _Field:
    """The terms of one field of all papers, as numbers, end to end."""

    numbers: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("q", [0]))

    def matrix(self, width: int) -> sp.csr_matrix:
        """Count them, shape (papers, width)."""
        columns = np.frombuffer(self.numbers, dtype=np.int32)
        ones = np.ones(len(columns), dtype=np.int32)
        ends = np.frombuffer(self.ends, dtype=np.int64)
        matrix = sp.csr_matrix((ones, columns, ends), shape=(len(ends) - 1, width))
        matrix.sum_duplicates()
        return matrix


class _Reading:
    """Papers as they are read, packed so that hundreds of thousands fit into memory."""

    def __init__(self) -> None:
        self._index: dict[str, int] = {}
        self._title, self._abstract = _Field(), _Field()
        self._tags: dict[tuple[str, int], list[tuple[int, list[str]]]] = {}
        self._clean: list[str] = []
        self._papers = 0

    def add(self, paper: Paper, clean: CleanPaper, *, file: int) -> None:
        """Take in one paper."""
        for part, text in ((self._title, clean.title.text), (self._abstract, clean.abstract.text)):
            index = self._index
            part.numbers.extend(index.setdefault(term, len(index)) for term in terms(text))
            part.ends.append(len(part.numbers))
        for name, kind in _KINDS.items():
            if tags := _tags(paper, name):
                source = (name, file if kind.by_file else -1)
                self._tags.setdefault(source, []).append((self._papers, tags))
        if self._papers < _VECTOR_PAPERS:
            self._clean.append(f"{clean.title.text}\n{clean.abstract.text}")
        self._papers += 1

    def counts(self) -> Counts:
        """Count the terms that are common enough."""
        width = len(self._index)
        title, abstract = self._title.matrix(width), self._abstract.matrix(width)
        papers = np.bincount((title + abstract).tocsr().indices, minlength=width)
        least = max(_LEAST, self._papers // _PAPERS_PER_LEAST)
        enough = [least * factor for factor in _LEAST_PAPERS]
        kept = sorted(
            (term, column)
            for term, column in self._index.items()
            if papers[column] >= enough[min(term.count(" "), len(enough) - 1)]
        )
        columns = [column for _, column in kept]
        return Counts(
            vocabulary=Vocabulary(tuple(term for term, _ in kept)),
            title=title[:, columns].astype(np.uint16),
            abstract=abstract[:, columns].astype(np.uint16),
        )

    def descriptions(self) -> Iterator[Descriptions]:
        """Give what each source says, the frequent tags alone."""
        for (name, _), papers in sorted(self._tags.items()):
            if len(papers) >= _LEAST_DESCRIBED:
                yield _describe(papers, _KINDS[name])

    @property
    def texts(self) -> Iterator[list[str]]:
        """The words of the papers that vectors are learnt from."""
        from papertaxa.extract.pipeline import blank
        from papertaxa.extract.tokenizer import words_of

        nlp = blank()
        for text in self._clean:
            yield words_of(nlp.make_doc(text))


def _tags(paper: Paper, name: str) -> list[str]:
    """What a field says of a paper: folded keywords, or areas and categories as they stand."""
    value = paper.extra.get(name)
    if isinstance(value, str):
        value = value.split(";" if name == "keywords" else " | ")
    if not isinstance(value, list) or (name == "topic" and "categories" in paper.extra):
        return []
    found = [str(tag).strip() for tag in value]
    if name == "keywords":
        found = [" ".join(filter(None, map(fold, tag.split()))) for tag in found]
    return sorted({tag for tag in found if tag})


def _describe(papers: Sequence[tuple[int, list[str]]], kind: _Kind) -> Descriptions:
    often = Counter(tag for _, tags in papers for tag in tags)
    column = {tag: n for n, tag in enumerate(sorted(t for t in often if often[t] >= kind.least))}
    at = [(row, column[t]) for row, (_, tags) in enumerate(papers) for t in tags if t in column]
    places: npt.NDArray[np.int64] = np.array(at, dtype=np.int64).reshape(-1, 2)
    return Descriptions(
        rows=np.array([row for row, _ in papers]),
        tags=sp.csr_matrix(
            (np.ones(len(at), dtype=np.float32), (places[:, 0], places[:, 1])),
            shape=(len(papers), len(column)),
        ),
        share=kind.share,
    )
