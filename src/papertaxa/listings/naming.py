"""Ids for papers that have none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from papertaxa.listings.sources import Source


def stems(sources: Iterable[Source]) -> list[str]:
    """Choose the first part of made-up ids for each source, no two alike.

    It is the file's name without ``.gz`` and one more suffix, or ``stdin``. Where an earlier
    source has it already, the names of the folders above are put before it, one after the other,
    and then a number after it: ``papers``, ``icml-papers``, ``icml-papers-2``.
    """
    taken: set[str] = set()
    chosen: list[str] = []
    for source in sources:
        stem = _free(source.path, taken)
        taken.add(stem)
        chosen.append(stem)
    return chosen


def made_up_id(stem: str, number: int) -> str:
    """Write the id of the row with this number, counting from 1: ``papers-07``."""
    return f"{stem}-{number:02d}"


def _free(path: Path | None, taken: set[str]) -> str:
    stem = "stdin" if path is None else _stem(path.name)
    if stem in taken and path is not None:
        for folder in path.absolute().parents:
            if stem not in taken or not folder.name:
                break
            stem = f"{folder.name}-{stem}"
    number, free = 1, stem
    while free in taken:
        number += 1
        free = f"{stem}-{number}"
    return free


def _stem(name: str) -> str:
    bare = name[:-3] if name.lower().endswith(".gz") else name
    return Path(bare).stem or name
