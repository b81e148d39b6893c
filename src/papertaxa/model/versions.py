"""Versions of a model: every training into one folder is kept, and one of them is in use.

A folder that was trained into once is a plain model, and is its version 1. Later versions stand
below it, each a plain model too; none is ever changed::

    manifest.json, …      version 1
    versions/0002/…       version 2
    current               the number of the version in use; without it, version 1
    history.jsonl         a line for each change of ``current``

A version appears under its name by one rename when it is whole, and ``current`` is replaced by
another, so whatever stops a training or a promotion leaves the version in use as it was.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from papertaxa.errors import ModelError, OutputError
from papertaxa.files import atomic_folder, write_text
from papertaxa.model import manifest
from papertaxa.model.manifest import Manifest

VERSIONS = "versions"
CURRENT = "current"
HISTORY = "history.jsonl"

Action = Literal["promote", "rollback"]

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_STALE = 24 * 3600  # seconds after which an unfinished folder is of a training that was killed


@dataclass(frozen=True, kw_only=True)
class Version:
    """One version of a model.

    Attributes:
        number: From 1.
        folder: Where it stands.
        current: Whether it is the one in use.
        manifest: What it says of itself; None if it is damaged.
        problem: What is wrong with it; None if it is whole.
    """

    number: int
    folder: Path
    current: bool
    manifest: Manifest | None
    problem: str | None = None


def locate(name: str | Path) -> tuple[Path, int | None]:
    """Take ``DIR@2`` apart into the folder and the number; a plain ``DIR`` has no number."""
    stem, _, number = str(name).rpartition("@")
    if stem and _NUMBER.fullmatch(number) and not Path(name).exists():
        return Path(stem), int(number)
    return Path(name), None


def resolve(name: str | Path) -> Path:
    """Return the folder of the version that a name means.

    Args:
        name: ``DIR`` for the version in use, ``DIR@N`` for version N, or a version's own folder.

    Raises:
        ModelError: There is no such version, or what says which one is in use is damaged.
    """
    root, number = locate(name)
    if number is None:
        number = current(root)
    elif number not in numbers(root):
        raise ModelError(f"{root}: no version {number}; {_known(root)}")
    return folder_of(root, number)


def numbers(root: Path) -> list[int]:
    """List the numbers of a model's versions, whole or damaged, in order."""
    found = [1] if (root / manifest.NAME).is_file() else []
    with suppress(OSError):
        for path in (root / VERSIONS).iterdir():
            number = path.name.lstrip("0")
            if _NUMBER.fullmatch(number) and path == folder_of(root, int(number)):
                found.append(int(number))
    return sorted(found)


def folder_of(root: Path, number: int) -> Path:
    """Name the folder of a version."""
    return root if number == 1 else root / VERSIONS / f"{number:04d}"


def current(root: Path) -> int:
    """Return the number of the version in use.

    Raises:
        ModelError: ``current`` is damaged or names a version that is gone.
    """
    path = root / CURRENT
    try:
        text = path.read_text("utf-8", errors="replace").strip()
    except FileNotFoundError:
        return 1
    except OSError as error:
        if not root.is_dir():
            return 1  # whoever opens the model says what is wrong
        raise ModelError(f"{path}: cannot be read ({error.strerror}); check its rights") from error
    if not _NUMBER.fullmatch(text) or int(text) not in numbers(root):
        raise ModelError(
            f"{path}: says {text[:40]!r}, which is no version of this model; {_known(root)}; "
            f"write the number of one of them into the file"
        )
    return int(text)


def describe(root: Path) -> list[Version]:
    """List a model's versions, each checked to be whole, in order.

    Raises:
        ModelError: There is no model, or what says which version is in use is damaged.
    """
    found = numbers(root)
    if not found:
        manifest.read(root)  # says what is wrong
    used = current(root)
    versions = []
    for number in found:
        folder = folder_of(root, number)
        written, problem = None, None
        try:
            written = manifest.read(folder)
        except ModelError as error:
            problem = str(error)
        versions.append(
            Version(
                number=number,
                folder=folder,
                current=number == used,
                manifest=written,
                problem=problem,
            )
        )
    return versions


def check_output(output: Path) -> None:
    """Say before a training, rather than after it, that its model could not be written.

    Raises:
        OutputError: The folder holds other files, is itself a version, or cannot be made.
    """
    root = _real(output)
    if root.exists() and not root.is_dir():
        raise OutputError(f"{output}: is a file, not a folder; name another folder")
    if root.parent.name == VERSIONS and (root.parent.parent / manifest.NAME).is_file():
        raise OutputError(
            f"{output}: is a version of a model, and versions never change; name the model's own "
            f"folder, {Path(output).parent.parent}"
        )
    if root.is_dir():
        if any(root.iterdir()) and not (root / manifest.NAME).is_file():
            raise OutputError(
                f"{output}: the folder holds other files and no model (no {manifest.NAME}); name "
                "a new or empty folder"
            )
    elif not root.parent.is_dir():
        raise OutputError(
            f"{output}: the folder {Path(output).parent} does not exist; create it (mkdir -p "
            f"{Path(output).parent}) or write somewhere else"
        )


def add(output: Path, write: Callable[[Path], None]) -> tuple[int, bool]:
    """Add a version to a model, or make the model if there is none.

    Several may be added at once: each gets a number when it is whole, the next that is free.

    Args:
        output: The model's folder.
        write: Called with an empty folder, into which it writes a whole model.

    Returns:
        The version's number, and whether it is new: a model with the bytes of an earlier version
        is that version, and is not kept twice.

    Raises:
        OutputError: The folder cannot be written, or the disk is full. Whatever is raised, no part
            of the new version is left, and the others are as they were.
    """
    check_output(output)
    root = _real(output)
    shelf = root.parent
    if (root / manifest.NAME).is_file():
        shelf = root / VERSIONS
        with suppress(FileExistsError):
            _make(shelf)
        _sweep(shelf)
    staged = shelf / f".new-{secrets.token_hex(4)}"
    try:
        with atomic_folder(staged) as folder:
            write(folder)
        return _claim(root, staged)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def use(root: Path, number: int, *, action: Action, forced: bool = False) -> int:
    """Put a version into use, whatever its quality, and note it in the history.

    Args:
        root: The model's folder.
        number: The version.
        action: What the history calls it.
        forced: Whether a loss of quality was overruled, for the history.

    Returns:
        The number of the version that was in use before.

    Raises:
        ModelError: The version is missing or damaged.
        OutputError: The folder cannot be written.
    """
    if number not in numbers(root):
        raise ModelError(f"{root}: no version {number}; {_known(root)}")
    manifest.read(folder_of(root, number))
    before = current(root)
    if number == before:
        return before
    # The history goes first. If this is where the machine stops, its last line does not fit what
    # is in use, by which `_replay` sees that it never came to be.
    line = {"action": action, "version": number, "previous": before}
    note = {"forced": True} if forced else {}
    _append(root / HISTORY, {**line, **note, "date": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"})
    write_text(root / CURRENT, f"{number}\n")
    return before


def previous(root: Path) -> int | None:
    """Return the version to which a rollback leads; None if there is none.

    It is the one that was in use before the present one was promoted; rolling back twice leads
    back over two promotions.
    """
    stack = _replay(root)
    return stack[-2] if len(stack) > 1 else None


def history(root: Path) -> list[dict[str, Any]]:
    """Read the changes that took effect, in order; lines that are no record are passed over."""
    try:
        lines = (root / HISTORY).read_bytes().splitlines()
    except OSError:
        return []
    effective, expected = [], current(root)
    for line in reversed(lines):
        row = _record(line)
        if row is not None and row["version"] == expected:
            effective.append(row)
            expected = row["previous"]
    return effective[::-1]


def _replay(root: Path) -> list[int]:
    """Return the versions that lead back from the present one, which is the last."""
    rows = history(root)
    stack = [rows[0]["previous"]] if rows else [current(root)]
    for row in rows:
        if row["action"] == "rollback" and row["version"] in stack:
            while stack[-1] != row["version"]:
                stack.pop()
        else:
            stack.append(row["version"])
    return stack


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None  # half a line, written when the disk was full
    numbered = isinstance(row, dict) and all(type(row.get(k)) is int for k in _LINE_NUMBERS)
    return row if numbered else None


_LINE_NUMBERS = ("version", "previous")


def _append(path: Path, row: dict[str, Any]) -> None:
    """Add a line in one piece, after ending one that was left unfinished."""
    try:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                gap = b"" if file.read(1) == b"\n" else b"\n"
            else:
                gap = b""
            file.write(gap + json.dumps(row).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(
            f"{path}: cannot be written ({error.strerror}); check the rights of {path.parent} and "
            "the space on its disk (the version in use is as it was)"
        ) from error


def _claim(root: Path, staged: Path) -> tuple[int, bool]:
    """Move a whole version to the next free number: a rename onto one that is taken fails."""
    while True:
        known = numbers(root)
        for number in known:
            if _same(folder_of(root, number), staged):
                return number, False
        number = known[-1] + 1 if known else 1
        target = folder_of(root, number)
        if target.is_dir() and not any(target.iterdir()):
            target.rmdir()
        with suppress(FileExistsError):
            _make(target.parent)
        try:
            staged.rename(target)
        except OSError as error:
            if target.exists():
                continue  # another training was faster
            raise OutputError(
                f"{target}: cannot be written ({error.strerror}); check the rights of "
                f"{target.parent}"
            ) from error
        return number, True


def _same(folder: Path, staged: Path) -> bool:
    """Whether two models have the same bytes: their manifests hold the hashes of all others."""
    try:
        return (folder / manifest.NAME).read_bytes() == (staged / manifest.NAME).read_bytes()
    except OSError:
        return False


def _sweep(shelf: Path) -> None:
    """Remove what trainings that were killed long ago have left."""
    with suppress(OSError):
        for path in shelf.glob(".*"):
            if time.time() - path.stat().st_mtime > _STALE:
                shutil.rmtree(path, ignore_errors=True)


def _make(folder: Path) -> None:
    try:
        folder.mkdir()
    except FileExistsError:
        raise
    except OSError as error:
        raise OutputError(
            f"{folder}: cannot be made ({error.strerror}); check the rights of {folder.parent} "
            "and the space on its disk"
        ) from error


def _known(root: Path) -> str:
    found = numbers(root)
    return f"it has {', '.join(map(str, found))}" if found else "it is no model"


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise OutputError(f"{str(path)!r}: is not a possible file name ({error})") from error
