"""One change to a tree of topics: what the second view offers, as functions on taxonomies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.taxonomy.slug import slugify


def rename(
    tree: Taxonomy, topic: str, *, name: str, definition: str, aliases: Sequence[str]
) -> Taxonomy:
    """Give a topic another name, definition and aliases; its id stays, so no label changes."""
    old = tree.topic(topic)
    new = replace(old, name=name, definition=definition, aliases=tuple(aliases))
    return Taxonomy(tuple(new if t.id == topic else t for t in tree.topics))


def move(tree: Taxonomy, topic: str, *, under: str | None) -> Taxonomy:
    """Put a topic, with all under it, under another one, or among the areas.

    Raises:
        TaxonomyError: The other one stands under it.
    """
    if under is not None and topic in tree.path(under):
        raise TaxonomyError(f"{tree.name(under)!r} stands under {tree.name(topic)!r} itself")
    new = replace(tree.topic(topic), parent=under)
    # Last among its new siblings.
    return Taxonomy((*(t for t in tree.topics if t.id != topic), new))


def add(tree: Taxonomy, *, name: str, under: str | None, was: Sequence[str] = ()) -> Taxonomy:
    """Add a topic; its id is made of its name.

    Raises:
        TaxonomyError: The name gives no id, or one that a topic has.
    """
    topic = slugify(name)
    if not topic:
        raise TaxonomyError(f"{name!r} gives no id: use at least one letter or digit")
    if topic in tree:
        raise TaxonomyError(
            f"{name!r} gives the id {topic!r}, which {tree.name(topic)!r} has; choose another name"
        )
    return Taxonomy((*tree.topics, Topic(topic, name, parent=under, was=tuple(was))))


def merge(tree: Taxonomy, topic: str, *, into: str) -> Taxonomy:
    """Let one topic become part of another, which takes over its labels, names and children.

    Raises:
        TaxonomyError: It is the same topic, or one of the two stands under the other.
    """
    if topic in tree.path(into) or into in tree.path(topic):
        raise TaxonomyError("a topic cannot be merged with itself or with one above or under it")
    gone, kept = tree.topic(topic), tree.topic(into)
    known = {kept.name.casefold(), *(alias.casefold() for alias in kept.aliases)}
    aliases = [a for a in (gone.name, *gone.aliases) if a.casefold() not in known]
    was = dict.fromkeys([*kept.was, topic, *gone.was])
    new = replace(kept, aliases=(*kept.aliases, *dict.fromkeys(aliases)), was=tuple(was))
    rest = (new if t.id == into else t for t in tree.topics if t.id != topic)
    return Taxonomy(tuple(replace(t, parent=into) if t.parent == topic else t for t in rest))


def split(tree: Taxonomy, topic: str, *, names: Sequence[str]) -> Taxonomy:
    """Put several topics in the place of one, whose labels then wait for a person.

    A part may keep the topic's name, and then has its id.

    Raises:
        TaxonomyError: There are fewer than two parts, or the topic has others under it.
    """
    if len(set(map(slugify, names))) < 2:  # noqa: PLR2004 - less is no split
        raise TaxonomyError("a split needs the names of at least two parts, one a line")
    if tree.children(topic):
        raise TaxonomyError("a topic with others under it cannot be split; move those first")
    old = tree.topic(topic)
    new = Taxonomy(tuple(t for t in tree.topics if t.id != topic))
    for name in names:
        new = add(new, name=name, under=old.parent, was=(topic,))
    return new


def remove(tree: Taxonomy, topic: str) -> Taxonomy:
    """Take a topic out, with all under it.

    Raises:
        TaxonomyError: Nothing would be left.
    """
    rest = tuple(t for t in tree.topics if topic not in tree.path(t.id))
    if not rest:
        raise TaxonomyError("this is the last topic; a taxonomy needs one")
    return Taxonomy(rest)


def to_yaml(tree: Taxonomy) -> str:
    """Write a taxonomy as the file that `papertaxa.taxonomy.load` reads."""
    import yaml

    def entry(topic: Topic) -> dict[str, object]:
        row: dict[str, object] = {"id": topic.id, "name": topic.name}
        fields: Mapping[str, object] = {
            "definition": topic.definition,
            "aliases": list(topic.aliases),
            "was": list(topic.was),
            "topics": [entry(tree.topic(child)) for child in tree.children(topic.id)],
        }
        return row | {key: value for key, value in fields.items() if value}

    areas = [entry(tree.topic(area)) for area in tree.areas]
    text: str = yaml.safe_dump(
        {"areas": areas}, sort_keys=False, allow_unicode=True, width=100, default_flow_style=False
    )
    return text


Operation = Callable[..., Taxonomy]
OPERATIONS: Mapping[str, Operation] = {
    "rename": rename,
    "move": move,
    "add": add,
    "merge": merge,
    "split": split,
    "remove": remove,
}
