import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.data import TAXONOMY, label_files
from papertaxa.domain import Label
from papertaxa.labels import read
from papertaxa.labels.merge import merge
from papertaxa.labels.opinions import unfold
from papertaxa.labels.retopic import carry, reading_list
from papertaxa.taxonomy import Taxonomy, Topic, load
from papertaxa.taxonomy.diff import diff

OLD = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        *(Topic(t, t.title(), "", "fruit") for t in ("lemon", "lime", "fig", "plum", "pear")),
    )
)
NEW = Taxonomy(
    (
        Topic("fruit", "Fruits"),
        Topic("citrus", "Citrus", "", "fruit", (), ("lemon", "lime")),
        Topic("fig", "Figs", "", "fruit"),
        Topic("damson", "Damson", "", "fruit", (), ("plum",)),
        Topic("prune", "Prune", "", "fruit", (), ("plum",)),
    )
)
CHANGE = diff(OLD, NEW)


def label(*topics: str, paper: str = "p", **extra: object) -> Label:
    return Label(id=paper, topics=topics, extra=extra)


def test_merged_topics_are_replaced_and_kept_once_at_the_first_place():
    carried = carry(label("fig", "lemon", "lime"), CHANGE)
    assert carried.after == label("fig", "citrus")
    assert carried.aside is None
    assert carry(label("lime", "fig", "lemon"), CHANGE).after == label("citrus", "fig")


def test_a_topic_that_was_only_renamed_changes_nothing():
    carried = carry(label("fig"), CHANGE)
    assert carried.after is carried.before
    assert not carried.changed


def test_a_removed_topic_goes_aside_and_the_others_stay():
    carried = carry(label("fig", "pear", note="x"), CHANGE)
    assert carried.after == label("fig", note="x")
    assert carried.aside == label("fig", "pear", note="x", aside=["pear"], choose={"pear": []})


def test_a_split_topic_goes_aside_with_the_topics_to_choose_from():
    carried = carry(label("plum", "lemon"), CHANGE)
    assert carried.after == label("citrus")
    assert carried.aside.extra == {"aside": ["plum"], "choose": {"plum": ["damson", "prune"]}}


def test_a_paper_without_a_topic_left_goes_aside_whole():
    carried = carry(label("plum", "pear"), CHANGE)
    assert carried.after is None
    assert carried.aside.topics == ("plum", "pear")


def test_what_was_carried_over_before_is_left_alone():
    assert not carry(label("citrus", "fig"), CHANGE).changed


def test_a_topic_that_neither_version_knows_is_an_error():
    with pytest.raises(KeyError):
        carry(label("stone"), CHANGE)


def test_opinions_beside_a_merged_label_are_carried_over_too():
    rows = [
        label("lemon", annotator="reader_a", date="2026-01-02"),
        label("lime", "pear", annotator="reader_b"),
        label("plum", annotator="reader_0"),
    ]
    (merged,), _ = merge([next(unfold(row, annotator="x")) for row in rows])
    carried = carry(merged, CHANGE)
    assert carried.after.extra["others"] == [{"annotator": "reader_b", "topics": ["citrus"]}]
    assert carried.aside.extra["aside"] == ["plum", "pear"]
    assert carried.aside.extra["others"] == merged.extra["others"]
    assert {o.annotator: o.label.topics for o in unfold(carried.after, annotator="x")} == {
        "reader_a": ("citrus",),
        "reader_b": ("citrus",),
    }


def test_papers_to_read_come_in_the_order_of_their_loss():
    labels = [
        label("fig", "plum", paper="secondary"),
        label("plum", "fig", paper="primary"),
        label("pear", paper="removed"),
        label("fig", paper="kept"),
        label("plum", "pear", paper="whole"),
    ]
    found = reading_list([carry(one, CHANGE) for one in labels], CHANGE)
    assert [(paper.id, paper.left) for paper in found] == [
        ("whole", ()),
        ("primary", ("fig",)),
        ("secondary", ("fig",)),
    ]
    assert found[0].topics == {"plum": ("damson", "prune")}


def test_the_same_taxonomy_changes_no_shipped_label():
    shipped = load(TAXONOMY)
    same = diff(shipped, shipped)
    assert not any(carry(one, same).changed for one in read(label_files()))


some_topics = st.lists(st.sampled_from(OLD.labels), min_size=1, max_size=4, unique=True)
IDS = (*OLD.labels, "citrus", "prune")


@st.composite
def versions(draw) -> Taxonomy:
    topics = [
        Topic(
            topic,
            topic.title(),
            "",
            "fruit",
            (),
            tuple(draw(st.lists(st.sampled_from(OLD.labels), max_size=2, unique=True))),
        )
        for topic in draw(st.lists(st.sampled_from(IDS), min_size=1, unique=True))
    ]
    return Taxonomy((Topic("fruit", "Fruit"), *topics))


@given(some_topics, versions())
def test_nothing_is_lost_and_nothing_made_up(topics, new):
    change = diff(OLD, new)
    before = label(*topics, note="x")
    carried = carry(before, change)
    after = carried.after.topics if carried.after else ()
    lost = carried.aside.extra["aside"] if carried.aside else []
    assert all(topic in new.index for topic in after)
    assert len(set(after)) == len(after)
    assert set(after) == {change.label(topic) for topic in topics if topic not in lost}
    assert set(lost) == {topic for topic in topics if change.label(topic) is None}
    assert carried.after is not None or carried.aside is not None
    if carried.aside is not None:
        assert carried.aside.topics == before.topics
        assert carried.aside.extra["note"] == "x"
