import numpy as np

from papertaxa.domain import Paper
from papertaxa.features import Vocabulary, count, inverse_document_frequency, tfidf
from papertaxa.text import clean_paper

VOCABULARY = Vocabulary(("graph", "kernel"))


def vectors(*papers, idf=(1.0, 1.0)):
    clean = [clean_paper(Paper(id="p", title=t, abstract=a)) for t, a in papers]
    return tfidf(count(clean, VOCABULARY), np.array(idf, dtype=np.float32)).toarray()


def test_every_paper_with_a_known_term_has_length_1():
    lengths = np.linalg.norm(vectors(("Graph", "kernel"), ("", "graph graph"), ("", "of")), axis=1)
    np.testing.assert_allclose(lengths, [1, 1, 0], atol=1e-6)


def test_a_word_of_the_title_weighs_as_three_of_the_abstract():
    title, abstract = vectors(("graph", "kernel"), ("", "graph graph graph kernel"))
    np.testing.assert_allclose(title, abstract)


def test_a_rarer_term_weighs_more():
    idf = inverse_document_frequency(np.array([90, 3]), 100)
    graph, kernel = vectors(("", "graph kernel"), idf=idf)[0]
    assert kernel > graph > 0


def test_repetition_is_damped():
    once, often = vectors(("", "graph kernel"), ("", "graph kernel" + " kernel" * 8))
    assert often[1] / often[0] < 4 * once[1] / once[0]
