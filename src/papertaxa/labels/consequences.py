"""What a change of the taxonomy means for labels, in words and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from papertaxa.labels.apply import Plan, aside_path
from papertaxa.labels.retopic import ASIDE, Carried

_EXAMPLES = 3
_PAPERS = 10  # shown for each topic


def render(planned: Plan) -> str:
    """Write the changes, then the consequences file by file, then what is left to a person."""
    changes = planned.diff.changes
    lines = [f"the taxonomies differ in {_number(len(changes), 'place')}"]
    lines += [f"  {change}" for change in changes]
    lines += [f"  note: {note}" for note in planned.diff.notes]
    for path, carried in planned.files.items():
        lines += ["", *_file(path, carried)]
    for path, replaced in planned.replaced.items():
        lines += ["", f"{path}: {_number(replaced, 'topic')} replaced"]
    if planned.by_hand:
        lines += ["", "to be changed by hand:", *(f"  {place}" for place in planned.by_hand)]
    return "\n".join([*lines, *_reading(planned)])


def _file(path: Path, carried: Sequence[Carried]) -> Iterator[str]:
    """Say what becomes of one labels file."""
    changed = [one for one in carried if one.changed]
    yield f"{path}: {len(changed)} of {_number(len(carried), 'label')} change"
    for one in changed[:_EXAMPLES]:
        after = ", ".join(one.after.topics) if one.after else "(no topic left)"
        yield f"  for example {one.before.id}: {', '.join(one.before.topics)} -> {after}"
    aside = [one for one in carried if one.aside is not None]
    if not aside:
        return
    topics: Counter[str] = Counter()
    for one in aside:
        if one.aside is not None:
            topics.update(_strings(one.aside.extra.get(ASIDE)))
    named = ", ".join(f"{topic} {n}" for topic, n in topics.items())
    yield f"  losing a topic: {_number(len(aside), 'paper')} ({named})"
    yield f"  leaving the file, with no other topic: {sum(one.after is None for one in aside)}"
    first = sum(
        one.after is not None and one.before.topics[0] in _strings(one.aside.extra.get(ASIDE))
        for one in aside
        if one.aside is not None
    )
    yield f"  losing the primary topic, so that the next one takes its place: {first}"
    yield f"  kept as they were: all of them, in {aside_path(path)}"


def _reading(planned: Plan) -> Iterator[str]:
    """Say which papers need labels."""
    topics = dict.fromkeys(topic for paper in planned.to_read for topic in paper.topics)
    for topic in topics:
        papers = [paper for paper in planned.to_read if topic in paper.topics]
        choices = ", ".join(papers[0].topics[topic])
        yield ""
        yield f"{choices} need labels: nobody can tell which of them papers on {topic} belong to"
        shown = ", ".join(paper.id for paper in papers[:_PAPERS])
        more = f" and {len(papers) - _PAPERS} more" if len(papers) > _PAPERS else ""
        yield f"  read first: {shown}{more}"


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _number(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
