"""The stream as a whole: round trips, and no more in memory than a piece of a file."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa import listings
from papertaxa.domain import Paper
from papertaxa.errors import ListingError

PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
WORDS = {"nan", "NaN", "null", "NULL", "None"}
TEXT = PLAIN.filter(lambda text: text not in WORDS)
ROW = st.fixed_dictionaries(
    {"id": TEXT.map(str.strip).filter(bool), "title": TEXT, "abstract": TEXT, "note": TEXT}
)
ROWS = st.lists(ROW, min_size=1, max_size=5)


def as_json(rows: list[dict[str, str]]) -> str:
    return json.dumps(rows, ensure_ascii=False)


def as_jsonl(rows: list[dict[str, str]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def as_table(delimiter: str) -> Callable[[list[dict[str, str]]], str]:
    def write(rows: list[dict[str, str]]) -> str:
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter, quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    return write


WRITERS = {"json": as_json, "jsonl": as_jsonl, "csv": as_table(","), "tsv": as_table("\t")}


@pytest.mark.parametrize("form", WRITERS)
@given(rows=ROWS)
def test_what_the_standard_library_writes_is_read_back(
    form: str, rows: list[dict[str, str]]
) -> None:
    text = WRITERS[form](rows)
    papers = list(listings.read("-", stdin=io.BytesIO(text.encode()), input_format=form))
    assert [
        {"id": p.id, "title": p.title, "abstract": p.abstract, **p.extra} for p in papers
    ] == rows
    assert [paper.problem for paper in papers] == [None] * len(rows)


@given(
    st.lists(PLAIN.filter(lambda text: len(text.split()) == 1 and text.strip() == text), max_size=9)
)
def test_every_paragraph_of_plain_text_is_a_paper(words: list[str]) -> None:
    abstracts = [f"We fly the {word} kite." for word in words if "\n" not in word]
    if not abstracts:
        return
    text = "\n \n".join(["Kites", *abstracts])
    papers = list(listings.read("-", stdin=io.BytesIO(text.encode()), input_format="text"))
    assert [paper.abstract for paper in papers] == abstracts
    assert [paper.id for paper in papers] == [f"stdin-{n:02d}" for n in range(1, len(papers) + 1)]


@given(st.binary(min_size=1))
def test_any_bytes_give_rows_or_an_error_that_names_the_input(data: bytes) -> None:
    for form in [None, "text", "json", "jsonl", "csv", "tsv"]:
        try:
            papers = list(listings.read("-", stdin=io.BytesIO(data), input_format=form))
            outcome = " ".join(paper.source for paper in papers)
        except ListingError as error:
            outcome = str(error)
        assert "standard input" in outcome


def test_a_list_that_starts_with_an_unusable_file_is_refused_before_the_first_paper(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.jsonl").write_text('{"title": "Kites"}\n')
    (tmp_path / "b.csv").write_text("id\n1\n")
    with pytest.raises(ListingError, match=r"b\.csv"):
        listings.read([tmp_path / "a.jsonl", tmp_path / "b.csv"])


class Endless(io.RawIOBase):
    """A listing that never ends, as a pipe may be."""

    def __init__(self, start: bytes, rows: Iterator[bytes]) -> None:
        self._data = start
        self._rows = rows

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while len(self._data) < len(buffer):
            self._data += next(self._rows) * 100
        buffer[:] = self._data[: len(buffer)]
        self._data = self._data[len(buffer) :]
        return len(buffer)


STARTS = {
    "jsonl": (b"", b'{"id": 1, "title": "Kites", "abstract": "%s"}\n'),
    "json": (b"[", b'{"id": 1, "title": "Kites", "abstract": "%s"},\n'),
    "csv": (b"id,title,abstract\n", b'1,Kites,"%s"\n'),
    "tsv": (b"id\ttitle\tabstract\n", b"1\tKites\t%s\n"),
    "text": (b"Kites\n\n", b"%s\n\n"),
}


@pytest.mark.parametrize("form", STARTS)
def test_an_endless_listing_is_read_in_constant_memory(form: str) -> None:
    start, row = STARTS[form]
    endless = Endless(start, iter(lambda: row % (b"kite " * 200), None))
    papers = listings.read("-", stdin=endless)  # type: ignore[arg-type]
    tracemalloc.start()
    for _, paper in zip(range(3000), papers, strict=False):
        assert paper.problem is None
    _, early = tracemalloc.get_traced_memory()
    for _, paper in zip(range(5000), papers, strict=False):
        assert paper.problem is None
    _, late = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert late < early + 2_000_000  # the rows in between take five


def test_importing_and_reading_text_formats_loads_no_heavy_library(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"title": "Kites"}\n'))
    program = (
        "import sys; from papertaxa import listings; list(listings.read([sys.argv[1]])); "
        "print(sorted({'pyarrow', 'pandas', 'numpy', 'ijson', 'spacy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "a.jsonl.gz")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_papers_of_several_files_come_in_order_with_ids_of_their_own(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.csv").write_text("title\nKites\nCranes\n")
    papers: list[Paper] = list(listings.read([tmp_path]))
    assert [paper.id for paper in papers] == ["x-01", "x-02", "b-x-01", "b-x-02"]
