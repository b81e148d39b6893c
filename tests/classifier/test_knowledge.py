import numpy as np

from papertaxa.classifier import quantise
from papertaxa.domain import Paper
from papertaxa.features import count
from papertaxa.text import clean_paper


def places(knowledge, *abstracts):
    papers = [clean_paper(Paper(id="p", abstract=abstract)) for abstract in abstracts]
    return knowledge.place(count(papers, knowledge.vocabulary))


def test_a_position_has_the_length_of_its_share(knowledge):
    found = places(knowledge, "bandit arm", "pixel mask camera", "nothing known")
    np.testing.assert_allclose((found**2).sum(axis=1), [0.5, 0.5, 0], atol=1e-6)


def test_papers_without_a_common_word_can_lie_together(knowledge):
    arm, tree, enzyme = places(knowledge, "bandit arm", "planner tree", "enzyme")
    assert arm @ tree > 0.49
    assert arm @ enzyme < 0.01


def test_rounding_directions_loses_less_than_one_part_in_two_hundred():
    matrix = np.random.default_rng(0).normal(size=(300, 7)) * np.arange(7)
    steps, scale = quantise(matrix)
    assert steps.dtype == np.int8
    assert np.all(np.abs(steps * scale - matrix) <= np.abs(matrix).max(axis=0) / 200)
