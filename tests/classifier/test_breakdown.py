"""Linear scores, taken apart into places of the text."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.classifier.breakdown import take_apart
from papertaxa.classifier.predict import raw_scores
from papertaxa.domain import Paper
from papertaxa.features import count, fold
from papertaxa.text import clean_paper

MARKED = Paper(
    id="m",
    title="A \\textbf{planner} for *bandit* arms",
    abstract="The planner pulls the **bandit**'s arms; a rollout &amp; a plan\n  of arms, $x^2$.",
)
WORDS = st.sampled_from(
    ["bandit", "arms", "**planner**", "\\emph{plan}", "pixel", "of", ".", "&amp;", "\n", "zebra"]
)
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)


def digits(value):
    return Decimal(f"{value:.6f}")


@pytest.fixture(params=["classifier", "informed"])
def either(request):
    return request.getfixturevalue(request.param)


@given(title=TEXTS, abstract=TEXTS)
def test_terms_and_intercept_add_up_to_the_score_to_the_last_digit(informed, title, abstract):
    paper = clean_paper(Paper(id="p", title=title, abstract=abstract))
    for parts in take_apart(informed, paper, ["bandits", "planning"]):
        total = digits(parts.intercept) + sum(digits(term.weight) for term in parts.terms)
        assert total == digits(parts.score)
        for term in parts.terms:
            assert sum(digits(place.weight) for place in term.places) == digits(term.weight)


def test_the_score_is_the_linear_one(either, unseen):
    paper = unseen[0][0]
    raw = raw_scores(either, count([paper], either.counted)).topic[0]
    labels = [either.labels[place] for place in either.learnt]
    for score, parts in zip(raw, take_apart(either, paper, labels), strict=True):
        assert parts.score == pytest.approx(score, abs=1e-6)


def test_the_intercept_is_the_same_for_all_papers_where_directions_have_no_offset(either, unseen):
    intercepts = [take_apart(either, paper, ["depth"])[0].intercept for paper in unseen[0][:10]]
    assert intercepts == pytest.approx([intercepts[0]] * 10, abs=2e-5)


def test_places_are_spans_of_the_text_as_given_that_read_as_the_term(either):
    (parts,) = take_apart(either, clean_paper(MARKED), ["bandits"])
    assert {"bandit", "arm", "planner", "plan"} <= {term.term for term in parts.terms}
    for term in parts.terms:
        for place in term.places:
            surface = clean_paper(
                Paper(id="s", title=getattr(MARKED, place.field)[place.start : place.end])
            ).title.text
            words = [fold(word) for word in surface.replace("-", " ").split()]
            assert " ".join(words) == term.term


def test_a_place_in_the_title_takes_three_times_the_part_of_one_in_the_abstract(either):
    (parts,) = take_apart(either, clean_paper(MARKED), ["bandits"])
    planner = next(term for term in parts.terms if term.term == "planner")
    title, abstract = planner.places
    assert (title.field, abstract.field) == ("title", "abstract")
    assert title.weight == pytest.approx(3 * abstract.weight, abs=4e-6)


def test_the_weightiest_term_stands_first(either, unseen):
    (parts,) = take_apart(either, unseen[0][1], ["depth"])
    weights = [abs(term.weight) for term in parts.terms]
    assert weights == sorted(weights, reverse=True)


def test_a_topic_that_was_never_learnt_has_no_score(either, unseen):
    assert take_apart(either, unseen[0][0], ["astrology"]) == [None]


def test_a_paper_without_a_known_term_has_nothing_but_the_intercept(classifier):
    (parts,) = take_apart(classifier, clean_paper(Paper(id="p", abstract="zebra")), ["depth"])
    assert parts.terms == ()
    assert parts.score == parts.intercept
