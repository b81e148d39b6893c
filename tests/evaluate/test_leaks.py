"""Papers that a model knew from training."""

import random

import pytest

from papertaxa.classifier import make_training_set
from papertaxa.domain import Paper
from papertaxa.evaluate.leaks import find_leaks
from papertaxa.text import clean_paper

dice = random.Random(5)
LETTERS = "bcdfghklmnprtvz"
WORDS = ["".join(dice.choice(LETTERS) + dice.choice("aeiou") for _ in range(3)) for _ in range(300)]


def text(seed, words=60):
    """Words in a row, drawn from all."""
    return dict(enumerate(random.Random(seed).sample(WORDS, words)))


def paper(paper_id, title, words):
    return Paper(id=paper_id, title=title, abstract=" ".join(words.values()))


def titled(seed):
    return " ".join(random.Random(1000 + seed).sample(WORDS, 5))


KNOWN = [paper(f"k{seed}", titled(seed), text(seed)) for seed in range(30)]


@pytest.fixture(scope="module")
def training():
    return make_training_set(
        [its.id for its in KNOWN], list(map(clean_paper, KNOWN)), [["t"]] * len(KNOWN)
    )


def rewritten(seed, share):
    """The words of a known paper, a share of them replaced by others."""
    words = text(seed)
    replace = random.Random(2000 + seed)
    for place in replace.sample(sorted(words), int(share * len(words))):
        words[place] = replace.choice(WORDS)
    return words


def find(training, *papers):
    return find_leaks([its.id for its in papers], list(map(clean_paper, papers)), training)


def test_new_papers_are_no_leaks(training):
    new = [paper(f"n{seed}", titled(seed), text(seed)) for seed in range(100, 160)]
    assert find(training, *new) == []


def test_the_same_id_is_a_leak_whatever_the_text(training):
    (leak,) = find(training, paper("k3", "New", text(500)), paper("x", "New too", text(501)))
    assert (leak.id, leak.known_as, leak.resemblance) == ("k3", "k3", None)


def test_a_paper_whose_label_alone_went_into_the_model_is_a_leak(training):
    papers = [paper("told", titled(70), text(70)), paper("new", titled(71), text(71))]
    found = find_leaks(
        [its.id for its in papers], list(map(clean_paper, papers)), training, told=["told"]
    )
    assert [(leak.id, leak.known_as) for leak in found] == [("told", "told")]


def test_the_same_text_under_another_id_is_a_leak(training):
    (leak,) = find(training, paper("copy", titled(4), text(4)))
    assert (leak.id, leak.known_as, leak.resemblance) == ("copy", "k4", 1.0)


def test_case_and_markup_and_the_order_of_words_make_no_difference(training):
    words = [f"*{word.upper()}*" for word in text(5).values()]
    marked = Paper(id="copy", title=titled(5), abstract=" ".join(reversed(words)))
    assert [leak.known_as for leak in find(training, marked)] == ["k5"]


def test_a_fifth_of_the_words_replaced_and_a_new_title_is_still_a_leak(training):
    copies = [paper(f"c{seed}", titled(seed + 50), rewritten(seed, 0.2)) for seed in range(30)]
    found = find(training, *copies)
    assert [leak.known_as for leak in found] == [its.id for its in KNOWN]
    assert all(0.4 <= leak.resemblance < 1 for leak in found)


def test_a_rewritten_abstract_under_the_same_title_is_a_leak(training):
    words = rewritten(6, 0.6)
    assert [leak.known_as for leak in find(training, paper("c", titled(6), words))] == ["k6"]
    assert find(training, paper("c", titled(99), words)) == []


def test_a_few_common_words_are_no_leak(training):
    few = " ".join(list(text(7).values())[:6])
    assert find(training, Paper(id="short", abstract=few)) == []


def test_each_paper_is_reported_once_in_order(training):
    papers = [paper("b", titled(2), text(2)), paper("k1", "", text(1)), paper("a", "", text(2))]
    assert [leak.id for leak in find(training, *papers)] == ["b", "k1", "a"]
