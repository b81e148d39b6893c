from datetime import UTC, datetime

import pytest

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.opinions import OLDEST, fold_in, gather, latest, unfold


def opinion(annotator: str, topics: tuple[str, ...] = ("a",), **extra: object):
    label = Label(id="p", topics=topics, extra=extra)
    (found,) = unfold(label, annotator=annotator)
    return found


def test_the_annotator_is_the_column_or_else_the_file(write):
    one = write('{"id": "p", "topics": ["a"], "annotator": "kim"}\n', "one.jsonl")
    two = write("id,topics,annotator\np,a,\n", "two.csv")
    assert [o.annotator for o in gather([one, two])] == ["kim", "two"]
    assert [o.label.extra["annotator"] for o in gather([one, two])] == ["kim", "two"]


def test_files_of_the_same_name_are_told_apart_by_their_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("kim", "lee"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "labels.jsonl").write_text('{"id": "p", "topics": ["a"]}\n')
    found = gather(["kim/labels.jsonl", "lee/labels.jsonl"])
    assert [o.annotator for o in found] == ["kim/labels", "lee/labels"]


def test_the_ending_of_a_packed_file_is_not_part_of_the_name(write):
    import gzip

    path = write(gzip.compress(b'{"id": "p", "topics": ["a"]}\n'), "kim.v2.jsonl.gz")
    assert [o.annotator for o in gather(path)] == ["kim.v2"]


@pytest.mark.parametrize(
    ("date", "when"),
    [
        ("2026-03-31", datetime(2026, 3, 31, tzinfo=UTC)),
        ("2026-03-31T14:05:00Z", datetime(2026, 3, 31, 14, 5, tzinfo=UTC)),
        ("2026-03-31T14:05:00+02:00", datetime(2026, 3, 31, 12, 5, tzinfo=UTC)),
        ("", OLDEST),
        (None, OLDEST),
    ],
)
def test_dates_are_compared_in_utc_and_a_missing_one_is_the_oldest(date, when):
    assert opinion("kim", date=date).when == when


@pytest.mark.parametrize("date", ["yesterday", 2026, "2026-13-01", "0001-01-01T00:00:00+10:00"])
def test_another_date_is_an_error_that_names_place_and_form(write, date):
    import json

    path = write(json.dumps({"id": "p", "topics": ["a"], "date": date}) + "\n")
    with pytest.raises(LabelsError) as caught:
        gather(path)
    assert f"a.jsonl, line 1: paper 'p': '{date}' is no date" in str(caught.value)
    assert "2026-03-31" in str(caught.value)


def test_an_annotator_counts_with_the_newest_opinion_and_of_equal_dates_with_the_later():
    said = [
        opinion("kim", ("a",), date="2026-02-01"),
        opinion("kim", ("b",), date="2026-01-01"),
        opinion("lee", ("c",)),
        opinion("lee", ("d",)),
    ]
    found = latest(said)
    assert {who: o.label.topics for who, o in found.items()} == {"lee": ("d",), "kim": ("a",)}
    assert list(found) == ["lee", "kim"]


def test_opinions_folded_into_a_label_come_out_as_they_were():
    kim = opinion("kim", ("a",), date="2026-02-01", note="sure")
    lee = opinion("lee", ("a",), date="2026-01-01", sample="random")
    ann = opinion("ann", ("b", "c"))
    folded = fold_in(kim.label, [lee, ann], how="newest")
    assert folded.extra["others"][0] == {
        "annotator": "lee",
        "date": "2026-01-01",
        "sample": "random",
    }
    assert list(unfold(folded, annotator="file")) == [ann, lee, kim]


def test_a_label_that_is_nobodys_own_is_no_opinion():
    kim, lee = opinion("kim", ("a",)), opinion("lee", ("b",))
    folded = fold_in(Label(id="p", topics=("a", "b")), [kim, lee], how="majority")
    assert [o.annotator for o in unfold(folded, annotator="file")] == ["lee", "kim"]


def test_a_column_that_happens_to_be_called_others_is_just_kept():
    assert opinion("kim", others="x").label.extra["others"] == "x"


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ('"x"', "'others' is not a list of opinions: x"),
        ("[1]", "'others' is not a list of opinions: [1]"),
        ("[{}]", "an opinion in 'others' has no annotator: {}"),
        ('[{"annotator": "kim", "topics": "a"}]', "'topics' in 'others' is not a list of strings"),
        ('[{"annotator": "kim", "methods": []}]', "the opinion of 'kim' in 'others' has no topics"),
        ('[{"annotator": "kim", "date": "x"}]', "'x' is no date"),
    ],
)
def test_other_opinions_broken_by_hand_are_errors_with_their_place(write, others, message):
    path = write(f'{{"id": "p", "topics": ["a"], "settled": "newest", "others": {others}}}\n')
    with pytest.raises(LabelsError) as caught:
        gather(path)
    assert f"a.jsonl, line 1: paper 'p': {message}" in str(caught.value)
