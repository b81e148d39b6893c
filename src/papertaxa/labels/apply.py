"""Carrying label files and crosswalks over to a new taxonomy: first a plan, then the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from papertaxa.errors import OutputError
from papertaxa.files import atomic_path
from papertaxa.labels.retopic import CHOOSE, Carried, ToRead, carry, reading_list
from papertaxa.labels.rewrite import rewrite
from papertaxa.labels.rows import Paths, refuse, rows
from papertaxa.labels.rules import topic_problems
from papertaxa.labels.write import dumps
from papertaxa.taxonomy.changes import Diff

REMOVED = "removed"
"""Folder beside a labels file for what it has lost; ``*.jsonl`` does not reach into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What would be written, and what it means.

    Attributes:
        diff: The change of the taxonomy.
        files: What becomes of every row of each labels file.
        contents: The new content of every file that changes: those that keep what was lost first.
        replaced: How many ids are replaced in each crosswalk.
        by_hand: Places in crosswalks where a person has to decide.
        to_read: Papers that need a label, the first to read first.
    """

    diff: Diff
    files: Mapping[Path, Sequence[Carried]]
    contents: Mapping[Path, bytes]
    replaced: Mapping[Path, int]
    by_hand: Sequence[str]
    to_read: Sequence[ToRead]


def plan(diff: Diff, labels: Paths, crosswalks: Iterable[str | Path] = ()) -> Plan:
    """Work out everything that a change of the taxonomy means, and write nothing.

    Args:
        diff: From `papertaxa.taxonomy.diff.diff`.
        labels: Labels files of the old taxonomy.
        crosswalks: YAML files from venues' areas or categories to topics.

    Raises:
        LabelsError: A labels file cannot be used, or has a topic that neither taxonomy knows.
        TaxonomyError: A crosswalk cannot be used.
    """
    from papertaxa.taxonomy.crosswalk import rewrite as rewrite_crosswalk

    found = rows(labels)
    unknown = [
        replace(label, topics=strange)
        for file in found.values()
        for label in file
        if (strange := tuple(t for t in label.topics if not _known(t, diff)))
    ]
    refuse(list(topic_problems(unknown, diff.old)))
    files = {path: [carry(label, diff) for label in file] for path, file in found.items()}
    contents: dict[Path, bytes] = {}
    for path, carried in files.items():
        aside = [dumps(one.aside) for one in carried if one.aside is not None]
        if aside:
            kept = aside_path(path)
            contents[kept] = _appended(kept, aside, contents.get(kept))
    for path, carried in files.items():
        if any(one.changed for one in carried):
            before, after = [one.before for one in carried], [one.after for one in carried]
            contents[path] = rewrite(path, before, after)
    replaced: dict[Path, int] = {}
    by_hand: list[str] = []
    for path in map(Path, crosswalks):
        new = rewrite_crosswalk(path, diff.label)
        replaced[path] = new.replaced
        by_hand.extend(new.by_hand)
        if new.replaced:
            contents[path] = new.text.encode()
    everything = [one for carried in files.values() for one in carried]
    return Plan(
        diff=diff,
        files=files,
        contents=contents,
        replaced=replaced,
        by_hand=by_hand,
        to_read=reading_list(everything, diff),
    )


def write(planned: Plan) -> None:
    """Write what was planned: all files or, unless the machine stops between two renames, none.

    What labels have lost is in place before the labels lose it, so a repetition after a stop ends
    where one run would have.

    Raises:
        OutputError: A file cannot be written; nothing has changed.
    """
    with ExitStack() as stack:
        # The stack renames the last file that it entered first.
        for path, content in reversed(list(planned.contents.items())):
            if path.parent.name == REMOVED:
                _make(path.parent)
            stack.enter_context(atomic_path(path)).write_bytes(content)


def aside_path(path: Path) -> Path:
    """Name the file that keeps what a labels file has lost: ``removed/a.jsonl`` for ``a.csv``."""
    stem = Path(path.name.removesuffix(".gz")).stem
    return path.parent / REMOVED / f"{stem}.jsonl"


def to_row(paper: ToRead) -> dict[str, object]:
    """Lay a paper that needs a label out for JSON Lines."""
    return {"id": paper.id, CHOOSE: paper.topics, "left": paper.left}


def _known(topic: str, diff: Diff) -> bool:
    return topic in diff.old.index or topic in diff.new.index


def _appended(path: Path, lines: Sequence[str], planned: bytes | None) -> bytes:
    """Add lines to what a file holds already, each once."""
    try:
        content = path.read_bytes() if planned is None else planned
    except FileNotFoundError:
        content = b""
    except OSError as error:
        raise OutputError(
            f"{path}: it cannot be read ({error.strerror}), and what is kept there must not be "
            "lost; check its rights, or move it"
        ) from error
    present = set(content.split(b"\n"))
    new = [line for line in map(str.encode, lines) if line not in present]
    gap = b"\n" if content and not content.endswith(b"\n") else b""
    return content + gap + b"".join(line + b"\n" for line in new)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"{folder}: the folder for removed labels cannot be made ({error.strerror}); check "
            f"the rights of {folder.parent}"
        ) from error
