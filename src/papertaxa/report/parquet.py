"""Parquet: the same fields as JSON Lines, typed and nested, for pandas, DuckDB and the like."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from papertaxa.domain import LabelledPaper
from papertaxa.report.record import on_demand, to_record
from papertaxa.taxonomy import Taxonomy

ROW_GROUP = 10_000
"""Rows held before they are written: what bounds the memory."""

_MENTION = pa.struct([("field", pa.string()), ("start", pa.int64()), ("end", pa.int64())])
_NAME = pa.struct(
    [
        ("text", pa.string()),
        ("canonical", pa.string()),
        ("role", pa.string()),
        ("mentions", pa.list_(_MENTION)),
    ]
)
_TOPIC = pa.struct([("id", pa.string()), ("area", pa.string()), ("score", pa.float64())])
_PRIMARY = pa.struct([("topic", pa.string()), ("area", pa.string()), ("score", pa.float64())])
SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("title", pa.string()),
        ("status", pa.string()),
        ("reason", pa.string()),
        ("primary", _PRIMARY),
        ("topics", pa.list_(_TOPIC)),
        ("areas", pa.list_(pa.struct([("id", pa.string()), ("score", pa.float64())]))),
        ("confident", pa.bool_()),
        ("outside", pa.bool_()),
        ("methods", pa.list_(_NAME)),
        ("benchmarks", pa.list_(_NAME)),
        ("links", pa.list_(pa.string())),
        ("extra", pa.string()),  # as JSON: its keys differ from row to row
    ]
)


_ON_DEMAND = {
    "results": pa.list_(
        pa.struct(
            [
                ("value", pa.string()),
                ("unit", pa.string()),
                ("metric", pa.string()),
                ("change", pa.bool_()),
                ("direction", pa.string()),
                ("baseline", pa.string()),
                ("hedge", pa.string()),
                ("benchmark", pa.string()),
                ("mention", _MENTION),
            ]
        )
    ),
    "link_kinds": pa.list_(
        pa.struct([("url", pa.string()), ("kind", pa.string()), ("mention", _MENTION)])
    ),
}


def write(
    rows: Iterable[LabelledPaper],
    stream: BinaryIO,
    *,
    taxonomy: Taxonomy,  # noqa: ARG001 - the same signature for every format
) -> None:
    """Write rows as Parquet, a group of rows at a time."""
    keys, rows = on_demand(rows)
    schema = SCHEMA
    for key in keys:
        schema = schema.append(pa.field(key, _ON_DEMAND[key]))
    with pq.ParquetWriter(stream, schema) as writer:
        for group in _groups(map(_record, rows)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _record(row: LabelledPaper) -> dict[str, Any]:
    record = to_record(row)
    extra = record.get("extra")
    record["extra"] = json.dumps(extra, ensure_ascii=False, default=str) if extra else None
    # Arrow takes only text that is valid UTF-8; a lone surrogate becomes a question mark.
    for key in ("id", "title", "reason", "extra"):
        if record[key] is not None:
            record[key] = record[key].encode("utf-8", "replace").decode()
    return record


def _groups(records: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while group := list(islice(records, ROW_GROUP)):
        yield group
