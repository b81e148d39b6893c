"""From bytes to text, whatever the file was saved as.

A listing is UTF-8 unless it says otherwise: a byte order mark, or the NUL pattern of UTF-16. Bytes
that are not UTF-8 have two common causes. In a file that has proper multi-byte characters
elsewhere they are damage, and read U+FFFD; in a file that has none they are Latin-1, or rather
its superset Windows-1252, as the WHATWG encoding standard reads that name.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

_MARKS = (  # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPED = re.compile("[\udc80-\udcff]")
_PROPER = re.compile("[^\x00-\x7f\udc80-\udcff]")


def detect_encoding(head: bytes) -> tuple[str, int]:
    """Find a file's encoding from its first bytes.

    Args:
        head: The first bytes, unpacked.

    Returns:
        A codec's name, and the length of the byte order mark. ``"utf-8"`` stands for everything
        of one byte per ASCII character, Latin-1 too; `Decoder` tells these apart as it goes.
    """
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name, len(mark)
    sample = head[: len(head) & ~1]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    # In Latin script nearly every other byte of UTF-16 is NUL, and always the same one.
    if even + odd > 0.2 * len(sample) and min(even, odd) < 0.1 * (even + odd):
        return ("utf-16-le" if odd > even else "utf-16-be"), 0
    return "utf-8", 0


class Decoder:
    """Decodes the UTF-8 or Latin-1 pieces of one file, in order.

    A class, as whether a bad byte is damage or Latin-1 depends on what came before it.
    """

    def __init__(self, head: bytes, *, marked: bool) -> None:
        """Start a file.

        Args:
            head: Its first bytes, which settle the matter for nearly all files.
            marked: It has a byte order mark, so that Latin-1 is out of the question.
        """
        self._proper = marked or bool(_PROPER.search(head.decode("utf-8", "surrogateescape")))
        self._incremental = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def line(self, raw: bytes) -> str:
        """Decode a piece that ends where a character ends."""
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return self._repaired(raw.decode("utf-8", "surrogateescape"))
        if not self._proper and not text.isascii():
            self._proper = True
        return text

    def chunk(self, raw: bytes, *, final: bool = False) -> str:
        """Decode a piece that may end within a character, which is kept for the next piece."""
        text = self._incremental.decode(raw, final)
        if text.isascii():
            return text
        try:
            text.encode("utf-8")  # a search for the escapes that is ten times as fast
        except UnicodeEncodeError:
            return self._repaired(text)
        self._proper = True
        return text

    def _repaired(self, text: str) -> str:
        if not self._proper and _PROPER.search(text):
            self._proper = True
        return _ESCAPED.sub("\ufffd" if self._proper else _windows, text)


def split_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Cut pieces of text into lines at LF, CRLF or CR, the ends kept.

    Other characters that Unicode calls line boundaries (U+2028, form feed) occur inside fields and
    do not count.
    """
    rest = ""
    for piece in pieces:
        rest += piece
        # A CR at the very end may be the first half of a CRLF.
        kept = "\r" if rest.endswith("\r") else ""
        lines = _LINE.findall(rest.removesuffix("\r"))
        rest = kept
        if lines and not lines[-1].endswith(("\n", "\r")):
            rest = lines.pop() + kept
        yield from lines
    yield from _LINE.findall(rest)


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def _windows(match: re.Match[str]) -> str:
    return bytes([ord(match[0]) - 0xDC00]).decode("cp1252", "replace")
