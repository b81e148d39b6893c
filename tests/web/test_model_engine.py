import pytest

from papertaxa import listings
from papertaxa.model import load
from papertaxa.web.model_engine import ModelEngine


@pytest.fixture(scope="module")
def engine(tiny_model):
    return ModelEngine(load(tiny_model))


@pytest.fixture(scope="module")
def papers(world):
    return list(listings.read(world.papers))


def test_a_model_suggests_what_it_would_give_and_the_next_best(engine, papers, world):
    for said in engine.suggest(papers):
        given = [topic.id for topic in said.topics]
        others = [topic.id for topic in said.others]
        assert len(given) >= 1
        assert not set(given) & set(others)
        scores = [topic.score for topic in said.others]
        assert scores == sorted(scores, reverse=True)
        assert said.scores.shape == (len(engine.taxonomy.labels),)
    right = [
        world.topics[paper.id] == [topic.id for topic in said.topics]
        for paper, said in zip(papers, engine.suggest(papers), strict=True)
    ]
    assert sum(right) >= 0.9 * len(right)


def test_names_are_none_only_if_nobody_looked(engine, tiny_model, papers):
    assert all(said.methods is not None for said in engine.suggest(papers[:5]))
    without = ModelEngine(load(tiny_model, extract=False))
    assert all(said.methods is None for said in without.suggest(papers[:5]))


def test_every_topic_has_a_threshold_between_0_and_1(engine):
    assert len(engine.thresholds) == len(engine.taxonomy.labels)
    assert all(0 < limit < 1 for limit in engine.thresholds)
