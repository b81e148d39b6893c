"""Reading a corpus: every paper's terms as numbers, and what others said of it.

A large corpus is read in parts, each by a worker of its own (a process, or a thread where there is
but one). A part stays with the worker that read it until it is known which terms are common in the
whole: there are millions of terms, and nearly all of them are rare.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from threadpoolctl import threadpool_limits

from papertaxa import listings
from papertaxa.domain import Label, Paper
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.vectors import learn as learn_vectors
from papertaxa.features import Counts, Vocabulary, fold, terms
from papertaxa.text import CleanPaper, clean_paper

LABELS = "labels by hand"
"""The source of tags that are no field of a listing."""

FIELDS = ("keywords", "topic", "categories")
"""Fields of a listing that say what a paper is about."""

VECTOR_PAPERS = 100_000
"""Papers of a part whose texts are kept, and whose words are read for vectors: more change little.
"""

Tags = Mapping[tuple[str, int], Sequence[tuple[int, Sequence[str]]]]
"""(source, file, or -1 where files make no difference) -> papers' rows and what is said of them."""

_worker = threading.local()


@dataclass(frozen=True, kw_only=True)
class Part:
    """What a worker has read, once it is known which terms count.

    Attributes:
        counts: Of the papers' terms, over the terms in question.
        tags: What sources say of the papers.
        named: By id, the papers whose labels state names, and these labels.
    """

    counts: Counts
    tags: Tags
    named: Mapping[str, tuple[CleanPaper, Label]]


def read(
    paths: Sequence[str | Path],
    *,
    first: int,
    without: Set[str],
    labels: Mapping[str, Label],
    words: bool,
) -> int:
    """Read listings, and keep what they hold with this worker.

    Args:
        paths: The listings.
        first: The number of the first of them in the corpus.
        without: Ids of papers to pass over.
        labels: Labels of papers by id.
        words: Whether to keep texts, for word vectors and for what labels say of names.

    Returns:
        The number of papers.
    """
    reading = _Reading(keep=VECTOR_PAPERS if words else 0)
    for number, path in enumerate(paths, start=first):
        for paper in listings.read([path]):
            if paper.id not in without and paper.problem is None:
                reading.add(paper, clean_paper(paper), file=number, label=labels.get(paper.id))
    _worker.reading = reading
    return reading.papers


def common(least: Sequence[float]) -> list[str]:
    """Return the terms that at least so many of the papers have, by the terms' number of words."""
    reading: _Reading = _worker.reading
    return reading.common(least)


def finish(vocabulary: Vocabulary) -> Part:
    """Count the terms of a vocabulary, and forget all else but the texts."""
    reading: _Reading = _worker.reading
    part = Part(counts=reading.counts(vocabulary), tags=reading.tags, named=reading.named)
    _worker.texts = reading.texts
    del _worker.reading
    return part


# One thread, as in all training: sums in another order would give other bytes.
@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator] # threadpoolctl has no types
def vectors(seed: int) -> Vectors:
    """Learn word vectors from the papers that were read."""
    from papertaxa.extract.pipeline import blank
    from papertaxa.extract.tokenizer import words_of

    nlp = blank()
    texts: dict[str, str] = _worker.texts
    return learn_vectors((words_of(nlp.make_doc(text)) for text in texts.values()), seed=seed)


def sample(number: int, without: Set[str]) -> list[str]:
    """Return the texts of some of the papers that were read, spread evenly.

    Args:
        number: How many, at most.
        without: Ids of papers to pass over.
    """
    texts: dict[str, str] = _worker.texts
    left = [text for paper, text in texts.items() if paper not in without]
    return left[:: max(1, -(-len(left) // number))]


def frequent(found: Iterable[str], papers: np.ndarray, least: Sequence[float]) -> list[str]:
    """Return the terms that enough papers have.

    Args:
        found: Terms.
        papers: How many papers have each of them.
        least: How many are enough for terms of one word, of two, and so on; the last one for all
            longer ones.
    """
    last = len(least) - 1
    return [
        term
        for term, n in zip(found, papers.tolist(), strict=True)
        if n >= least[min(term.count(" "), last)]
    ]


@dataclass
class _Field:
    """The terms of one field of all papers, as numbers, end to end."""

    numbers: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("q", [0]))

    def matrix(self, width: int) -> sp.csr_matrix:
        """Count them, shape (papers, width); in place, so there is no adding to the field then."""
        columns = np.frombuffer(self.numbers, dtype=np.int32)
        ones = np.ones(len(columns), dtype=np.int32)
        ends = np.frombuffer(self.ends, dtype=np.int64)
        matrix = sp.csr_matrix((ones, columns, ends), shape=(len(ends) - 1, width))
        matrix.sum_duplicates()
        return matrix


class _Reading:
    """Papers as they are read, packed so that hundreds of thousands fit into memory."""

    def __init__(self, *, keep: int) -> None:
        self.papers = 0
        self.tags: dict[tuple[str, int], list[tuple[int, list[str]]]] = {}
        self._index: dict[str, int] = {}
        self._title, self._abstract = _Field(), _Field()
        self.texts: dict[str, str] = {}
        self.named: dict[str, tuple[CleanPaper, Label]] = {}
        self._keep = keep

    def add(self, paper: Paper, clean: CleanPaper, *, file: int, label: Label | None) -> None:
        """Take in one paper."""
        for part, text in ((self._title, clean.title.text), (self._abstract, clean.abstract.text)):
            index = self._index
            part.numbers.extend(index.setdefault(term, len(index)) for term in terms(text))
            part.ends.append(len(part.numbers))
        for name in FIELDS:
            # Each venue has its own areas.
            self._say((name, file if name == "topic" else -1), _tags(paper, name))
        topics = label.topics if label else ()
        self._say((LABELS, -1), [*topics, *(f"{topic} first" for topic in topics[:1])])
        if self.papers < self._keep:
            self.texts[paper.id] = f"{clean.title.text}\n{clean.abstract.text}"
        if self._keep and label and label.methods is not None and label.benchmarks is not None:
            self.named.setdefault(paper.id, (clean, label))
        self.papers += 1

    def _say(self, source: tuple[str, int], tags: list[str]) -> None:
        if tags:
            self.tags.setdefault(source, []).append((self.papers, tags))

    @cached_property
    def _counted(self) -> tuple[sp.csr_matrix, sp.csr_matrix]:
        """Counts of all terms in titles and in abstracts, once everything has been read."""
        width = len(self._index)
        return self._title.matrix(width), self._abstract.matrix(width)

    def common(self, least: Sequence[float]) -> list[str]:
        """Return the terms that enough papers have."""
        title, abstract = self._counted
        papers = np.bincount((title + abstract).tocsr().indices, minlength=len(self._index))
        return frequent(self._index, papers, least)

    def counts(self, vocabulary: Vocabulary) -> Counts:
        """Count the terms of a vocabulary."""
        columns = [self._index.get(term, -1) for term in vocabulary.terms]
        there = [at for at, column in enumerate(columns) if column >= 0]
        move = sp.csr_matrix(
            (np.ones(len(there), dtype=np.int32), ([columns[at] for at in there], there)),
            shape=(len(self._index), len(vocabulary)),
        )
        title, abstract = ((part @ move).astype(np.uint16) for part in self._counted)
        return Counts(vocabulary=vocabulary, title=title, abstract=abstract)


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
