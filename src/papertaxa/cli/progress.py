"""Progress on stderr, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def tracked(items: Iterable[T], what: str) -> Iterator[T]:
    """Pass items on while showing how many there were and how fast they come.

    Args:
        items: A stream of unknown length.
        what: What is being done, for the line that is shown.

    Yields:
        The items.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description} {task.completed:,.0f}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None, rate="")
        for item in items:
            yield item
            elapsed = progress.tasks[0].elapsed or 0.0
            done = progress.tasks[0].completed + 1
            rate = f"({done / elapsed:,.0f}/s)" if elapsed > 1 else ""
            progress.update(task, advance=1, rate=rate)


@contextmanager
def status(what: str) -> Iterator[None]:
    """Show what is being done while it is being done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
