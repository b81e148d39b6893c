"""Everything that is wrong with labels, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.labels.parse import parse
from papertaxa.labels.problem import Problem
from papertaxa.labels.rules import check_labels
from papertaxa.taxonomy import Taxonomy


def check(
    labels: str | Path | Iterable[str | Path | Label], taxonomy: Taxonomy | None = None
) -> list[Problem]:
    """List what is wrong with labels.

    Rows that cannot be read, unknown topics and areas given as topics, no or more than four
    topics, a topic repeated, and conflicts between two labels of a paper are errors. A paper
    labelled twice alike, names that are empty or have white space at their edges, and keys that
    nearly are known ones are warnings.

    Args:
        labels: Label files, or labels that were read already.
        taxonomy: What the topics are checked against; not checked if None.

    Returns:
        The problems, file by file and row by row.
    """
    given = [labels] if isinstance(labels, str | Path) else labels
    found: list[Label] = []
    problems: list[Problem] = []
    order: dict[str, int] = {}
    for source in given:
        for item in [source] if isinstance(source, Label) else parse(Path(source)):
            order.setdefault(item.source, len(order))
            if isinstance(item, Label):
                found.append(item)
            else:
                problems.append(item)
    problems.extend(check_labels(found, taxonomy))
    return sorted(problems, key=lambda problem: order[problem.source])
