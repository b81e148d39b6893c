"""Decisions on papers, kept in a label file: none is lost to a crash, a second tab or a colleague.

Every change re-reads the file under a lock, replaces the rows of its paper alone, and is refused if
the paper is not as its author last saw it (optimistic locking by the content of its label).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import OutputError
from papertaxa.labels.parse import NAMES
from papertaxa.web import labelfile
from papertaxa.web.journal import Entry, Journal, Kind, to_label, to_row
from papertaxa.web.labelfile import Snapshot
from papertaxa.web.lock import Lock

NEW = "new"
"""The version of a paper that has no label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person decides on one paper; names are None where they were not looked at."""

    topics: tuple[str, ...]
    methods: tuple[str, ...] | None = None
    benchmarks: tuple[str, ...] | None = None
    proposed: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who decides: a random id of the browser, and the name that goes into the label."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The label is in the file; ``changed`` is false if it was there before."""

    label: Label | None
    changed: bool = True
    paper: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The paper's label has changed since its author saw it; nothing was written.

    Attributes:
        paper: The paper's id.
        theirs: What the file has now.
        mine: What was wanted.
    """

    paper: str
    theirs: Label | None
    mine: Label | None


def version(label: Label | None) -> str:
    """Return what tells one state of a paper's label from another, in JSON Lines and CSV alike."""
    if label is None:
        return NEW
    lists = [list(names or ()) for names in (label.topics, *(getattr(label, k) for k in NAMES))]
    extra = {key: str(value) for key, value in label.extra.items() if value not in (None, "")}
    content = json.dumps([lists, sorted(extra.items())])
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def history_path(labels: Path) -> Path:
    """Where the history of a label file stands; the name is no label file's."""
    return labels.with_name(f"{labels.name}.history")


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """A label file and its history."""

    def __init__(self, path: Path, *, clock: Callable[[], datetime] = _now) -> None:
        """Open a label file, which need not exist yet, and finish what a crash has cut off.

        Args:
            path: The label file.
            clock: Where the time comes from.

        Raises:
            LabelsError: The file cannot be read at all.
        """
        self.path = path
        self._clock = clock
        self._journal = Journal(history_path(path))
        self._lock = Lock(self._journal.path)
        self._snapshot = labelfile.read(path)
        if self._journal.path.exists():
            self._recover()

    def snapshot(self) -> Snapshot:
        """Return the file as it is now."""
        if labelfile.stamp_of(self.path) != self._snapshot.stamp:
            self._snapshot = labelfile.read(self.path)
        return self._snapshot

    def history(self, paper: str) -> list[Entry]:
        """Return what was decided on a paper, oldest first."""
        return [entry for entry in self._journal.entries() if entry.paper == paper]

    def decide(self, paper: str, wanted: Wanted, *, seen: str, by: Author) -> Saved | Conflict:
        """Give a paper its label.

        Args:
            paper: The paper's id.
            wanted: What it is to be; at least one topic.
            seen: The `version` of the label that the decision was made on.
            by: Who decides.

        Returns:
            What the file has now, or what stands in the way.

        Raises:
            OutputError: The file cannot be written; it is as it was.
            LabelsError: The file is damaged in a way that leaves no place for a row.
        """
        with self._lock.held():
            current = self.snapshot().labels.get(paper)
            if current is not None and _same(current, wanted):
                return Saved(label=current, changed=False, paper=paper)
            label = self._label(paper, current, wanted, by)
            if version(current) != seen:
                self._hold_up(current, label, by)
                return Conflict(paper=paper, theirs=current, mine=label)
            self._change("decision", paper, current, label, by)
            return Saved(label=label, paper=paper)

    def keep_theirs(self, paper: str, wanted: Wanted, *, by: Author) -> Saved:
        """Settle a conflict for what the file has; what was wanted instead stays in the history."""
        with self._lock.held():
            current = self.snapshot().labels.get(paper)
            mine = self._label(paper, current, wanted, by)
            self._append(self._entry("theirs", paper, mine, current, by))
            return Saved(label=current, changed=False, paper=paper)

    def undo(self, *, by: Author) -> Saved | Conflict | None:
        """Take back this author's last decision that still stands.

        Returns:
            The label as it was before; a conflict if someone has changed it since; None if there
            is nothing to take back.
        """
        with self._lock.held():
            entry = self._last_decision(by)
            if entry is None:
                return None
            current = self.snapshot().labels.get(entry.paper)
            before = to_label(entry.before)
            if version(current) != version(to_label(entry.after)):
                return Conflict(paper=entry.paper, theirs=current, mine=before)
            self._change("undo", entry.paper, current, before, by, of=entry.number)
            return Saved(label=before, paper=entry.paper)

    def change_all(
        self,
        changes: Mapping[str, Label | None],
        *,
        unchanged_since: Snapshot,
        write: Callable[[], None],
        by: Author,
    ) -> bool:
        """Change many papers in one step, as a change of the taxonomy does.

        Args:
            changes: The new label of each paper, for the history.
            unchanged_since: The state that the changes were worked out on.
            write: Writes the label file, and whatever belongs to it, all or nothing.
            by: Who decides.

        Returns:
            False, and nothing is written, if the file has changed since.
        """
        with self._lock.held():
            before = self.snapshot()
            if before.stamp != unchanged_since.stamp:
                return False
            # File first: a change that a crash cuts off has not happened, and is asked for again.
            write()
            for paper, label in changes.items():
                entry = self._entry("taxonomy", paper, before.labels.get(paper), label, by)
                self._append(entry)
            self._snapshot = labelfile.read(self.path)
            return True

    def _last_decision(self, by: Author) -> Entry | None:
        undone: set[int | None] = set()
        for entry in reversed(self._journal.entries()):
            if entry.by != by.id:
                continue
            if entry.kind == "undo":
                undone.add(entry.of)
            elif entry.kind == "decision" and entry.number not in undone:
                return entry
        return None

    def _hold_up(self, current: Label | None, wanted: Label, by: Author) -> None:
        """Put a refused decision into the history, once, however often it is tried."""
        entry = self._entry("conflict", wanted.id, current, wanted, by)
        history = self.history(wanted.id)
        if not history or _undated(history[-1]) != _undated(entry):
            self._append(entry)

    def _change(
        self,
        kind: Kind,
        paper: str,
        before: Label | None,
        after: Label | None,
        by: Author,
        *,
        of: int | None = None,
    ) -> None:
        """Write the history first, then the file: a crash in between is made good on start."""
        entry = self._entry(kind, paper, before, after, by, of=of)
        self._append(entry)
        try:
            self._snapshot = labelfile.write(self._snapshot, {paper: after})
        except BaseException:
            # The history has to say that it did not happen; if the disk is full it cannot, and
            # the decision is carried out on the next start.
            with suppress(OSError, OutputError):
                number = entry.number if kind == "decision" else None
                self._append(self._entry("undo", paper, after, before, by, of=number))
            raise

    def _recover(self) -> None:
        """Carry out what the history has and the file, untouched since, has not."""
        with self._lock.held():
            snapshot = self.snapshot()
            pending: dict[str, Label | None] = {}
            for entry in reversed(self._journal.entries()):
                if entry.kind not in ("decision", "undo"):
                    continue
                if entry.stamp != snapshot.stamp:
                    break
                pending.setdefault(entry.paper, to_label(entry.after))
            missing = {
                paper: label
                for paper, label in pending.items()
                if version(snapshot.labels.get(paper)) != version(label)
            }
            if missing:
                self._snapshot = labelfile.write(snapshot, dict(reversed(missing.items())))

    def _entry(
        self,
        kind: Kind,
        paper: str,
        before: Label | None,
        after: Label | None,
        by: Author,
        *,
        of: int | None = None,
    ) -> Entry:
        return Entry(
            number=self._journal.next_number(),
            at=self._time(),
            kind=kind,
            by=by.id,
            annotator=by.name,
            paper=paper,
            before=to_row(before),
            after=to_row(after),
            of=of,
            stamp=self._snapshot.stamp,
        )

    def _append(self, entry: Entry) -> None:
        try:
            self._journal.append(entry)
        except OSError as error:
            raise OutputError(
                f"{self._journal.path}: cannot be written ({error.strerror}), so the decision was "
                "not saved; free some space or check the permissions, then repeat it"
            ) from error

    def _label(self, paper: str, current: Label | None, wanted: Wanted, by: Author) -> Label:
        """Make a label; a list that was not looked at stays as it is, as do all other columns."""
        extra = dict(current.extra) if current else {}
        if by.name:
            extra["annotator"] = by.name
        extra["date"] = self._time()
        return Label(
            id=paper,
            topics=wanted.topics,
            proposed=_either(wanted, current, "proposed"),
            methods=_either(wanted, current, "methods"),
            benchmarks=_either(wanted, current, "benchmarks"),
            extra=extra,
        )

    def _time(self) -> str:
        return self._clock().strftime("%Y-%m-%dT%H:%M:%SZ")


def _either(wanted: Wanted, current: Label | None, key: str) -> tuple[str, ...] | None:
    names: tuple[str, ...] | None = getattr(wanted, key)
    return names if names is not None or current is None else getattr(current, key)


def _same(label: Label, wanted: Wanted) -> bool:
    keys = ("methods", "benchmarks", "proposed")
    return label.topics == wanted.topics and all(
        _either(wanted, label, key) == getattr(label, key) for key in keys
    )


def _undated(entry: Entry) -> Entry:
    after = {key: value for key, value in (entry.after or {}).items() if key != "date"}
    return replace(entry, number=0, at="", after=after, stamp=None)
