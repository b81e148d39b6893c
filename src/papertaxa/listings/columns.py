"""From a row's columns, named as people name them, to a paper.

Names are compared without regard to case, spaces, dashes and underscores, and without a leading
``content.`` or trailing ``.value`` (the OpenReview notes API, both versions; OpenReview also nests
them, which is undone first). Of several candidates the one that is spelled exactly as the canonical
name wins, then the earliest in the lists below, then the leftmost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

ABSTRACT_NAMES = (
    "abstract",
    "paper_abstract",
    "abstract_text",
    "abstract_note",
    "abs",
    "summary",
    "description",
    "text",
    "body",
)
TITLE_NAMES = (
    "title",
    "paper_title",
    "article_title",
    "publication_title",
    "title_text",
    "document_title",
    "headline",
    "name",
)
ID_NAMES = (
    "id",
    "paper_id",
    "_id",
    "identifier",
    "forum",
    "forum_id",
    "note_id",
    "openreview_id",
    "submission_id",
    "arxiv_id",
    "arxiv",
    "doi",
    "corpus_id",
    "pmid",
    "key",
    "cite_key",
    "uid",
    "uuid",
    "guid",
    "paper_number",
    "number",
)

_IGNORED = re.compile(r"[\s_\-\ufeff]+")
_SHOWN = 20
_MISSING = frozenset({"nan", "NaN", "null", "NULL", "None"})


Fields = dict[str, object]


class _Plan(NamedTuple):
    """Which column of a row is which; the same for all rows with the same columns."""

    title: str | None
    abstract: str | None
    id: str | None
    rest: tuple[str, ...]


def fold(name: str) -> str:
    """Reduce a column's name to what is compared."""
    name = name.strip("\ufeff \t\r\n").casefold()
    return _IGNORED.sub("", name.removeprefix("content.").removesuffix(".value"))


def usable(names: Iterable[str]) -> bool:
    """Say whether a row with these columns can hold a paper: a title or an abstract."""
    plan = _plan(tuple(names))
    return plan.title is not None or plan.abstract is not None


def require_usable(names: Iterable[str], *, name: str) -> None:
    """Refuse columns none of which is a title or an abstract.

    Args:
        names: The columns of a listing.
        name: The listing, for the message.

    Raises:
        ListingError: Lists the columns found and the names that would have been understood.
    """
    names = list(names)
    if usable(names):
        return
    shown = ", ".join(map(repr, names[:_SHOWN])) or "none"
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    raise ListingError(
        f"{name}: no column holds titles or abstracts; columns found: {shown}{more}; understood as "
        f"abstract: {', '.join(ABSTRACT_NAMES)}; as title: {', '.join(TITLE_NAMES)}; rename one of "
        "the columns"
    )


def known(names: Iterable[str]) -> int:
    """Count the columns among ``names`` that have a meaning here."""
    plan = _plan(tuple(names))
    return sum(column is not None for column in plan[:3])


def flattened(fields: Fields) -> Fields:
    """Lift the members of a nested ``content`` to the top, where no column has their name."""
    content = fields.get("content")
    if type(content) is not dict:
        return fields
    flat = {name: value for name, value in fields.items() if name != "content"}
    for name, value in content.items():
        flat[f"content.{name}" if name in flat else name] = value
    return flat


def to_paper(fields: Fields, *, source: str, fallback_id: str) -> Paper:
    """Give the columns of a row their meaning.

    Args:
        fields: Names and JSON-able values.
        source: Where the row stands.
        fallback_id: The id of a row that has none.

    Returns:
        The paper; every column that is not its id, title or abstract is in ``extra``.
    """
    fields = flattened(fields)
    plan = _plan(tuple(fields))
    identifier = "" if plan.id is None else _identifier(fields[plan.id])
    return Paper(
        id=identifier or fallback_id,
        title="" if plan.title is None else _text(fields[plan.title], " "),
        abstract="" if plan.abstract is None else _text(fields[plan.abstract], "\n\n"),
        extra={name: _unwrapped(fields[name]) for name in plan.rest},
        source=source,
    )


# Listings have one set of columns, or a few; the bound is for files whose rows all differ.
@lru_cache(maxsize=1024)
def _plan(names: tuple[str, ...]) -> _Plan:
    title, abstract = _find(names, TITLE_NAMES), _find(names, ABSTRACT_NAMES)
    identifier = _find(names, ID_NAMES)
    taken = {title, abstract, identifier}
    return _Plan(title, abstract, identifier, tuple(name for name in names if name not in taken))


def _find(names: tuple[str, ...], synonyms: tuple[str, ...]) -> str | None:
    if synonyms[0] in names:
        return synonyms[0]
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(fold(name), name)
    return next((folded[key] for key in map(fold, synonyms) if key in folded), None)


def _unwrapped(value: object) -> object:
    """Undo OpenReview's ``{"value": ...}``, and ``{"#text": ...}`` of XML turned into JSON."""
    if isinstance(value, dict):
        for key in ("value", "#text"):
            if key in value:
                return value[key]
    return value


def _text(value: object, separator: str) -> str:
    if type(value) is not str:
        value = _joined(_unwrapped(value), separator)
    return "" if value in _MISSING else value


def _joined(value: object, separator: str) -> str:
    """Write any JSON value as running text: paragraphs and sections one after the other."""
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124  # NaN
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        parts = (_joined(_unwrapped(part), separator) for part in value)
        return separator.join(part for part in parts if part)
    return str(value)


def _identifier(value: object) -> str:
    value = _unwrapped(value)
    if isinstance(value, str):
        value = value.strip()
        return "" if value in _MISSING else value
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124  # NaN
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)
