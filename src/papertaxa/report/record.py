"""A labelled paper as plain data, in the fixed order of keys, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from papertaxa.domain import AreaScore, LabelledPaper, Mention, Name, Primary, TopicScore

DIGITS = 4
"""Decimal places of a score: finer than any calibration can support."""


def to_record(row: LabelledPaper) -> dict[str, Any]:
    """Turn a row into JSON-able data; ``extra`` is left out where the source gave nothing more."""
    record = asdict(row)
    if not record["extra"]:
        del record["extra"]
    for scored in (record["primary"], *record["topics"], *record["areas"]):
        if scored is not None:
            scored["score"] = round(scored["score"], DIGITS)
    return record


def from_record(record: Mapping[str, Any]) -> LabelledPaper:
    """Turn such data back into a row."""
    return LabelledPaper(
        id=record["id"],
        title=record["title"],
        status=record["status"],
        reason=record["reason"],
        primary=None if record["primary"] is None else Primary(**record["primary"]),
        topics=tuple(TopicScore(**topic) for topic in record["topics"]),
        areas=tuple(AreaScore(**area) for area in record["areas"]),
        confident=record["confident"],
        methods=tuple(map(_name, record["methods"])),
        benchmarks=tuple(map(_name, record["benchmarks"])),
        links=tuple(record["links"]),
        extra=record.get("extra", {}),
    )


def _name(record: Mapping[str, Any]) -> Name:
    mentions = tuple(Mention(**mention) for mention in record["mentions"])
    return Name(
        text=record["text"],
        canonical=record["canonical"],
        role=record["role"],
        mentions=mentions,
    )
