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
    one = write('{"id": "p", "topics": ["a"], "annotator": "reader_a"}\n', "one.jsonl")
    two = write("id,topics,annotator\np,a,\n", "two.csv")
    assert [o.annotator for o in gather([one, two])] == ["reader_a", "two"]
    assert [o.label.extra["annotator"] for o in gather([one, two])] == ["reader_a", "two"]


def test_files_of_the_same_name_are_told_apart_by_their_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("reader_a", "reader_b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "labels.jsonl").write_text('{"id": "p", "topics": ["a"]}\n')
    found = gather(["reader_a/labels.jsonl", "reader_b/labels.jsonl"])
    assert [o.annotator for o in found] == ["reader_a/labels", "reader_b/labels"]


def test_the_ending_of_a_packed_file_is_not_part_of_the_name(write):
    import gzip

    path = write(gzip.compress(b'{"id": "p", "topics": ["a"]}\n'), "reader_a.v2.jsonl.gz")
    assert [o.annotator for o in gather(path)] == ["reader_a.v2"]


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
    assert opinion("reader_a", date=date).when == when


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
        opinion("reader_a", ("a",), date="2026-02-01"),
        opinion("reader_a", ("b",), date="2026-01-01"),
        opinion("reader_b", ("c",)),
        opinion("reader_b", ("d",)),
    ]
    found = latest(said)
    assert {who: o.label.topics for who, o in found.items()} == {
        "reader_b": ("d",),
        "reader_a": ("a",),
    }
    assert list(found) == ["reader_b", "reader_a"]


def test_opinions_folded_into_a_label_come_out_as_they_were():
    reader_a = opinion("reader_a", ("a",), date="2026-02-01", note="sure")
    reader_b = opinion("reader_b", ("a",), date="2026-01-01", sample="random")
    reader_0 = opinion("reader_0", ("b", "c"))
    folded = fold_in(reader_a.label, [reader_b, reader_0], how="newest")
    assert folded.extra["others"][0] == {
        "annotator": "reader_b",
        "date": "2026-01-01",
        "sample": "random",
    }
    assert list(unfold(folded, annotator="file")) == [reader_0, reader_b, reader_a]


def test_a_label_that_is_nobodys_own_is_no_opinion():
    reader_a, reader_b = opinion("reader_a", ("a",)), opinion("reader_b", ("b",))
    folded = fold_in(Label(id="p", topics=("a", "b")), [reader_a, reader_b], how="majority")
    assert [o.annotator for o in unfold(folded, annotator="file")] == ["reader_b", "reader_a"]


def test_a_column_that_happens_to_be_called_others_is_just_kept():
    assert opinion("reader_a", others="x").label.extra["others"] == "x"


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ('"x"', "'others' is not a list of opinions: x"),
        ("[1]", "'others' is not a list of opinions: [1]"),
        ("[{}]", "an opinion in 'others' has no annotator: {}"),
        (
            '[{"annotator": "reader_a", "topics": "a"}]',
            "'topics' in 'others' is not a list of strings",
        ),
        (
            '[{"annotator": "reader_a", "methods": []}]',
            "the opinion of 'reader_a' in 'others' has no topics",
        ),
        ('[{"annotator": "reader_a", "date": "x"}]', "'x' is no date"),
    ],
)
def test_other_opinions_broken_by_hand_are_errors_with_their_place(write, others, message):
    path = write(f'{{"id": "p", "topics": ["a"], "settled": "newest", "others": {others}}}\n')
    with pytest.raises(LabelsError) as caught:
        gather(path)
    assert f"a.jsonl, line 1: paper 'p': {message}" in str(caught.value)
