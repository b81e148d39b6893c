import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.data import TAXONOMY
from papertaxa.taxonomy import Taxonomy, Topic, load
from papertaxa.taxonomy.diff import diff

FRUIT = Topic("fruit", "Fruit")
TREES = Topic("trees", "Trees")
LEMON = Topic("lemon", "Lemon", "Sour.", "fruit", ("citrus",))
FIG = Topic("fig", "Fig", "Sweet.", "fruit")
PLUM = Topic("plum", "Plum", "", "fruit")
OAK = Topic("oak", "Oak", "", "trees")
OLD = Taxonomy((FRUIT, LEMON, FIG, PLUM, TREES, OAK))


def changes(*topics: Topic, old: Taxonomy = OLD) -> list[str]:
    return [" ".join(str(change).split()) for change in diff(old, Taxonomy(topics)).changes]


def test_a_taxonomy_does_not_differ_from_itself():
    shipped = load(TAXONOMY)
    found = diff(shipped, shipped)
    assert (found.changes, found.notes) == ((), ())
    assert all(found.label(label) == label for label in shipped.labels)


def test_another_order_of_siblings_is_no_change():
    assert changes(TREES, OAK, FRUIT, PLUM, LEMON, FIG) == []


CASES = {
    "name": (
        (FRUIT, Topic("lemon", "Lemons", "Sour.", "fruit", ("citrus",)), FIG, PLUM, TREES, OAK),
        ["renamed lemon: name 'Lemon' -> 'Lemons'"],
    ),
    "definition and aliases": (
        (FRUIT, Topic("lemon", "Lemon", "", "fruit", ("limon",)), FIG, PLUM, TREES, OAK),
        ["renamed lemon: definition; aliases +'limon' -'citrus'"],
    ),
    "moved": (
        (FRUIT, LEMON, FIG, TREES, OAK, Topic("plum", "Plum", "", "trees")),
        ["moved plum: from fruit to trees"],
    ),
    "moved to the top": (
        (FRUIT, LEMON, FIG, Topic("plum", "Plum"), TREES, OAK),
        ["moved plum: from fruit to the areas"],
    ),
    "new id, declared": (
        (FRUIT, LEMON, FIG, Topic("prune", "Prune", "", "fruit", (), ("plum",)), TREES, OAK),
        ["new id plum -> prune (declared)", "renamed prune: name 'Plum' -> 'Prune'"],
    ),
    "new id, same name": (
        (FRUIT, LEMON, FIG, Topic("plums", "plum", "", "fruit"), TREES, OAK),
        [
            "new id plum -> plums (recognised by its name)",
            "renamed plums: name 'Plum' -> 'plum'",
        ],
    ),
    "new id, old name as alias": (
        (FRUIT, LEMON, FIG, Topic("prune", "Prune", "", "fruit", ("plum",)), TREES, OAK),
        [
            "new id plum -> prune (recognised by its name)",
            "renamed prune: name 'Plum' -> 'Prune'; aliases +'plum'",
        ],
    ),
    "area with a new id": (
        (FRUIT, LEMON, FIG, PLUM, Topic("wood", "Trees"), Topic("oak", "Oak", "", "wood")),
        ["new id trees -> wood (recognised by its name)"],
    ),
    "merged into a new one": (
        (FRUIT, LEMON, Topic("soft", "Soft", "", "fruit", (), ("fig", "plum")), TREES, OAK),
        ["merged fig, plum -> soft (declared)"],
    ),
    "merged into one of the two": (
        (FRUIT, LEMON, Topic("fig", "Fig", "Sweet.", "fruit", (), ("plum",)), TREES, OAK),
        ["merged fig, plum -> fig (declared)"],
    ),
    "split": (
        (
            FRUIT,
            Topic("sour", "Sour lemon", "", "fruit", (), ("lemon",)),
            Topic("sweet", "Sweet lemon", "", "fruit", (), ("lemon",)),
            FIG,
            PLUM,
            TREES,
            OAK,
        ),
        ["split lemon -> sour, sweet (declared)"],
    ),
    "split, one part keeps the id": (
        (FRUIT, LEMON, Topic("lime", "Lime", "", "fruit", (), ("lemon",)), FIG, PLUM, TREES, OAK),
        ["split lemon -> lemon, lime (declared)"],
    ),
    "a part of one merged with another": (
        (
            FRUIT,
            Topic("sour", "Sour", "", "fruit", (), ("lemon",)),
            Topic("sweet", "Sweet", "", "fruit", (), ("lemon", "fig")),
            PLUM,
            TREES,
            OAK,
        ),
        ["split lemon -> sour, sweet (declared)", "merged lemon, fig -> sweet (declared)"],
    ),
    "added and removed": (
        (FRUIT, LEMON, FIG, TREES, OAK, Topic("elm", "Elm", "", "trees")),
        ["added elm", "removed plum"],
    ),
    "topic becomes an area": (
        (FRUIT, LEMON, FIG, PLUM, TREES, Topic("oak", "Oak"), Topic("cork", "Cork", "", "oak")),
        ["now an area oak -> oak", "moved oak: from trees to the areas", "added cork"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_kind_of_change_is_recognised(case):
    topics, expected = CASES[case]
    if case == "topic becomes an area":  # trees is left without a topic, and is one itself
        topics = (*topics, Topic("elm", "Elm", "", "trees"))
        expected = [*expected, "added elm"]
    assert sorted(changes(*topics)) == sorted(expected)


def test_only_what_is_certain_stands_for_an_old_topic_in_labels():
    new = Taxonomy(
        (
            FRUIT,
            Topic("sour", "Sour", "", "fruit", (), ("lemon",)),
            Topic("sweet", "Sweet", "", "fruit", (), ("lemon",)),
            Topic("soft", "Soft", "", "fruit", (), ("fig", "plum")),
            TREES,
            Topic("elm", "Elm", "", "trees"),
        )
    )
    found = diff(OLD, new)
    assert {t: found.label(t) for t in OLD.labels} == {
        "lemon": None,
        "fig": "soft",
        "plum": "soft",
        "oak": None,
    }
    assert found.choices("lemon") == ("sour", "sweet")
    assert found.choices("oak") == ()
    assert found.label("sour") == "sour"
    with pytest.raises(KeyError):
        found.label("stone")


def test_a_topic_that_became_an_area_leaves_the_topics_under_it_to_choose_from():
    old = Taxonomy((Topic("stone", "Stone"), FRUIT, LEMON))
    new = Taxonomy((Topic("stone", "Stone"), Topic("flint", "Flint", "", "stone"), FRUIT, LEMON))
    found = diff(old, new)
    assert found.label("stone") is None
    assert found.choices("stone") == ("flint",)


def test_two_possible_heirs_are_not_guessed_between_but_said():
    new = Taxonomy(
        (
            FRUIT,
            LEMON,
            FIG,
            Topic("prune", "Prune", "", "fruit", ("plum",)),
            Topic("damson", "Damson", "", "fruit", ("Plum",)),
            TREES,
            OAK,
        )
    )
    found = diff(OLD, new)
    assert found.successors["plum"] == ()
    assert {change.kind for change in found.changes} == {"added", "removed"}
    assert found.notes[0] == (
        "'plum' may have become 'prune', but others fit as well; if so, write 'was: [plum]' there"
    )


def test_what_cannot_be_recognised_says_how_to_declare_it():
    new = Taxonomy((FRUIT, LEMON, FIG, Topic("prune", "Prune", "", "fruit"), TREES, OAK))
    (note,) = diff(OLD, new).notes
    assert note.startswith("plum disappeared, and prune came: if one became the other, write")
    assert "'was: [plum]' under '- id: prune'" in note


def test_a_topic_may_decline_to_be_taken_for_one_of_the_same_name():
    new = Taxonomy(
        (FRUIT, LEMON, FIG, Topic("plums", "Plum", "", "fruit", (), ("plums",)), TREES, OAK)
    )
    found = diff(OLD, new)
    assert {change.kind for change in found.changes} == {"added", "removed"}
    assert found.notes == ()


def test_ids_of_earlier_versions_are_no_trouble_but_a_slip_is_noted():
    kept = Topic("lemon", "Lemon", "Sour.", "fruit", ("citrus",), ("limon",))
    old = Taxonomy((FRUIT, kept, FIG, PLUM, TREES, OAK))
    assert diff(old, old).notes == ()
    slip = Topic("prune", "Prune", "", "fruit", (), ("plumm",))
    found = diff(OLD, Taxonomy((FRUIT, LEMON, FIG, slip, TREES, OAK)))
    assert found.notes[0].startswith(
        "'prune' says 'was: plumm', but the old taxonomy has no such topic (did you mean 'plum'?)"
    )


ids = st.sampled_from("abcdef")


@st.composite
def taxonomies(draw) -> Taxonomy:
    areas = [Topic("x", "X"), Topic("y", "Y")]
    under = [
        Topic(
            topic,
            draw(st.sampled_from(["One", "Two", "Three", "Four", "Five"])),
            "",
            draw(st.sampled_from(["x", "y"])),
            (),
            tuple(draw(st.lists(ids, max_size=2, unique=True))),
        )
        for topic in draw(st.lists(ids, min_size=1, unique=True))
    ]
    return Taxonomy((*areas, *under))


@given(taxonomies(), taxonomies())
def test_every_old_id_has_an_answer_and_every_answer_is_a_new_id(old, new):
    found = diff(old, new)
    assert set(found.successors) == set(old.by_id)
    assert all(heir in new for heirs in found.successors.values() for heir in heirs)
    for topic in old.labels:
        became = found.label(topic)
        assert became is None or became in new.index
        assert set(found.choices(topic)) <= set(new.labels)
    gone = {i for change in found.changes if change.kind == "removed" for i in change.old}
    assert gone == {past for past, heirs in found.successors.items() if not heirs}
    come = {i for change in found.changes if change.kind == "added" for i in change.new}
    assert come == set(new.by_id) - {h for heirs in found.successors.values() for h in heirs}
