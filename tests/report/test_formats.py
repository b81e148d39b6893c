"""Every format writes every row, and leaves the stream open."""

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from papertaxa.errors import OutputError
from papertaxa.report import FORMATS, SUFFIXES, format_of, writer
from papertaxa.report.delimited import COLUMNS
from papertaxa.report.record import from_record, to_record


def written(name, rows, taxonomy):
    stream = io.BytesIO()
    writer(name)(iter(rows), stream, taxonomy=taxonomy)
    assert not stream.closed
    return stream.getvalue()


@pytest.mark.parametrize("name", FORMATS)
def test_every_row_is_written(name, rows, taxonomy):
    data = written(name, rows, taxonomy)
    if name == "parquet":
        assert pq.read_table(io.BytesIO(data)).column("id").to_pylist() == ["a-1", "a-2", "a-3"]
    else:
        text = data.decode("utf-8")
        assert all(row.id in text for row in rows)


@pytest.mark.parametrize("name", FORMATS)
def test_no_rows_make_a_whole_file(name, taxonomy):
    assert written(name, [], taxonomy) is not None
    if name == "parquet":
        assert pq.read_table(io.BytesIO(written(name, [], taxonomy))).num_rows == 0


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_rows_give_the_same_bytes(name, rows, taxonomy):
    assert written(name, rows, taxonomy) == written(name, rows, taxonomy)


def test_jsonl_holds_everything_and_reads_back(rows, taxonomy):
    lines = written("jsonl", rows, taxonomy).decode("utf-8").splitlines()
    back = [from_record(json.loads(line)) for line in lines]
    assert back[1:] == rows[1:]
    assert back[0].topics[0].score == 0.9124  # scores are rounded to four places
    assert back[0].methods == rows[0].methods
    assert back[0].extra == rows[0].extra


def test_jsonl_has_the_fixed_keys_in_their_order(rows):
    assert list(to_record(rows[1])) == [
        "id",
        "title",
        "status",
        "reason",
        "primary",
        "topics",
        "areas",
        "confident",
        "outside",
        "methods",
        "benchmarks",
        "links",
    ]
    assert to_record(rows[1])["primary"] == {"topic": None, "area": "fruit", "score": 0.4}


def test_csv_has_one_record_a_paper_and_lists_joined_by_semicolons(rows, taxonomy):
    text = written("csv", rows, taxonomy).decode("utf-8")
    records = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(records[0]) == COLUMNS
    assert len(records) == 3
    assert records[0]["title"] == rows[0].title
    assert records[0]["topics"] == "apples;a-very-long-topic"
    assert records[0]["topic_scores"] == "0.9124;0.5000"
    assert records[0]["methods"] == "PRESS;k, means"
    assert records[0]["proposed"] == "PRESS"
    assert json.loads(records[0]["extra"]) == {"authors": ["Ä", "B"], "year": 2026}
    assert records[2]["status"] == "unreadable"
    assert records[2]["reason"] == "papers.jsonl, line 3: not valid JSON"


def test_parquet_is_nested_and_typed(rows, taxonomy):
    table = pq.read_table(io.BytesIO(written("parquet", rows, taxonomy))).to_pylist()
    assert table[0]["topics"][0] == {"id": "apples", "area": "fruit", "score": 0.9124}
    assert table[0]["methods"][0]["mentions"] == [{"field": "abstract", "start": 3, "end": 8}]
    assert table[1]["primary"]["topic"] is None
    assert table[2]["primary"] is None


def test_html_escapes_text_and_links_only_to_the_web(rows, taxonomy):
    page = written("html", rows, taxonomy).decode("utf-8")
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page
    assert "javascript:" not in page
    assert 'href="https://example.org/a?b=1&amp;c=2"' in page
    assert "Apples &amp; pears" in page
    assert "papers.jsonl, line 3" in page


def test_what_may_fit_no_topic_is_flagged_in_every_format_for_machines_and_in_the_table(
    rows, taxonomy
):
    lines = written("jsonl", rows, taxonomy).decode("utf-8").splitlines()
    assert [json.loads(line)["outside"] for line in lines] == [False, True, False]
    text = written("csv", rows, taxonomy).decode("utf-8")
    records = csv.DictReader(io.StringIO(text, newline=""))
    assert [row["outside"] for row in records] == ["false", "true", "false"]
    table = pq.read_table(io.BytesIO(written("parquet", rows, taxonomy)))
    assert table.column("outside").to_pylist() == [False, True, False]
    assert written("table", rows, taxonomy).decode("utf-8").count("may fit no topic") == 1


def test_the_table_fits_80_columns_and_shows_names_as_they_are(rows, taxonomy):
    text = written("table", rows, taxonomy).decode("utf-8")
    assert max(map(len, text.splitlines())) <= 80
    assert "[red]title" in text.replace("\n", " ")
    assert "PRESS*" in text  # proposed
    assert "k; means," not in text
    assert "k; means*" not in text


def test_the_table_wraps_long_names_and_puts_the_score_behind_them(rows, taxonomy):
    lines = written("table", rows, taxonomy).decode("utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if "Long-distance transport of" in line)
    assert lines[first + 1].split("  ")[2] == "over-ripe bananas and mangoes"
    assert lines[first + 1].endswith("0.50")


def test_the_table_leaves_no_white_space_at_line_ends(rows, taxonomy):
    lines = written("table", rows, taxonomy).decode("utf-8").splitlines()
    assert lines == [line.rstrip() for line in lines]


def test_the_table_says_why_a_row_has_no_topics_and_counts_rows(rows, taxonomy):
    text = " ".join(written("table", rows, taxonomy).decode("utf-8").split())
    assert "papers.jsonl, line 3: not valid JSON" in text
    assert "3 papers: 2 ok, 1 unreadable" in text
    assert "areas: Fruit 2" in text


@pytest.mark.parametrize(("suffix", "name"), SUFFIXES.items())
def test_the_suffix_tells_the_format_gzipped_or_not(suffix, name):
    assert format_of(Path(f"out{suffix}")) == name
    assert format_of(Path(f"out{suffix.upper()}.gz")) == name


def test_an_unknown_suffix_is_refused_with_the_options():
    with pytest.raises(OutputError, match=r"suffix '\.cvs' \(did you mean '\.csv'\?\); use one of"):
        format_of(Path("out.cvs"))
