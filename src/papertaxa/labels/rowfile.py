"""JSON Lines that accompany labels: conflicts, queues, papers to read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from papertaxa.files import atomic_path, write_text


def write_rows(path: str | Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows as JSON Lines in one step.

    Raises:
        OutputError: The file cannot be written; what was there before is still there.
    """
    write_text(path, _text(rows))


@contextmanager
def rows_beside(path: str | Path | None, rows: Iterable[Mapping[str, object]]) -> Iterator[None]:
    """Write rows as JSON Lines, if a file is named, but only if the block ends without an error.

    Raises:
        OutputError: The file cannot be written; then the block is not begun.
    """
    if path is None:
        yield
        return
    with atomic_path(path) as temporary:
        temporary.write_bytes(_text(rows).encode())
        yield


def _text(rows: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
