"""Opinions: what each annotator said of a paper.

A merged file keeps every opinion: beside a paper's settled label stand ``settled`` (how it was
settled) and ``others`` (the opinions that differ from it or agree with it). Reading unfolds them
again, so that merging a merged file with a new one is the same as merging all files at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.labels.parse import COLUMNS, NAMES
from papertaxa.labels.problem import Problem
from papertaxa.labels.rows import Paths, refuse, rows

OTHERS, SETTLED = "others", "settled"
KEYS = ("topics", *NAMES)
OLDEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """One annotator's label of one paper.

    Attributes:
        annotator: Whose it is.
        when: When it was given, in UTC; `OLDEST` where no date is stated.
        label: The label; its ``extra`` holds the annotator too.
    """

    annotator: str
    when: datetime
    label: Label

    @property
    def date(self) -> str:
        """The date as it was written, or ``no date``."""
        return str(self.label.extra.get("date") or "no date")


def gather(paths: Paths) -> list[Opinion]:
    """Read the opinions in labels files.

    Whose a row is says its ``annotator``, or else the file's name without its ending (with its
    folders, where two files have the same name).

    Args:
        paths: One file or several.

    Returns:
        The opinions, file by file and row by row; of opinions with the same date, the later one
        is taken for the newer.

    Raises:
        LabelsError: A file or rows of it cannot be used, or a date is no ISO date.
    """
    found = rows(paths)
    names = _annotators(list(found))
    opinions: list[Opinion] = []
    problems: list[Problem] = []
    for path, labels in found.items():
        for label in labels:
            try:
                opinions.extend(unfold(label, annotator=names[path]))
            except ValueError as error:
                problems.append(Problem(label.source, f"paper {label.id!r}: {error}", _REMEDY))
    refuse(problems)
    return opinions


_REMEDY = "mend the row; dates are written 2026-03-31 or 2026-03-31T14:05:00Z"


def unfold(label: Label, *, annotator: str) -> Iterator[Opinion]:
    """Yield the opinions that a label stands for, the oldest first: usually one.

    Args:
        label: A row of a labels file.
        annotator: Whose it is, if it does not say so itself.

    Raises:
        ValueError: A date or an entry of ``others`` cannot be understood.
    """
    extra = {key: value for key, value in label.extra.items() if key not in (OTHERS, SETTLED)}
    merged = SETTLED in label.extra
    if not merged:  # then "others", if there is one, is just somebody's column
        extra = dict(label.extra)
    else:
        others = label.extra.get(OTHERS, [])
        if not isinstance(others, list) or not all(isinstance(item, dict) for item in others):
            raise ValueError(f"{OTHERS!r} is not a list of opinions: {str(others)[:60]}")
        for other in reversed(others):
            yield _recorded(other, label)
    if merged and not extra.get("annotator"):
        return  # settled by votes or put together: nobody's own opinion
    yield _opinion(replace(label, extra=extra), annotator)


def fold_in(settled: Label, others: Sequence[Opinion], *, how: str) -> Label:
    """Write other opinions into a label; `unfold` gets them back.

    Args:
        settled: The label that counts.
        others: The opinions beside it, the newest first.
        how: How it was settled.
    """
    entries = [_record(opinion, settled) for opinion in others]
    return replace(settled, extra={**settled.extra, SETTLED: how, OTHERS: entries})


def latest(opinions: Iterable[Opinion]) -> dict[str, Opinion]:
    """Take the newest opinion of each annotator, in the order from the oldest to the newest."""
    newest: dict[str, Opinion] = {}
    for opinion in sorted(opinions, key=lambda opinion: opinion.when):
        newest.pop(opinion.annotator, None)
        newest[opinion.annotator] = opinion
    return newest


def by_paper(opinions: Iterable[Opinion]) -> dict[str, list[Opinion]]:
    """Group opinions by paper, in the order of first appearance."""
    papers: dict[str, list[Opinion]] = {}
    for opinion in opinions:
        papers.setdefault(opinion.label.id, []).append(opinion)
    return papers


def same_content(one: Label, other: Label) -> bool:
    """Whether two labels give the same topics and names, in the same order."""
    return all(getattr(one, key) == getattr(other, key) for key in KEYS)


def _opinion(label: Label, annotator: str) -> Opinion:
    """Make an opinion of a row, with its annotator written into it."""
    own = label.extra.get("annotator")
    name = str(own).strip() if own is not None else ""
    extra = {**label.extra, "annotator": name or annotator}
    return Opinion(
        annotator=name or annotator,
        when=_when(label.extra.get("date")),
        label=replace(label, extra=extra),
    )


def _when(date: object) -> datetime:
    """Read an ISO date or time; a day counts from its first minute, and UTC if no zone is given."""
    if date is None or date == "":
        return OLDEST
    try:
        when = datetime.fromisoformat(str(date).strip())
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{str(date)!r} is no date") from error


def _record(opinion: Opinion, settled: Label) -> dict[str, object]:
    """Write an opinion down beside the label; what it gives is left out if that is the same."""
    entry: dict[str, object] = {"annotator": opinion.annotator}
    if not same_content(opinion.label, settled):
        stated = {key: getattr(opinion.label, key) for key in KEYS}
        entry |= {key: list(value) for key, value in stated.items() if value is not None}
    return {**entry, **opinion.label.extra}


def _recorded(entry: Mapping[str, object], settled: Label) -> Opinion:
    """Read back what `_record` wrote."""
    name = entry.get("annotator")
    if not isinstance(name, str) or not name:
        raise ValueError(f"an opinion in {OTHERS!r} has no annotator: {str(entry)[:60]}")
    lists = {key: _strings(entry[key], key) for key in KEYS if key in entry}
    if lists and not lists.get("topics"):
        raise ValueError(f"the opinion of {name!r} in {OTHERS!r} has no topics")
    given = {key: lists.get(key) for key in KEYS} if lists else {}
    extra = {key: value for key, value in entry.items() if key not in COLUMNS}
    return _opinion(replace(settled, extra=extra, **given), name)  # type: ignore[arg-type] # mypy cannot tell the keys


def _strings(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key!r} in {OTHERS!r} is not a list of strings: {str(value)[:60]}")
    return tuple(value)


def _annotators(files: Sequence[Path]) -> dict[Path, str]:
    """Name each file's annotator by its stem, or its path where stems are the same."""
    stems = [_stem(file.name) for file in files]
    return {
        file: stem if stems.count(stem) == 1 else (file.parent / stem).as_posix()
        for file, stem in zip(files, stems, strict=True)
    }


def _stem(name: str) -> str:
    return Path(name.removesuffix(".gz")).stem
