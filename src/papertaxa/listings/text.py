"""Plain text: a title line for the listing, then one abstract to a paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from papertaxa.errors import ListingError
from papertaxa.listings.content import Content
from papertaxa.listings.rows import Row

_LONGEST_TITLE = 120
_STOPS = (".", "!", "?", "。", "！", "？", "।", "؟")


def recognise(content: Content) -> bool:
    """Accept any text: whatever no other format recognises is prose."""
    content.require_text()
    return True


def rows(content: Content) -> Iterator[Row]:
    """Yield one row per paragraph, without the listing's title line.

    Paragraphs are separated by blank lines; white space alone makes a line blank. Within a
    paragraph the line breaks stay as they are.

    Raises:
        ListingError: The file holds a title line and nothing else.
    """
    found = _paragraphs(content)
    first = next(found, None)
    if first is None:
        return
    second = next(found, None)
    if second is None:
        if _short(first[1]):
            raise ListingError(
                f"{content.name}: holds nothing but a title line ({first[1]!r}); plain text needs "
                "abstracts below it, each a paragraph of its own, with blank lines between"
            )
        yield _row(*first)
        return
    if not _is_listing_title(first[1], second[1]):
        yield _row(*first)
    yield _row(*second)
    for number, text in found:
        yield _row(number, text)


def _is_listing_title(first: str, second: str) -> bool:
    """Say whether the first paragraph names the listing rather than being its first abstract.

    It does if it is one short line. Where it reads as a sentence the next paragraph must be much
    longer too, so that a list of one-sentence abstracts loses none.
    """
    return _short(first) and (not first.endswith(_STOPS) or 2 * len(first) <= len(second))


def _short(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and "\n" not in text and "\r" not in text


def _row(line: int, text: str) -> Row:
    return Row(f"line {line}", {"abstract": text})


def _paragraphs(content: Content) -> Iterator[tuple[int, str]]:
    """Yield each paragraph and the number of its first line."""
    lines: list[str] = []
    for number, line in enumerate(content.lines(), 1):
        if not line.isspace():
            lines.append(line)
        elif lines:
            yield number - len(lines), "".join(lines).strip()
            lines.clear()
    if lines:
        yield number - len(lines) + 1, "".join(lines).strip()
