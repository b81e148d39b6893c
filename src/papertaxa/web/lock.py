"""One writer at a time, among threads and among programs."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from papertaxa.errors import OutputError

_BEYOND = 1 << 40  # Windows locks a range of bytes: one that no file reaches, so reading goes on


class Lock:
    """A lock on a file that is only ever appended to, such as the journal.

    The system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path) -> None:
        """Make a lock on a file, which is created when the lock is first taken."""
        self._path = path
        self._threads = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock for a block; wait for whoever holds it.

        Raises:
            OutputError: The file cannot be opened for writing.
        """
        with self._threads:
            try:
                descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise OutputError(
                    f"{self._path}: cannot be written ({error.strerror}); check the permissions "
                    f"of {self._path.parent}, or keep the labels elsewhere with --labels"
                ) from error
            try:
                _acquire(descriptor)
                yield
            finally:
                os.close(descriptor)  # this lets go of the lock, too


if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int) -> None:
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _acquire(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
