"""What a change of the taxonomy would mean, worked out before it is made, and making it."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from papertaxa.errors import LabelsError, PapertaxaError
from papertaxa.labels import apply
from papertaxa.taxonomy import Taxonomy, load
from papertaxa.taxonomy.changes import Diff
from papertaxa.taxonomy.diff import diff
from papertaxa.web.desk import Desk
from papertaxa.web.labelfile import Snapshot
from papertaxa.web.retree import OPERATIONS, to_yaml
from papertaxa.web.store import Author

PREVIOUS = ".previous"
_SHOWN = 40


@dataclass(frozen=True, kw_only=True)
class Consequences:
    """What would happen.

    Attributes:
        plan: Everything that would be written.
        snapshot: The labels that it was worked out on.
        changes: What happens to the tree, in words.
        total: How many labels there are.
        changed: How many of them change.
        losing: How many lose a topic, which is kept aside.
        leaving: How many have no topic left and leave the file.
        to_read: Ids of papers that need a label, the first to read first, with what to choose from.
        more: How many more there are.
        aside: Where lost labels are kept; empty if none are.
        ticket: Stands for the files and the change: if it is another one now, look again.
    """

    plan: apply.Plan
    snapshot: Snapshot
    changes: list[str]
    total: int
    changed: int
    losing: int
    leaving: int
    to_read: list[tuple[str, str]]
    more: int
    aside: str
    ticket: str


def consider(desk: Desk, operation: str, values: Mapping[str, Any]) -> Consequences:
    """Work out what a change means; nothing is written.

    Raises:
        TaxonomyError: The change makes no tree.
        LabelsError: The label file has broken rows, which no change may touch.
    """
    old = desk.topics.current()
    snapshot = desk.store.snapshot()
    new = _checked(OPERATIONS[operation](old, **values), desk.topics.path)
    difference = diff(old, new)
    planned = _plan(difference, snapshot)
    text = to_yaml(new)
    contents = {**planned.contents, **_tree_files(desk.topics.path, text)}
    planned = replace(planned, contents=contents)
    carried = [one for rows in planned.files.values() for one in rows]
    names = {topic.id: topic.name for topic in (*old.topics, *new.topics)}
    reading = [
        (paper.id, ", ".join(names[t] for choices in paper.topics.values() for t in choices))
        for paper in planned.to_read
    ]
    losing = sum(one.aside is not None for one in carried)
    return Consequences(
        plan=planned,
        snapshot=snapshot,
        changes=[str(change) for change in difference.changes],
        total=len(carried),
        changed=sum(one.changed for one in carried),
        losing=losing,
        leaving=sum(one.after is None for one in carried),
        to_read=reading[:_SHOWN],
        more=max(0, len(reading) - _SHOWN),
        aside="/".join(apply.aside_path(snapshot.path).parts[-2:]) if losing else "",
        ticket=_ticket(snapshot.stamp, old, text),
    )


def _plan(difference: Diff, snapshot: Snapshot) -> apply.Plan:
    if not snapshot.labels:
        return apply.Plan(
            diff=difference, files={}, contents={}, replaced={}, by_hand=(), to_read=()
        )
    try:
        return apply.plan(difference, [snapshot.path])
    except LabelsError as error:
        remedy = "Mend these first: no change may touch what it cannot read."
        raise LabelsError(f"{error}\n{remedy}") from error


def carry_out(found: Consequences, desk: Desk, *, by: Author) -> bool:
    """Make the change; False if a file has changed since it was considered.

    Raises:
        OutputError: A file cannot be written; nothing has changed.
    """
    changed = {
        one.before.id: one.after
        for rows in found.plan.files.values()
        for one in rows
        if one.changed
    }
    return desk.store.change_all(
        changed,
        unchanged_since=found.snapshot,
        write=lambda: apply.write(found.plan),
        by=by,
    )


def _tree_files(path: Path, text: str) -> dict[Path, bytes]:
    """The new file, and the old one beside it: comments do not survive."""
    files = {path: text.encode()}
    if path.is_file():
        files[path.with_name(path.name + PREVIOUS)] = path.read_bytes()
    return files


def _checked(tree: Taxonomy, path: Path) -> Taxonomy:
    """Read the tree as it will be read from its file, with all the rules for files."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / path.name
        file.write_text(to_yaml(tree), encoding="utf-8")
        try:
            return load(file)
        except PapertaxaError as error:
            raise type(error)(str(error).replace(str(file), "this change")) from error


def _ticket(stamp: object, old: Taxonomy, text: str) -> str:
    content = repr((stamp, old.topics, text)).encode()
    return hashlib.sha256(content).hexdigest()
