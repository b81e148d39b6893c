"""What a classifier is fitted on: counts and labels per paper, no text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from papertaxa.errors import TrainingError
from papertaxa.features import Counts, Vocabulary, count, find_vocabulary, join
from papertaxa.text import CleanPaper

_PAPERS_PER_STEP = 900
_LEAST, _MOST = 1, 4


@dataclass(frozen=True, kw_only=True)
class TrainingSet:
    """Labelled papers as a model ships them.

    Attributes:
        ids: The papers' ids, each once.
        counts: Counts of terms, a row a paper.
        topics: Topic ids of each paper, the primary one first; at least one.
        representative: Whether each paper was drawn at random from what is to be labelled, so
            that the balance of topics among these papers is the one to expect. Where none is,
            all are taken to be.
    """

    ids: tuple[str, ...]
    counts: Counts
    topics: tuple[tuple[str, ...], ...]
    representative: np.ndarray

    def __len__(self) -> int:
        """The number of papers."""
        return len(self.ids)


def make_training_set(
    ids: Sequence[str],
    papers: Sequence[CleanPaper],
    topics: Sequence[Sequence[str]],
    *,
    representative: Sequence[bool] | None = None,
    vocabulary: Vocabulary | None = None,
    least_known: int = 1,
) -> TrainingSet:
    """Count the terms of labelled papers.

    Terms in too few papers are dropped: those of one paper teach nothing and would make it
    recognisable. How many are too few grows with the number of papers, up to four.

    Args:
        ids: The papers' ids.
        papers: Their cleaned texts.
        topics: Their topic ids, the primary one first.
        representative: Which papers are a random sample; None if all are.
        vocabulary: Terms that are known from elsewhere to be common.
        least_known: In how many of these papers a term of ``vocabulary`` has to stand.

    Returns:
        The training set.

    Raises:
        TrainingError: There is no paper with both text and a topic, or an id stands twice.
    """
    if len(set(ids)) < len(ids):
        raise TrainingError(
            f"the paper id {_repeated(ids)!r} stands twice among the labelled papers; "
            "keep one of the two"
        )
    flags = [True] * len(ids) if representative is None else representative
    usable = [
        row
        for row, (paper, its) in enumerate(zip(papers, topics, strict=True))
        if its and (paper.title.text or paper.abstract.text)
    ]
    if not usable:
        raise TrainingError(
            f"none of the {len(ids)} labelled papers has both text and a topic, so there is "
            "nothing to learn from; check that the labels and the papers use the same ids"
        )
    texts = [papers[row] for row in usable]
    found = find_vocabulary(texts, least=least_papers(len(texts)))
    known = () if vocabulary is None else vocabulary.terms
    terms = Vocabulary(tuple(sorted({*found.terms, *known})))
    counts = count(texts, terms)
    if least_known > 1:
        often = counts.papers_per_term() >= least_known
        often[terms.columns(found)] = True
        counts = counts.onto(Vocabulary(tuple(compress(terms.terms, often))))
    return TrainingSet(
        ids=tuple(ids[row] for row in usable),
        counts=counts,
        topics=tuple(tuple(topics[row]) for row in usable),
        representative=np.array([flags[row] for row in usable], dtype=bool),
    )


def extend(base: TrainingSet, more: TrainingSet) -> TrainingSet:
    """Add labelled papers; one with an id that the base has replaces the base's.

    Args:
        base: What a model was trained on.
        more: What is added. Terms that only one of the two has count as absent from the other.

    Returns:
        Both together, the base's papers first.
    """
    new = set(more.ids)
    kept = [row for row, paper_id in enumerate(base.ids) if paper_id not in new]
    terms = Vocabulary(
        tuple(sorted({*base.counts.vocabulary.terms, *more.counts.vocabulary.terms}))
    )
    return TrainingSet(
        ids=tuple(base.ids[row] for row in kept) + more.ids,
        counts=join([base.counts.rows(kept).onto(terms), more.counts.onto(terms)]),
        topics=tuple(base.topics[row] for row in kept) + more.topics,
        representative=np.concatenate([base.representative[kept], more.representative]),
    )


def relabel(base: TrainingSet, labels: Mapping[str, Sequence[str]]) -> TrainingSet:
    """Change labels without any text.

    Args:
        base: What a model was trained on.
        labels: New topics by paper id; an empty list takes the paper out. Papers that the base
            does not have are ignored.

    Returns:
        The training set with its labels changed.

    Raises:
        TrainingError: No paper is left.
    """
    topics = [tuple(labels.get(i, its)) for i, its in zip(base.ids, base.topics, strict=True)]
    kept = [row for row, its in enumerate(topics) if its]
    if not kept:
        raise TrainingError("no labelled paper is left; leave at least one paper with a topic")
    return replace(
        base,
        ids=tuple(base.ids[row] for row in kept),
        counts=base.counts.rows(kept),
        topics=tuple(topics[row] for row in kept),
        representative=base.representative[kept],
    )


def least_papers(papers: int) -> int:
    """Return in how many of the labelled papers a term has to stand to be counted at all."""
    return int(np.clip(1 + papers // _PAPERS_PER_STEP, _LEAST, _MOST))


def _repeated(ids: Sequence[str]) -> str:
    seen: set[str] = set()
    return next(i for i in ids if i in seen or seen.add(i))  # type: ignore[func-returns-value] # adds and goes on
