"""Carrying labels over to a new version of the taxonomy, with nothing lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from papertaxa.domain import Label
from papertaxa.labels.opinions import OTHERS, SETTLED
from papertaxa.taxonomy.changes import Diff

ASIDE, CHOOSE = "aside", "choose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What became of one label.

    Attributes:
        before: The label as it was.
        after: The label in the new version; None if no topic is left.
        aside: The label as it was, with two more keys, to be kept elsewhere: ``aside``, the topics
            that ``after`` has lost, and ``choose``, for each of them the new topics that may take
            its place (none after a removal). None if nothing was lost.
    """

    before: Label
    after: Label | None
    aside: Label | None

    @property
    def changed(self) -> bool:
        """Whether the file has to be rewritten for this label."""
        return self.after is not self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """A paper that needs a label, because a topic of it was split or has become an area.

    Attributes:
        id: The paper's id.
        topics: The old topics that a person has to decide on, with the new ones to choose from.
        left: The topics that its label still has.
        primary: Whether its primary topic is among those to decide on.
    """

    id: str
    topics: Mapping[str, tuple[str, ...]]
    left: tuple[str, ...]
    primary: bool


def carry(label: Label, diff: Diff) -> Carried:
    """Carry one label over.

    A topic with a new id, or merged into another, is replaced, and what then stands twice is kept
    once, at its first place. A topic that was removed or split, or has become an area, is taken
    out and kept aside: a wrong label would teach a model more harm than a missing one. The order
    of the others stays, so the next topic becomes the primary one.

    Opinions that a merge has kept beside the label (``others``) are carried over too.

    Raises:
        KeyError: A topic is in neither version.
    """
    topics, lost = _carry_topics(label.topics, diff)
    extra = dict(label.extra)
    others = extra.get(OTHERS)
    if SETTLED in extra and isinstance(others, list):
        extra[OTHERS], gone = _carry_others(others, diff)
        lost = (*lost, *gone)
    after = replace(label, topics=topics, extra=extra) if topics else None
    if after == label:
        after = label
    if not lost:
        return Carried(before=label, after=after, aside=None)
    names = tuple(dict.fromkeys(lost))
    kept = {ASIDE: list(names), CHOOSE: {topic: list(diff.choices(topic)) for topic in names}}
    return Carried(before=label, after=after, aside=replace(label, extra={**label.extra, **kept}))


def reading_list(carried: Iterable[Carried], diff: Diff) -> list[ToRead]:
    """List the papers that need a label, those first whose loss is greatest.

    First come papers that have no topic left, then those that have lost the primary one, then the
    others, each in the order given.
    """
    papers: list[ToRead] = []
    for one in carried:
        undecided = {
            topic: choices
            for topic in one.before.topics
            if diff.label(topic) is None and (choices := diff.choices(topic))
        }
        if undecided:
            papers.append(
                ToRead(
                    id=one.before.id,
                    topics=undecided,
                    left=one.after.topics if one.after else (),
                    primary=one.before.topics[0] in undecided,
                )
            )
    return sorted(papers, key=lambda paper: (bool(paper.left), not paper.primary))


def _carry_topics(topics: Sequence[str], diff: Diff) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the topics in the new version, and the old ones that have no place in it."""
    kept: dict[str, None] = {}
    lost: list[str] = []
    for topic in topics:
        became = diff.label(topic)
        if became is None:
            lost.append(topic)
        else:
            kept[became] = None
    return tuple(kept), tuple(lost)


def _carry_others(others: Iterable[object], diff: Diff) -> tuple[list[object], list[str]]:
    """Carry over the opinions beside a merged label; one without a topic left is dropped."""
    kept: list[object] = []
    lost: list[str] = []
    for other in others:
        if not isinstance(other, dict) or not isinstance(other.get("topics"), list):
            kept.append(other)
            continue
        topics, gone = _carry_topics(other["topics"], diff)
        lost.extend(gone)
        if topics:
            kept.append({**other, "topics": list(topics)})
    return kept, lost
