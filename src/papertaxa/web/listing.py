"""The papers under review: which are shown, in which order, and which comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from papertaxa.domain import Label, Paper
from papertaxa.taxonomy import Taxonomy
from papertaxa.web.engine import Suggestion

Order = Literal["listing", "uncertain", "queue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a person wants to see.

    Attributes:
        area: Only papers of this area; empty for all.
        order: ``listing`` as given; ``uncertain`` what the model is least sure of first;
            ``queue`` what is most worth labelling first.
        search: Words that have to stand in title, abstract or id.
        todo: Only papers without a label.
    """

    area: str = ""
    order: Order = "listing"
    search: str = ""
    todo: bool = False


@dataclass(frozen=True)
class Listing:
    """The papers of a listing, each id once.

    Attributes:
        papers: In the order given.
        repeated: How many rows were left out because their id stood before.
    """

    papers: tuple[Paper, ...]
    repeated: int = 0

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Listing:
        """Take the papers of a listing; of several rows with one id the first counts."""
        by_id: dict[str, Paper] = {}
        rows = 0
        for paper in papers:
            rows += 1
            by_id.setdefault(paper.id, paper)
        return cls(tuple(by_id.values()), rows - len(by_id))

    @cached_property
    def by_id(self) -> Mapping[str, Paper]:
        """Every paper by its id."""
        return {paper.id: paper for paper in self.papers}

    @cached_property
    def ids(self) -> Set[str]:
        """The ids."""
        return frozenset(self.by_id)

    @cached_property
    def _texts(self) -> Sequence[tuple[str, str]]:
        """Id and searchable text of each paper."""
        return [(p.id, f"{p.id}\n{p.title}\n{p.abstract}".casefold()) for p in self.papers]

    def search(self, words: str) -> list[str]:
        """Return the ids of the papers that hold all the words, in order."""
        wanted = words.casefold().split()
        if not wanted:
            return list(self.by_id)
        return [paper for paper, text in self._texts if all(word in text for word in wanted)]


def select(
    listing: Listing,
    view: View,
    *,
    labels: Mapping[str, Label],
    known: Mapping[str, Suggestion],
    taxonomy: Taxonomy,
    queue: Callable[[], Sequence[str]] | None = None,
) -> list[str]:
    """Return the ids that a view shows, in its order, whether labelled or not.

    A paper stands under the areas of its label, or of the model's suggestion if it has none;
    a paper that the model has not seen yet stands under no area, and behind all others in the order
    of uncertainty.
    """
    ids = listing.search(view.search)
    if view.area:
        ids = [i for i in ids if view.area in areas_of(labels.get(i), known.get(i), taxonomy)]
    if view.order == "uncertain":
        ids.sort(key=lambda paper: _certainty(known.get(paper)))
    elif view.order == "queue" and queue is not None:
        place = {paper: number for number, paper in enumerate(queue())}
        ids.sort(key=lambda paper: place.get(paper, len(place)))
    return ids


def areas_of(label: Label | None, suggestion: Suggestion | None, taxonomy: Taxonomy) -> set[str]:
    """Return the areas that a paper stands under."""
    if label is not None:
        topics: Iterable[str] = label.topics
    else:
        topics = [topic.id for topic in suggestion.topics] if suggestion else ()
    return {taxonomy.area_of(topic) for topic in topics if topic in taxonomy}


def step(
    ids: Sequence[str], current: str | None, by: int, *, skip: Callable[[str], bool]
) -> str | None:
    """Return the next paper of a selection that is not skipped, going round at its end.

    Args:
        ids: The selection.
        current: Where one stands; None for before the first.
        by: 1 for the next, -1 for the one before.
        skip: Which papers are passed over.

    Returns:
        Its id; None if every other paper is passed over.
    """
    if not ids:
        return None
    try:
        at = ids.index(current) if current is not None else -1
    except ValueError:
        at = -1
    if at < 0 and by < 0:
        at = 0
    round_ = (ids[(at + by * distance) % len(ids)] for distance in range(1, len(ids) + 1))
    return next((paper for paper in round_ if paper != current and not skip(paper)), None)


def _certainty(suggestion: Suggestion | None) -> tuple[int, float]:
    """Sort key: what the model would not rely on, then by the score of its best topic."""
    if suggestion is None:
        return 2, 0.0
    best = max((topic.score for topic in suggestion.topics), default=0.0)
    return int(suggestion.confident), best
