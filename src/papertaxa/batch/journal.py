"""The journal of a run: finished rows, on disk as they come, so that an interrupted run goes on.

``OUT.partial`` holds a header line and then one labelled paper a line. It is turned into the
output, whatever its format, once the listing is through; until then the output's name is free of
half-written files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from papertaxa.domain import LabelledPaper
from papertaxa.errors import OutputError
from papertaxa.files import write_bytes
from papertaxa.report.jsonl import line
from papertaxa.report.record import from_record


def path_for(output: Path) -> Path:
    """Where the journal of an output stands."""
    return output.with_name(f"{output.name}.partial")


def start(path: Path, key: Mapping[str, Any]) -> None:
    """Begin a new journal, in the place of any old one.

    Raises:
        OutputError: The folder does not exist or cannot be written: found before anything is read.
    """
    write_bytes(path, _header(key))


def resume(path: Path, key: Mapping[str, Any]) -> None:
    """Make a journal fit to go on with: a half-written last line is cut off.

    Raises:
        OutputError: It belongs to another input, model or set of options.
    """
    with path.open("rb+") as file:
        header = file.readline()
        if header != _header(key):
            raise OutputError(
                f"{path}: was begun with other inputs, another model or other options; repeat the "
                "call it was begun with, or leave out --resume to start again"
            )
        end = len(header)
        for text in file:
            if not text.endswith(b"\n"):
                break
            end += len(text)
        file.truncate(end)


def rows(path: Path) -> Iterator[LabelledPaper]:
    """Read the finished rows back."""
    with path.open("rb") as file:
        next(file)
        for text in file:
            yield from_record(json.loads(text))


def append(stream: BinaryIO, row: LabelledPaper) -> None:
    """Add one finished row."""
    stream.write(line(row))


def _header(key: Mapping[str, Any]) -> bytes:
    return json.dumps({"journal": key}, sort_keys=True).encode() + b"\n"
