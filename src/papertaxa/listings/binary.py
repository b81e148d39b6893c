"""Telling text from everything else, and naming what the something else is."""

from __future__ import annotations

_UNPACK = "unpack it first and give the file inside"
_CONVERT = "save the listing as CSV, JSON or plain text"

# Magic numbers as each format's specification states them: offset, bytes, name, remedy.
_MAGIC = (
    (0, b"PK\x03\x04", "a zip archive or an Office document", f"{_UNPACK}, or export it as CSV"),
    (0, b"PK\x05\x06", "an empty zip archive", _UNPACK),
    (0, b"%PDF-", "a PDF document", _CONVERT),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image", _CONVERT),
    (0, b"\xff\xd8\xff", "a JPEG image", _CONVERT),
    (0, b"GIF87a", "a GIF image", _CONVERT),
    (0, b"GIF89a", "a GIF image", _CONVERT),
    (0, b"II*\x00", "a TIFF image", _CONVERT),
    (0, b"MM\x00*", "a TIFF image", _CONVERT),
    (8, b"WEBPVP8", "a WebP image", _CONVERT),
    (4, b"1AY&SY", "a bzip2 file", "unpack it first (bunzip2), or compress with gzip"),
    (0, b"\xfd7zXZ\x00", "an xz file", "unpack it first (unxz), or compress with gzip"),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard file", "unpack it first (unzstd), or compress with gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (0, b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (257, b"ustar", "a tar archive", _UNPACK),
    (0, b"\x1f\x8b", "a gzip file within a gzip file", "unpack it once more (gunzip)"),
    (0, b"\x7fELF", "a program", _CONVERT),
    (0, b"\xcf\xfa\xed\xfe", "a program", _CONVERT),
    (0, b"\xca\xfe\xba\xbe", "a program", _CONVERT),
    (0, b"MZ\x90\x00", "a program", _CONVERT),
    (0, b"SQLite format 3\x00", "an SQLite database", "export the table as CSV"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file", _CONVERT),
    (0, b"\x93NUMPY", "a NumPy array", _CONVERT),
    (0, b"ARROW1\x00\x00", "an Arrow (Feather) file", "save it as Parquet or CSV"),
    (0, b"ORC", "an ORC file", "save it as Parquet or CSV"),
    (0, b"Obj\x01", "an Avro file", "save it as Parquet or CSV"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", "export it as CSV"),
)
# Prefixes that a text could begin with by chance count only if what follows is not text.
_PLAIN = {b"ORC", b"ustar"}

_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b")) + b"\x7f"
_HIGH = bytes(range(0x80, 0x100))


def binary_kind(head: bytes) -> tuple[str, str] | None:
    """Say what a file's first bytes are, unless they are text in a one-byte or UTF-8 encoding.

    UTF-16 must be ruled out before: it is full of NUL bytes.

    Args:
        head: The first bytes of the file, unpacked; not empty.

    Returns:
        What it looks like and what the user can do, or None for text.
    """
    control = len(head) - len(head.translate(None, _CONTROL))
    for offset, magic, kind, remedy in _MAGIC:
        if head.startswith(magic, offset) and (magic not in _PLAIN or control):
            return kind, remedy
    unknown = ("binary data of no known kind", _CONVERT)
    # A few NUL bytes in a listing are an accident of its making; a third of them is not.
    if control > 0.3 * len(head):
        return unknown
    text = head.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if broken <= 1 + 0.02 * len(text):
        return None
    high = len(head) - len(head.translate(None, _HIGH))
    # Random bytes are one tenth control characters and one half high ones; Latin-1 prose has none
    # of the former and few of the latter.
    if control > 0.02 * len(head) or (control and high > 0.3 * len(head)):
        return unknown
    if high > 0.4 * len(head):
        return (
            "text in an encoding other than UTF-8, UTF-16 and Latin-1",
            "save it as UTF-8 (iconv -t UTF-8)",
        )
    return None
