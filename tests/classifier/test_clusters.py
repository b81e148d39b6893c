"""Groups of papers, and what tells them from the rest."""

import numpy as np
import pytest

from papertaxa.classifier.clusters import cluster, telling_terms
from papertaxa.domain import Paper
from papertaxa.features import count, find_vocabulary
from papertaxa.text import clean_paper


@pytest.fixture(scope="module")
def listing(make_papers):
    """Papers of one topic each, their counts, and the topics."""
    _, papers, topics = make_papers(120, seed=3)
    single = [row for row, its in enumerate(topics) if len(its) == 1]
    papers = [papers[row] for row in single]
    counts = count(papers, find_vocabulary(papers, least=2))
    return counts, [topics[row][0] for row in single]


def test_papers_of_a_topic_end_up_together(listing):
    counts, topics = listing
    groups = cluster(counts, counts, knowledge=None, least=4)
    assert {frozenset(topics[row] for row in group) for group in groups} == {
        frozenset([topic]) for topic in topics
    }


def test_directions_bring_papers_of_an_area_together(listing, knowledge):
    counts, topics = listing
    groups = cluster(counts, counts, knowledge=knowledge, least=4)
    assert {frozenset(topics[row] for row in group) for group in groups} == {
        frozenset(["bandits", "planning"]),
        frozenset(["segmentation", "depth"]),
        frozenset(["proteins"]),
    }


def test_groups_do_not_overlap_and_are_large_enough_and_the_largest_comes_first(listing):
    counts, _ = listing
    groups = cluster(counts, counts, knowledge=None, least=5)
    rows = np.concatenate(groups)
    assert len(set(rows.tolist())) == len(rows)
    sizes = [len(group) for group in groups]
    assert min(sizes) >= 5
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_too_few_papers_make_no_group(listing, number):
    counts, _ = listing
    assert cluster(counts.rows(range(number)), counts, knowledge=None, least=4) == []


def test_papers_without_a_common_word_make_no_group():
    texts = ["alpha beta", "gamma delta", "epsilon zeta", "", "eta theta"]
    papers = [clean_paper(Paper(id=text, abstract=text)) for text in texts]
    counts = count(papers, find_vocabulary(papers, least=1))
    assert cluster(counts, counts, knowledge=None, least=2) == []


def test_the_same_papers_make_the_same_groups(listing):
    counts, _ = listing
    one, two = (cluster(counts, counts, knowledge=None, least=4) for _ in range(2))
    assert [group.tolist() for group in one] == [group.tolist() for group in two]


def test_terms_tell_a_group_from_the_rest_and_share_no_word(listing):
    counts, topics = listing
    rows = np.flatnonzero(np.array(topics) == "proteins")
    terms = telling_terms(counts, counts, rows, n=6)
    words = [word for term in terms for word in set(term.split())]
    assert len(terms) == 6
    assert len(words) == len(set(words))
    assert {"protein", "residue", "fold", "enzyme", "binding", "sequence"} >= set(words[:4])


def test_half_a_word_with_a_hyphen_does_not_stand_at_the_end_of_a_term():
    texts = [f"graph-based sampling of {word}" for word in ("oak", "elm", "ash")]
    papers = [clean_paper(Paper(id=text, abstract=text)) for text in [*texts, "an elm", "an oak"]]
    counts = count(papers, find_vocabulary(papers, least=1))
    terms = telling_terms(counts.rows(range(3)), counts, np.arange(3), n=5)
    assert terms
    assert not any("based" in term.split() for term in terms)
