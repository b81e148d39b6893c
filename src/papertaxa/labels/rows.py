"""Every row of labels files as it stands, or one error that names all that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.parse import parse
from papertaxa.labels.problem import Problem
from papertaxa.labels.rules import topic_problems
from papertaxa.taxonomy import Taxonomy

Paths = str | Path | Iterable[str | Path]

_SHOWN = 20


def rows(paths: Paths, *, taxonomy: Taxonomy | None = None) -> dict[Path, list[Label]]:
    """Read labels file by file; a paper that is labelled twice has two labels.

    Args:
        paths: One file or several; one that is named twice counts where it is named last.
        taxonomy: If given, every topic has to be one of its labels.

    Returns:
        The labels of each file, in the order of the files and of their rows.

    Raises:
        LabelsError: A file or rows of it cannot be used; the message names the first 20 and how
            many there are.
    """
    found: dict[Path, list[Label]] = {}
    problems: list[Problem] = []
    for path in as_paths(paths):
        if path in found:  # a file that is named again counts as the later one
            found[path] = found.pop(path)
            continue
        items = list(parse(path))
        found[path] = [item for item in items if isinstance(item, Label)]
        problems.extend(item for item in items if isinstance(item, Problem))
    if taxonomy is not None:
        for labels in found.values():
            problems.extend(topic_problems(labels, taxonomy))
    refuse(problems)
    if not any(found.values()):
        raise LabelsError("there are no labels: no file was given, or none has a row")
    return found


def refuse(problems: Sequence[Problem]) -> None:
    """Raise a LabelsError that lists the problems, if there are any."""
    if not problems:
        return
    shown = [f"  {problem}" for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        shown.append(f"  and {len(problems) - _SHOWN} more")
    number = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
    raise LabelsError("\n".join([f"the labels have {number}:", *shown]))


def as_paths(paths: Paths) -> list[Path]:
    """Take one path or several."""
    return [Path(p) for p in ([paths] if isinstance(paths, str | Path) else paths)]
