import random

import numpy as np
import pytest

from papertaxa.labels.sketch import resemblance, sketch

WORDS = [f"word{number}" for number in range(400)]


def jaccard(one: list[str], other: list[str]) -> float:
    return len(set(one) & set(other)) / len(set(one) | set(other))


@pytest.mark.parametrize("common", [0, 20, 50, 80, 100])
def test_the_share_of_common_words_is_estimated(common):
    errors = []
    for seed in range(20):
        words = random.Random(seed).sample(WORDS, 200 - common)
        one, other = words[:100], words[100 - common :]
        first, second = sketch([" ".join(one), " ".join(other)])
        errors.append(resemblance(first, second[None])[0] - jaccard(one, other))
    assert abs(np.mean(errors)) < 0.05
    assert max(map(abs, errors)) < 0.2


def test_case_order_and_repetition_make_no_difference():
    one, other = sketch(["The lemon, the FIG.", "fig the lemon"])
    assert resemblance(one, other[None])[0] == 1


def test_a_text_without_words_resembles_nothing():
    empty, also, words = sketch(["", "...", "lemon"])
    assert not resemblance(empty, np.array([also, words])).any()
    assert resemblance(words, np.array([empty]))[0] < 0.1


def test_a_text_has_the_same_sketch_in_every_process_and_wherever_it_stands():
    assert sketch(["lemon fig"])[0, :6].tolist() == sketch(["x", "lemon fig"])[1, :6].tolist()
    assert sketch(["lemon fig"])[0, :6].tolist() == KNOWN


def test_no_text_has_a_sketch_of_no_rows():
    assert sketch([]).shape == (0, 96)


KNOWN = [223, 242, 176, 122, 104, 140]
