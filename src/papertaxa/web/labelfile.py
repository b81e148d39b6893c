"""The label file as it stands: read however it looks, changed row by row.

`papertaxa.labels.read` refuses a file with a broken row, and `papertaxa.labels.write` replaces a
file as a whole. Here a person is at work on a file that others may edit, too: what can be read is
used, what cannot is named and stays where it is, and a change touches the rows of its papers alone.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.files import write_bytes
from papertaxa.labels import Problem, dumps
from papertaxa.labels.parse import COLUMNS, NAMES, parse

Stamp = tuple[int, int, int]
"""Inode, time of change in nanoseconds and size: equal only if nobody has written in between."""

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_TRIES = 5


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A label file at one moment.

    Attributes:
        path: The file.
        stamp: Identifies the moment; None if there is no file.
        data: Its bytes, unpacked.
        labels: What each paper has; of several rows for a paper the later wins where it speaks.
        problems: Rows that could not be read.
        places: The lines on which rows of each paper begin, from 1.
    """

    path: Path
    stamp: Stamp | None = None
    data: bytes = b""
    labels: Mapping[str, Label] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)


def stamp_of(path: Path) -> Stamp | None:
    """Return what identifies the present state of a file; None if there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LabelsError(f"{path}: cannot be read ({error.strerror}); check its rights") from error
    return status.st_ino, status.st_mtime_ns, status.st_size


def read(path: Path) -> Snapshot:
    """Read a label file, JSON Lines or CSV, as far as it can be read.

    Raises:
        LabelsError: It is a folder, or may not be read, or it changes all the time.
    """
    for _ in range(_TRIES):
        stamp = stamp_of(path)
        if stamp is None:
            return Snapshot(path=path)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LabelsError(f"{path}: cannot be read ({error.strerror})") from error
        items = list(parse(path))
        if stamp_of(path) == stamp:
            return _snapshot(path, stamp, data, items)
    raise LabelsError(f"{path}: is being written to without end; stop the other program")


def write(snapshot: Snapshot, changes: Mapping[str, Label | None]) -> Snapshot:
    """Put labels into the file; every row of other papers, readable or not, stays as it is.

    Args:
        snapshot: The file as just read.
        changes: The new label of each paper; None takes it out.

    Returns:
        The file as it is then.

    Raises:
        OutputError: The file cannot be written.
        LabelsError: No row can be put into it without losing others: a table with a broken quote.
    """
    path = snapshot.path
    edit = _edit_table if _is_table(snapshot) else _edit_lines
    data = edit(snapshot, changes)
    packed = gzip.compress(data, mtime=0) if path.suffix == ".gz" else data
    write_bytes(path, packed)
    return _after(snapshot, changes, data, packed) or read(path)


def _after(
    snapshot: Snapshot, changes: Mapping[str, Label | None], data: bytes, packed: bytes
) -> Snapshot | None:
    """Know the new state without parsing every row again, where no row has moved."""
    labels = dict(snapshot.labels)
    places = dict(snapshot.places)
    end = data.count(b"\n")
    for paper_id, label in changes.items():
        lines = places.get(paper_id, ())
        if len(lines) > 1 or len(changes) > 1 or _is_table(snapshot):
            return None
        if label is not None:
            labels[paper_id] = label
            places[paper_id] = lines or (end,)
        elif lines:
            if lines[0] != end + 1:
                return None
            del labels[paper_id], places[paper_id]
    stamp = stamp_of(snapshot.path)
    if snapshot.path.read_bytes() != packed or stamp_of(snapshot.path) != stamp:
        return None  # someone has written in the meantime
    return replace(snapshot, stamp=stamp, data=data, labels=labels, places=places)


def _is_table(snapshot: Snapshot) -> bool:
    """Whether a file is CSV or TSV: what `parse` takes it for, and an empty one by its name."""
    names = [suffix.lower() for suffix in snapshot.path.suffixes if suffix.lower() != ".gz"]
    suffix = names[-1] if names else ""
    if not snapshot.data.strip():
        return suffix in {".csv", ".tsv"}
    json_like = snapshot.data.removeprefix(_BOM).startswith((b"{", b"["))
    return not json_like and suffix not in {".json", ".jsonl", ".ndjson"}


def _snapshot(path: Path, stamp: Stamp, data: bytes, items: Sequence[Label | Problem]) -> Snapshot:
    labels: dict[str, Label] = {}
    places: dict[str, list[int]] = {}
    problems = []
    data = _unpacked(data)
    for item in items:
        if isinstance(item, Problem):
            if data.strip():  # an empty file is a file without labels, as here nobody trains on it
                problems.append(item)
            continue
        earlier = labels.get(item.id)
        labels[item.id] = item if earlier is None else _merge(earlier, item)
        places.setdefault(item.id, []).append(int(item.source.rpartition(" ")[2]))
    return Snapshot(
        path=path,
        stamp=stamp,
        data=data,
        labels=labels,
        problems=tuple(problems),
        places=places,
    )


def _unpacked(data: bytes) -> bytes:
    """Return UTF-8 where that can be had; `parse` has named what is wrong with the rest."""
    try:
        if data.startswith(_GZIP):
            data = gzip.decompress(data)
        if data.startswith(_UTF16):
            data = data.decode("utf-16").encode()
    except (EOFError, OSError, ValueError, UnicodeError):
        pass
    return data


def _merge(earlier: Label, later: Label) -> Label:
    kept = {key: getattr(earlier, key) for key in NAMES if getattr(later, key) is None}
    return replace(later, extra={**earlier.extra, **later.extra}, **kept)


def _damaged(why: str) -> LabelsError:
    return LabelsError(f"{why}. The decision is in the history, and the file was left as it is")


def _edit_lines(snapshot: Snapshot, changes: Mapping[str, Label | None]) -> bytes:
    """Replace, add and delete lines of JSON."""
    if snapshot.data and not snapshot.labels and snapshot.data.startswith(_GZIP):
        raise _damaged(str(snapshot.problems[0]))
    lines: list[bytes | None] = list(snapshot.data.split(b"\n"))
    end = b"\r" if b"\r\n" in snapshot.data else b""
    added = []
    for paper_id, label in changes.items():
        row = None if label is None else dumps(label).encode() + end
        *earlier, last = snapshot.places.get(paper_id, (0,))
        for line in earlier:
            lines[line - 1] = None  # what they said is in the last one
        if last:
            bom = _BOM if last == 1 and snapshot.data.startswith(_BOM) else b""
            lines[last - 1] = None if row is None else bom + row
        elif row is not None:
            added.append(row)
    kept = [line for line in lines if line is not None]
    if kept and not kept[-1].strip():
        kept.pop()
    elif kept and end and not kept[-1].endswith(end):
        kept[-1] += end
    return b"".join(line + b"\n" for line in [*kept, *added])


def _edit_table(snapshot: Snapshot, changes: Mapping[str, Label | None]) -> bytes:
    """Replace, add and delete rows of a table; a column is added where a label needs one."""
    broken = [problem for problem in snapshot.problems if "broken CSV" in problem.message]
    if broken or (snapshot.problems and not snapshot.labels):
        raise _damaged(str((broken or snapshot.problems)[0]))
    text = snapshot.data.decode("utf-8-sig")
    heading_line = text.lstrip().split("\n", 1)[0]
    tabs = "\t" in heading_line if text else ".tsv" in snapshot.path.suffixes
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if tabs else ",")
    rows: dict[int, list[str]] = {}
    line = 1
    for cells in reader:
        rows[line] = cells
        line = reader.line_num + 1
    first = next((number for number, cells in rows.items() if any(map(str.strip, cells))), 0)
    heading = rows.setdefault(first, ["id", "topics"])
    for paper_id, label in changes.items():
        *earlier, last = snapshot.places.get(paper_id, (0,))
        for number in earlier:
            del rows[number]
        if label is None:
            rows.pop(last, None)
        else:
            rows[last or max(rows) + 1] = _cells(label, heading)
    out = io.StringIO()
    end = "\r\n" if "\r\n" in text else "\n"
    csv.writer(out, delimiter="\t" if tabs else ",", lineterminator=end).writerows(
        cells for _, cells in sorted(rows.items())
    )
    return (_BOM if snapshot.data.startswith(_BOM) else b"") + out.getvalue().encode()


def _cells(label: Label, heading: list[str]) -> list[str]:
    """Write a label as cells under a heading, which grows if it has to."""
    row: dict[str, str] = {"id": label.id}
    for key in COLUMNS[1:]:
        names = getattr(label, key)
        if names is None:
            continue
        bad = next((name for name in names if ";" in name), None)
        if bad is not None:
            raise LabelsError(
                f"{label.id}: {bad!r} holds a semicolon, which divides the names of a CSV cell; "
                "keep the labels as JSON Lines (--labels FILE.jsonl)"
            )
        row[key] = ";".join(names)
    for key, value in label.extra.items():
        row[key] = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    known = {
        cell.strip().lower() if cell.strip().lower() in COLUMNS else cell.strip(): cell
        for cell in heading
    }
    heading.extend(key for key in row if key not in known)
    by_cell = {known.get(key, key): value for key, value in row.items()}
    return [by_cell.get(cell, "") for cell in heading]
