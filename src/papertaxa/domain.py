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
class LabelledPaper:
    """One row of output, whatever became of the input row."""

    id: str
    title: str
    status: Status
    reason: str | None = None
    primary: Primary | None = None
    topics: tuple[TopicScore, ...] = ()
    areas: tuple[AreaScore, ...] = ()
    confident: bool = False
    methods: tuple[Name, ...] = ()
    benchmarks: tuple[Name, ...] = ()
    links: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
