"""A table for people, readable at 80 columns."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papertaxa.domain import LabelledPaper, Name
from papertaxa.taxonomy import Taxonomy

CHUNK = 64
"""Rows laid out at a time, so that a long listing shows its first rows at once."""

MIN_WIDTH = 60
_ID_WIDTH = 23
_GAP = 2
_PROPOSED = "*"
_TOP_AREAS = 8


def write(rows: Iterable[LabelledPaper], stream: BinaryIO, *, taxonomy: Taxonomy) -> None:
    """Write rows as a table as wide as the terminal (80 columns elsewhere), then a summary."""
    on_terminal = stream.isatty()
    width = max(MIN_WIDTH, shutil.get_terminal_size((80, 24)).columns if on_terminal else 80)
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace")
    console = Console(file=text, width=width, force_terminal=on_terminal, highlight=False)
    statuses: Counter[str] = Counter()
    areas: Counter[str] = Counter()
    try:
        first = True
        for chunk in _chunks(iter(rows)):
            console.print(_table(chunk, taxonomy, width=width, header=first))
            first = False
            statuses.update(row.status for row in chunk)
            areas.update(area.id for row in chunk for area in row.areas)
        console.print(Text("\n".join(_summary(statuses, areas, taxonomy))), soft_wrap=False)
    finally:
        text.detach()  # flushes, and leaves the stream open


def _table(rows: Sequence[LabelledPaper], taxonomy: Taxonomy, *, width: int, header: bool) -> Table:
    rest = width - _ID_WIDTH - 2 * _GAP
    topics = rest // 2
    table = Table(
        box=None, padding=(0, _GAP, 1, 0), pad_edge=False, show_header=header, header_style="bold"
    )
    table.add_column("paper", width=_ID_WIDTH, overflow="fold")
    table.add_column("areas and topics", width=topics, overflow="fold")
    table.add_column(f"names ({_PROPOSED} proposed)", width=rest - topics, overflow="fold")
    for row in rows:
        table.add_row(_paper(row), _topics(row, taxonomy, width=topics), _names(row))
    return table


def _paper(row: LabelledPaper) -> Text:
    text = Text(row.id, style="bold")
    if row.title:
        text.append(f"\n{' '.join(row.title.split())}", style="not bold")
    if row.status != "ok":
        text.append(f"\n{row.status}", style="bold red")
    return text


def _topics(row: LabelledPaper, taxonomy: Taxonomy, *, width: int) -> Text:
    """Each area with its topics below it, scores at the right; a row without any says why."""
    if row.primary is None:
        return Text(row.reason or "", style="dim")
    lines = Text()
    by_area = {area.id: area.score for area in row.areas}
    for area in sorted(by_area, key=lambda area: area != row.primary.area if row.primary else 0):
        lines.append(_scored(taxonomy.name(area), by_area[area], width=width), style="bold")
        for topic in row.topics:
            if topic.area == area and topic.id != area:
                lines.append(_scored(f"  {taxonomy.name(topic.id)}", topic.score, width=width))
    if not row.confident:
        guess = row.primary.topic
        unsure = f"  perhaps {taxonomy.name(guess)}" if guess else "  no topic is sure"
        lines.append(f"{unsure}\n", style="dim")
    lines.rstrip()
    return lines


def _scored(name: str, score: float, *, width: int) -> str:
    """A name and its score on one line; a long name is cut, the score never."""
    room = width - 5
    short = name if len(name) <= room else f"{name[: room - 1]}…"
    return f"{short:<{room}} {score:.2f}\n"


def _names(row: LabelledPaper) -> Text:
    text = Text()
    for kind, names in (("methods", row.methods), ("benchmarks", row.benchmarks)):
        if names:
            text.append(f"{kind}: ", style="dim")
            # Between names a space to wrap at, within a name none.
            text.append(", ".join(map(_marked, names)) + "\n")
    text.rstrip()
    return text


def _marked(name: Name) -> str:
    """Proposed names carry a star; the long form follows in brackets."""
    star = _PROPOSED if name.role == "proposed" else ""
    return f"{name.text}{star}"


def _summary(statuses: Counter[str], areas: Counter[str], taxonomy: Taxonomy) -> Iterator[str]:
    total = statuses.total()
    yield f"{total} papers: " + ", ".join(f"{n} {name}" for name, n in statuses.most_common())
    if areas:
        named = [f"{taxonomy.name(area)} {n}" for area, n in areas.most_common(_TOP_AREAS)]
        more = len(areas) - len(named)
        yield "areas: " + ", ".join(named) + (f", and {more} more" if more > 0 else "")


def _chunks(rows: Iterator[LabelledPaper]) -> Iterator[list[LabelledPaper]]:
    while chunk := list(islice(rows, CHUNK)):
        yield chunk
