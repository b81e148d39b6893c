"""Taxonomies without a hand-written file: carried by a model, or inferred from labels."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy.tree import Taxonomy, Topic

# How venues write a topic under an area: "Deep Learning->Algorithms".
_STEP = "->"


def dumps_json(taxonomy: Taxonomy) -> str:
    """Write a taxonomy as JSON, one topic a line, in order; `from_json` reads it back."""
    rows = ",\n".join(json.dumps(_row(t), ensure_ascii=False) for t in taxonomy.topics)
    return f'{{"topics": [\n{rows}\n]}}\n'


def from_json(text: str) -> Taxonomy:
    """Read what `dumps_json` wrote.

    Raises:
        TaxonomyError: The text is something else.
    """
    try:
        rows = json.loads(text)["topics"]
        topics = tuple(
            Topic(
                id=_text(row["id"]),
                name=_text(row["name"]),
                definition=_text(row["definition"]),
                parent=None if row["parent"] is None else _text(row["parent"]),
                aliases=tuple(_text(alias) for alias in row["aliases"]),
                was=tuple(_text(topic_id) for topic_id in row.get("was", [])),
            )
            for row in rows
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TaxonomyError(
            "this is not a taxonomy as a model carries it: it was altered, or written by another "
            "version; take the model folder anew"
        ) from error
    if not topics:
        raise TaxonomyError("the taxonomy holds no topic; take the model folder anew")
    return Taxonomy(topics)


def infer(topics: Iterable[str]) -> Taxonomy:
    """Make a taxonomy of the topics that stand in labels, for training without a taxonomy file.

    Every distinct string becomes a topic, its own area, in alphabetical order. Where venues write
    ``Area->Topic``, the parts before the last arrow become the nodes above it, unless the first
    part is itself given to a paper: then it has to stay a topic, and what it heads stays flat.

    Args:
        topics: Topic ids as the labels have them, in any order and number.

    Raises:
        TaxonomyError: There is none, or one is empty.
    """
    found = sorted(set(topics))
    if not found:
        raise TaxonomyError("there is no topic to learn: the labels name none")
    if any(not topic.strip() for topic in found):
        raise TaxonomyError("a topic in the labels is empty; name it or take it out")
    nodes: dict[str, Topic] = {}
    for topic in found:
        steps = [step.strip() for step in topic.split(_STEP)]
        if not all(steps) or steps[0] in found:
            steps = [topic]
        parent: str | None = None
        for depth, step in enumerate(steps, start=1):
            # The last step is the label itself, spelled as the labels spell it.
            node = topic if depth == len(steps) else _STEP.join(steps[:depth])
            nodes.setdefault(node, Topic(id=node, name=step, parent=parent))
            parent = node
    return Taxonomy(tuple(nodes.values()))


def _row(topic: Topic) -> dict[str, object]:
    """Lay a topic out for JSON; most were never anything else, and say nothing of it."""
    row = asdict(topic)
    if not topic.was:
        del row["was"]
    return row


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
