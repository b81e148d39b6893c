"""Columns between commas, semicolons, bars or tabs (RFC 4180, and what spreadsheets make of it)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papertaxa.errors import ListingError
from papertaxa.listings.columns import known, require_usable, usable
from papertaxa.listings.content import Content
from papertaxa.listings.encodings import split_lines
from papertaxa.listings.records import records
from papertaxa.listings.rows import Row

_DELIMITERS = (",", ";", "|", "\t")
_NEVER = "\x1f"  # stands for the delimiter of a table that has one column
_LONGEST_NAME = 60
_FEWEST = 4  # records of equal width that make a table even if its columns mean nothing here


def recognise_csv(content: Content) -> bool:
    """Accept text with a header and rows between commas, semicolons or bars."""
    return _recognise(content) not in {None, "\t"}


def recognise_tsv(content: Content) -> bool:
    """Accept text with a header and rows between tabs."""
    return _recognise(content) == "\t"


def rows_csv(content: Content) -> Iterator[Row]:
    """Yield one row per record below the header; the delimiter is the one that fits.

    Raises:
        ListingError: The header names no usable column.
    """
    return _rows(content, _best_delimiter(content))


def rows_tsv(content: Content) -> Iterator[Row]:
    """Yield one row per record below the header, between tabs.

    Raises:
        ListingError: The header names no usable column.
    """
    return _rows(content, "\t")


def _recognise(content: Content) -> str | None:
    """Return the delimiter, or None for text that is not a table."""
    content.require_text()
    delimiter = _best_delimiter(content)
    if content.suffix in {".csv", ".tsv", ".tab"}:
        return delimiter
    table = _sample(content, delimiter)
    width = len(table[0]) if table else 0
    lines = content.text.lstrip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    titled = len(lines) > 1 and not lines[1].strip()  # a listing's title line, as in plain text
    if width <= 1 or titled or any(len(name) > _LONGEST_NAME for name in table[0]):
        return None
    fitting = sum(len(cells) == width for cells in table[1:])
    if usable(table[0]):
        # Prose has commas too, but not the same number in most of its lines.
        return delimiter if 2 * fitting >= len(table) - 1 else None
    uniform = len(table) >= _FEWEST and fitting == len(table) - 1
    return delimiter if uniform and "" not in lines[:-1] else None


def _best_delimiter(content: Content) -> str:
    """Choose the delimiter that yields the most known columns, then the most columns."""

    def fit(delimiter: str) -> tuple[bool, int, int]:
        header = next(iter(_sample(content, delimiter)), [])
        return usable(header), known(header), len(header)

    best = max(_DELIMITERS, key=fit)
    return best if fit(best)[2] > 1 else _NEVER


def _sample(content: Content, delimiter: str) -> list[list[str]]:
    """Parse the head, without a last line that the head cuts off."""
    lines = list(split_lines([content.text]))
    if not content.complete and len(lines) > 1:
        lines.pop()
    return [record.cells for record in records(lines, delimiter) if not record.problem]


def _rows(content: Content, delimiter: str) -> Iterator[Row]:
    head = next(iter(_sample(content, delimiter)), [])
    spaced = len(head) > 1 and all(cell.startswith(" ") for cell in head[1:])
    header: list[str] = []
    for line, cells, problem in records(content.lines(), delimiter, skip_initial_space=spaced):
        if header:
            yield Row(f"line {line}", {}, problem) if problem else _row(line, header, cells)
        elif problem:
            raise ListingError(f"{content.name}, line {line}: the header is {problem}")
        else:
            header = _header(cells)
            require_usable(header, name=content.name)


def _header(cells: Sequence[str]) -> list[str]:
    """Name the columns: no two alike, none without a name, empty ones at the end left out."""
    names = [cell.strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    taken: set[str] = set()
    for position, name in enumerate(names, 1):
        unique = name or f"column_{position}"
        while unique in taken:
            unique = f"{unique}_{position}"
        taken.add(unique)
        names[position - 1] = unique
    return names


def _row(line: int, header: Sequence[str], cells: list[str]) -> Row:
    place = f"line {line}"
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if len(cells) == len(header):
        return Row(place, dict(zip(header, cells, strict=True)))
    return Row(
        place,
        {},
        f"has {len(cells)} fields where the header has {len(header)}; put quotes around a field "
        "that contains the delimiter",
    )
