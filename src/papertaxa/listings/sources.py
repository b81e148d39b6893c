"""From what the user names to the files that are read."""

from __future__ import annotations

import glob
import logging
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from papertaxa.errors import ListingError, nearest

_LOG = logging.getLogger("papertaxa")
STDIN = "-"
STDIN_NAME = "standard input"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file to be read, or standard input.

    Attributes:
        name: As the user gave it, for messages; for a file in a folder, with the folder.
        path: None for standard input.
        size: In bytes, packed as it is; None where it cannot be known (a pipe).
        folder: The folder input it was found in; None if it was named itself.
    """

    name: str
    path: Path | None
    size: int | None
    folder: str | None = None

    @property
    def once(self) -> bool:
        """It can be read only once: standard input, a pipe."""
        return self.size is None


def resolve(inputs: Sequence[str | Path] | str | Path) -> list[Source]:
    """Expand files, folders, globs and ``-`` into sources, in the order given.

    Folders are walked with all folders in them, sorted by name; hidden files and folders are left
    out. Patterns, ``**`` among them, are expanded where no file has that very name. A file that is
    named twice is read once.

    Args:
        inputs: What the user named.

    Returns:
        At least one source.

    Raises:
        ListingError: An input names nothing, or a folder holds no files.
    """
    if isinstance(inputs, str | Path):
        inputs = [inputs]
    if not inputs:
        raise ListingError("no input given; name a file, a folder, a pattern, or - for stdin")
    found: dict[str, tuple[str, Source]] = {}
    for given in map(str, inputs):
        for source in _expanded(given):
            key = STDIN if source.path is None else os.path.realpath(source.path)
            if key not in found:
                found[key] = given, source
            elif found[key][0] != given or source.folder is None:
                _LOG.warning("%s: named more than once; it is read once", source.name)
    return [source for _, source in found.values()]


def open_source(source: Source, stdin: BinaryIO | None) -> BinaryIO:
    """Open a source for reading bytes.

    Raises:
        ListingError: It cannot be opened.
    """
    if source.path is None:
        if stdin is None:
            raise ListingError("standard input was named (-), but there is none")
        return stdin
    try:
        return source.path.open("rb")
    except OSError as error:
        raise ListingError(
            f"{source.name}: cannot be read ({error.strerror}); check its permissions"
        ) from error


def _expanded(given: str) -> Iterator[Source]:
    if given == STDIN:
        yield Source(name=STDIN_NAME, path=None, size=None)
        return
    if not given.strip():
        raise ListingError("an input is the empty string; name a file, a folder, or - for stdin")
    path = Path(given)
    try:
        if path.is_dir():
            yield from _folder(path)
        elif path.exists():
            yield _file(path)
        elif glob.has_magic(given):
            yield from _pattern(given)
        else:
            raise ListingError(f"{given}: no such file{_hint(path)}; check the name")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ListingError(f"{given!r}: cannot be read ({why}); check the name") from error


def _hint(path: Path) -> str:
    parent = path.parent
    if not parent.is_dir():
        return f" (the folder {parent} does not exist)"
    return nearest(path.name, (entry.name for entry in parent.iterdir()))


def _file(path: Path, folder: str | None = None) -> Source:
    status = path.stat()
    size = status.st_size if stat.S_ISREG(status.st_mode) else None
    return Source(name=str(path), path=path, size=size, folder=folder)


def _folder(path: Path) -> Iterator[Source]:
    files: list[Path] = []
    for root, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [Path(root, name) for name in names if not name.startswith(".")]
    files = [file for file in files if file.is_file()]
    if not files:
        raise ListingError(f"{path}: the folder holds no files; name one that holds listings")
    for file in sorted(files, key=lambda file: file.parts):
        yield _file(file, str(path))


def _pattern(given: str) -> Iterator[Source]:
    # Path.glob takes no absolute pattern and shows hidden files.
    matches = list(map(Path, sorted(glob.glob(given, recursive=True))))  # noqa: PTH207
    if not matches:
        raise ListingError(f"{given}: no file matches this pattern; check it, or name the files")
    # With ** the files within a folder match by themselves.
    files = [match for match in matches if match.is_file()]
    yield from map(_file, files)
    if "**" not in given or not files:
        for match in matches:
            if match.is_dir():
                yield from _folder(match)
