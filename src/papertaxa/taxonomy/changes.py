"""What can happen to topics between two versions of a taxonomy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from papertaxa.taxonomy.tree import Taxonomy

Kind = Literal["added", "removed", "new-id", "merged", "split", "area-now", "moved", "renamed"]
Basis = Literal["same id", "declared", "name"]

KINDS: Mapping[Kind, str] = {
    "added": "added",
    "removed": "removed",
    "new-id": "new id",
    "merged": "merged",
    "split": "split",
    "area-now": "now an area",
    "moved": "moved",
    "renamed": "renamed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between two versions.

    Attributes:
        kind: ``added``, ``removed``, ``new-id``, ``merged`` (several became one), ``split`` (one
            became several), ``area-now`` (a topic that papers could carry has become an area with
            topics under it), ``moved`` (under another parent), ``renamed`` (name, definition or
            aliases).
        old: The ids before.
        new: The ids after.
        basis: How it was recognised: by the id, by ``was:``, or by a name.
        detail: What exactly, where the ids do not say it.
    """

    kind: Kind
    old: tuple[str, ...]
    new: tuple[str, ...]
    basis: Basis = "same id"
    detail: str = ""

    def __str__(self) -> str:
        """Render as one line."""
        ids = " -> ".join(", ".join(side) for side in (self.old, self.new) if side)
        if self.kind in ("moved", "renamed"):
            ids = self.new[0]
        how = {"same id": "", "declared": " (declared)", "name": " (recognised by its name)"}
        return f"{KINDS[self.kind]:<11}  {ids}{how[self.basis]}" + (
            f": {self.detail}" if self.detail else ""
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """The differences between two versions of a taxonomy.

    Attributes:
        old: The version before.
        new: The version after.
        changes: Splits first, the others in the order of the new version, removed topics last.
        successors: For every id of the old version what it has become: itself, another id,
            several after a split, none if it was removed.
        notes: What could not be decided, and how to declare it.
    """

    old: Taxonomy
    new: Taxonomy
    changes: tuple[Change, ...] = ()
    successors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def label(self, topic: str) -> str | None:
        """Return what stands for this old topic in labels; None if a person has to decide.

        None is for a topic that was removed or split, or has become an area. A topic that only the
        new version has stands for itself, so that what was rewritten once is not rewritten again.

        Raises:
            KeyError: Neither version lets a paper carry it.
        """
        if topic not in self.old.index:
            if topic not in self.new.index:
                raise KeyError(topic)
            return topic
        became = self.successors[topic]
        return became[0] if len(became) == 1 and became[0] in self.new.index else None

    def choices(self, topic: str) -> tuple[str, ...]:
        """Return the new topics among which a person has to choose for this old one."""
        found: list[str] = []
        for heir in self.successors.get(topic, ()):
            found.extend([heir] if heir in self.new.index else _labels_under(self.new, heir))
        return tuple(dict.fromkeys(found))


def _labels_under(taxonomy: Taxonomy, area: str) -> list[str]:
    """List the labels under a node, in order."""
    return [label for label in taxonomy.labels if area in taxonomy.path(label)]
