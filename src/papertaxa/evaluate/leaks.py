"""Papers that a model has seen in training, among those it is to be measured on.

A model is judged too well on a paper that it was trained on, be it under another id: a preprint, or
a version that was handed in elsewhere before. What a model keeps of its training papers, the words
of each, is enough to recognise them; their texts are not needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from papertaxa.classifier import TrainingSet
from papertaxa.features import Counts, count
from papertaxa.labels.sketch import resemblance, sketch
from papertaxa.text import CleanPaper

NEAR = 0.4
"""Share of common words from which two papers are one, stop words and rare ones left out. Of the
320 dev papers none comes nearer than 0.28 to a training paper; half of the pairs of ICML and ICLR
papers that share a title are above 0.54."""

NEAR_WITH_TITLE = 0.2
"""The same for two papers with the same title: abstracts are rewritten more freely than titles."""

_TITLE_TERMS = 3  # a title of fewer terms says too little to recognise a paper by
_WORDS = 10  # and so does a text of fewer words, unless they are exactly the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A paper that was known before.

    Attributes:
        id: Its id.
        known_as: The id of the training paper.
        resemblance: Estimated share of common words; None if it was recognised by its id.
    """

    id: str
    known_as: str
    resemblance: float | None


def find_leaks(
    ids: Sequence[str],
    papers: Sequence[CleanPaper],
    training: TrainingSet,
    *,
    told: Collection[str] = (),
) -> list[Leak]:
    """Find the papers that a model was trained on, by id, and by words.

    Args:
        ids: The papers' ids.
        papers: Their cleaned texts.
        training: What the model was trained on.
        told: Ids of further papers whose labels went into the model, though not their words.

    Returns:
        One for each paper that was known, in order, with the training paper that is most like it.
    """
    known = {*training.ids, *told}
    counts = count(papers, training.counts.vocabulary)
    words, their_words = _words(counts), _words(training.counts)
    sketches, theirs = sketch(map(" ".join, words)), sketch(map(" ".join, their_words))
    titles = _titles(counts)
    with_title: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row, title in enumerate(_titles(training.counts)):
        with_title[title].append(row)
    leaks = []
    for row, paper_id in enumerate(ids):
        if paper_id in known:
            leaks.append(Leak(id=paper_id, known_as=paper_id, resemblance=None))
            continue
        near = resemblance(sketches[row], theirs)
        likely = near >= (NEAR if len(words[row]) >= _WORDS else 1)
        if len(titles[row]) >= _TITLE_TERMS:
            same = with_title.get(titles[row], [])
            likely[same] |= near[same] >= NEAR_WITH_TITLE
        if likely.any():
            best = int(np.where(likely, near, -1).argmax())
            leaks.append(
                Leak(id=paper_id, known_as=training.ids[best], resemblance=float(near[best]))
            )
    return leaks


def _words(counts: Counts) -> list[list[str]]:
    """The words of each paper, without phrases: these would count the same words again."""
    terms = counts.vocabulary.terms
    single = np.array([" " not in term for term in terms], dtype=bool)
    both = (counts.title + counts.abstract).tocsr()
    return [[terms[column] for column in its[single[its]]] for its in _columns(both)]


def _titles(counts: Counts) -> list[tuple[int, ...]]:
    """The terms of each title, as something to compare."""
    return [tuple(its.tolist()) for its in _columns(counts.title)]


def _columns(matrix: sp.csr_matrix) -> list[np.ndarray]:
    """The columns with entries of each row of a sparse matrix."""
    return np.split(matrix.indices, matrix.indptr[1:-1])
