from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels import dumps
from papertaxa.labels.merge import merge, row
from papertaxa.labels.opinions import Opinion, unfold

RULES = ("newest", "majority", "annotator:reader_a")


def said(annotator: str, *topics: str, day: int | None = None, paper="p", **more) -> Opinion:
    extra = {"annotator": annotator} | ({"date": f"2026-01-{day:02}"} if day else {})
    label = Label(id=paper, topics=topics, extra=extra, source=f"{annotator}.jsonl, line 1", **more)
    (opinion,) = unfold(label, annotator=annotator)
    return opinion


def test_the_newest_label_wins_and_the_others_are_kept():
    (label,), (conflict,) = merge([said("reader_a", "a", "b", day=2), said("reader_b", "c", day=1)])
    assert dumps(label) == (
        '{"id": "p", "topics": ["a", "b"], "annotator": "reader_a", "date": "2026-01-02", '
        '"settled": "newest", "others": [{"annotator": "reader_b", "topics": ["c"], '
        '"date": "2026-01-01"}]}'
    )
    assert (conflict.key, conflict.settled, conflict.reason) == (
        "topics",
        ("a", "b"),
        "newest: reader_a, 2026-01-02",
    )


def test_a_conflict_becomes_a_row_that_says_who_said_what_and_where():
    _, (conflict,) = merge([said("reader_a", "a", day=2), said("reader_b", "c")])
    assert row(conflict) == {
        "id": "p",
        "key": "topics",
        "opinions": [
            {
                "annotator": "reader_b",
                "date": None,
                "topics": ("c",),
                "source": "reader_b.jsonl, line 1",
            },
            {
                "annotator": "reader_a",
                "date": "2026-01-02",
                "topics": ("a",),
                "source": "reader_a.jsonl, line 1",
            },
        ],
        "settled": ("a",),
        "reason": "newest: reader_a, 2026-01-02",
    }


@pytest.mark.parametrize(
    ("day", "why"), [(None, "none has a date"), (3, "of those with the same date")]
)
def test_of_equal_dates_the_later_file_wins_and_the_reason_says_so(day, why):
    (label,), (conflict,) = merge([said("reader_a", "a", day=day), said("reader_b", "b", day=day)])
    assert label.topics == ("b",)
    assert conflict.reason.endswith(f"; {why}: the later file or row")


def test_a_label_without_a_date_is_older_than_any_with_one():
    (label,), _ = merge([said("reader_a", "a", day=1), said("reader_b", "b")])
    assert label.topics == ("a",)


def test_a_named_annotator_wins_and_where_there_is_none_the_newest():
    opinions = [
        said("reader_a", "a", day=1),
        said("reader_b", "b", day=2),
        said("reader_b", "c", paper="q", day=1),
        said("reader_0", "d", paper="q", day=2),
    ]
    (p, q), (of_p, of_q) = merge(opinions, rule="annotator:reader_a")
    assert (p.topics, q.topics) == (("a",), ("d",))
    assert of_p.reason == "annotator: reader_a"
    assert of_q.reason == "reader_a says nothing; newest: reader_0, 2026-01-02"


def test_a_majority_is_counted_topic_by_topic_and_leads_with_the_most_frequent_primary():
    opinions = [said("reader_a", "a", "b", day=1), said("reader_b", "b", "a", "c", day=2)]
    opinions.append(said("reader_0", "a", "c", "d", day=3))
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("a", "c", "b")
    assert conflict.reason == "majority of 3"
    assert "annotator" not in label.extra
    assert [other["annotator"] for other in label.extra["others"]] == [
        "reader_0",
        "reader_b",
        "reader_a",
    ]


def test_as_many_for_as_against_is_settled_by_the_newest_and_stated():
    opinions = [said("reader_a", "a", "b", day=2), said("reader_b", "a", "c", day=1)]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("a", "b")
    assert label.extra["annotator"] == "reader_a"
    assert conflict.reason == (
        "majority of 2; as many for as against b, c: newest: reader_a, 2026-01-02"
    )


def test_as_many_primary_topics_of_each_kind_is_settled_by_the_newest_and_stated():
    opinions = [said("reader_a", "a", "b", day=1), said("reader_b", "b", "a", day=2)]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("b", "a")
    assert conflict.reason == "majority of 2; primary: b, of as many votes the newest"


def test_without_any_majority_the_newest_opinion_is_taken_whole():
    opinions = [
        said(who, who, day=day) for day, who in enumerate(("reader_a", "reader_b", "reader_0"), 1)
    ]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("reader_0",)
    assert conflict.reason == "no topic has a majority of 3; newest: reader_0, 2026-01-03"


def test_no_more_than_four_topics_come_out_of_a_majority():
    opinions = [
        said("reader_a", "a", "b", "c", "d", day=1),
        said("reader_b", "a", "b", "e", "f", day=2),
        said("reader_0", "c", "d", "e", "f", day=3),
        said("bo", "a", "b", "c", "d", day=4),
    ]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("a", "b", "c", "d")
    assert "as many for as against e, f" in conflict.reason
    opinions[1:1] = [said("cy", "e", "f", day=1)]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert label.topics == ("a", "b", "c", "d")
    assert conflict.reason == "majority of 5; the 4 with the most votes of 6"


def test_names_are_settled_by_the_same_rule_whatever_their_spelling():
    opinions = [
        said("reader_a", "a", day=1, methods=("Zest-Net", "Peel")),
        said("reader_b", "a", day=2, methods=("ZestNet",)),
        said("reader_0", "a", day=3),
    ]
    (label,), (conflict,) = merge(opinions, rule="majority")
    assert conflict.key == "methods"
    assert label.methods == ("ZestNet",)
    assert label.topics == ("a",)


def test_what_nobody_looked_for_is_no_conflict_and_is_taken_from_who_did():
    opinions = [said("reader_a", "a", day=1, benchmarks=("Orchard",)), said("reader_b", "b", day=2)]
    (label,), (conflict,) = merge(opinions)
    assert (conflict.key, label.topics, label.benchmarks) == ("topics", ("b",), ("Orchard",))
    assert "annotator" not in label.extra
    assert label.proposed is None


def test_another_order_of_the_secondary_topics_is_no_conflict_but_kept():
    (label,), conflicts = merge(
        [said("reader_a", "a", "b", "c", day=1), said("reader_b", "a", "c", "b")]
    )
    assert conflicts == []
    assert label.extra["settled"] == "agreed"
    assert label.extra["others"] == [{"annotator": "reader_b", "topics": ["a", "c", "b"]}]


def test_a_change_of_mind_is_no_conflict_but_kept():
    (label,), conflicts = merge([said("reader_a", "a", day=1), said("reader_a", "b", day=2)])
    assert (label.topics, conflicts) == (("b",), [])
    assert label.extra["others"][0]["topics"] == ["a"]


def test_the_same_label_twice_is_one():
    (label,), conflicts = merge([said("reader_a", "a", day=1), said("reader_a", "a", day=1)])
    assert dumps(label) == dumps(said("reader_a", "a", day=1).label)
    assert conflicts == []


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("newst", "unknown rule 'newst' (did you mean 'newest'?); give newest, majority"),
        (
            "annotator:readr_a",
            "names nobody who labelled (did you mean 'reader_a'?); the annotators are",
        ),
    ],
)
def test_an_impossible_rule_is_an_error_with_the_likely_one(rule, message):
    with pytest.raises(LabelsError) as caught:
        merge([said("reader_a", "a")], rule=rule)
    assert message in str(caught.value)


topics = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4, unique=True)
names = st.none() | st.lists(st.sampled_from(["Zest", "Peel", "Pith"]), unique=True).map(tuple)


@st.composite
def crowds(draw) -> list[list[Opinion]]:
    """Files of opinions, no two of the same date; reader_a is always among the annotators."""
    days = draw(st.permutations(range(1, 29)))
    files: list[list[Opinion]] = [[], [], []]
    for number in range(draw(st.integers(1, 12))):
        annotator = (
            "reader_a"
            if number == 0
            else draw(st.sampled_from(["reader_a", "reader_b", "reader_0", "bo"]))
        )
        opinion = said(
            annotator,
            *draw(topics),
            day=days[number],
            paper=draw(st.sampled_from("pq")),
            methods=draw(names),
        )
        files[draw(st.integers(0, 2))].append(opinion)
    return files


def by_id(labels: list[Label]) -> dict[str, str]:
    return {label.id: dumps(label) for label in labels}


def words(opinions) -> set[str]:
    return {dumps(opinion.label) for opinion in opinions}


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=20)
@given(files=crowds(), order=st.permutations([0, 1, 2]))
def test_the_order_of_files_makes_no_difference_where_dates_differ(rule, files, order):
    one = merge(chain(*files), rule=rule)
    other = merge(chain(*(files[number] for number in order)), rule=rule)
    assert by_id(one[0]) == by_id(other[0])
    assert {(c.id, c.key, c.settled, c.reason) for c in one[1]} == {
        (c.id, c.key, c.settled, c.reason) for c in other[1]
    }


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=20)
@given(files=crowds())
def test_every_opinion_can_be_read_back_from_the_merged_labels(rule, files):
    labels, _ = merge(chain(*files), rule=rule)
    found = chain.from_iterable(unfold(label, annotator="merged") for label in labels)
    assert words(found) == words(chain(*files))


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=20)
@given(files=crowds())
def test_merging_in_steps_is_merging_at_once(rule, files):
    reader_a = said("reader_a", "a", paper="z", day=28)
    first, _ = merge([reader_a, *files[0], *files[1]], rule=rule)
    unfolded = chain.from_iterable(unfold(label, annotator="merged") for label in first)
    stepwise, _ = merge([*unfolded, *files[2]], rule=rule)
    at_once, _ = merge([reader_a, *chain(*files)], rule=rule)
    assert by_id(stepwise) == by_id(at_once)


@settings(max_examples=40)
@given(files=crowds())
def test_a_majority_has_what_most_give_and_nothing_that_nobody_gives(files):
    opinions = list(chain(*files))
    for label in merge(opinions, rule="majority")[0]:
        newest: dict[str, Opinion] = {}
        for opinion in sorted(opinions, key=lambda o: o.when):
            if opinion.label.id == label.id:
                newest[opinion.annotator] = opinion
        votes = [opinion.label.topics for opinion in newest.values()]
        sure = {t for t in "abcdef" if 2 * sum(t in v for v in votes) > len(votes)}
        if len(sure) <= 4:
            assert sure <= set(label.topics)
        assert set(label.topics) <= set(chain(*votes))
        assert 1 <= len(label.topics) <= 4
