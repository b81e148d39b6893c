"""Writing labels as JSON Lines."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.files import atomic_path
from papertaxa.labels.parse import NAMES


def dumps(label: Label) -> str:
    """Write one label as a line without its end: id, topics, names, then everything else."""
    row: dict[str, object] = {"id": label.id, "topics": label.topics}
    row.update({key: getattr(label, key) for key in NAMES if getattr(label, key) is not None})
    row.update(label.extra)
    return json.dumps(row, ensure_ascii=False)


def write(path: str | Path, labels: Iterable[Label]) -> None:
    """Replace a file by the given labels, all or nothing; gzipped if its name ends in ``.gz``.

    A file in the shipped form comes out byte for byte as it was read.

    Raises:
        OutputError: The file cannot be written; what was there before is still there.
    """
    data = "".join(f"{dumps(label)}\n" for label in labels).encode()
    if Path(path).suffix == ".gz":
        data = gzip.compress(data, mtime=0)  # no clock: the same labels give the same bytes
    with atomic_path(Path(path)) as temporary:
        temporary.write_bytes(data)
