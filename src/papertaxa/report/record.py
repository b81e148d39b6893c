"""A labelled paper as plain data, in the fixed order of keys, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, TypeVar

from papertaxa.domain import (
    AreaScore,
    LabelledPaper,
    Link,
    Mention,
    Name,
    Primary,
    Result,
    TopicScore,
)

T = TypeVar("T")
_Members = LabelledPaper | Primary | TopicScore | AreaScore | Name | Mention | Result | Link

DIGITS = 4
"""Decimal places of a score: finer than any calibration can support."""


ON_DEMAND = ("results", "link_kinds")
"""Keys that stand only in rows of a run that was asked for them."""


def to_record(row: LabelledPaper) -> dict[str, Any]:
    """Turn a row into JSON-able data; ``extra`` is left out where the source gave nothing more."""
    record = _members(row)
    if not row.extra:
        del record["extra"]
    record["primary"] = None if row.primary is None else _scored(row.primary)
    record["topics"] = tuple(map(_scored, row.topics))
    record["areas"] = tuple(map(_scored, row.areas))
    for key in ("methods", "benchmarks"):
        names = record[key]
        record[key] = tuple(
            {**_members(name), "mentions": tuple(map(_members, name.mentions))} for name in names
        )
    for key in ON_DEMAND:
        if record[key] is None:
            del record[key]
        else:
            record[key] = tuple(
                {**_members(each), "mention": _members(each.mention)} for each in record[key]
            )
    return record


def _members(value: _Members) -> dict[str, Any]:
    """The members of a dataclass with slots, not copied: a quarter of the time of ``asdict``."""
    return {name: getattr(value, name) for name in value.__slots__}


def _scored(value: Primary | TopicScore | AreaScore) -> dict[str, Any]:
    return {**_members(value), "score": round(value.score, DIGITS)}


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
        outside=record.get("outside", False),
        methods=tuple(map(_name, record["methods"])),
        benchmarks=tuple(map(_name, record["benchmarks"])),
        links=tuple(record["links"]),
        results=_all(Result, record.get("results")),
        link_kinds=_all(Link, record.get("link_kinds")),
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


def _all(
    make: Callable[..., T], records: Iterable[Mapping[str, Any]] | None
) -> tuple[T, ...] | None:
    """Make results or links, each with its mention, of a list of records."""
    if records is None:
        return None
    return tuple(make(**{**each, "mention": Mention(**each["mention"])}) for each in records)


def on_demand(rows: Iterable[LabelledPaper]) -> tuple[tuple[str, ...], Iterator[LabelledPaper]]:
    """Look at the first row: which of ``ON_DEMAND`` this run was asked for.

    Returns:
        The keys, and all rows, the first among them.
    """
    rest = iter(rows)
    first = list(islice(rest, 1))
    keys = tuple(key for key in ON_DEMAND if first and getattr(first[0], key) is not None)
    return keys, chain(first, rest)
