import io

import pytest

from papertaxa import listings
from papertaxa.domain import Paper
from papertaxa.errors import ListingError
from papertaxa.report import writer
from papertaxa.report.labelled import NameFound, from_labelled, from_row, is_labelled


@pytest.fixture(params=["jsonl", "csv", "parquet"])
def written(request, rows, taxonomy, tmp_path):
    """The invented rows, written in a format; the last is unreadable."""
    path = tmp_path / f"labelled.{request.param}"
    stream = io.BytesIO()
    writer(request.param)(iter(rows), stream, taxonomy=taxonomy)
    path.write_bytes(stream.getvalue())
    return path


def test_rows_come_back_from_every_format(written, rows):
    papers = list(listings.read(written))
    assert all(map(is_labelled, papers))
    found = [from_row(paper) for paper in papers]
    assert [row.status for row in found] == ["ok", "ok", "unreadable"]
    assert found[0].topics == ("apples", "a-very-long-topic")
    assert found[0].areas == ("fruit",)
    assert [(name.kind, name.text.replace(",", ";")) for name in found[0].names] == [
        ("method", "PRESS"),
        ("method", "k; means"),
        ("benchmark", "PomeBench"),
    ]
    assert [name.proposed for name in found[0].names] == [True, False, False]
    assert found[1].names == ()


def test_long_forms_come_back_except_from_csv(written):
    name = from_row(next(listings.read(written))).names[0]
    long = "PRESS" if written.suffix == ".csv" else "Pear Early Sorting System"
    assert name == NameFound("method", "PRESS", long, proposed=True)


def test_rows_labelled_just_now_say_the_same(rows):
    first = from_labelled(rows[0])
    assert first.topics == ("apples", "a-very-long-topic")
    assert first.names[0] == NameFound("method", "PRESS", "Pear Early Sorting System", True)


def test_a_listing_that_is_not_labelled_is_told_from_one_that_is(tmp_path):
    paper = Paper(id="a", title="On pears", extra={"topics": ["fruit"]}, source="a.jsonl, line 1")
    assert not is_labelled(paper)
    with pytest.raises(ListingError, match=r"a\.jsonl, line 1: has no `status`: it is not label"):
        from_row(paper)


@pytest.mark.parametrize(
    "wrong",
    [
        {"methods": 3},
        {"methods": [{"canonical": "x"}]},
        {"topics": [7]},
        {"methods": [{"text": 1}]},
    ],
)
def test_a_row_of_another_form_is_named(wrong):
    extra = {"status": "ok", "topics": [], "areas": [], "methods": [], "benchmarks": [], **wrong}
    with pytest.raises(ListingError, match=r"x\.jsonl, line 4: is not as `papertaxa label` writes"):
        from_row(Paper(id="a", extra=extra, source="x.jsonl, line 4"))


def test_a_row_that_cannot_be_parsed_counts_as_unreadable():
    paper = Paper(id="a", problem="x.jsonl, line 2: broken JSON")
    assert not is_labelled(paper)
    assert from_row(paper).status == "unreadable"


def test_half_a_character_in_a_name_can_be_written():
    extra = {"status": "ok", "topics": [], "areas": [], "methods": ["a\ud800"], "benchmarks": []}
    assert from_row(Paper(id="a", extra=extra)).names[0].text == "a?"
