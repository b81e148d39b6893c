"""JSON: an array of papers, an object around one, a map from ids to papers, or one paper."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import cast

from papertaxa.errors import ListingError
from papertaxa.listings.columns import flattened, fold, known, usable
from papertaxa.listings.content import Content
from papertaxa.listings.jsondecode import (
    DECODER,
    JSON_LINES_SUFFIXES,
    is_object,
    reason,
    type_name,
)
from papertaxa.listings.jsonscan import Scanner
from papertaxa.listings.rows import Row

_OPENING = re.compile(r'\s*(?:\[\s*(?:\{\s*["}]|\])|\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}))')

_WRAPPERS = frozenset(
    {"papers", "notes", "data", "results", "result", "items", "entries", "entry", "feed"}
    | {"records", "rows", "documents", "docs", "articles", "submissions", "publications"}
    | {"works", "response", "list", "value"}
)
"""Keys under which programming interfaces put the list of papers."""

_SHOWN = 12
_TELLING = frozenset(map(fold, ("title", "paper_title", "abstract", "paper_abstract", "summary")))


def recognise(content: Content) -> bool:
    """Accept text that opens as JSON, unless it is JSON Lines."""
    content.require_text()
    lines = content.sample()
    objects = sum(map(is_object, lines))
    if objects and 2 * objects >= len(lines):
        # One line can be one paper of JSON Lines, or an object around many.
        only = cast("dict[str, object]", DECODER.decode(lines[0])) if len(lines) == 1 else {}
        return len(lines) == 1 and not usable(flattened(only))
    if _OPENING.match(content.text):
        return content.suffix not in JSON_LINES_SUFFIXES or lines[0] == "{" or lines[0][0] == "["
    if not lines[0].startswith(("[", "{")):
        return False
    return content.suffix == ".json" or (content.complete and _is_json(content.text))


def rows(content: Content) -> Iterator[Row]:
    """Yield one row per paper, wherever the papers are.

    Where the text stops being JSON, what came before is kept and one row tells of the rest.

    Raises:
        ListingError: Nothing could be read, or there are no papers in what could.
    """
    scanner = Scanner(content.chunks())
    number = 0
    keys: list[str] = []
    try:
        while scanner.peek():
            for fields, problem in _papers(scanner, keys):
                number += 1
                at = f" (line {scanner.line})" if problem else ""
                yield Row(f"element {number}{at}", fields, problem)
    except (ValueError, RecursionError) as error:
        message = f"not valid JSON at line {scanner.line}: {reason(error)}"
        if not number:
            raise ListingError(f"{content.name}: {message}; correct it there") from error
        message += f"; the rest of the file, from element {number + 1} on, could not be read"
        yield Row(f"element {number + 1}", {}, message)
    if not number:
        found = ", ".join(map(repr, keys[:_SHOWN])) or "none"
        raise ListingError(
            f"{content.name}: no papers in this JSON (keys found: {found}); give an array of "
            "objects that have a title or an abstract"
        )


_Found = tuple[dict[str, object], str | None]


def _papers(scanner: Scanner, keys: list[str]) -> Iterator[_Found]:
    """Yield the papers of the value at the position, and note the keys met on the way."""
    opening = scanner.peek()
    if opening == "{":
        yield from _papers_of_object(scanner, keys)
    elif opening == "[":
        for _ in scanner.elements():
            yield _checked(scanner.value())
    else:
        yield _checked(scanner.value())


def _papers_of_object(scanner: Scanner, keys: list[str]) -> Iterator[_Found]:
    """Tell a paper, a map of papers and an object around papers apart as the members come by."""
    own: dict[str, object] = {}  # members that may turn out to be one paper's columns
    around = is_map = False
    for key in scanner.members():
        keys.append(key)
        opening = scanner.peek()
        wrapper = key.casefold() in _WRAPPERS and not usable(flattened(own))
        if opening == "[" and not is_map:
            own[key] = kept = yield from _papers_of_array(scanner, wrapper=wrapper)
            around = around or kept is None
        elif opening == "{" and wrapper and not is_map:
            for paper in _papers_of_object(scanner, keys):
                around = True
                yield paper
        else:
            value = scanner.value()
            if not is_map and (key == "content" or not _is_paper(value, wrapper=False)):
                own[key] = value
                continue
            if not is_map:
                is_map = around = True
                # Entries before the first that has a title or an abstract are papers as well.
                for earlier, entry in own.items():
                    if isinstance(entry, dict) and known(flattened(entry)):
                        yield {"id": earlier, **entry}, None
            fields, problem = _checked(value)
            yield ({} if problem else {"id": key, **fields}), problem
    if not around and usable(flattened(own)):
        yield own, None


def _papers_of_array(
    scanner: Scanner, *, wrapper: bool
) -> Generator[_Found, None, list[object] | None]:
    """Yield the elements if papers are among them, else return them."""
    kept: list[object] = []
    papers = False
    for _ in scanner.elements():
        value = scanner.value()
        if not papers and _is_paper(value, wrapper=wrapper):
            papers = True
            yield from map(_checked, kept)
        if papers:
            yield _checked(value)
        else:
            kept.append(value)
    return None if papers else kept


def _checked(value: object) -> _Found:
    if isinstance(value, dict):
        return value, None
    return {}, f"is {type_name(value)}, not a JSON object with a title or an abstract"


def _is_paper(value: object, *, wrapper: bool) -> bool:
    """Say whether a nested value is a paper and not, say, an author who has a name."""
    if not isinstance(value, dict):
        return False
    names = flattened(value)
    return usable(names) if wrapper else any(fold(name) in _TELLING for name in names)


def _is_json(text: str) -> bool:
    try:
        return isinstance(DECODER.decode(text.strip()), dict | list)
    except (ValueError, RecursionError):
        return False
