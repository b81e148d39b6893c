"""What the review page asks of a model, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from papertaxa.domain import Field, Name, Paper, TopicScore
from papertaxa.taxonomy import Taxonomy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Evidence(NamedTuple):
    """A span that speaks for a topic, or against it if the weight is negative.

    Attributes:
        field: ``title`` or ``abstract``.
        start: Where it begins in the field as it was given.
        end: Where it ends, exclusive.
        weight: What it adds to the topic's linear score.
    """

    field: Field
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """What the model says of one paper.

    Attributes:
        topics: What it would give, the primary one first.
        others: The next best, best first.
        confident: Whether it would rely on that itself.
        methods: None where nobody looked for names.
        benchmarks: None where nobody looked for names.
        scores: Shape (labels of the taxonomy,): the probability of each; None if unknown.
    """

    topics: tuple[TopicScore, ...] = ()
    others: tuple[TopicScore, ...] = ()
    confident: bool = False
    methods: tuple[Name, ...] | None = None
    benchmarks: tuple[Name, ...] | None = None
    scores: npt.NDArray[np.float32] | None = None


class Engine(Protocol):
    """A model as the review page sees it."""

    @property
    def taxonomy(self) -> Taxonomy:
        """The topics that it knows."""
        ...

    @property
    def thresholds(self) -> Sequence[float]:
        """The score from which each label of the taxonomy is given, above 0 and below 1."""
        ...

    def suggest(self, papers: Sequence[Paper]) -> list[Suggestion]:
        """Suggest topics and names, one suggestion a paper."""
        ...

    def evidence(self, paper: Paper, topic: str) -> list[Evidence]:
        """Say which spans of a paper count most for a topic; empty where the model cannot say."""
        ...
