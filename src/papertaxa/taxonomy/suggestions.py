"""Proposed topics as an editor can paste them into a taxonomy file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papertaxa.taxonomy.slug import slugify
from papertaxa.taxonomy.tree import Taxonomy


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A topic to be considered.

    Attributes:
        name: What readers would see.
        area: The id of the area to put it under; None for one of its own.
        terms: Words and phrases that are typical of its papers.
        examples: Id and title (or the beginning of the text) of some papers.
        papers: How many papers there are.
    """

    name: str
    area: str | None
    terms: Sequence[str]
    examples: Sequence[tuple[str, str]]
    papers: int


def render(suggestions: Sequence[Suggestion], taxonomy: Taxonomy) -> str:
    """Write suggestions as YAML with the indentation that they will have in the file.

    The result is a taxonomy by itself: areas that exist are repeated with their ids to show where
    a topic belongs, and a topic near none of them is an area of its own. The definitions are for
    the editor to write; typical words and example papers stand in comments.

    Args:
        suggestions: In the order in which they are to be considered.
        taxonomy: What they are to be added to; no id of it is used again.

    Returns:
        The text, ending in a line break; ``areas: []`` if there are none.
    """
    if not suggestions:
        return "areas: []\n"
    used = {topic.id for topic in taxonomy.topics}
    ids = [_free_id(suggestion.name, used) for suggestion in suggestions]
    lines = ["areas:"]
    areas = dict.fromkeys(suggestion.area for suggestion in suggestions)
    for area in areas:
        topics = [
            (suggestion, its)
            for suggestion, its in zip(suggestions, ids, strict=True)
            if suggestion.area == area
        ]
        if area is None:
            for suggestion, its in topics:
                lines += _entry(suggestion, its, indent="  ")
            continue
        lines.append(f"  - id: {area}")
        lines.append(f"    name: {_quoted(taxonomy.name(area))}")
        lines.append("    topics:")
        for suggestion, its in topics:
            lines += _entry(suggestion, its, indent="      ")
    return "\n".join([*lines, ""])


def _entry(suggestion: Suggestion, topic_id: str, *, indent: str) -> Iterator[str]:
    yield f"{indent}# {suggestion.papers} papers; typical: {_comment(', '.join(suggestion.terms))}"
    for paper, title in suggestion.examples:
        yield f"{indent}#   {_comment(paper)}  {_comment(title)}".rstrip()
    yield f"{indent}- id: {topic_id}"
    yield f"{indent}  name: {_quoted(suggestion.name)}"
    yield f'{indent}  definition: ""'


def _free_id(name: str, used: set[str]) -> str:
    """Make an id that is not in use, and use it."""
    stem = slugify(name) or "topic"
    number, found = 1, stem
    while found in used:
        number += 1
        found = f"{stem}-{number}"
    used.add(found)
    return found


def _quoted(text: str) -> str:
    """A string in double quotes: what JSON writes, YAML reads."""
    return json.dumps(text, ensure_ascii=False)


def _comment(text: str) -> str:
    """Text on one line, without characters that YAML does not take."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())
