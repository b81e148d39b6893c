import pytest

from papertaxa.data import TAXONOMY
from papertaxa.taxonomy import Taxonomy, Topic, find, load, suggest
from papertaxa.taxonomy.lookup import plain


@pytest.fixture(scope="module")
def taxonomy():
    return load(TAXONOMY)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("offline-rl", "offline-rl"),
        ("Offline RL", "offline-rl"),
        ("batch RL", "offline-rl"),
        ("Batch-rl", "offline-rl"),
        ("GNNs", "graph-neural-networks"),
        ("RL", "reinforcement-learning"),
        ("underwater basketry", None),
        ("", None),
    ],
)
def test_a_topic_is_found_by_id_name_or_alias(taxonomy, text, topic):
    assert find(taxonomy, text) == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("ofline-rl", "offline-rl"),
        ("offline_rl", "offline-rl"),
        ("off-policy evaluation", "offline-rl"),
        ("graph neural network", "graph-neural-networks"),
        ("reinforcment-learning", "reinforcement-learning"),
        ("xqzw", None),
    ],
)
def test_the_likely_topic_is_suggested(taxonomy, text, topic):
    assert suggest(taxonomy, text) == topic


def test_an_id_wins_over_another_topics_alias_and_a_label_over_an_area():
    taxonomy = Taxonomy(
        (
            Topic("top", "Same"),
            Topic("one", "One", parent="top", aliases=("two", "Same")),
            Topic("two", "Two", parent="top"),
        )
    )
    assert find(taxonomy, "Two") == "two"
    assert find(taxonomy, "same") == "top"  # the area's name, before the topic's alias
    assert find(Taxonomy((Topic("a", "X"), Topic("b", "X", parent="a"))), "x") == "b"


def test_plain_drops_case_and_punctuation_only():
    assert plain("Vision-Language  Models (VLM)") == "vision language models vlm"
    assert plain("强化-学习") == "强化 学习"
