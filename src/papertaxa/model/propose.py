"""Topics that a taxonomy may lack, from papers of a listing that fit none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from papertaxa.classifier import score
from papertaxa.classifier.clusters import cluster, telling_terms
from papertaxa.classifier.outside import none_fits
from papertaxa.features import Vocabulary, count, find_vocabulary, tokenize
from papertaxa.model.folder import Model
from papertaxa.text import CleanPaper

CANDIDATE = 0.1
"""Probability that no topic applies from which on a paper is considered: less than for the flag of
a single paper, since papers that fit after all rarely form a group."""

LEAST = 4
"""Papers in the smallest group that is proposed."""

MOST = 3000
"""Papers that are compared with each other; their distances take 70 MB."""

_LIKELY = 0.5  # mean probability from which on a group is put under an area
_BACKGROUND = 20_000  # papers that fit, by which it is judged how common a term is
_TERMS = 6
_LEAST_PAPERS = 2
_BATCH = 512


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A topic that a taxonomy may lack.

    Attributes:
        name: Its most telling term, as the papers write it.
        terms: The most telling terms.
        area: The id of the area that its papers are nearest to; None if they are near none.
        papers: The ids of its papers, the most typical first.
    """

    name: str
    terms: tuple[str, ...]
    area: str | None
    papers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Proposals:
    """What was found in a listing.

    Attributes:
        proposals: The one with the most papers first.
        papers: How many papers were looked at.
        candidates: How many of them may fit no topic.
        compared: How many of these were compared: all, or the `MOST` that fit least.
    """

    proposals: tuple[Proposal, ...]
    papers: int
    candidates: int
    compared: int


def propose(
    model: Model,
    papers: Iterable[tuple[str, CleanPaper]],
    *,
    least: int = LEAST,
    level: float = CANDIDATE,
) -> Proposals:
    """Propose topics.

    Args:
        model: A loaded model.
        papers: Ids and cleaned texts of a listing, as a stream.
        least: Papers in the smallest group that is proposed.
        level: Probability that no topic applies from which on a paper is considered.

    Returns:
        The proposals; the same papers give the same ones.
    """
    candidates, others, total = _sift(model, papers, level)
    chosen = sorted(candidates, key=lambda candidate: -candidate.none)[:MOST]
    texts = [candidate.text for candidate in chosen]
    known = model.classifier.knowledge
    terms = {*find_vocabulary(texts, least=_LEAST_PAPERS).terms}
    if known is not None:
        terms |= {*known.vocabulary.terms}
    among = count([*texts, *others], Vocabulary(tuple(sorted(terms))))
    counts = among.rows(range(len(chosen)))
    found = []
    for rows in cluster(counts, among, knowledge=known, least=least):
        telling = telling_terms(counts, among, rows, n=_TERMS)
        if telling:
            members = [chosen[row] for row in rows.tolist()]
            spellings = _spellings([member.text for member in members], telling)
            found.append(
                Proposal(
                    name=spellings[0][:1].upper() + spellings[0][1:],
                    terms=tuple(spellings),
                    area=_area(model, np.mean([member.areas for member in members], axis=0)),
                    papers=tuple(member.id for member in members),
                )
            )
    return Proposals(
        proposals=tuple(found),
        papers=total,
        candidates=len(candidates),
        compared=len(chosen),
    )


@dataclass(frozen=True, kw_only=True)
class _Candidate:
    """A paper that may fit no topic."""

    id: str
    text: CleanPaper
    none: float
    areas: np.ndarray


def _sift(
    model: Model, papers: Iterable[tuple[str, CleanPaper]], level: float
) -> tuple[list[_Candidate], list[CleanPaper], int]:
    """Tell the papers that may fit no topic from some of the others; count all."""
    candidates: list[_Candidate] = []
    others: list[CleanPaper] = []
    total = 0
    for batch in _batches(iter(papers)):
        total += len(batch)
        scores = score(model.classifier, [text for _, text in batch])
        none = none_fits(scores.topics).tolist()
        for (paper, text), value, areas in zip(batch, none, scores.areas, strict=True):
            if value >= level:
                candidates.append(_Candidate(id=paper, text=text, none=value, areas=areas))
            elif len(others) < _BACKGROUND:
                others.append(text)
    return candidates, others, total


def _batches(
    papers: Iterator[tuple[str, CleanPaper]],
) -> Iterator[list[tuple[str, CleanPaper]]]:
    while batch := list(islice(papers, _BATCH)):
        yield batch


def _area(model: Model, scores: np.ndarray) -> str | None:
    best = int(scores.argmax())
    return model.classifier.areas[best] if scores[best] >= _LIKELY else None


def _spellings(texts: Sequence[CleanPaper], terms: Sequence[str]) -> list[str]:
    """Write each term as the papers write it most often."""
    wanted = {term: Counter[str]() for term in terms}
    for text in texts:
        for part in (text.title.text, text.abstract.text):
            for token in tokenize(part):
                if token.term in wanted:
                    wanted[token.term][part[token.start : token.end]] += 1
    return [_usual(spellings) for spellings in wanted.values()]


def _usual(spellings: Counter[str]) -> str:
    """The most frequent spelling; lower case before others, then by alphabet."""
    return min(spellings, key=lambda its: (-spellings[its], its != its.lower(), its))
