"""The rules that labels are checked by: against their format, a taxonomy, and each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from papertaxa.domain import Label
from papertaxa.errors import nearest
from papertaxa.labels.parse import COLUMNS, NAMES
from papertaxa.labels.problem import Problem
from papertaxa.taxonomy import Taxonomy, suggest

_MOST_TOPICS = 4
_KNOWN = (*COLUMNS, "annotator", "date", "note")


def check_labels(labels: Sequence[Label], taxonomy: Taxonomy | None) -> Iterator[Problem]:
    """Yield the problems of labels that could be read, kind by kind."""
    if taxonomy is not None:
        yield from topic_problems(labels, taxonomy)
    yield from _count_problems(labels)
    yield from _repeat_problems(labels)
    yield from _name_problems(labels)
    yield from _key_problems(labels)


def topic_problems(labels: Iterable[Label], taxonomy: Taxonomy) -> Iterator[Problem]:
    """Yield topics that the taxonomy does not let a paper carry, with the likely one."""

    @cache  # the same slip usually stands in many rows
    def explain(topic: str) -> tuple[str, str]:
        if topic in taxonomy:
            first = ", ".join(taxonomy.children(topic)[:3])
            return f"{topic!r} is an area, not a topic", f"give a topic under it, such as {first}"
        meant = suggest(taxonomy, topic)
        hint = f" (did you mean {meant!r}?)" if meant else ""
        return f"unknown topic {topic!r}{hint}", "use an id from the taxonomy"

    for label in labels:
        for topic in label.topics:
            if topic not in taxonomy.index:
                message, remedy = explain(topic)
                yield Problem(label.source, f"paper {label.id!r}: {message}", remedy)


def _count_problems(labels: Iterable[Label]) -> Iterator[Problem]:
    """Yield papers with no or too many topics, and with one topic twice."""
    for label in labels:
        who = f"paper {label.id!r}"
        if not label.topics:
            yield Problem(label.source, f"{who} has no topic", "give it one to four, or delete it")
        if len(label.topics) > _MOST_TOPICS:
            message = f"{who} has {len(label.topics)} topics"
            yield Problem(label.source, message, "keep the four that matter most, primary first")
        for topic, times in Counter(label.topics).items():
            if times > 1:
                message = f"{who} has the topic {topic!r} {times} times"
                yield Problem(label.source, message, "keep the first")


def _repeat_problems(labels: Iterable[Label]) -> Iterator[Problem]:
    """Yield papers that are labelled again: the same, or in conflict."""
    first: dict[str, Label] = {}
    for label in labels:
        other = first.setdefault(label.id, label)
        if other is label:
            continue
        differing = [
            key
            for key in ("topics", *NAMES)
            if None not in (getattr(label, key), getattr(other, key))
            and getattr(label, key) != getattr(other, key)
        ]
        if differing:
            message = (
                f"paper {label.id!r} is labelled differently at {other.source}: "
                f"{', '.join(differing)} conflict"
            )
            remedy = "settle which is right and delete the other; until then the later one counts"
            yield Problem(label.source, message, remedy)
        else:
            message = f"paper {label.id!r} is labelled the same at {other.source}"
            yield Problem(label.source, message, "delete one of the two", "warning")


def _name_problems(labels: Iterable[Label]) -> Iterator[Problem]:
    """Yield ids, topics and names that are empty or have white space at their edges."""
    for label in labels:
        if label.id != label.id.strip():
            message = f"the id {label.id!r} has white space at its edge"
            yield Problem(label.source, message, "delete it, or no paper will match", "warning")
        for key in ("topics", *NAMES):
            for name in getattr(label, key) or ():
                where = f"paper {label.id!r}, {key}"
                if not name.strip():
                    yield Problem(label.source, f"{where}: an empty name", "delete it", "warning")
                elif name != name.strip():
                    message = f"{where}: {name!r} has white space at its edge"
                    yield Problem(label.source, message, "delete the white space", "warning")


def _key_problems(labels: Iterable[Label]) -> Iterator[Problem]:
    """Yield extra keys that look like a slip for a known one, each once a file."""
    seen: set[tuple[str, str]] = set()
    for label in labels:
        for key in label.extra:
            file = label.source.rpartition(",")[0]
            if (file, key) in seen:
                continue
            seen.add((file, key))
            hint = nearest(key.lower(), _KNOWN)
            if hint and key not in _KNOWN:
                message = f"the key {key!r} means nothing here{hint}"
                yield Problem(label.source, message, "rename it, here and below", "warning")
