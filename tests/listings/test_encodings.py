"""Decoding: damage and Latin-1 told apart, and lines cut where they end."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.domain import Paper
from papertaxa.listings.encodings import Decoder, detect_encoding, split_lines

Read = Callable[..., list[Paper]]


def rows(*abstracts: bytes) -> bytes:
    return b"".join(
        b'{"id": "%d", "title": "T", "abstract": "%s"}\n' % (number, abstract)
        for number, abstract in enumerate(abstracts)
    )


@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_a_broken_byte_in_utf8_costs_one_character(name: str, papers_in: Read) -> None:
    data = rows("Naïve – kites".encode(), b"Na\xefve kites", b"K\xff", "é".encode())
    if name == "x.json":
        data = b"[" + data.strip().replace(b"\n", b",\n") + b"]"
    papers = papers_in(data, name)
    assert [paper.abstract for paper in papers] == [
        "Naïve – kites",
        "Na\ufffdve kites",
        "K\ufffd",
        "é",
    ]
    assert [paper.problem for paper in papers] == [None] * 4


def test_with_a_byte_order_mark_bad_bytes_are_damage(papers_in: Read) -> None:
    assert papers_in(b"\xef\xbb\xbf" + rows(b"Na\xefve"))[0].abstract == "Na\ufffdve"


@pytest.mark.parametrize("ascii_rows", [0, 5000])
def test_high_bytes_without_multi_byte_characters_are_windows_1252(
    ascii_rows: int, papers_in: Read
) -> None:
    data = rows(*[b"plain kites " * 10] * ascii_rows, b"Na\xefve \x93kites\x94 \x81")
    assert papers_in(data)[-1].abstract == "Naïve “kites” \ufffd"


def test_multi_byte_characters_in_the_bad_line_itself_count(papers_in: Read) -> None:
    data = rows(*[b"plain kites " * 10] * 5000, "–".encode() + b"\xef")
    assert papers_in(data)[-1].abstract == "–\ufffd"


@given(st.text(), st.integers(1, 9))
def test_pieces_of_any_size_decode_to_the_text(text: str, size: int) -> None:
    data = text.encode()
    decoder = Decoder(data, marked=False)
    pieces = [decoder.chunk(data[at : at + size]) for at in range(0, len(data), size)]
    assert "".join(pieces) + decoder.chunk(b"", final=True) == text


@given(st.text("ab\r\n\u2028\f"), st.integers(1, 4))
def test_lines_end_at_lf_cr_and_crlf_only(text: str, size: int) -> None:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert list(split_lines(pieces)) == list(io.StringIO(text, newline=""))


@given(st.text(st.characters(max_codepoint=0x7F, exclude_characters="\0"), min_size=1))
def test_utf16_without_a_mark_is_known_by_its_nul_bytes(text: str) -> None:
    assert detect_encoding(text.encode("utf-16-le")) == ("utf-16-le", 0)
    assert detect_encoding(text.encode("utf-16-be")) == ("utf-16-be", 0)
    assert detect_encoding(text.encode()) == ("utf-8", 0)
