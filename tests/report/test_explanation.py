"""Explanations as data and as text."""

import json
import re
from dataclasses import replace
from decimal import Decimal

import pytest

from papertaxa.domain import Paper
from papertaxa.model import load, training_set
from papertaxa.model.explain import explain
from papertaxa.report.explanation import to_record, to_text

PAPER = Paper(
    id="new",
    title="On the *ripening* of the pear",
    abstract="We study how the pear changes the stalk,\nand the juice of every basket of pears.",
)
TITLES = {f"pears-{number}": "On the orchard and the pear " * 4 for number in range(20)}


@pytest.fixture(scope="module")
def model(tiny_model):
    return load(tiny_model, extract=False)


@pytest.fixture(scope="module")
def found(model):
    return explain(model, training_set(model), PAPER, topics=["pears", "tides"])


def shown(model, found, **options):
    return to_text(found, taxonomy=model.taxonomy, titles=TITLES, **options)


def test_the_record_adds_up_to_the_last_digit(model, found):
    record = json.loads(
        json.dumps(to_record(found, taxonomy=model.taxonomy, titles=TITLES), allow_nan=False),
        parse_float=Decimal,
    )
    assert [topic["id"] for topic in record["topics"]] == ["pears", "tides"]
    for topic in record["topics"]:
        mentions = [place for term in topic["terms"] for place in term["mentions"]]
        total = sum(Decimal(place["weight"]) for place in mentions) + topic["intercept"]
        assert total == topic["linear_score"]


def test_the_record_has_spans_of_the_text_as_given(model, found):
    record = to_record(found, taxonomy=model.taxonomy, titles={})
    surfaces = {
        getattr(PAPER, place["field"])[place["start"] : place["end"]]
        for topic in record["topics"]
        for term in topic["terms"]
        for place in term["mentions"]
        if term["term"] in {"ripening", "pear"}
    }
    assert surfaces == {"ripening", "pear", "pears"}


def test_titles_are_given_where_they_are_known(model, found):
    known = to_record(found, taxonomy=model.taxonomy, titles=TITLES)["nearest"]
    assert len(known) == 5
    assert all(paper["title"] == TITLES[paper["id"]] for paper in known)
    unknown = to_record(found, taxonomy=model.taxonomy, titles={})["nearest"]
    assert [paper["title"] for paper in unknown] == [None] * 5


@pytest.mark.parametrize("terms", [1, 3, 100])
def test_the_lines_of_a_topic_add_up_to_the_score_that_is_shown(model, found, terms):
    blocks = shown(model, found, terms=terms).split("\n\n")[1:3]
    for block in blocks:
        score = Decimal(re.search(r"linear score (-?[\d.]+):", block)[1])
        weights = re.findall(r"^  ([+-][\d.]+)  ", block, flags=re.MULTILINE)
        assert len(weights) >= min(terms, 3)
        assert sum(map(Decimal, weights)) == score


def test_lines_fit_the_width(model, found):
    assert max(map(len, shown(model, found).splitlines())) <= 80


def test_without_colour_there_are_no_escapes_and_the_text_is_not_repeated(model, found):
    text = shown(model, found)
    assert "\x1b" not in text
    assert PAPER.abstract.split("\n")[0] not in text


def test_with_colour_the_text_is_shown_as_given_and_what_speaks_for_the_topic_is_green(
    model, found
):
    text = shown(model, found, colour=True)
    assert re.search(r"\x1b\[(1;)?32m[^\x1b]*pear", text)
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert PAPER.title in plain
    assert "We study how the pear changes the stalk," in plain


def test_a_topic_without_training_papers_is_said_to_have_none(model, found):
    (pears, _) = found.topics
    silent = replace(found, topics=(replace(pears, breakdown=None, given=False),), nearest=())
    text = shown(model, silent)
    assert "no training paper has this topic" in text
    assert "No labelled paper shares a word" in text
    record = to_record(silent, taxonomy=model.taxonomy, titles={})
    assert record["topics"][0]["linear_score"] is None


def test_it_is_said_where_a_paper_may_be_outside_or_was_trained_on(model, found):
    text = shown(model, replace(found, outside=True, none_fits=0.42, trained_on=True))
    assert "may fit no topic of the taxonomy (probability 0.42)" in text
    assert "trained on this very paper" in text
