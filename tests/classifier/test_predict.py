import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.classifier import score
from papertaxa.classifier.predict import raw_scores
from papertaxa.domain import Paper
from papertaxa.features import count
from papertaxa.text import clean_paper


def clean(title="", abstract=""):
    return clean_paper(Paper(id="p", title=title, abstract=abstract))


@pytest.mark.parametrize("which", ["classifier", "informed"])
def test_scores_have_a_row_a_paper_and_a_column_a_label(which, taxonomy, request):
    scores = score(request.getfixturevalue(which), [clean("Bandit arms"), clean("Proteins")])
    assert scores.topics.shape == scores.primary.shape == (2, len(taxonomy.labels))
    assert scores.areas.shape == (2, len(taxonomy.areas))
    assert scores.topics.dtype == np.float64


def test_no_papers_give_no_scores(informed):
    assert score(informed, []).topics.shape == (0, 5)


def test_a_paper_without_text_scores_zero(informed):
    scores = score(informed, [clean(), clean(" ", "\n")])
    assert not scores.topics.any()
    assert not scores.areas.any()


def test_a_paper_of_unknown_words_gets_what_papers_have_on_average(informed):
    topics = score(informed, [clean("Zymurgy quandary")]).topics[0]
    np.testing.assert_allclose(topics, informed.prior)


@settings(max_examples=50, deadline=None)
@given(title=st.text(max_size=30), abstract=st.text(max_size=200))
def test_scores_of_any_text_are_probabilities(informed, title, abstract):
    scores = score(informed, [clean(title, abstract)])
    for matrix in (scores.topics, scores.primary, scores.areas):
        assert np.isfinite(matrix).all()
        assert np.all((matrix >= 0) & (matrix <= 1))


def test_a_paper_scores_the_same_alone_and_among_others(informed, unseen):
    papers, _ = unseen
    together = score(informed, papers).topics
    alone = np.vstack([score(informed, [paper]).topics for paper in papers])
    np.testing.assert_allclose(alone, together, atol=1e-6)


def test_the_word_of_a_topic_raises_its_score(informed, taxonomy):
    papers = [clean(abstract="large model"), clean(abstract="large enzyme model")]
    raw = raw_scores(informed, count(papers, informed.counted)).topic
    column = [informed.labels[i] for i in informed.learnt].index("proteins")
    assert raw[1, column] > raw[0, column]
