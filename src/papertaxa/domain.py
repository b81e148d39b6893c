"""The nouns of the project: what is read, what is labelled, what is written.

Plain frozen data without behaviour; every other module speaks in these types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Status = Literal["ok", "title-only", "empty", "not-english", "too-short", "duplicate", "unreadable"]
Field = Literal["title", "abstract"]
Role = Literal["proposed", "used"]
Direction = Literal["up", "down", "better", "worse"]
LinkKind = Literal["code", "data", "model", "demo", "project", "video", "paper", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One row of a listing.

    Attributes:
        id: As given, or made from the file's stem and the row's number.
        title: As given, markup and all; may be empty.
        abstract: As given, markup and all; may be empty.
        extra: Whatever else the row held, passed through to the output.
        source: Where the row stands, for messages: ``"papers.csv, row 7"``.
        problem: Why the row could not be parsed; None for a row that could.
    """

    id: str
    title: str = ""
    abstract: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)
    source: str = ""
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What annotators assigned to one paper.

    Attributes:
        id: The paper's id.
        topics: Topic ids, the primary one first.
        proposed: Names the paper introduces; None where names were not annotated.
        methods: Methods it names; None where names were not annotated.
        benchmarks: Benchmarks it names; None where names were not annotated.
        extra: Every other column (annotator, date, note, ...), kept.
        source: Where the label stands, for messages.
    """

    id: str
    topics: tuple[str, ...]
    proposed: tuple[str, ...] | None = None
    methods: tuple[str, ...] | None = None
    benchmarks: tuple[str, ...] | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicScore:
    """A topic given to a paper; ``score`` is a calibrated probability."""

    id: str
    area: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaScore:
    """An area given to a paper; ``score`` is a calibrated probability."""

    id: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Primary:
    """The best guess at a paper's main topic; ``topic`` is None where only the area is sure."""

    topic: str | None
    area: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where a name stands: ``text[start:end]`` of the field as it was given."""

    field: Field
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A method or benchmark found in a paper, once per paper.

    Attributes:
        text: The name without markup; the short form where there are two.
        canonical: The long form where there are two, else ``text``.
        role: ``proposed`` if the paper introduces it.
        mentions: Every place where either form stands, in reading order.
    """

    text: str
    canonical: str
    role: Role
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A figure that the abstract states: a level that is reached, or a change.

    Attributes:
        value: The number, or the range, as written.
        unit: ``%``, ``×``, ``points``, ... as written; empty where there is none.
        metric: As written; None where the words name none.
        change: Whether the value is a change (``by 3.2 points``) rather than a level.
        direction: Of a change, or from the baseline, as the words have it: an error *improved* by
            5% is ``better``, not ``up``. None for a level by itself.
        baseline: The number it started from, where stated: 50 in ``from 50% to 77%``.
        hedge: ``up to``, ``over``, ... as written; empty where there is none.
        benchmark: The one benchmark that the words tie it to; None where they do not.
        mention: Where the value stands, baseline and unit included.
    """

    value: str
    unit: str
    metric: str | None
    change: bool
    direction: Direction | None
    baseline: str | None
    hedge: str
    benchmark: str | None
    mention: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address in a paper and what it leads to."""

    url: str
    kind: LinkKind
    mention: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPaper:
    """One row of output, whatever became of the input row.

    Attributes:
        outside: Whether the paper may fit no topic of the taxonomy, whatever it is given.
        results: Figures that the abstract states; None where nobody asked for them.
        link_kinds: What each link leads to; None where nobody asked.
    """

    id: str
    title: str
    status: Status
    reason: str | None = None
    primary: Primary | None = None
    topics: tuple[TopicScore, ...] = ()
    areas: tuple[AreaScore, ...] = ()
    confident: bool = False
    outside: bool = False
    methods: tuple[Name, ...] = ()
    benchmarks: tuple[Name, ...] = ()
    links: tuple[str, ...] = ()
    results: tuple[Result, ...] | None = None
    link_kinds: tuple[Link, ...] | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
