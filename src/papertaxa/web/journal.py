"""The history of a label file: every decision, in the order in which they were made.

A line is added before the label file changes and is never altered afterwards, so that a decision
outlives a crash, can be taken back after a restart, and loses nothing to another person's.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from papertaxa.domain import Label
from papertaxa.labels import dumps
from papertaxa.labels.parse import COLUMNS

Kind = Literal["decision", "undo", "conflict", "theirs", "taxonomy"]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the history.

    Attributes:
        number: Its place, from 1.
        at: When, UTC, to the second.
        kind: ``decision``: the label was set; ``undo``: a decision was taken back; ``conflict``: a
            decision was held up because the label had changed meanwhile, ``after`` is what was
            wanted; ``theirs``: such a decision was dropped; ``taxonomy``: the tree was changed.
        by: Who: a random id of a browser, which says nothing about a person.
        annotator: The name that was given, if any.
        paper: The paper's id.
        before: The label as a row, or None.
        after: The label as a row, or None.
        of: The entry that is taken back.
        stamp: The label file's stamp before the change: if it is the file's stamp still, the change
            has not been made.
    """

    number: int
    at: str
    kind: Kind
    by: str
    paper: str
    annotator: str = ""
    before: Row | None = None
    after: Row | None = None
    of: int | None = None
    stamp: tuple[int, ...] | None = None


class Journal:
    """The history as a file; the caller holds the lock while adding to it."""

    def __init__(self, path: Path) -> None:
        """Open the history of a label file; it is created by the first entry."""
        self.path = path
        self._entries: list[Entry] = []
        self._offset = 0
        self._reading = threading.Lock()

    def entries(self) -> list[Entry]:
        """Return all entries, those that other programs have added included."""
        with self._reading:
            self._read_on()
            return list(self._entries)

    def _read_on(self) -> None:
        """Read what has been added since the last time."""
        try:
            with self.path.open("rb") as file:
                file.seek(0, os.SEEK_END)
                if file.tell() < self._offset:  # somebody began a new one
                    self._entries, self._offset = [], 0
                file.seek(self._offset)
                for line in file:
                    if not line.endswith(b"\n"):
                        break  # half a line: a crash, or a writer who has not finished
                    self._offset += len(line)
                    entry = _parse(line)
                    if entry is not None:
                        self._entries.append(entry)
        except FileNotFoundError:
            self._entries, self._offset = [], 0

    def next_number(self) -> int:
        """The number of the next entry."""
        entries = self.entries()
        return entries[-1].number + 1 if entries else 1

    def append(self, entry: Entry) -> None:
        """Add an entry; it is on the disk when this returns.

        Raises:
            OSError: It cannot be written.
        """
        row = {key: value for key, value in asdict(entry).items() if value not in (None, "")}
        data = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        with self.path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a crash has left half a line
                    data = b"\n" + data
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


def to_row(label: Label | None) -> Row | None:
    """Write a label as the object of its line."""
    row: Row | None = None if label is None else json.loads(dumps(label))
    return row


def to_label(row: Mapping[str, Any] | None) -> Label | None:
    """Read a label back from its row."""
    if row is None:
        return None

    def names(key: str) -> tuple[str, ...] | None:
        return None if row.get(key) is None else tuple(row[key])

    return Label(
        id=row["id"],
        topics=tuple(row["topics"]),
        proposed=names("proposed"),
        methods=names("methods"),
        benchmarks=names("benchmarks"),
        extra={key: value for key, value in row.items() if key not in COLUMNS},
    )


def _parse(line: bytes) -> Entry | None:
    try:
        row = json.loads(line)
        if row.get("stamp") is not None:
            row["stamp"] = tuple(row["stamp"])
        return Entry(**row)
    except (ValueError, TypeError, AttributeError):
        return None  # torn by a crash or by hand: the other lines hold
