import pytest

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, Topic, load
from papertaxa.taxonomy.diff import diff
from papertaxa.web.retree import add, merge, move, remove, rename, split, to_yaml

TREE = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        Topic("apple", "Apple", "Round.", parent="fruit", aliases=("malus",)),
        Topic("pear", "Pear", parent="fruit", aliases=("pyrus", "MALUS communis")),
        Topic("wood", "Wood"),
        Topic("oak", "Oak: the “strong” one", parent="wood", was=("quercus",)),
        Topic("ash", "Ash", parent="oak"),
    )
)


def changes(new):
    return [(change.kind, change.old, change.new) for change in diff(TREE, new).changes]


def test_a_new_name_leaves_the_id():
    new = rename(TREE, "apple", name="Apples", definition="d", aliases=["a"])
    assert changes(new) == [("renamed", ("apple",), ("apple",))]
    assert new.topic("apple").aliases == ("a",)


def test_a_topic_moves_with_what_stands_under_it():
    new = move(TREE, "oak", under="fruit")
    assert changes(new) == [("moved", ("oak",), ("oak",))]
    assert new.path("ash") == ("fruit", "oak", "ash")
    assert move(TREE, "ash", under=None).path("ash") == ("ash",)


@pytest.mark.parametrize("under", ["oak", "ash"])
def test_nothing_moves_under_itself(under):
    with pytest.raises(TaxonomyError, match="itself"):
        move(TREE, "oak", under=under)


def test_a_merged_topic_leaves_its_names_and_its_children_to_the_other():
    new = merge(TREE, "pear", into="apple")
    assert changes(new)[0] == ("merged", ("apple", "pear"), ("apple",))
    assert new.topic("apple").aliases == ("malus", "Pear", "pyrus", "MALUS communis")
    assert merge(TREE, "oak", into="apple").path("ash") == ("fruit", "apple", "ash")
    assert merge(TREE, "oak", into="apple").topic("apple").was == ("oak", "quercus")


@pytest.mark.parametrize(("topic", "into"), [("oak", "oak"), ("ash", "oak"), ("oak", "ash")])
def test_a_topic_does_not_merge_with_itself_or_its_line(topic, into):
    with pytest.raises(TaxonomyError, match="itself"):
        merge(TREE, topic, into=into)


def test_the_parts_of_a_split_stand_where_the_whole_stood():
    new = split(TREE, "apple", names=["Red apple", "Apple"])
    assert changes(new)[0] == ("split", ("apple",), ("red-apple", "apple"))
    assert new.path("red-apple") == ("fruit", "red-apple")


@pytest.mark.parametrize(
    ("topic", "names", "why"),
    [
        ("apple", ["Red"], "at least two"),
        ("apple", ["Red", "red"], "at least two"),
        ("apple", ["Red", "Pear"], "'Pear' has"),
        ("apple", ["Red", "?!"], "no id"),
        ("oak", ["A", "B"], "under it"),
    ],
)
def test_a_split_that_makes_no_tree_is_refused(topic, names, why):
    with pytest.raises(TaxonomyError, match=why):
        split(TREE, topic, names=names)


def test_a_topic_is_removed_with_what_stands_under_it():
    assert changes(remove(TREE, "oak")) == [("removed", ("oak",), ()), ("removed", ("ash",), ())]
    with pytest.raises(TaxonomyError, match="last"):
        remove(Taxonomy((Topic("a", "A"),)), "a")


def test_a_topic_is_added_under_another_or_as_an_area():
    assert add(TREE, name="Sloe gin", under="fruit").path("sloe-gin") == ("fruit", "sloe-gin")
    assert "metal" in add(TREE, name="Metal", under=None).areas


def test_the_file_says_what_the_tree_says(tmp_path):
    file = tmp_path / "tree.yaml"
    file.write_text(to_yaml(TREE), encoding="utf-8")
    assert load(file) == TREE
