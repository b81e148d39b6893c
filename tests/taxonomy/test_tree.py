from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, Topic

DEEP = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        Topic("citrus", "Citrus", parent="fruit"),
        Topic("lemon", "Lemon", parent="citrus", aliases=("sour one",)),
        Topic("apple", "Apple", parent="fruit"),
        Topic("stone", "Stone"),
    )
)


# Topics in any order, each with any other as parent that has a smaller number.
forests = (
    st.lists(st.none() | st.integers(0, 50), min_size=1, max_size=12)
    .map(
        lambda picks: [
            Topic(f"t{i}", f"T{i}", parent=None if pick is None or not i else f"t{pick % i}")
            for i, pick in enumerate(picks)
        ]
    )
    .flatmap(st.permutations)
)


def test_areas_are_the_roots():
    assert DEEP.areas == ("fruit", "stone")


def test_labels_are_all_nodes_but_roots_with_topics_under_them():
    assert DEEP.labels == ("citrus", "lemon", "apple", "stone")


def test_in_a_flat_taxonomy_every_node_is_a_label_and_its_own_area():
    flat = Taxonomy((Topic("a", "A"), Topic("b", "B")))
    assert flat.labels == flat.areas == ("a", "b")
    assert flat.area_of("b") == "b"


def test_area_of_is_the_root_at_any_depth():
    assert [DEEP.area_of(node) for node in ("lemon", "citrus", "fruit", "stone")] == [
        "fruit",
        "fruit",
        "fruit",
        "stone",
    ]


def test_index_is_the_column_of_a_label():
    assert DEEP.index == {"citrus": 0, "lemon": 1, "apple": 2, "stone": 3}


def test_children_of_none_are_the_areas_and_of_a_leaf_nothing():
    assert DEEP.children(None) == ("fruit", "stone")
    assert DEEP.children("fruit") == ("citrus", "apple")
    assert DEEP.children("lemon") == ()


def test_path_leads_from_the_area_to_the_node():
    assert DEEP.path("lemon") == ("fruit", "citrus", "lemon")


def test_membership_length_and_name():
    assert "citrus" in DEEP
    assert "Citrus" not in DEEP
    assert 3 not in DEEP
    assert len(DEEP) == 5
    assert DEEP.name("lemon") == "Lemon"


def test_an_unknown_id_is_an_error_with_the_nearest_one():
    with pytest.raises(TaxonomyError, match=r"no topic 'lemmon' \(did you mean 'lemon'\?\)"):
        DEEP.name("lemmon")


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        ([Topic("a", "A"), Topic("a", "B")], "'a' stands twice"),
        ([Topic("a", "A", parent="b")], "'a' stands under 'b', which is not a topic"),
        ([Topic("a", "A", parent="b"), Topic("b", "B", parent="a")], "circle: a, b"),
        ([Topic("a", "A", parent="a"), Topic("c", "C")], "circle: a"),
    ],
)
def test_what_is_not_a_forest_is_refused(topics, message):
    with pytest.raises(TaxonomyError, match=message):
        Taxonomy(tuple(topics))


@settings(max_examples=50)
@given(forests)
def test_parents_come_before_children_whatever_order_they_were_given_in(topics):
    taxonomy = Taxonomy(tuple(topics))
    assert sorted(t.id for t in taxonomy.topics) == sorted(t.id for t in topics)
    seen = set()
    for topic in taxonomy.topics:
        assert topic.parent is None or topic.parent in seen
        seen.add(topic.id)


@settings(max_examples=50)
@given(forests)
def test_siblings_keep_the_order_they_were_given_in(topics):
    taxonomy = Taxonomy(tuple(topics))
    for parent in (None, *(t.id for t in topics)):
        assert list(taxonomy.children(parent)) == [t.id for t in topics if t.parent == parent]


@settings(max_examples=50)
@given(forests)
def test_a_node_stands_right_after_its_earlier_siblings_subtree(topics):
    taxonomy = Taxonomy(tuple(topics))
    paths = [taxonomy.path(t.id) for t in taxonomy.topics]
    for before, after in pairwise(paths):
        # Depth first: the next node's parent is on the way to the node before it.
        assert after[:-1] == before[: len(after) - 1]
