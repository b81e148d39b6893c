"""The tree of topics: what a paper can be given, and what stands above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from papertaxa.errors import TaxonomyError, nearest


@dataclass(frozen=True, slots=True)
class Topic:
    """One node of a taxonomy.

    Attributes:
        id: What labels and models refer to; it stays the same when the name is changed.
        name: What readers see.
        definition: What belongs under it; may be empty.
        parent: The id of the topic above it; None for an area.
        aliases: Other names people use for it.
        was: Ids under which it, or parts of it, stood in earlier versions of the taxonomy.
    """

    id: str
    name: str
    definition: str = ""
    parent: str | None = None
    aliases: tuple[str, ...] = ()
    was: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taxonomy:
    """Topics in order, as a forest of any depth; every root is an area.

    The order of ``topics`` is that of reading the tree from the top: a topic comes before those
    under it, and siblings keep the order in which they were given, whatever order the constructor
    received.

    Attributes:
        topics: Every node.

    Raises:
        TaxonomyError: An id stands twice, a parent is missing, or parents form a cycle.
    """

    topics: tuple[Topic, ...]

    def __post_init__(self) -> None:
        """Check that the topics form a forest, and put them in reading order."""
        object.__setattr__(self, "topics", _in_reading_order(self.topics))

    @cached_property
    def by_id(self) -> Mapping[str, Topic]:
        """Every node by its id."""
        return {topic.id: topic for topic in self.topics}

    @cached_property
    def _children(self) -> Mapping[str | None, tuple[str, ...]]:
        """The ids under each id; areas stand under None."""
        return _group(self.topics)

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of the roots."""
        return self.children(None)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The ids that a paper may carry.

        These are all nodes but the areas; an area with nothing under it counts as its own topic,
        so in a flat taxonomy every node is a label.
        """
        return tuple(t.id for t in self.topics if t.parent is not None or not self.children(t.id))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each label in ``labels``: its column in a score matrix."""
        return {label: column for column, label in enumerate(self.labels)}

    @cached_property
    def _area(self) -> Mapping[str, str]:
        """The root above each node, itself for a root."""
        area: dict[str, str] = {}
        for topic in self.topics:  # parents come first
            area[topic.id] = topic.id if topic.parent is None else area[topic.parent]
        return area

    def __contains__(self, topic_id: object) -> bool:
        """Whether any node, area or topic, has this id."""
        return topic_id in self.by_id

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.topics)

    def topic(self, topic_id: str) -> Topic:
        """Return the node with this id.

        Raises:
            TaxonomyError: There is none.
        """
        if topic_id not in self.by_id:
            hint = nearest(topic_id, self.by_id)
            raise TaxonomyError(f"the taxonomy has no topic {topic_id!r}{hint}")
        return self.by_id[topic_id]

    def name(self, topic_id: str) -> str:
        """Return what readers see for this id; TaxonomyError if there is no such node."""
        return self.topic(topic_id).name

    def area_of(self, topic_id: str) -> str:
        """Return the id of the root above this node, itself for a root."""
        return self._area[self.topic(topic_id).id]

    def children(self, topic_id: str | None) -> tuple[str, ...]:
        """Return the ids directly under this one; of None, the areas."""
        return self._children.get(topic_id, ())

    def path(self, topic_id: str) -> tuple[str, ...]:
        """Return the ids from the area down to this node, both included."""
        steps = [self.topic(topic_id)]
        while (parent := steps[-1].parent) is not None:
            steps.append(self.topic(parent))
        return tuple(step.id for step in reversed(steps))


def _group(topics: Iterable[Topic]) -> dict[str | None, tuple[str, ...]]:
    """Map each parent to the ids under it, in order."""
    groups: dict[str | None, list[str]] = {}
    for topic in topics:
        groups.setdefault(topic.parent, []).append(topic.id)
    return {parent: tuple(ids) for parent, ids in groups.items()}


def _in_reading_order(topics: Iterable[Topic]) -> tuple[Topic, ...]:
    """Sort depth first, or raise TaxonomyError if the topics are not a forest."""
    by_id: dict[str, Topic] = {}
    for topic in topics:
        if topic.id in by_id:
            raise TaxonomyError(f"topic id {topic.id!r} stands twice; each topic needs its own")
        by_id[topic.id] = topic
    for topic in by_id.values():
        if topic.parent is not None and topic.parent not in by_id:
            hint = nearest(topic.parent, by_id)
            raise TaxonomyError(
                f"topic {topic.id!r} stands under {topic.parent!r}, which is not a topic{hint}"
            )
    groups = _group(by_id.values())
    ordered: list[Topic] = []
    stack = list(reversed(groups.get(None, ())))
    while stack:
        topic_id = stack.pop()
        ordered.append(by_id[topic_id])
        stack.extend(reversed(groups.get(topic_id, ())))
    if len(ordered) < len(by_id):
        lost = sorted(by_id.keys() - {topic.id for topic in ordered})
        raise TaxonomyError(f"these topics stand under each other in a circle: {', '.join(lost)}")
    return tuple(ordered)
