"""Reading labels for training and measuring: complete and unambiguous, or an error."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from papertaxa.domain import Label
from papertaxa.labels.parse import NAMES
from papertaxa.labels.rows import Paths, rows
from papertaxa.taxonomy import Taxonomy

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
    return _one_each(chain.from_iterable(rows(paths, taxonomy=taxonomy).values()))


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
