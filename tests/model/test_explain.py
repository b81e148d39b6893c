"""Why a paper was given a topic."""

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import TaxonomyError
from papertaxa.model import load, training_set
from papertaxa.model.explain import explain

PAPER = Paper(
    id="new",
    title="On the ripening of the pear",
    abstract="We study how the pear changes the stalk and the juice of every basket.",
)


@pytest.fixture(scope="module")
def model(tiny_model):
    return load(tiny_model, extract=False)


@pytest.fixture(scope="module")
def training(model):
    return training_set(model)


def test_the_topics_given_are_explained_unless_others_are_named(model, training):
    assert [topic.topic for topic in explain(model, training, PAPER).topics] == ["pears"]
    named = explain(model, training, PAPER, topics=["Whales", "pears", "whales"]).topics
    assert [(topic.topic, topic.given) for topic in named] == [("whales", False), ("pears", True)]


def test_a_paper_given_nothing_has_its_best_guess_explained(model, training):
    paper = Paper(id="far", abstract="Zebra crossings are painted on roads by the council.")
    (topic,) = explain(model, training, paper).topics
    assert topic.topic in model.classifier.labels


def test_a_topic_is_given_exactly_from_its_threshold_on(model, training, world):
    for row in list(world.texts.values())[::8]:
        found = explain(model, training, Paper(**row), topics=model.classifier.labels)
        for topic in found.topics:
            assert topic.given == (topic.probability >= topic.threshold)


def test_the_words_of_a_topic_speak_for_it(model, training):
    (pears,) = explain(model, training, PAPER).topics
    first = pears.breakdown.terms[0]
    assert "pear" in first.term
    assert first.weight > 0


def test_neighbours_have_labels_and_the_paper_itself_is_left_out(model, training, world):
    known = Paper(**world.texts["pears-3"])
    found = explain(model, training, known)
    assert found.trained_on
    assert "pears-3" not in {paper.id for paper in found.nearest}
    assert {paper.topics for paper in found.nearest} == {("pears",)}
    assert not explain(model, training, PAPER).trained_on
    assert len(explain(model, training, PAPER, neighbours=2).nearest) == 2


@pytest.mark.parametrize(
    ("topic", "message"),
    [
        ("whals", "no topic 'whals'; did you mean 'whales'?"),
        ("quartz", "`papertaxa taxonomy show` lists all"),
        ("Orchards", "'orchards' is an area; name one of its topics: pears, apples"),
    ],
)
def test_what_is_no_topic_is_refused_with_a_remedy(model, training, topic, message):
    with pytest.raises(TaxonomyError, match=message.replace("?", r"\?")):
        explain(model, training, PAPER, topics=[topic])
