"""Files that are no text are refused by name."""

from __future__ import annotations

import bz2
import io
import lzma
import random
import tarfile
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.domain import Paper
from papertaxa.errors import ListingError
from papertaxa.listings.binary import binary_kind

Read = Callable[..., list[Paper]]
PROSE = b"Kites\n\nWe let kites rise and cranes fold, and count the string that is left over.\n"


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("papers.txt", PROSE)
    return out.getvalue()


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        entry = tarfile.TarInfo("papers.txt")
        entry.size = len(PROSE)
        archive.addfile(entry, io.BytesIO(PROSE))
    return out.getvalue()


KINDS = {
    "a zip archive or an Office document": zipped(),
    "a tar archive": tarred(),
    "a bzip2 file": bz2.compress(PROSE),
    "an xz file": lzma.compress(PROSE),
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + PROSE,
    "a PNG image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a JPEG image": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "a GIF image": b"GIF89a\x01\0\x01\0",
    "a program": b"\x7fELF\x02\x01\x01" + bytes(9),
    "an SQLite database": b"SQLite format 3\0" + bytes(20),
    "binary data of no known kind": random.Random(0).randbytes(5000),
    "text in an encoding other than UTF-8, UTF-16 and Latin-1": (
        "Журавли складывают бумагу и летят.\n\n" * 9
    ).encode("cp1251"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["x.txt", "x.jsonl", "x"])
def test_the_message_says_what_it_is_and_what_to_do(kind: str, name: str, papers_in: Read) -> None:
    with pytest.raises(ListingError) as raised:
        papers_in(KINDS[kind], name)
    before, _, after = str(raised.value).partition(f"{name}: is {kind}, not a listing; ")
    assert before
    assert after.startswith(("unpack it first", "save ", "export "))


@pytest.mark.parametrize("size", [16, 64, 1000])
def test_random_bytes_hardly_ever_pass_for_text(size: int) -> None:
    generator = random.Random(size)
    passed = sum(binary_kind(generator.randbytes(size)) is None for _ in range(200))
    assert passed <= 4


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_no_text_without_control_characters_passes_for_binary(text: str) -> None:
    assert binary_kind(text.encode()) is None


def test_a_few_control_characters_are_an_accident() -> None:
    assert binary_kind(PROSE + b"\0\0\x01") is None
    assert binary_kind("Naïve “kites”".encode("cp1252")) is None
