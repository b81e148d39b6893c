"""Names of methods and benchmarks that given labels teach an extractor taken over from a base."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from papertaxa.domain import Label

if TYPE_CHECKING:
    from papertaxa.extract.gazetteer import Counts


def add_names(extractor: Path, labels: Iterable[Label]) -> int:
    """Add names to the gazetteer of an extractor, so that they are candidates wherever they stand.

    The extractor is not trained again, and decides as before which candidates are names: whether a
    known name was one in labelled papers is part of what it goes by. Names that it knows from
    labelled papers already stay as they are.

    Args:
        extractor: Its folder, which is changed in place.
        labels: Labels; those that do not state names are passed over.

    Returns:
        How many names were added.
    """
    from papertaxa.extract.gazetteer import KEY, Gazetteer

    folder = extractor / KEY
    gazetteer = Gazetteer().from_disk(folder)
    found = _count(labels)
    new = {
        name: entry
        for name, entry in found.items()
        if not _is_name(gazetteer.counts(name)) and name not in gazetteer.keys["generic"]
    }
    if new:
        gazetteer.add_known({**gazetteer.known, **dict(sorted(new.items()))})
        gazetteer.to_disk(folder)
    return len(new)


def _count(labels: Iterable[Label]) -> dict[str, tuple[str, Counts]]:
    """Count in how many of the labels each name is what; by key, with its first spelling."""
    from papertaxa.extract.gazetteer import NONE, Counts
    from papertaxa.extract.spelling import key, squash

    found: dict[str, tuple[str, Counts]] = {}
    for label in labels:
        kinds = {"methods": label.methods, "benchmarks": label.benchmarks}
        kinds["proposed"] = label.proposed
        keys = {kind: {key(squash(n)): n for n in names or ()} for kind, names in kinds.items()}
        for name, spelling in {**keys["proposed"], **keys["benchmarks"], **keys["methods"]}.items():
            if not name:
                continue
            first, old = found.get(name, (" ".join(spelling.split()), NONE))
            found[name] = (
                first,
                Counts(
                    old.papers + 1,
                    old.methods + (name in keys["methods"]),
                    old.benchmarks + (name in keys["benchmarks"]),
                    old.proposed + (name in keys["proposed"]),
                ),
            )
    return found


def _is_name(counts: Counts) -> bool:
    return counts.methods + counts.benchmarks + counts.proposed > 0
