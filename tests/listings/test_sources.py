"""Files, folders, patterns, and what cannot be read at all."""

from __future__ import annotations

import gzip
import io
import logging
from pathlib import Path

import pytest

from papertaxa import listings
from papertaxa.errors import ListingError

ROW = '{"title": "Kites"}\n'


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in [
        "d/b.jsonl",
        "d/a/papers.jsonl",
        "d/c/papers.jsonl",
        "d/.hidden",
        "d/.git/x.jsonl",
    ]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ROW)
    return tmp_path


def places(*inputs: str, **options: object) -> list[str]:
    return [paper.source for paper in listings.read(inputs, **options)]  # type: ignore[arg-type]


IN_D = ["d/a/papers.jsonl, line 1", "d/b.jsonl, line 1", "d/c/papers.jsonl, line 1"]


@pytest.mark.parametrize("given", ["d", "d/**/*.jsonl", "d/**", "./d", "*"])
def test_folders_and_patterns_are_walked_in_order_without_hidden_files(
    given: str, tree: Path
) -> None:
    assert places(given) == IN_D


def test_inputs_keep_their_order_and_mix(tree: Path) -> None:
    stdin = io.BytesIO(ROW.encode())
    assert places("d/b.jsonl", "-", "d/a", stdin=stdin) == [
        "d/b.jsonl, line 1",
        "standard input, line 1",
        "d/a/papers.jsonl, line 1",
    ]


def test_a_file_named_twice_is_read_once_with_a_warning(
    tree: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert places("d/b.jsonl", "d/../d/b.jsonl", "d/b.jsonl") == ["d/b.jsonl, line 1"]
    assert "named more than once" in caplog.text


def test_a_file_whose_name_is_a_pattern_is_that_file(tree: Path) -> None:
    Path("[b].jsonl").write_text(ROW)
    assert places("[b].jsonl") == ["[b].jsonl, line 1"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("d/b.jsnl", "d/b.jsnl: no such file (did you mean 'b.jsonl'?); check the name"),
        ("e/b", "e/b: no such file (the folder e does not exist); check the name"),
        ("d/*.csv", "d/*.csv: no file matches this pattern; check it, or name the files"),
        ("", "an input is the empty string; name a file, a folder, or - for stdin"),
        ("a\0b", "a\0b: no such file; check the name"),
        ("a" * 300, "cannot be read (File name too long); check the name"),
        ("-", "standard input was named (-), but there is none"),
        ("empty", "empty: the folder holds no files; name one that holds listings"),
        ("empty.txt", "empty.txt: the file is empty; there is nothing to label"),
        ("blank.txt", "blank.txt: the file is empty; there is nothing to label"),
        ("empty.gz", "empty.gz: the file is empty; there is nothing to label"),
        ("bad.gz", "bad.gz: looks like a gzip file, but is damaged from its start ("),
    ],
)
def test_an_input_that_cannot_be_used_is_named_before_anything_is_read(
    given: str, message: str, tree: Path
) -> None:
    Path("empty").mkdir()
    Path("empty.txt").touch()
    Path("blank.txt").write_text("\ufeff\r\n \n")
    Path("empty.gz").write_bytes(gzip.compress(b""))
    Path("bad.gz").write_bytes(b"\x1f\x8b\x08nothing of the kind")
    with pytest.raises(ListingError) as raised:
        listings.read(["d", given])
    assert message in str(raised.value)


def test_no_input_at_all() -> None:
    with pytest.raises(ListingError, match="no input given"):
        listings.read([])


def test_permission_denied_is_explained(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ListingError) as raised:
        listings.read(["d/b.jsonl"])
    assert str(raised.value) == (
        "d/b.jsonl: cannot be read (Permission denied); check its permissions"
    )


def test_files_in_folders_that_are_no_listings_are_skipped_with_a_warning(
    tree: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Path("d/x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    Path("d/README.md").write_text("# How to\n\nRead it.\n")
    Path("d/x.py").write_text("import kites\n\nkites.fly()\n")
    Path("d/x.csv").write_text("id,venue\n1,X\n")
    Path("d/notes.md").write_text("Papers\n\nKites rise.\n")
    assert places("d") == [*IN_D[:2], IN_D[2], "d/notes.md, line 3"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 4
    assert {record.name for record in caplog.records} == {"papertaxa"}
    for reason in [
        "skipped d/README.md: looks like documentation; name it to have it read",
        "skipped d/x.png: is a PNG image, not a listing;",
        "skipped d/x.py: not recognised as a listing; name it",
        "skipped d/x.csv: no column holds titles or abstracts; columns found: 'id', 'venue';",
    ]:
        assert reason in caplog.text
    assert places("d/README.md") == ["d/README.md, line 3"]


@pytest.mark.filterwarnings("error")
def test_a_folder_with_nothing_readable_says_why(
    tree: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Path("e").mkdir()
    for number in range(5):
        Path(f"e/{number}.pdf").write_bytes(b"%PDF-1.7 \0")
    with pytest.raises(ListingError) as raised:
        listings.read(["d", "e"])
    message = str(raised.value)
    assert message.startswith(
        "e: nothing in this folder can be read:\n  e/0.pdf: is a PDF document"
    )
    assert message.endswith("\n  and 2 more")


def test_sources_know_their_size(tree: Path) -> None:
    found = listings.resolve(["d/b.jsonl", "-"])
    assert [(source.name, source.size) for source in found] == [
        ("d/b.jsonl", len(ROW)),
        ("standard input", None),
    ]
