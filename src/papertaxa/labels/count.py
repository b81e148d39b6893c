"""How many papers each topic has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from papertaxa.domain import Label
from papertaxa.taxonomy import Taxonomy


def counts(
    labels: Iterable[Label], *, taxonomy: Taxonomy | None = None
) -> dict[str, tuple[int, int]]:
    """Count labels per topic.

    Args:
        labels: One for each paper.
        taxonomy: If given, every node of it is counted, and a paper counts for all nodes above its
            topics, once each; else only the topics that occur are.

    Returns:
        For each id the number of papers that have it and of those that have it as primary topic.
    """
    papers: Counter[str] = Counter()
    primary: Counter[str] = Counter()

    def spread(topics: Iterable[str]) -> set[str]:
        if taxonomy is None:
            return set(topics)
        return {step for topic in topics if topic in taxonomy for step in taxonomy.path(topic)}

    for label in labels:
        papers.update(spread(label.topics))
        primary.update(spread(label.topics[:1]))
    nodes = papers if taxonomy is None else [topic.id for topic in taxonomy.topics]
    return {node: (papers[node], primary[node]) for node in nodes}
