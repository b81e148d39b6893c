"""One long task at a time, as a process of its own, with its progress."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Any, Literal

State = Literal["idle", "running", "done", "failed", "stopped"]
_KEPT = 2000  # characters of what a process said before it failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a task is.

    Attributes:
        state: Whether it runs, and how it ended.
        what: ``train`` or ``compare``.
        step: What is being done, or went wrong.
        part: How much is done, from 0 to 1; None if unknown.
        result: What it returned.
    """

    state: State = "idle"
    what: str = ""
    step: str = ""
    part: float | None = None
    result: Mapping[str, Any] | None = None


class Job:
    """Runs a command that reports as `papertaxa.web.workshop.Workshop` says."""

    def __init__(self) -> None:
        """Begin idle."""
        self.progress = Progress()
        self._process: subprocess.Popen[str] | None = None
        self._turn = threading.Lock()

    def start(
        self, what: str, command: Sequence[str], *, check: Callable[[Mapping[str, Any]], object]
    ) -> bool:
        """Start a command.

        Args:
            what: ``train`` or ``compare``.
            command: The program and its arguments.
            check: Called with the result; if it raises, the task has failed.

        Returns:
            False if another one is running.
        """
        with self._turn:
            if self.progress.state == "running":
                return False
            self._process = subprocess.Popen(  # noqa: S603 - no part of it comes from the browser
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            # Not before: the follower of the last one tells by the process that it is over.
            self.progress = Progress(state="running", what=what, step="starting")
        threading.Thread(
            target=self._follow, args=(self._process, check), name="job", daemon=True
        ).start()
        return True

    def stop(self) -> None:
        """End the process, if one runs; whatever it was writing never comes to its name."""
        process = self._process
        if process is not None and process.poll() is None:
            self.progress = replace(self.progress, state="stopped", step="stopped")
            process.terminate()
            process.wait()

    def _follow(
        self, process: subprocess.Popen[str], check: Callable[[Mapping[str, Any]], object]
    ) -> None:
        said: list[str] = []
        reader = threading.Thread(target=_collect, args=(process.stderr, said), daemon=True)
        reader.start()
        result: Mapping[str, Any] | None = None
        with process:
            for line in process.stdout or ():
                row = _parse(line)
                if isinstance(row.get("result"), dict):
                    result = row["result"]
                elif self._runs(process):
                    step, part = str(row.get("step", "")), row.get("part")
                    self.progress = replace(
                        self.progress, step=step or self.progress.step, part=part
                    )
            code = process.wait()
            reader.join()
        if not self._runs(process):
            return
        if code != 0 or result is None:
            text = "".join(said)[-_KEPT:].strip() or f"the process ended with code {code}"
            self.progress = replace(self.progress, state="failed", step=text, part=None)
            return
        try:
            check(result)
        except Exception as error:  # whatever it is, the page has to say it
            self.progress = replace(self.progress, state="failed", step=str(error), part=None)
            return
        self.progress = replace(self.progress, state="done", part=1.0, result=result)

    def _runs(self, process: subprocess.Popen[str]) -> bool:
        """Whether this is the task at hand still: it may have been stopped, another one begun."""
        return self._process is process and self.progress.state == "running"


def _collect(stream: IO[str] | None, said: list[str]) -> None:
    for line in stream or ():
        said.append(line)
        del said[:-50]


def _parse(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        return {}  # a library that prints
    return row if isinstance(row, dict) else {}
