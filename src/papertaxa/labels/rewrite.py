"""Labels files with some rows changed, and all others letter for letter as they were."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections.abc import Sequence
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.parse import delimiter, is_json_lines, unpack
from papertaxa.labels.problem import Problem
from papertaxa.labels.write import dumps


def rewrite(path: Path, before: Sequence[Label], after: Sequence[Label | None]) -> bytes:
    """Put changed labels into the text of their file.

    Args:
        path: The file, JSON Lines or CSV, gzipped or not.
        before: All its labels, as `papertaxa.labels.rows.rows` gave them.
        after: What takes the place of each; None if the row goes. Of a CSV file only topics may
            change.

    Returns:
        The new content, in the file's format; the form of a row that did not change stays.

    Raises:
        LabelsError: The file has changed since it was read.
    """
    data = unpack(path)
    if isinstance(data, Problem):
        raise LabelsError(str(data))
    if is_json_lines(data, path):
        lines = [line for line in data.split(b"\n") if line.strip()]
        _require(len(lines) == len(before), path)
        written = [
            line if new is old else dumps(new).encode()
            for line, old, new in zip(lines, before, after, strict=True)
            if new is not None
        ]
        content = b"".join(line + b"\n" for line in written)
    else:
        content = _rewrite_table(data.decode(), path, before, after)
        if path.read_bytes().startswith(codecs.BOM_UTF8):  # spreadsheets know UTF-8 by it
            content = codecs.BOM_UTF8 + content
    # No clock in the archive: the same labels give the same bytes.
    return gzip.compress(content, mtime=0) if path.suffix == ".gz" else content


def _rewrite_table(
    text: str, path: Path, before: Sequence[Label], after: Sequence[Label | None]
) -> bytes:
    """Put changed topics into the cells of a table."""
    divider = delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=divider)
    heading, *cells = [row for row in reader if any(cell.strip() for cell in row)]
    _require(len(cells) == len(before), path)
    column = [cell.strip().lower() for cell in heading].index("topics")
    out = io.StringIO(newline="")
    end = "\r\n" if "\r\n" in text else "\n"
    writer = csv.writer(out, delimiter=divider, lineterminator=end)
    writer.writerow(heading)
    for row, old, new in zip(cells, before, after, strict=True):
        if new is None:
            continue
        if new is not old:
            row[column] = ";".join(new.topics)
        writer.writerow(row)
    return out.getvalue().encode()


def _require(same: bool, path: Path) -> None:
    if not same:
        raise LabelsError(f"{path}: the file has changed since it was read; repeat the command")
