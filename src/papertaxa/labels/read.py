"""Reading labels for training and measuring: complete and unambiguous, or an error."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.parse import NAMES, parse
from papertaxa.labels.problem import Problem
from papertaxa.labels.rules import topic_problems
from papertaxa.taxonomy import Taxonomy

Paths = str | Path | Iterable[str | Path]

_SHOWN = 20
_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())  # silent unless the program that imports this listens


def read(paths: Paths, *, taxonomy: Taxonomy | None = None) -> list[Label]:
    """Read labels from JSON Lines or CSV files, gzipped or not.

    A paper that is labelled more than once gets one label: what the later row states wins, within
    a file and, in the order given, between files; what it does not state (a column that is
    missing) is kept from the earlier one. If that changes anything, one warning is logged.

    Args:
        paths: One file or several.
        taxonomy: If given, every topic has to be one of its labels.

    Returns:
        One label a paper, in the order of first appearance.

    Raises:
        LabelsError: A file or rows of it cannot be used; the message names the first 20 and how
            many there are.
    """
    labels: list[Label] = []
    problems: list[Problem] = []
    for path in as_paths(paths):
        for item in parse(path):
            if isinstance(item, Label):
                labels.append(item)
            else:
                problems.append(item)
    if taxonomy is not None:
        problems.extend(topic_problems(labels, taxonomy))
    if problems:
        shown = [f"  {problem}" for problem in problems[:_SHOWN]]
        if len(problems) > _SHOWN:
            shown.append(f"  and {len(problems) - _SHOWN} more")
        number = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise LabelsError("\n".join([f"the labels have {number}:", *shown]))
    if not labels:
        raise LabelsError("there are no labels: no file was given, or none has a row")
    return _one_each(labels)


def as_paths(paths: Paths) -> list[Path]:
    """Take one path or several."""
    return [Path(p) for p in ([paths] if isinstance(paths, str | Path) else paths)]


def _one_each(labels: Iterable[Label]) -> list[Label]:
    """Merge the labels of each paper; the later row wins."""
    merged: dict[str, Label] = {}
    changed: dict[str, str] = {}
    for label in labels:
        earlier = merged.setdefault(label.id, label)
        if earlier is label:
            continue
        both = _merge(earlier, label)
        if any(getattr(both, key) != getattr(earlier, key) for key in ("topics", *NAMES)):
            changed.setdefault(label.id, f"{label.source} over {earlier.source}")
        merged[label.id] = both
    if changed:
        paper_id, places = next(iter(changed.items()))
        _logger.warning(
            "papers labelled more than once: %d; the later row wins (%r: %s%s)",
            len(changed),
            paper_id,
            places,
            "; and so on" if len(changed) > 1 else "",
        )
    return list(merged.values())


def _merge(earlier: Label, later: Label) -> Label:
    """Let the later label win wherever it says something."""
    kept = {key: getattr(earlier, key) for key in NAMES if getattr(later, key) is None}
    return replace(later, extra={**earlier.extra, **later.extra}, **kept)
