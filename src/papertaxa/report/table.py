"""A table for people, readable at 80 columns."""

from __future__ import annotations

import io
import shutil
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from papertaxa.domain import LabelledPaper, Name
from papertaxa.taxonomy import Taxonomy

MIN_WIDTH = 60
_GAP = 2
_SCORE = 5  # columns of a score and the space before it
_PROPOSED = "*"
_TOP_AREAS = 8


def write(rows: Iterable[LabelledPaper], stream: BinaryIO, *, taxonomy: Taxonomy) -> None:
    """Write rows as a table as wide as the terminal (80 columns elsewhere), then a summary.

    A paper has a line with its id and title, then its areas and topics at the left, and the names
    it holds at the right.
    """
    on_terminal = stream.isatty()
    width = max(MIN_WIDTH, shutil.get_terminal_size((80, 24)).columns if on_terminal else 80)
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace")
    console = Console(file=text, width=width, force_terminal=on_terminal, highlight=False)
    statuses: Counter[str] = Counter()
    areas: Counter[str] = Counter()
    try:
        for row in rows:
            with console.capture() as shown:
                _print(console, row, taxonomy)
            # A cell is padded to its width; files and narrow terminals are better off without.
            text.writelines(f"{line.rstrip()}\n" for line in shown.get().splitlines())
            statuses[row.status] += 1
            areas.update(area.id for area in row.areas)
        for line in _summary(statuses, areas, taxonomy):
            text.write(f"{textwrap.fill(line, width)}\n")
    finally:
        text.detach()  # flushes, and leaves the stream open


def _print(console: Console, row: LabelledPaper, taxonomy: Taxonomy) -> None:
    left = (console.width - _GAP) // 2
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(width=left, overflow="fold")
    grid.add_column(width=console.width - left - _GAP, overflow="fold")
    grid.add_row(_topics(row, taxonomy, width=left), _names(row))
    console.print(_heading(row))
    if row.primary is None:
        console.print(Text(f"  {row.reason or ''}", style="dim"))
    else:
        console.print(grid)
    console.print()


def _heading(row: LabelledPaper) -> Text:
    text = Text(row.id, style="bold")
    if row.status != "ok":
        text.append(f"  [{row.status}]", style="bold red")
    if row.title:
        text.append(f"  {' '.join(row.title.split())}", style="not bold")
    return text


def _topics(row: LabelledPaper, taxonomy: Taxonomy, *, width: int) -> Text:
    """Each area with its topics below it, the primary one first, scores at the right."""
    lines = Text()
    primary = row.primary.area if row.primary else None
    for area in sorted(row.areas, key=lambda area: area.id != primary):
        name = taxonomy.name(area.id)
        lines.append(_scored(name, area.score, indent=2, width=width), style="bold")
        for topic in row.topics:
            if topic.area == area.id != topic.id:
                lines.append(_scored(taxonomy.name(topic.id), topic.score, indent=4, width=width))
    if not row.confident:
        guess = row.primary.topic if row.primary else None
        unsure = f"perhaps {taxonomy.name(guess)}" if guess else "no topic is sure"
        lines.append(f"    {unsure}\n", style="dim")
    if row.outside:
        lines.append("    may fit no topic of the taxonomy\n", style="dim")
    lines.rstrip()
    return lines


def _scored(name: str, score: float, *, indent: int, width: int) -> str:
    """A name and its score on one line; what does not fit goes before it, on lines of its own."""
    room = width - indent - _SCORE
    *above, last = textwrap.wrap(name, room) or [""]
    padding = " " * (room - cell_len(last))
    lines = [*above, f"{last}{padding} {score:.2f}"]
    return "".join(f"{' ' * indent}{line}\n" for line in lines)


def _names(row: LabelledPaper) -> Text:
    text = Text()
    for kind, names in (("methods", row.methods), ("benchmarks", row.benchmarks)):
        if names:
            text.append(f"{kind}: ", style="dim")
            text.append(", ".join(map(_marked, names)) + "\n")
    text.rstrip()
    return text


def _marked(name: Name) -> str:
    return f"{name.text}{_PROPOSED}" if name.role == "proposed" else name.text


def _summary(statuses: Counter[str], areas: Counter[str], taxonomy: Taxonomy) -> Iterator[str]:
    total = statuses.total()
    yield f"{total} papers: " + ", ".join(f"{n} {name}" for name, n in statuses.most_common())
    if areas:
        named = [f"{taxonomy.name(area)} {n}" for area, n in areas.most_common(_TOP_AREAS)]
        more = len(areas) - len(named)
        yield "areas: " + ", ".join(named) + (f", and {more} more" if more > 0 else "")
    yield f"({_PROPOSED} a name that the paper introduces)"
