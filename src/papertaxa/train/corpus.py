"""What papers without labels teach: which terms belong together, and what company words keep.

Papers are described in part by others: authors give keywords, venues an area, archives categories.
What such a source does not say is unknown, not false; so these descriptions never become labels,
only directions along which papers lie (`papertaxa.classifier.directions`).

Labels by hand can be one more such source. The papers that a model is fitted on cost time that
grows with the cube of their number; those that only turn directions cost next to none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from papertaxa.classifier import Knowledge
from papertaxa.classifier.directions import Descriptions, learn_knowledge
from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract.vectors import Vectors
from papertaxa.features import Counts, Vocabulary, join
from papertaxa.processes import workers
from papertaxa.text import CleanPaper
from papertaxa.train.reading import LABELS, Part, common, finish, frequent, read, sample, vectors

_Asked = TypeVar("_Asked")
_Told = TypeVar("_Told")

_LEAST_PAPERS = (1.0, 1.5, 2.0)  # of a term to be kept, by its number of words: times this
_LEAST, _PAPERS_PER_LEAST = 20, 6000
_LARGE = 30_000_000  # bytes from which on a corpus is read in two parts
_TEXTS = 100_000  # papers in which names are counted
_LEAST_DESCRIBED = 1000  # papers of a source, for it to count at all


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """A kind of description: how it counts, and how often a tag has to stand to be learnt."""

    share: float
    least: int


_KINDS = {
    "keywords": _Kind(share=0.21, least=30),
    "topic": _Kind(share=0.09, least=8),
    "categories": _Kind(share=0.07, least=300),
    LABELS: _Kind(share=0.4, least=5),
}
"""Field of a listing -> what is made of it (shares were set by cross-validation)."""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """What was learnt: of terms, for the classifier; of words, for the extractor.

    Attributes:
        knowledge: Of terms.
        vectors: Of words.
        named: Papers whose labels state names, and these labels, for the extractor.
        texts: Papers without labels, in which the extractor's training counts names.
    """

    knowledge: Knowledge
    vectors: Vectors
    named: tuple[tuple[CleanPaper, Label], ...] = ()
    texts: tuple[str, ...] = ()


def learn(
    paths: Sequence[str | Path],
    *,
    without: Set[str],
    labels: Mapping[str, Label] | None = None,
    fitted: Set[str] = frozenset(),
    words: bool = True,
    jobs: int = 1,
    seed: int = 0,
) -> Corpus:
    """Learn from listings.

    Args:
        paths: The listings; fields ``keywords``, ``topic`` and ``categories`` are used if present.
        without: Ids of papers to pass over: those that something is measured on.
        labels: Labels that some of the papers were given by hand.
        fitted: Ids of further papers that have labels, which the model is fitted on.
        words: Whether to learn word vectors too, and keep the papers whose labels state names and
            some that have no label, for an extractor.
        jobs: Processes to use; makes no difference to what is learnt.
        seed: Of the sampling.

    Returns:
        What was learnt.

    Raises:
        TrainingError: The listings hold too few papers to learn from.
    """
    halves = _halves(paths)
    with ExitStack() as stack:
        readers = [stack.enter_context(workers(1, jobs=jobs)) for _ in halves]

        def ask(task: Callable[[_Asked], _Told], what: _Asked) -> list[_Told]:
            return [told.result() for told in [its.submit(task, what) for its in readers]]

        begun = [
            reader.submit(
                read, half, first=first, without=without, labels=labels or {}, words=words
            )
            for reader, (first, half) in zip(readers, halves, strict=True)
        ]
        papers = sum(its.result() for its in begun)
        least = max(_LEAST, papers // _PAPERS_PER_LEAST)
        enough = [least * factor for factor in _LEAST_PAPERS]
        # A term that is common in the whole is so in one of its parts.
        often = ask(common, [its / len(halves) for its in enough])
        found = Vocabulary(tuple(sorted(set().union(*often))))
        parts = ask(finish, found)
        texts: list[list[str]] = []
        if words:
            labelled = {*fitted, *(labels or ())}
            texts = [
                told.result()
                for told in [its.submit(sample, _TEXTS // len(halves), labelled) for its in readers]
            ]
        learnt = readers[0].submit(vectors, seed) if words else None
        knowledge = learn_knowledge(*_merge(parts, enough), seed=seed)
        return Corpus(
            knowledge=replace(knowledge, told=tuple(sorted(labels or ()))),
            vectors=Vectors.none() if learnt is None else learnt.result(),
            named=tuple({key: its for part in parts for key, its in part.named.items()}.values()),
            texts=tuple(text for some in texts for text in some),
        )


def _halves(paths: Sequence[str | Path]) -> list[tuple[int, Sequence[str | Path]]]:
    """Part listings in two of about the same size, in order; a small corpus stays whole.

    Returns:
        For each part, the number of its first listing, and its listings.
    """
    sizes = [Path(path).stat().st_size if Path(path).is_file() else 0 for path in paths]
    before = np.cumsum([0, *sizes])
    if before[-1] < _LARGE or len(paths) == 1:
        return [(0, paths)]
    middle = 1 + int(np.abs(before[1:-1] - before[-1] / 2).argmin())
    return [(0, paths[:middle]), (middle, paths[middle:])]


def _merge(parts: Sequence[Part], enough: Sequence[float]) -> tuple[Counts, list[Descriptions]]:
    """Put parts together: the counts of terms that are common, and what each source says."""
    counts = join([part.counts for part in parts])
    kept = tuple(frequent(counts.vocabulary.terms, counts.papers_per_term(), enough))
    if not kept:
        raise TrainingError(
            f"the corpus holds {len(counts)} papers and no term that is common among them: too "
            "few to learn from; give more papers, or leave --corpus out"
        )
    tags: dict[tuple[str, int], list[tuple[int, Sequence[str]]]] = {}
    start = 0
    for part in parts:
        for source, said in part.tags.items():
            tags.setdefault(source, []).extend((start + row, its) for row, its in said)
        start += len(part.counts)
    described = [
        _describe(said, _KINDS[name])
        for (name, _), said in sorted(tags.items())
        if len(said) >= _LEAST_DESCRIBED
    ]
    return counts.onto(Vocabulary(kept)), described


def _describe(papers: Sequence[tuple[int, Sequence[str]]], kind: _Kind) -> Descriptions:
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
