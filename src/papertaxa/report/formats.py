"""The registry of output formats."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from papertaxa.domain import LabelledPaper
from papertaxa.errors import OutputError, nearest
from papertaxa.taxonomy import Taxonomy


class Writer(Protocol):
    """Writes rows to a binary stream as they come."""

    def __call__(
        self, rows: Iterable[LabelledPaper], stream: BinaryIO, *, taxonomy: Taxonomy
    ) -> None:
        """Write all rows; leave the stream open."""


FORMATS = {
    "table": "papertaxa.report.table",
    "jsonl": "papertaxa.report.jsonl",
    "csv": "papertaxa.report.delimited",
    "parquet": "papertaxa.report.parquet",
    "html": "papertaxa.report.webpage",
}
"""Name -> module with a ``write`` function, imported when it is asked for."""

SUFFIXES = {
    ".txt": "table",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".html": "html",
    ".htm": "html",
}


def writer(name: str) -> Writer:
    """Import the writer of a format."""
    return cast("Writer", import_module(FORMATS[name]).write)


def format_of(path: Path) -> str:
    """Tell a format by an output file's suffix; ``.gz`` at the end is looked through.

    Raises:
        OutputError: The suffix is none that is known.
    """
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    try:
        return SUFFIXES[suffix.lower()]
    except KeyError:
        raise OutputError(
            f"{path}: cannot tell the format from the suffix {suffix!r}"
            f"{nearest(suffix, SUFFIXES)}; use one of {', '.join(SUFFIXES)}, or give --format"
        ) from None
