"""JSON Lines: one object to a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from papertaxa.listings.content import Content
from papertaxa.listings.jsondecode import (
    DECODER,
    JSON_LINES_SUFFIXES,
    is_object,
    may_hold_surrogates,
    reason,
    scrubbed,
    type_name,
)
from papertaxa.listings.rows import Row


def recognise(content: Content) -> bool:
    """Accept text half of whose lines are JSON objects.

    A file named as JSON Lines whose first line opens an object is accepted even if no line is
    whole, so that the broken lines are reported as such and not taken for prose.
    """
    content.require_text()
    lines = content.sample()
    objects = sum(is_object(line) for line in lines)
    if objects:
        return 2 * objects >= len(lines)
    return content.suffix in JSON_LINES_SUFFIXES and lines[0].startswith("{")


def rows(content: Content) -> Iterator[Row]:
    """Yield one row per line that is not blank."""
    for number, line in enumerate(content.lines(), 1):
        if line.isspace():
            continue
        place = f"line {number}"
        try:
            value = DECODER.decode(line)
        except (ValueError, RecursionError) as error:
            column = getattr(error, "colno", 0)
            at = f" (column {column} of {len(line.rstrip())})" if column else ""
            yield Row(place, {}, f"not valid JSON: {reason(error)}{at}")
            continue
        if not isinstance(value, dict):
            problem = f"is {type_name(value)}, not a JSON object with a title or an abstract"
            yield Row(place, {}, problem)
        elif may_hold_surrogates(line):
            yield Row(place, cast("dict[str, object]", scrubbed(value)))
        else:
            yield Row(place, value)
