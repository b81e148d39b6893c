"""Writing files so that a reader never meets half of one.

Everything is written under a temporary name in the same folder, flushed to the disk, and renamed:
POSIX and Windows both make the rename of a file atomic, so after a crash the name holds either the
old content or the new.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from papertaxa.errors import OutputError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path that becomes ``path`` if the block ends without an error.

    A device or a pipe (``/dev/stdout``) is yielded as it is: there is nothing to rename. A symbolic
    link is kept and the file it points to is replaced.

    Args:
        path: Where the file will stand. Its folder must exist.

    Yields:
        A path in the same folder, with the same suffixes, to be written by the caller. The file
        exists and is empty.

    Raises:
        OutputError: The folder is missing or not writable, ``path`` is a folder, or the disk is
            full. Any other error of the block is passed on; ``path`` is untouched in all cases.
    """
    given, final = Path(path), _resolved(path)
    with _explained(given):
        if final.is_dir():
            raise OutputError(f"{given}: is a folder; name a file in it")
        # Asked of the name as given: /dev/stdout resolves to no path at all if it is a pipe.
        if given.exists() and not given.is_file():
            yield given
            return
        temporary = _sibling(given, final)
        temporary.touch(exist_ok=False)
        try:
            if final.exists():
                shutil.copymode(final, temporary)
            yield temporary
            _sync(temporary)
            temporary.replace(final)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(final.parent)


@contextmanager
def atomic_folder(path: str | Path, *, marker: str = "manifest.json") -> Iterator[Path]:
    """Yield a temporary folder that becomes ``path`` if the block ends without an error.

    No system can exchange two folders in one step that is also portable, so an existing folder is
    first renamed away: a process killed between the two renames leaves no folder at ``path``, never
    a mixed one.

    Args:
        path: Where the folder will stand. Its parent must exist.
        marker: A folder that stands there already is replaced only if it is empty or holds a file
            of this name, so that a mistyped path never costs anyone their files.

    Yields:
        An empty folder next to ``path``.

    Raises:
        OutputError: The parent is missing or not writable, ``path`` is a file or a folder without
            the marker, or the disk is full.
    """
    given, final = Path(path), _resolved(path)
    with _explained(given):
        if final.exists() and not final.is_dir():
            raise OutputError(f"{given}: is a file, not a folder; name another folder")
        if final.is_dir() and any(final.iterdir()) and not (final / marker).is_file():
            raise OutputError(
                f"{given}: the folder holds other files (no {marker} among them) and will not be "
                "replaced; name a new or empty folder"
            )
        temporary = _sibling(given, final)
        temporary.mkdir()
        try:
            yield temporary
            for folder, _, names in os.walk(temporary):
                for name in names:
                    _sync(Path(folder, name))
                _sync_folder(Path(folder))
            _exchange(temporary, final)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        _sync_folder(final.parent)


def write_text(path: str | Path, text: str) -> None:
    """Write ``text`` as UTF-8, line ends as they are, in one step.

    Raises:
        OutputError: As for `atomic_path`.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write ``data`` in one step.

    Raises:
        OutputError: As for `atomic_path`.
    """
    with atomic_path(path) as temporary:
        temporary.write_bytes(data)


def sha256(path: str | Path) -> str:
    """Return the SHA-256 of a file as 64 hexadecimal digits.

    Raises:
        OSError: The file cannot be read.
    """
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _explained(given: Path) -> Iterator[None]:
    """Turn the system's errors about the output into messages with a remedy."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno in _FULL:
            raise OutputError(
                f"{given}: the disk is full or the quota is used up; free some space or write "
                "somewhere else (nothing was left behind)"
            ) from error
        if error.filename is not None and _is_output(Path(os.fsdecode(error.filename)), given):
            raise OutputError(
                f"{given}: cannot be written ({error.strerror}); check the permissions of "
                f"{given.parent} or write somewhere else"
            ) from error
        raise


def _is_output(path: Path, given: Path) -> bool:
    """Say whether an error's path is the output, rather than something the block read."""
    final = _resolved(given)
    path = _resolved(path)
    if path == final:
        return True
    inside = path.parts[len(final.parent.parts) :]
    return final.parent in path.parents and inside[0].startswith((".tmp-", ".old-"))


def _resolved(path: str | Path) -> Path:
    """Follow links, so that a rename replaces the file and not the link to it."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise OutputError(f"{str(path)!r}: is not a possible file name ({error})") from error


def _sibling(given: Path, final: Path) -> Path:
    if not final.parent.is_dir():
        raise OutputError(
            f"{given}: the folder {given.parent} does not exist; create it (mkdir -p "
            f"{given.parent}) or write somewhere else"
        )
    # The suffixes stay last: writers choose compression by them.
    return final.with_name(f".tmp-{secrets.token_hex(4)}-{final.name[-200:]}")


def _exchange(new: Path, final: Path) -> None:
    if not final.exists():
        new.rename(final)
        return
    old = new.with_name(new.name.replace(".tmp-", ".old-", 1))
    final.rename(old)
    try:
        new.rename(final)
    except BaseException:
        old.rename(final)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    # Windows cannot open a folder, and some network disks refuse to sync one; the rename itself
    # has happened by then.
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
