"""Topics proposed for papers that fit none."""

import random

import pytest

from papertaxa.domain import Paper
from papertaxa.model import load
from papertaxa.model import propose as module
from papertaxa.model.propose import propose
from papertaxa.text import clean_paper

VOLCANO = "lava crater magma eruption ash vent caldera basalt tephra plume"
GLACIER = "ice moraine crevasse melt firn glacier snout calving névé serac"


def foreign(kind, words, number):
    dice = random.Random(number)
    for n in range(number):
        a, b, c, d = dice.sample(words.split(), 4)
        text = f"Of {kind}: the {a} and the {b} before the {c}, and a {d}."
        yield f"{kind[:3]}-{n}", clean_paper(Paper(id="x", abstract=text))


@pytest.fixture(scope="module")
def model(tiny_model):
    return load(tiny_model, extract=False)


@pytest.fixture(scope="module")
def listing(world):
    known = [(paper, clean_paper(Paper(**row))) for paper, row in world.texts.items()]
    return [*foreign("Lava Flows", VOLCANO, 9), *known, *foreign("Ice Streams", GLACIER, 7)]


def test_every_paper_may_be_considered(model, listing):
    found = propose(model, listing, level=0.0)
    assert (found.papers, found.candidates, found.compared) == (96, 96, 96)
    groups = [{paper.split("-")[0] for paper in its.papers} for its in found.proposals]
    assert {"Lav"} in groups
    assert {"Ice"} in groups


def test_a_proposal_is_named_by_its_terms_as_they_are_written(model, listing):
    found = propose(model, listing, level=0.0)
    ice = next(its for its in found.proposals if its.papers[0].startswith("Ice"))
    assert ice.name == "Ice Streams"
    assert ice.terms[0] == "Ice Streams"
    assert {word for term in ice.terms[1:] for word in term.split()} <= {*GLACIER.split()}


def test_a_level_that_no_paper_reaches_proposes_nothing(model, listing):
    found = propose(model, listing, level=1.0)
    assert (found.papers, found.candidates, found.proposals) == (96, 0, ())


def test_an_empty_listing_proposes_nothing(model):
    assert propose(model, []).proposals == ()


def test_small_groups_are_left_out(model, listing):
    found = propose(model, listing, level=0.0, least=8)
    assert found.proposals
    assert min(len(its.papers) for its in found.proposals) >= 8


def test_only_so_many_papers_are_compared(model, listing, monkeypatch):
    monkeypatch.setattr(module, "MOST", 20)
    found = propose(model, listing, level=0.0)
    assert (found.candidates, found.compared) == (96, 20)
    assert sum(len(its.papers) for its in found.proposals) <= 20


def test_the_same_listing_gives_the_same_proposals(model, listing):
    assert propose(model, listing, level=0.0) == propose(model, iter(listing), level=0.0)
