"""How far weak labels can be relied on: crosswalks measured against labels given by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from papertaxa.labels.weak import Crosswalk


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryNoise:
    """How often one entry's topic is right.

    Attributes:
        value: The entry, as the crosswalk writes it.
        topic: The topic it implies.
        papers: Labelled papers that have the value.
        right: Those of them that were given the topic.
    """

    value: str
    topic: str
    papers: int
    right: int

    @property
    def share(self) -> float:
        """The share that was right, estimated by Laplace's rule of succession."""
        return (self.right + 1) / (self.papers + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """How a crosswalk fares.

    Attributes:
        entries: One a pair of value and topic, in the order of the file.
        described: Labelled papers that have any value at all in the crosswalk's field.
        implied: Topics that the crosswalk implies for them, each once a paper.
        given: Topics that they were given by hand.
        right: Topics both implied and given.
    """

    entries: tuple[EntryNoise, ...]
    described: int
    implied: int
    given: int
    right: int

    @property
    def precision(self) -> float:
        """The share of implied topics that were given; 1 where none is implied."""
        return self.right / self.implied if self.implied else 1.0

    @property
    def recall(self) -> float:
        """The share of given topics that are implied; 1 where none was given."""
        return self.right / self.given if self.given else 1.0


def measure(
    crosswalk: Crosswalk,
    values: Mapping[str, Iterable[str]],
    topics: Mapping[str, Collection[str]],
) -> Noise:
    """Compare what a crosswalk implies with labels given by hand.

    Args:
        crosswalk: What is measured.
        values: What stands in its field, by paper id.
        topics: The topics given by hand, by paper id.

    Returns:
        The counts, over the papers that are in both.
    """
    papers: Counter[str] = Counter()
    hits: Counter[tuple[str, str]] = Counter()
    described = implied = given = right = 0
    for paper_id, its in values.items():
        if paper_id not in topics:
            continue
        truth = set(topics[paper_id])
        met = {entry.value: entry for entry in map(crosswalk.entry, its) if entry}
        papers.update(met.keys())
        hits.update((v, t) for v, entry in met.items() for t in entry.topics if t in truth)
        weak = {topic for entry in met.values() for topic in entry.topics}
        described += 1
        implied += len(weak)
        given += len(truth)
        right += len(weak & truth)
    entries = tuple(
        EntryNoise(
            value=entry.value,
            topic=topic,
            papers=papers[entry.value],
            right=hits[entry.value, topic],
        )
        for entry in crosswalk.entries.values()
        for topic in entry.topics
    )
    return Noise(entries=entries, described=described, implied=implied, given=given, right=right)
