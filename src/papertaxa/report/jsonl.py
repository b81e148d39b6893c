"""JSON Lines: one labelled paper a line, everything in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import BinaryIO

from papertaxa.domain import LabelledPaper
from papertaxa.report.record import to_record
from papertaxa.taxonomy import Taxonomy

_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)


def line(row: LabelledPaper) -> bytes:
    """One row as a line, line end included."""
    record = to_record(row)
    text = _ENCODER.encode(record)
    # A lone surrogate cannot be written as UTF-8; escaping the line keeps the row.
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(record, default=str).encode() + b"\n"


def write(
    rows: Iterable[LabelledPaper],
    stream: BinaryIO,
    *,
    taxonomy: Taxonomy,  # noqa: ARG001 - the same signature for every format
) -> None:
    """Write rows as JSON Lines."""
    for row in rows:
        stream.write(line(row))
