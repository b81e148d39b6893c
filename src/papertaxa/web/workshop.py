"""What the third view needs of whatever trains, compares and promotes models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from papertaxa.web.engine import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One trained model.

    Attributes:
        id: Its name among the versions.
        promoted: Whether it is the one in use.
        papers: How many papers it was trained on.
        topics: How many topics it knows.
        thin: Topics with too few papers to be relied on, with their number of papers.
        note: What else there is to say, such as from which labels it came.
    """

    id: str
    promoted: bool = False
    papers: int = 0
    topics: int = 0
    thin: Mapping[str, int] = field(default_factory=dict)
    note: str = ""


class Workshop(Protocol):
    """Trains, compares and promotes.

    The two commands are run as processes of their own, so that a model in training slows no page
    and outlives no server. They write JSON Lines to standard output: any number of
    ``{"step": "what is being done", "part": 0.4}`` and, last, ``{"result": {…}}``; what they write
    to standard error is shown if they fail.
    """

    def versions(self) -> Sequence[Version]:
        """List the versions, newest first."""
        ...

    def training(self) -> Sequence[str]:
        """Return the command that trains a new version from the labels; its result has ``id``."""
        ...

    def comparing(self, old: str, new: str) -> Sequence[str]:
        """Return the command that compares two versions; its result is that of `Comparison`."""
        ...

    def promote(self, version: str, *, force: bool) -> None:
        """Put a version into use.

        Raises:
            PapertaxaError: It is significantly worse, and this was not forced.
        """
        ...

    def rollback(self) -> str:
        """Put the version before into use, and return its id.

        Raises:
            PapertaxaError: There is none.
        """
        ...

    def engine(self) -> Engine:
        """Load the version in use."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A figure of both versions with its 95% intervals; None where a version has none."""

    name: str
    old: float | None = None
    new: float | None = None
    old_interval: tuple[float, float] | None = None
    new_interval: tuple[float, float] | None = None
    papers: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A paper whose topics differ, and the terms that say why."""

    id: str
    title: str = ""
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    terms: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two versions beside each other.

    Attributes:
        old: The id of the one.
        new: The id of the other.
        verdict: What the paired test says, in a sentence.
        worse: Whether the new one is significantly worse.
        measures: Overall figures.
        topics: Quality by topic, those that changed most first.
        flips: Papers whose topics change.
        more: How many more of them there are.
    """

    old: str
    new: str
    verdict: str = ""
    worse: bool = False
    measures: Sequence[Measure] = ()
    topics: Sequence[Measure] = ()
    flips: Sequence[Flip] = ()
    more: int = 0

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Comparison:
        """Read what a command returned.

        Raises:
            TypeError: It is not of this form.
        """
        kinds: Mapping[str, Any] = {"measures": Measure, "topics": Measure, "flips": Flip}
        lists = {
            key: tuple(kind(**item) for item in row.get(key, ())) for key, kind in kinds.items()
        }
        return cls(**{**row, **lists})
