"""What can be wrong between the entries of a taxonomy file: each check yields problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papertaxa.errors import nearest
from papertaxa.taxonomy.entries import Entry, Problem, Reading, Word
from papertaxa.taxonomy.slug import is_slug, slugify


def check(reading: Reading) -> list[Problem]:
    """List what is wrong with the form and with the tree, in order of lines."""
    entries = reading.entries
    found = [
        *reading.problems,
        *(problem for entry in entries for problem in _check_entry(entry)),
        *_check_ids(entries),
        *_check_parents(entries),
        *_check_cycles(entries),
        *_check_siblings(entries),
    ]
    if not found and not entries:
        found.append(Problem(0, "the taxonomy has no topic", "add one: '- id: …', 'name: …'"))
    return sorted(found, key=lambda problem: problem.line)


def _check_entry(entry: Entry) -> Iterator[Problem]:
    """Check one topic by itself."""
    topic_id, line = entry.id
    bare = entry.name.text == topic_id  # a plain string names itself, in any language
    slug = slugify(topic_id or entry.name.text)
    give = f"write 'id: {slug}'" if slug else "give it an id, such as 'id: my-topic'"
    if not topic_id:
        yield Problem(line, f"the topic {entry.name.text!r} has no id", give)
    elif not bare and not is_slug(topic_id):
        message = f"the id {topic_id!r} is not lower-case letters, digits and single hyphens"
        yield Problem(line, message, give)
    if not entry.name.text and topic_id:
        yield Problem(entry.name.line, f"{topic_id!r} has an empty name", "add 'name: …'")
    if any(not alias.text for alias in entry.aliases):
        yield Problem(line, f"{topic_id!r} has an empty alias", "delete it")
    if any(not word.text for word in entry.was):
        yield Problem(line, f"{topic_id!r} has an empty id in 'was'", "delete it")


def _check_ids(entries: Iterable[Entry]) -> Iterator[Problem]:
    """Find ids that stand twice."""
    seen: dict[str, int] = {}
    for topic_id, line in (entry.id for entry in entries):
        if topic_id in seen:
            message = f"the id {topic_id!r} stands twice, first on line {seen[topic_id]}"
            yield Problem(line, message, "give one of the two another id, or delete it")
        elif topic_id:
            seen[topic_id] = line


def _check_parents(entries: list[Entry]) -> Iterator[Problem]:
    """Find parents that are no topic of the file."""
    known = {entry.id.text for entry in entries}
    for entry in entries:
        if entry.parent and entry.parent.text and entry.parent.text not in known:
            text, line = entry.parent
            message = f"{entry.id.text!r} has the unknown parent {text!r}{nearest(text, known)}"
            yield Problem(line, message, "name the id of a topic in this file")


def _check_cycles(entries: list[Entry]) -> Iterator[Problem]:
    """Find topics that stand, over others or directly, under themselves; each circle once."""
    parents: dict[str, Word] = {}
    for entry in entries:
        if entry.parent and entry.id.text:
            parents.setdefault(entry.id.text, entry.parent)
    done: set[str] = set()
    for start in parents:
        path: list[str] = []
        step = start
        while step in parents and step not in done:
            done.add(step)
            path.append(step)
            step = parents[step].text
        if step in path:
            circle = [*path[path.index(step) :], step]
            message = f"topics stand under each other in a circle: {' under '.join(circle)}"
            yield Problem(parents[step].line, message, "give one of them another parent, or none")


def _check_siblings(entries: Iterable[Entry]) -> Iterator[Problem]:
    """Find names and aliases that two topics under the same parent share, or one has twice."""
    seen: dict[tuple[str, str], tuple[str, int]] = {}
    for entry in entries:
        parent = entry.parent.text if entry.parent else ""
        for text, line in (entry.name, *entry.aliases):
            if not text:
                continue
            key = (parent, text.casefold())
            if key in seen:
                other, first = seen[key]
                message = f"{text!r} names both {other!r} (line {first}) and {entry.id.text!r}"
                if other == entry.id.text:
                    message = f"{text!r} stands twice among the names of {other!r}"
                yield Problem(line, message, "keep it in one place")
            else:
                seen[key] = (entry.id.text, line)
