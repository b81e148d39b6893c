"""Every format, in every encoding and compression, from every kind of input."""

from __future__ import annotations

import gzip
import io
import os
import threading
from pathlib import Path

import pytest

from papertaxa import listings
from papertaxa.errors import ListingError
from papertaxa.listings import FORMATS

FIXTURES = Path(__file__).parents[1] / "fixtures" / "listings"
FILES = sorted(FIXTURES.iterdir())
TEXT_FILES = [path for path in FILES if b"\0" not in path.read_bytes()]
ABSTRACTS = [
    "We heat the weights slowly — “as a kettle” does.\nNaïve heating burns them.",
    "A café graph joins tables that share a waiter; we count them, twice.",
    'Rain falls on $x \\in \\mathbb{R}$ | and ; on "quoted" ground,\tsays the gauge.',
]
TITLES = ["Kettle: a calm optimiser", "On the naïveté of café graphs", "Umbrella sampling for rain"]
ENCODINGS = [
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1252",
]


def form_of(path: Path) -> str:
    return path.name.split(".")[0]


def check(papers: list, path: Path, stem: str, *, newline: str = "\n") -> None:
    abstracts = [paper.abstract.replace("\r\n", "\n").replace("\r", "\n") for paper in papers]
    assert abstracts == ABSTRACTS
    assert [paper.problem for paper in papers] == [None] * 3
    if form_of(path) == "text":
        assert [paper.id for paper in papers] == [f"{stem}-{n:02d}" for n in (1, 2, 3)]
        assert [paper.title for paper in papers] == [""] * 3
    else:
        assert [paper.id for paper in papers] == ["a1", "b2", "c3"]
        assert [paper.title for paper in papers] == TITLES
        assert [str(paper.extra["year"]) for paper in papers] == ["2031", "2032", "2033"]


def test_every_format_has_a_fixture() -> None:
    assert {form_of(path) for path in FILES} == set(FORMATS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
class TestEveryFormat:
    def test_is_read_from_its_file(self, path: Path) -> None:
        papers = list(listings.read([path]))
        check(papers, path, path.stem)
        assert papers[0].source.startswith(f"{path}, ")

    @pytest.mark.parametrize("name", ["x", "x.csv", "x.json", "x.jsonl", "x.txt", "x.parquet.gz"])
    @pytest.mark.parametrize("packed", [False, True])
    def test_is_recognised_by_content_under_any_name(
        self, path: Path, name: str, packed: bool, tmp_path: Path
    ) -> None:
        if form_of(path) == "text" and name == "x.csv":
            name = "x.md"  # prose in a file named as a table is refused, see test_delimited
        data = path.read_bytes()
        (tmp_path / name).write_bytes(gzip.compress(data) if packed else data)
        check(list(listings.read([tmp_path / name])), path, "x")

    @pytest.mark.parametrize("packed", [False, True])
    def test_is_read_from_standard_input(self, path: Path, packed: bool) -> None:
        data = path.read_bytes()
        stdin = io.BytesIO(gzip.compress(data) if packed else data)
        papers = list(listings.read(["-"], stdin=stdin))
        check(papers, path, "stdin")
        assert papers[0].source.startswith("standard input, ")

    def test_is_read_from_a_pipe_that_cannot_be_opened_twice(
        self, path: Path, tmp_path: Path
    ) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pipe.write_bytes(path.read_bytes()))
        writer.start()
        check(list(listings.read([pipe])), path, "pipe")
        writer.join()

    def test_can_be_asked_for_by_name(self, path: Path) -> None:
        check(list(listings.read([path], input_format=form_of(path))), path, path.stem)

    @pytest.mark.parametrize("form", FORMATS)
    def test_asked_for_under_another_format_gives_rows_or_an_error_that_names_it(
        self, path: Path, form: str
    ) -> None:
        try:
            outcome = " ".join(paper.source for paper in listings.read([path], input_format=form))
        except ListingError as error:
            outcome = str(error)
        assert str(path) in outcome


@pytest.mark.parametrize("path", TEXT_FILES, ids=lambda path: path.name)
class TestEveryFormatThatIsText:
    @pytest.mark.parametrize("encoding", ENCODINGS)
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("packed", [False, True])
    def test_is_read_in_every_encoding_and_newline(
        self, path: Path, encoding: str, newline: str, packed: bool, tmp_path: Path
    ) -> None:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n").replace("\n", newline)
        data = text.encode(encoding)
        (tmp_path / "x.gz").write_bytes(gzip.compress(data) if packed else data)
        check(list(listings.read([tmp_path / "x.gz"])), path, "x")

    def test_cut_off_in_gzip_keeps_the_rows_before(self, path: Path, tmp_path: Path) -> None:
        # Without compression, a cut in the packed file is a cut in the text.
        data = gzip.compress(path.read_bytes(), compresslevel=0)
        cut = data.index(b"Rain falls")
        (tmp_path / "x.gz").write_bytes(data[:cut])
        *kept, last = listings.read([tmp_path / "x.gz"])
        assert [paper.abstract for paper in kept] == ABSTRACTS[:2]
        assert last.problem is not None
        assert "x.gz, after row 2: the gzip file is cut off or damaged here" in last.problem
        assert "get a new copy" in last.problem


def test_an_unknown_format_lists_the_options_and_the_nearest() -> None:
    with pytest.raises(ListingError) as raised:
        listings.read([FILES[0]], input_format="jsnol")
    assert str(raised.value) == (
        "unknown input format 'jsnol' (did you mean 'jsonl'?); the formats are csv, json, jsonl, "
        "parquet, text, tsv"
    )
