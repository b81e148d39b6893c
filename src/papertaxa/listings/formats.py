"""The formats a listing can have.

To add one: a module with the two functions below, a line here, and a file in the folder of test
fixtures; the tests run over both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from papertaxa.errors import ListingError, nearest
from papertaxa.listings import delimited, jsonfile, jsonlines, parquet, text
from papertaxa.listings.content import Content
from papertaxa.listings.rows import Row


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is told from others and read. Libraries it needs are imported on the call.

    Attributes:
        recognise: Says whether a listing has this format, from its first bytes.
        rows: Yields the rows; raises `ListingError` before the first if the listing is unusable.
    """

    recognise: Callable[[Content], bool]
    rows: Callable[[Content], Iterator[Row]]


FORMATS: dict[str, Format] = {
    "parquet": Format(parquet.recognise, parquet.rows),
    "json": Format(jsonfile.recognise, jsonfile.rows),
    "jsonl": Format(jsonlines.recognise, jsonlines.rows),
    "tsv": Format(delimited.recognise_tsv, delimited.rows_tsv),
    "csv": Format(delimited.recognise_csv, delimited.rows_csv),
    "text": Format(text.recognise, text.rows),
}
"""By name, in the order in which they are tried; everything that is text is ``text`` at last."""


def require_format(name: str | None) -> None:
    """Refuse an unknown format.

    Raises:
        ListingError: Lists the formats there are and the one that may have been meant.
    """
    if name is not None and name not in FORMATS:
        raise ListingError(
            f"unknown input format {name!r}{nearest(name, FORMATS)}; the formats are "
            f"{', '.join(sorted(FORMATS))}"
        )


def format_of(content: Content) -> str:
    """Return the name of the first format that recognises the content.

    Raises:
        ListingError: It is binary.
    """
    return next(name for name, form in FORMATS.items() if form.recognise(content))
