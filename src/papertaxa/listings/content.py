"""One opened input: its first bytes for recognising it, and its text or bytes as a stream."""

from __future__ import annotations

import codecs
import gzip
import io
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import PurePath
from typing import BinaryIO, cast

from papertaxa.errors import ListingError
from papertaxa.listings.binary import binary_kind
from papertaxa.listings.encodings import Decoder, detect_encoding, split_lines
from papertaxa.listings.rows import CutOffError

HEAD = 1 << 18
"""Bytes read to recognise a file: about two hundred abstracts."""

_CHUNK = 1 << 20
_SAMPLE = 100


class Content:
    """What a reader is given. It can be read once, by one of `lines`, `chunks` and `seekable`.

    A class, as it holds an open file.

    Attributes:
        name: The input as the user wrote it, for messages.
        suffix: Of the file name without ``.gz``, in lower case: ``".csv"``.
        head: The first `HEAD` bytes, unpacked.
        complete: ``head`` is all there is.
        text: ``head`` decoded, without a character cut in two at its end.
    """

    def __init__(self, raw: BinaryIO, *, name: str) -> None:
        """Read the head, through gzip if the magic bytes say so, whatever the name is.

        Args:
            raw: The input at its start; need not be seekable.
            name: See above.

        Raises:
            ListingError: The input is empty, or its gzip stream is broken from the start.
        """
        self.name = name
        self.suffix = PurePath(name.lower().removesuffix(".gz")).suffix
        self._raw = raw
        self._spool: BinaryIO | None = None
        start = _read_fully(raw, HEAD)
        stream = _Rewound(start, cast("io.BufferedReader", raw))
        self._damage = _Damage()
        self._packed = start.startswith(b"\x1f\x8b")
        if self._packed:
            stream = _Rewound(b"", _Gunzip(io.BufferedReader(stream, _CHUNK), self._damage))
            start = _read_fully(stream, HEAD)
            stream = _Rewound(start, stream)
        self.head = start
        self.complete = len(start) < HEAD
        self._stream = io.BufferedReader(stream, _CHUNK)
        if not start and self._damage.reason:
            raise ListingError(
                f"{name}: looks like a gzip file, but is damaged from its start "
                f"({self._damage.reason}); get a new copy"
            )
        self.encoding, self._mark = detect_encoding(start)
        # An incremental decoder keeps a character cut in two for a rest that never comes.
        if self.encoding == "utf-8":
            self.text = self._decoder().chunk(start[self._mark :], final=self.complete)
        else:
            wide = codecs.getincrementaldecoder(self.encoding)("replace")
            self.text = wide.decode(start[self._mark :], self.complete)
        if not self.text.strip():
            raise ListingError(f"{name}: the file is empty; there is nothing to label")

    def require_text(self) -> None:
        """Refuse what is not text.

        Raises:
            ListingError: It is binary; says what it looks like and what to do.
        """
        if self.encoding == "utf-8" and (kind := binary_kind(self.head)):
            raise ListingError(f"{self.name}: is {kind[0]}, not a listing; {kind[1]}")

    def sample(self) -> list[str]:
        """Return the first whole lines that are not blank, without white space around them."""
        lines = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not self.complete and len(lines) > 1:
            lines.pop()
        return [stripped for line in lines if (stripped := line.strip())][:_SAMPLE]

    def lines(self) -> Iterator[str]:
        """Yield the text line by line, each with its end (LF, CRLF or CR) as it stands.

        Raises:
            CutOffError: Where the file turns out damaged, after the last complete line.
        """
        carriage_returns_only = "\r" in self.text and "\n" not in self.text
        if self.encoding == "utf-8" and not carriage_returns_only:
            decode = self._decoder().line
            self._stream.read(self._mark)
            lines: Iterator[str] = (decode(raw) for raw in self._stream)
        else:
            lines = split_lines(self.chunks())
        for line in lines:
            if self._damage.reason and not line.endswith(("\n", "\r")):
                break
            yield line
        self._check_damage()

    def chunks(self) -> Iterator[str]:
        """Yield the text in pieces of any size.

        Raises:
            CutOffError: Where the file turns out damaged, after the last readable piece.
        """
        self._stream.read(self._mark)
        if self.encoding == "utf-8":
            decoder = self._decoder()
            while raw := self._stream.read(_CHUNK):
                yield decoder.chunk(raw)
            rest = decoder.chunk(b"", final=True)
        else:
            wide = codecs.getincrementaldecoder(self.encoding)("replace")
            while raw := self._stream.read(_CHUNK):
                yield wide.decode(raw)
            rest = wide.decode(b"", final=True)
        self._check_damage()
        if rest:
            yield rest

    def seekable(self) -> BinaryIO:
        """Return the unpacked bytes as a file that can be sought, on disk where need be.

        Raises:
            CutOffError: The gzip stream around it is cut off.
        """
        if self._raw.seekable() and not self._packed:
            self._raw.seek(0)
            return self._raw
        # Not in memory: a Parquet file may be larger than that.
        self._spool = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115  # see close
        shutil.copyfileobj(self._stream, self._spool, _CHUNK)
        self._check_damage()
        self._spool.seek(0)
        return self._spool

    def close(self) -> None:
        """Remove what was put on disk; the input stays open for whoever opened it."""
        if self._spool:
            self._spool.close()

    def _decoder(self) -> Decoder:
        return Decoder(self.head, marked=self._mark > 0)

    def _check_damage(self) -> None:
        if self._damage.reason:
            raise CutOffError(
                f"the gzip file is cut off or damaged here ({self._damage.reason}); what follows "
                "is lost: get a new copy"
            )


class _Damage:
    """A note from the gzip reader to whoever reads to the end."""

    reason = ""


class _Rewound(io.RawIOBase):
    """A stream whose first bytes were already taken, with these put back."""

    def __init__(self, start: bytes, rest: io.RawIOBase | io.BufferedIOBase) -> None:
        self._start = memoryview(start)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # typeshed: any Buffer
        if self._start:
            size = min(len(buffer), len(self._start))
            buffer[:size] = self._start[:size]
            self._start = self._start[size:]
            return size
        return self._rest.readinto(buffer) or 0


class _Gunzip(io.RawIOBase):
    """A gzip stream that ends, with a note, where the file is cut off."""

    def __init__(self, packed: io.BufferedReader, damage: _Damage) -> None:
        self._file = gzip.GzipFile(fileobj=packed)
        self._damage = damage

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # typeshed: any Buffer
        try:
            data = b"" if self._damage.reason else self._file.read1(len(buffer))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            self._damage.reason = str(error).split(";")[0].rstrip(".")
            data = b""
        buffer[: len(data)] = data
        return len(data)


def _read_fully(stream: BinaryIO | io.RawIOBase, size: int) -> bytes:
    """Read ``size`` bytes or to the end; a pipe gives fewer at a time."""
    data = bytearray()
    while len(data) < size and (more := stream.read(size - len(data))):
        data += more
    return bytes(data)
