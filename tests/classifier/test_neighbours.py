"""The labelled papers nearest to a paper."""

import numpy as np
import pytest

from papertaxa.classifier.neighbours import cosines, nearest
from papertaxa.domain import Paper
from papertaxa.text import clean_paper


@pytest.fixture(params=["classifier", "informed"])
def either(request):
    return request.getfixturevalue(request.param)


def test_a_training_paper_is_nearest_to_itself_unless_it_is_left_out(either, training, make_papers):
    ids, papers, _ = make_papers(120)
    first = nearest(either, training, papers[7])[0]
    assert (first.id, first.topics) == (ids[7], training.topics[7])
    assert first.cosine == pytest.approx(1, abs=1e-5)
    others = nearest(either, training, papers[7], leave_out=ids[7])
    assert len(others) == 5
    assert ids[7] not in {paper.id for paper in others}


def test_most_of_the_nearest_papers_share_a_topic(either, training, unseen):
    shared = [
        bool(set(near.topics) & set(topics))
        for paper, topics in zip(*unseen, strict=True)
        for near in nearest(either, training, paper)
    ]
    assert np.mean(shared) > 0.9


def test_they_come_nearest_first_and_no_cosine_is_above_one(either, training, unseen):
    for paper in unseen[0][:10]:
        found = [near.cosine for near in nearest(either, training, paper, n=20)]
        assert found == sorted(found, reverse=True)
        assert 0 < found[-1] <= found[0] <= 1 + 1e-6


def test_a_paper_that_shares_no_word_has_no_neighbours(classifier, training):
    assert nearest(classifier, training, clean_paper(Paper(id="p", abstract="zebra"))) == []


def test_cosines_are_symmetric(either, training):
    some, others = training.counts.rows(range(5)), training.counts.rows(range(5, 20))
    assert cosines(either, some, others) == pytest.approx(cosines(either, others, some).T)
