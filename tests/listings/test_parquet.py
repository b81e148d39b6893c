"""Parquet: nested columns, values JSON does not know, and damage."""

from __future__ import annotations

import datetime
import decimal
import io
import json
from collections.abc import Callable

import pyarrow as pa
import pytest
from pyarrow import parquet

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

Read = Callable[..., list[Paper]]


def packed(table: pa.Table, **options: object) -> bytes:
    out = io.BytesIO()
    parquet.write_table(table, out, **options)
    return out.getvalue()


def test_values_of_every_type_become_what_json_can_hold(papers_in: Read) -> None:
    table = pa.table(
        {
            "id": pa.array([12.0, None]),
            "title": pa.array(["Kites", None]),
            "abstract": pa.array([["One.", "Two."], None]),
            "when": pa.array([datetime.date(2031, 1, 2), None]),
            "price": pa.array([decimal.Decimal("1.50"), None]),
            "score": pa.array([float("nan"), 0.5]),
            "raw": pa.array([b"\xc3\xa9\xff", None]),
            "tags": pa.array([[{"a": 1, "b": float("inf")}], []]),
            "n": pa.array([1, 2], pa.int8()),
        }
    )
    first, second = papers_in(packed(table), "x.parquet")
    assert (first.id, first.title, first.abstract) == ("12", "Kites", "One.\n\nTwo.")
    assert (second.id, second.title, second.abstract) == ("x-02", "", "")
    assert first.source.endswith("x.parquet, row 1")
    assert first.extra == {
        "when": "2031-01-02",
        "price": "1.50",
        "score": None,
        "raw": "é\ufffd",
        "tags": [{"a": 1, "b": None}],
        "n": 1,
    }
    assert json.loads(json.dumps(second.extra, allow_nan=False)) == second.extra


def test_openreview_structs(papers_in: Read) -> None:
    note = {"title": {"value": "Kites"}, "abstract": {"value": "Rise."}, "venue": {"value": "V"}}
    (paper,) = papers_in(packed(pa.Table.from_pylist([{"forum": "f", "content": note}])))
    assert (paper.id, paper.title, paper.abstract) == ("f", "Kites", "Rise.")
    assert paper.extra == {"venue": "V"}


def test_text_that_is_not_utf8_loses_one_character_and_no_row(papers_in: Read) -> None:
    column = pa.array([b"Na\xefve", b"Kites"]).view(pa.string())
    papers = papers_in(packed(pa.table({"title": column})))
    assert [paper.title for paper in papers] == ["Na\ufffdve", "Kites"]


def test_no_usable_column_lists_those_found(papers_in: Read) -> None:
    with pytest.raises(ListingError, match="columns found: 'id', 'venue';"):
        papers_in(packed(pa.table({"id": pa.array([], pa.int64()), "venue": pa.array([], "str")})))


def test_no_rows_is_an_error(papers_in: Read) -> None:
    with pytest.raises(ListingError, match="holds not one paper"):
        papers_in(packed(pa.table({"title": pa.array([], pa.string())})))


@pytest.mark.parametrize("keep", [10, -20, -1])
def test_a_file_that_is_cut_off_is_an_error(keep: int, papers_in: Read) -> None:
    data = packed(pa.table({"title": ["Kites"] * 100}))
    with pytest.raises(ListingError, match=r"x.parquet: the Parquet file is cut off or damaged \("):
        papers_in(data[:keep], "x.parquet")


def test_damage_in_one_row_group_keeps_the_rows_of_the_others(papers_in: Read) -> None:
    titles = [f"Kite {number}" for number in range(5000)]
    options = {"row_group_size": 1500, "use_dictionary": False, "compression": "none"}
    data = bytearray(packed(pa.table({"title": titles}), **options))
    at = data.index(b"Kite 2600")  # within the second of four row groups
    data[at - 100 : at] = b"\xff" * 100
    papers = papers_in(bytes(data), "x.parquet")
    (at,) = [number for number, paper in enumerate(papers) if paper.problem]
    assert 1500 <= at < 2600
    kept = [paper.title for paper in papers if not paper.problem]
    assert kept == titles[:at] + titles[3000:]
    message = str(papers[at].problem)
    assert f"x.parquet, row {at + 1}: the Parquet file is damaged here (" in message
    assert "the rows from this one to 3000 could not be read" in message
    assert papers[-1].source.endswith("row 5000")


def test_other_content_under_its_name_is_an_error_when_asked_for(papers_in: Read) -> None:
    with pytest.raises(ListingError, match="is not a Parquet file; leave out --input-format"):
        papers_in("Kites\n\nRise.", input_format="parquet")
