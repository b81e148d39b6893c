import numpy as np
import pytest

from papertaxa.domain import Paper
from papertaxa.features import Vocabulary, count, find_vocabulary, join
from papertaxa.text import clean_paper


def paper(title="", abstract=""):
    return clean_paper(Paper(id="p", title=title, abstract=abstract))


PAPERS = [
    paper("Sparse kernels", "Kernels are sparse. Kernels are deep."),
    paper("", "Deep sparse kernels of graphs"),
    paper("", ""),
]


def test_title_and_abstract_are_counted_apart():
    counts = count(PAPERS, Vocabulary(("kernel", "sparse", "sparse kernel")))
    assert counts.title.toarray().tolist() == [[1, 1, 1], [0, 0, 0], [0, 0, 0]]
    assert counts.abstract.toarray().tolist() == [[2, 1, 0], [1, 1, 1], [0, 0, 0]]


def test_the_vocabulary_is_sorted_and_leaves_rare_terms_out():
    assert find_vocabulary(PAPERS, least=2).terms == ("deep", "kernel", "sparse", "sparse kernel")


def test_a_term_counts_once_a_paper_however_often_it_stands():
    assert "kernel" not in find_vocabulary(PAPERS[:1], least=2).terms


def test_counts_over_another_vocabulary_keep_what_both_have():
    counts = count(PAPERS, Vocabulary(("kernel", "sparse"))).onto(Vocabulary(("graph", "sparse")))
    assert counts.abstract.toarray().tolist() == [[0, 1], [0, 1], [0, 0]]


def test_counts_over_the_same_vocabulary_are_untouched():
    counts = count(PAPERS, Vocabulary(("kernel",)))
    assert counts.onto(Vocabulary(("kernel",))) is counts


def test_papers_per_term_sees_both_fields():
    counts = count(PAPERS, Vocabulary(("deep", "graph", "kernel")))
    assert counts.papers_per_term().tolist() == [2, 1, 2]


def test_joined_counts_stand_below_each_other():
    vocabulary = Vocabulary(("deep", "kernel"))
    joined = join([count(PAPERS[:1], vocabulary), count(PAPERS[1:], vocabulary)])
    assert np.array_equal(joined.abstract.toarray(), count(PAPERS, vocabulary).abstract.toarray())


def test_counts_are_small_integers():
    counts = count([paper(abstract="kernel " * 70_000)], Vocabulary(("kernel",)))
    assert counts.abstract.dtype == np.uint16
    assert counts.abstract.toarray().tolist() == [[65_535]]


@pytest.mark.parametrize("papers", [[], PAPERS])
def test_any_number_of_papers_is_counted_over_an_empty_vocabulary(papers):
    assert count(papers, Vocabulary(())).title.shape == (len(papers), 0)
