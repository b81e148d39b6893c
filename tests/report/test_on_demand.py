"""Results and kinds of links stand in the output only where they were asked for."""

import csv
import io
import json
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from papertaxa.report import writer
from papertaxa.report.delimited import COLUMNS
from papertaxa.report.record import from_record, on_demand, to_record


@pytest.fixture
def asked(rows, result, link):
    first, *rest = rows
    return [
        replace(first, results=(result,), link_kinds=(link,)),
        *(replace(row, results=(), link_kinds=()) for row in rest),
    ]


def written(name, rows, taxonomy):
    stream = io.BytesIO()
    writer(name)(iter(rows), stream, taxonomy=taxonomy)
    return stream.getvalue()


def test_they_survive_a_round_trip(asked, result, link):
    record = json.loads(json.dumps(to_record(asked[0])))
    assert record["results"][0]["mention"] == {"field": "abstract", "start": 3, "end": 9}
    back = from_record(record)
    assert back.results == (result,)
    assert back.link_kinds == (link,)
    assert from_record(to_record(asked[1])).results == ()


def test_rows_that_nobody_asked_for_them_have_no_such_keys(rows):
    assert not {"results", "link_kinds"} & to_record(rows[0]).keys()
    assert from_record(to_record(rows[0])).results is None


def test_the_first_row_tells_what_was_asked_for(asked, rows):
    keys, again = on_demand(iter(asked))
    assert keys == ("results", "link_kinds")
    assert list(again) == asked
    assert on_demand(iter(rows))[0] == ()
    assert on_demand([])[0] == ()


def test_csv_has_them_as_json_in_columns_at_the_end(asked, rows, taxonomy):
    table = list(csv.DictReader(io.StringIO(written("csv", asked, taxonomy).decode())))
    assert json.loads(table[0]["results"])[0]["value"] == "77"
    assert json.loads(table[0]["link_kinds"])[0]["kind"] == "code"
    assert table[1]["results"] == ""
    plain = written("csv", rows, taxonomy).decode().splitlines()[0]
    assert plain == ",".join(COLUMNS)


def test_parquet_has_them_nested(asked, rows, taxonomy):
    table = pq.read_table(io.BytesIO(written("parquet", asked, taxonomy))).to_pylist()
    assert table[0]["results"][0]["metric"] == "ripeness"
    assert table[0]["link_kinds"][0]["mention"]["field"] == "title"
    assert table[1]["results"] == []
    plain = pq.read_table(io.BytesIO(written("parquet", rows, taxonomy)))
    assert "results" not in plain.column_names


def test_html_says_results_in_words(asked, taxonomy):
    page = written("html", asked, taxonomy).decode()
    assert "ripeness from 50 to over 77% on PomeBench" in page
