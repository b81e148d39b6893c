"""Training the tagger on papers whose names are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papertaxa.extract import crf, network
from papertaxa.extract.adam import Adam
from papertaxa.extract.network import Floats, Gradient, Ground, Ints, Parameters
from papertaxa.extract.network_training import Pass
from papertaxa.extract.places import places
from papertaxa.extract.spelling import Slice
from papertaxa.extract.tagger import TAGS, layout, shape
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.words import capital, tables

_BATCH = 8
_CLIP = 5.0
_WARM_UP = 0.05  # share of the steps
_LEAST_STEPS = 80
_MOST_PAPERS = 48_000  # passed over in all: many papers need fewer passes
_NEW_WEIGHT = np.float32(0.5)
_WITHOUT_TITLE = 0.2  # share of papers shown without: some listings have no titles


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagged:
    """A paper to learn from.

    Attributes:
        words: Its tokens, title first.
        names: Where names stand, of which kind, and whether the paper introduces them.
    """

    words: list[str]
    names: tuple[tuple[Slice, str, bool], ...]


@dataclass(frozen=True, slots=True)
class _Encoded:
    rows: Ints
    ground: Ground
    tags: Ints
    new: Floats  # 1 for a new name's tokens, -1 for another name's, 0 elsewhere


def train_tagger(
    papers: Sequence[Tagged],
    vectors: Vectors,
    *,
    sizes: dict[str, int],
    epochs: int = 3,
    dropout: float = 0.25,
    rate: float = 0.005,
    seed: int = 0,
) -> Parameters:
    """Train a tagger by stochastic gradient descent with Adam (Kingma & Ba 2015).

    Args:
        papers: What to learn from; at least one has tokens.
        vectors: Pretrained word vectors.
        sizes: The network's, as of :class:`~papertaxa.extract.tagger.Tagger`.
        epochs: Passes over the papers; few papers are passed over more often, many less often.
        dropout: Share of units silenced in training.
        rate: Adam's rate at its highest.
        seed: Of everything random.

    Returns:
        The parameters, averaged over the steps.
    """
    rng = np.random.default_rng(seed)
    numbers: dict[str, int] = {}
    whole = [_encode(paper, numbers) for paper in papers]
    features, company = tables(list(numbers), vectors)
    parameters = network.initial(shape(vectors=vectors, **sizes), rng)
    count = len(TAGS)
    parameters["first"] = np.zeros(count, np.float32)
    parameters["pairs"] = np.zeros((count, count), np.float32)
    barriers = crf.barriers(TAGS)
    batches = -(-len(papers) // _BATCH)
    steps = min(max(epochs * batches, _LEAST_STEPS), max(_MOST_PAPERS // _BATCH, batches))
    optimizer = Adam(parameters, clip=_CLIP, average_from=steps // 2)
    step = 0
    while step < steps:
        order = rng.permutation(len(papers))
        for start in range(0, min(len(order), (steps - step) * _BATCH), _BATCH):
            chosen = [
                _encode(_without_title(papers[i]), numbers)
                if rng.random() < _WITHOUT_TITLE
                else whole[i]
                for i in order[start : start + _BATCH]
            ]
            chosen = [paper for paper in chosen if paper.rows.size]
            progress = step / steps
            step += 1
            if chosen:
                gradients = _gradients(
                    parameters, chosen, features, company, barriers, dropout, rng
                )
                warm = min(1, (progress + 0.002) / _WARM_UP)
                optimizer.step(gradients, rate * warm * (1 - 0.95 * progress))
    return optimizer.averaged()


def _without_title(paper: Tagged) -> Tagged:
    title, _ = layout(paper.words)
    names = (((start - title, end - title), kind, new) for (start, end), kind, new in paper.names)
    return Tagged(words=paper.words[title:], names=tuple(name for name in names if name[0][0] >= 0))


def _encode(paper: Tagged, numbers: dict[str, int]) -> _Encoded:
    words = paper.words
    rows = np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int64)
    title, colon = layout(words)
    ground = places(
        rows,
        np.array([capital(word) for word in words], np.int64),
        np.array([len(words)]),
        np.array([title]),
        np.array([colon]),
        numbers.setdefault("(", len(numbers)),
        np.array([numbers.setdefault(mark, len(numbers)) for mark in ("),;")]),
    )
    tags = np.zeros(len(words), np.int64)
    new = np.zeros(len(words), np.float32)
    for (start, end), kind, is_new in paper.names:
        tags[start] = TAGS.index(f"B-{kind}")
        tags[start + 1 : end] = TAGS.index(f"I-{kind}")
        new[start:end] = 1 if is_new else -1
    return _Encoded(rows, ground, tags, new)


def _gradients(
    parameters: Parameters,
    papers: Sequence[_Encoded],
    features: Ints,
    company: Floats,
    barriers: tuple[Floats, Floats],
    dropout: float,
    rng: np.random.Generator,
) -> dict[str, Gradient]:
    """Compute the gradient of a batch: cross-entropy of tags, and of new against known names."""
    lengths = np.array([paper.rows.size for paper in papers])
    ends = np.cumsum(lengths)
    words, index = np.unique(np.concatenate([paper.rows for paper in papers]), return_inverse=True)
    groups = [paper.ground.groups for paper in papers]
    before = np.cumsum([0, *(int(group.max()) + 1 for group in groups[:-1])])
    ground = Ground(
        places=np.concatenate([paper.ground.places for paper in papers]),
        groups=np.concatenate(groups) + np.repeat(before, lengths),
        starts=ends - lengths,
    )
    forward = Pass(
        parameters,
        features=features[words],
        vectors=company[words],
        index=index,
        ground=ground,
        dropout=dropout,
        rng=rng,
    )
    scores = forward.scores
    tags = np.concatenate([paper.tags for paper in papers])
    new = np.concatenate([paper.new for paper in papers])
    count = len(TAGS)
    expected, moves = crf.marginals(
        scores[:, :count],
        lengths,
        parameters["first"] + barriers[0],
        parameters["pairs"] + barriers[1],
    )
    weight = np.float32(1 / len(papers))
    gradient = np.empty_like(scores)
    gradient[:, :count] = expected
    gradient[np.arange(len(tags)), tags] -= 1
    probability = 1 / (1 + np.exp(-scores[:, count]))
    gradient[:, count] = np.where(new != 0, probability - (new > 0), 0) * _NEW_WEIGHT
    gradient *= weight
    gradients = forward.gradients(gradient)
    together = np.ones(max(len(tags) - 1, 0), bool)
    together[ends[:-1] - 1] = False
    observed = np.zeros((count, count), np.float32)
    np.add.at(observed, (tags[:-1][together], tags[1:][together]), 1)
    gradients["pairs"] = (moves - observed) * weight
    gradients["first"] = gradient[ends - lengths, :count].sum(0)
    return gradients
