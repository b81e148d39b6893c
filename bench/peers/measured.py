"""Running a child process and measuring it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ONE_CORE = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONHASHSEED": "0",
}


@dataclass(frozen=True)
class Cost:
    """What a process took: wall-clock and processor seconds, and peak memory in MiB."""

    wall: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        """One after the other."""
        return Cost(self.wall + other.wall, self.cpu + other.cpu, max(self.peak, other.peak))


def run(command: Sequence[str], *, log: Path, cwd: Path) -> Cost:
    """Run a command on one core.

    Raises:
        RuntimeError: It failed; the message ends with what it said last.
    """
    start = time.perf_counter()
    with log.open("wb") as file:
        child = subprocess.Popen(
            command, cwd=cwd, stdout=file, stderr=file, env={**os.environ, **ONE_CORE}
        )
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if child.returncode:
        said = log.read_text("utf-8", errors="replace").strip().splitlines()
        raise RuntimeError(f"{' '.join(command)}: {' / '.join(said[-3:])} (all of it: {log})")
    return Cost(wall=wall, cpu=used.ru_utime + used.ru_stime, peak=used.ru_maxrss / 1024)


def size(folder: Path) -> float:
    """Size of a folder's files in MB, links followed; what only training needs left out."""
    return (
        sum(
            file.stat().st_size
            for base, _, names in os.walk(folder, followlinks=True)
            for file in (Path(base) / name for name in names)
            if file.is_file() and "-train" not in file.name
        )
        / 1e6
    )
