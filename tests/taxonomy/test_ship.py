import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.data import TAXONOMY
from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, Topic, dumps_json, from_json, infer, load


def test_a_model_gives_the_shipped_taxonomy_back():
    taxonomy = load(TAXONOMY)
    assert from_json(dumps_json(taxonomy)) == taxonomy


@given(
    st.lists(
        st.builds(
            Topic,
            st.text(),
            st.text(),
            st.text(),
            st.none(),
            st.lists(st.text()).map(tuple),
            st.lists(st.text()).map(tuple),
        ),
        min_size=1,
        max_size=5,
        unique_by=lambda topic: topic.id,
    )
)
def test_json_keeps_any_text_and_the_order(topics):
    taxonomy = Taxonomy(tuple(topics))
    assert from_json(dumps_json(taxonomy)) == taxonomy


def test_a_topic_that_was_never_anything_else_says_nothing_of_it():
    assert "was" not in dumps_json(Taxonomy((Topic("a", "A"),)))
    assert '"was": ["b"]' in dumps_json(Taxonomy((Topic("a", "A", was=("b",)),)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '{"topics": 3}',
        '{"topics": []}',
        '{"topics": ["a"]}',
        '{"topics": [{"id": "a"}]}',
        '{"topics": [{"id": 1, "name": "A", "definition": "", "parent": null, "aliases": []}]}',
        '{"topics": [{"id": "a", "name": "A", "definition": "", "parent": "b", "aliases": []}]}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(TaxonomyError):
        from_json(text)


def test_labels_in_any_language_make_a_flat_taxonomy_in_alphabetical_order():
    taxonomy = infer(["强化学习", "a b", "Zebra", "a b"])
    assert taxonomy.labels == taxonomy.areas == ("Zebra", "a b", "强化学习")
    assert taxonomy.name("a b") == "a b"


def test_arrows_make_areas():
    taxonomy = infer(["Fruit->Lemon", "Stone", "Fruit->Citrus -> Lime"])
    assert taxonomy.areas == ("Fruit", "Stone")
    assert [(t.id, t.name, t.parent) for t in taxonomy.topics] == [
        ("Fruit", "Fruit", None),
        ("Fruit->Citrus", "Citrus", "Fruit"),
        ("Fruit->Citrus -> Lime", "Lime", "Fruit->Citrus"),
        ("Fruit->Lemon", "Lemon", "Fruit"),
        ("Stone", "Stone", None),
    ]


def test_a_first_part_that_is_itself_given_to_papers_stays_a_topic():
    taxonomy = infer(["Fruit", "Fruit->Lemon", "->", "x->"])
    assert set(taxonomy.labels) == {"Fruit", "Fruit->Lemon", "->", "x->"}


@pytest.mark.parametrize("topics", [[], [""], ["a", " "]])
def test_nothing_to_infer_from_is_an_error(topics):
    with pytest.raises(TaxonomyError):
        infer(topics)


@given(st.lists(st.text("ab->", min_size=1), min_size=1))
def test_every_topic_of_the_labels_becomes_a_label(topics):
    assert set(infer(topics).labels) >= set(topics)
