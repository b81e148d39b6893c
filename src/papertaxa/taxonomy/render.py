"""The taxonomy as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from papertaxa.taxonomy.tree import Taxonomy

_WIDTH = 80
_COUNT = 8  # a column of counts: " primary"
_LEAST = 16  # of a name, however deep or long its id


def render(taxonomy: Taxonomy, counts: Mapping[str, tuple[int, int]] | None = None) -> str:
    """Draw the tree, one node a line, at most 80 columns wide where ids allow.

    Args:
        taxonomy: What to draw.
        counts: Number of papers, and of papers that have it as primary topic, for each id, as
            `papertaxa.labels.counts` gives them when told the taxonomy (then a node's numbers
            include what stands under it). Ids that are missing count as zero.

    Returns:
        A heading, the lines, and a last line with the totals.
    """
    ids = max(len(topic.id) for topic in taxonomy.topics)
    names = max(_LEAST, _WIDTH - ids - 2 - (2 * _COUNT if counts is not None else 0))
    columns = [("papers", "primary")] if counts is not None else []
    lines = [_line("area, topic", "id", columns, names=names, ids=ids)]
    for topic in taxonomy.topics:
        name = "  " * (len(taxonomy.path(topic.id)) - 1) + topic.name
        if topic.parent is None and taxonomy.children(topic.id) and len(lines) > 1:
            lines.append("")
        numbers = [] if counts is None else [counts.get(topic.id, (0, 0))]
        lines.append(
            _line(
                name, topic.id, [(str(n), str(first)) for n, first in numbers], names=names, ids=ids
            )
        )
    total = f"{len(taxonomy.areas)} areas, {len(taxonomy.labels)} topics"
    if counts is not None:
        primary = sum(counts.get(area, (0, 0))[1] for area in taxonomy.areas)
        total += f", {primary} labelled papers"
    return "\n".join([*lines, "", total])


def _line(name: str, topic_id: str, columns: list[tuple[str, str]], *, names: int, ids: int) -> str:
    """Set one row; names are cut by the width a terminal gives them (wide letters take two)."""
    from rich.cells import cell_len, set_cell_size  # only terminals need it

    if cell_len(name) > names:
        name = set_cell_size(name, names - 1).rstrip() + "…"
    row = f"{set_cell_size(name, names)}  {topic_id}"
    for papers, primary in columns:
        row = f"{row}{' ' * (names + 2 + ids - cell_len(row))}{papers:>{_COUNT}}{primary:>{_COUNT}}"
    return row.rstrip()
