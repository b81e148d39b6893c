"""CSV: one row a paper, lists joined by ``;``, readable by a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from papertaxa.domain import LabelledPaper, Name
from papertaxa.report.record import DIGITS, on_demand, to_record
from papertaxa.taxonomy import Taxonomy

COLUMNS = (
    "id",
    "title",
    "status",
    "reason",
    "primary_topic",
    "primary_area",
    "primary_score",
    "topics",
    "topic_scores",
    "areas",
    "area_scores",
    "confident",
    "outside",
    "proposed",
    "methods",
    "benchmarks",
    "links",
    "extra",
)


def write(
    rows: Iterable[LabelledPaper],
    stream: BinaryIO,
    *,
    taxonomy: Taxonomy,  # noqa: ARG001 - the same signature for every format
) -> None:
    """Write rows as CSV in UTF-8, with a header."""
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
    try:
        table = csv.writer(text, lineterminator="\n")
        keys, rows = on_demand(rows)
        table.writerow([*COLUMNS, *keys])
        for row in rows:
            table.writerow([*cells(row), *_as_json(row, keys)])
    finally:
        text.detach()  # flushes, and leaves the stream open


def cells(row: LabelledPaper) -> Sequence[str]:
    """The cells of one row, in the order of ``COLUMNS``."""
    primary = row.primary
    return (
        row.id,
        row.title,
        row.status,
        row.reason or "",
        (primary.topic or "") if primary else "",
        primary.area if primary else "",
        _score(primary.score) if primary else "",
        _joined(topic.id for topic in row.topics),
        _joined(_score(topic.score) for topic in row.topics),
        _joined(area.id for area in row.areas),
        _joined(_score(area.score) for area in row.areas),
        "true" if row.confident else "false",
        "true" if row.outside else "false",
        _joined(name.text for name in (*row.methods, *row.benchmarks) if name.role == "proposed"),
        _names(row.methods),
        _names(row.benchmarks),
        _joined(row.links),
        json.dumps(dict(row.extra), ensure_ascii=False, default=str) if row.extra else "",
    )


def _as_json(row: LabelledPaper, keys: Sequence[str]) -> Sequence[str]:
    """Nested fields, which no flat cell holds, as JSON."""
    record = to_record(row) if keys else {}
    return [json.dumps(record[key], ensure_ascii=False) if record.get(key) else "" for key in keys]


def _score(value: float) -> str:
    return f"{value:.{DIGITS}f}"


def _joined(parts: Iterable[str]) -> str:
    return ";".join(part.replace(";", ",") for part in parts)


def _names(names: Iterable[Name]) -> str:
    return _joined(name.text for name in names)
