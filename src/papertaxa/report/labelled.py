"""Reading labelled papers back, from JSON Lines, CSV or Parquet alike, as a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from papertaxa.domain import LabelledPaper, Name, Paper
from papertaxa.errors import ListingError

Kind = Literal["method", "benchmark"]

_COLUMNS = ("status", "topics", "areas", "methods", "benchmarks")
_KINDS: tuple[tuple[str, Kind], ...] = (("methods", "method"), ("benchmarks", "benchmark"))
_REMEDY = "give what `papertaxa label` wrote, or the listing itself"


@dataclass(frozen=True, slots=True)
class NameFound:
    """A name of one paper, without its places.

    Attributes:
        kind: What it is.
        text: The short form where the paper has two, else the name.
        canonical: The long form where the paper has two, else the name.
        proposed: Whether the paper introduces it.
    """

    kind: Kind
    text: str
    canonical: str
    proposed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFound:
    """What a survey of a listing needs to know of one labelled paper.

    Attributes:
        status: As `papertaxa label` gave it.
        topics: Topic ids, as given.
        areas: Area ids, as given.
        names: Its methods, then its benchmarks.
    """

    status: str
    topics: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    names: tuple[NameFound, ...] = ()


def is_labelled(paper: Paper) -> bool:
    """Tell whether a row was written by `papertaxa label`, rather than being a plain listing's."""
    return paper.problem is None and all(column in paper.extra for column in _COLUMNS)


def from_row(paper: Paper) -> PaperFound:
    """Take what is needed from one row of a labelled listing.

    CSV holds no long forms, so a name stands there for itself.

    Args:
        paper: As `papertaxa.listings.read` gives it.

    Raises:
        ListingError: The row is not as `papertaxa label` writes it.
    """
    if paper.problem is not None:
        return PaperFound(status="unreadable")
    missing = [column for column in _COLUMNS if column not in paper.extra]
    if missing:
        raise ListingError(f"{paper.source}: has no `{missing[0]}`: it is not labelled; {_REMEDY}")
    row = paper.extra
    try:
        proposed = {*_cells(row.get("proposed"))}
        return PaperFound(
            status=str(row["status"]),
            topics=tuple(map(_id, _cells(row["topics"]))),
            areas=tuple(map(_id, _cells(row["areas"]))),
            names=tuple(
                _name(kind, cell, proposed)
                for column, kind in _KINDS
                for cell in _cells(row[column])
            ),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ListingError(
            f"{paper.source}: is not as `papertaxa label` writes it ({error}); {_REMEDY}"
        ) from error


def from_labelled(row: LabelledPaper) -> PaperFound:
    """Take what is needed from a paper that was labelled just now."""
    named: Iterable[tuple[Kind, tuple[Name, ...]]] = (
        ("method", row.methods),
        ("benchmark", row.benchmarks),
    )
    return PaperFound(
        status=row.status,
        topics=tuple(topic.id for topic in row.topics),
        areas=tuple(area.id for area in row.areas),
        names=tuple(
            NameFound(kind, _sound(name.text), _sound(name.canonical), name.role == "proposed")
            for kind, names in named
            for name in names
        ),
    )


def _cells(value: object) -> Iterator[Any]:
    """The items of a list, or of a cell of a table whose items ``;`` divides."""
    if value is None:
        return
    if isinstance(value, str):
        yield from filter(None, value.split(";"))
    elif isinstance(value, list | tuple):
        yield from value
    else:
        raise TypeError(f"{value!r} is no list")


def _id(cell: object) -> str:
    return _text(cell["id"]) if isinstance(cell, Mapping) else _text(cell)


def _name(kind: Kind, cell: object, proposed: set[str]) -> NameFound:
    if isinstance(cell, Mapping):
        text = _text(cell["text"])
        canonical = _text(cell.get("canonical") or text)
        return NameFound(kind, text, canonical, cell.get("role") == "proposed")
    text = _text(cell)
    return NameFound(kind, text, text, text in proposed)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return _sound(value)


def _sound(text: str) -> str:
    """A text that can be written: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode()
