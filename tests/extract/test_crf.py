"""The chain over tags, against counting every path one by one."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.extract import crf

TAGS = crf.tags(("A", "B"))


def by_counting(
    scores: np.ndarray, first: np.ndarray, pairs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Weigh every path through one paper; return what the recursions should."""
    length, count = scores.shape
    tags, moves, whole = np.zeros((length, count)), np.zeros((count, count)), 0.0
    for path in product(range(count), repeat=length):
        steps = list(pairwise(path))
        weight = np.exp(
            first[path[0]]
            + sum(scores[at, tag] for at, tag in enumerate(path))
            + sum(pairs[step] for step in steps)
        )
        whole += weight
        tags[range(length), path] += weight
        for step in steps:
            moves[step] += weight
    return tags / whole, moves / whole


@given(lengths=st.lists(st.integers(1, 4), min_size=1, max_size=3), seed=st.integers(0, 999))
def test_probabilities_are_those_of_all_paths_of_each_paper(lengths: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = len(TAGS)
    scores = rng.standard_normal((sum(lengths), count)).astype(np.float32) * 2
    first, pairs = crf.barriers(TAGS)
    first = first + rng.standard_normal(count).astype(np.float32)
    pairs = pairs + rng.standard_normal((count, count)).astype(np.float32)
    sizes = np.array(lengths)
    parts = np.split(scores.astype(np.float64), np.cumsum(lengths)[:-1])
    wanted = [by_counting(part, first.astype(float), pairs.astype(float)) for part in parts]

    tags, moves = crf.marginals(scores.copy(), sizes, first, pairs)

    np.testing.assert_allclose(tags, np.concatenate([one for one, _ in wanted]), atol=1e-5)
    np.testing.assert_allclose(moves, sum(two for _, two in wanted), atol=1e-5)
    assert np.array_equal(crf.probabilities(scores.copy(), sizes, first, pairs), tags)


@pytest.mark.parametrize(("before", "after"), [("O", "I-A"), ("B-A", "I-B"), ("I-B", "I-A")])
def test_a_name_goes_on_only_after_its_own_kind(before: str, after: str) -> None:
    _, pairs = crf.barriers(TAGS)
    scores = np.zeros((2, len(TAGS)), np.float32)
    scores[0, TAGS.index(before)] = scores[1, TAGS.index(after)] = 9
    free = np.zeros(len(TAGS), np.float32)

    tags = crf.probabilities(scores, np.array([2]), free, pairs)

    assert tags[0, TAGS.index(before)] * tags[1, TAGS.index(after)] < 0.5
