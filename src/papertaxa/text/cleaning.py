"""Cleaning: from a text as given to one that reads as its authors meant it.

Each kind of markup says what is to be read otherwise than it stands, without changing the text;
what one kind has claimed is masked from the next. One pass then writes the cleaned text. The order
is: addresses and code (taken as they stand), HTML, LaTeX, Markdown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from papertaxa.domain import Paper
from papertaxa.text import addresses, hypertext, linebreaks, markdown
from papertaxa.text.latex import scan_latex
from papertaxa.text.offsets import Builder, CleanText, Edit, Pair, mask
from papertaxa.text.unicode import write

_MARKUP = (*"\\$*_`<&~^{}#•\u00ad", "--", "''", "](")
_BULLET = re.compile(r"\n[ \t]*+[+-]")
_LATEX = ("\\", "$", "`", "~", "^", "{", "}", "--", "''")


@dataclass(frozen=True, slots=True)
class CleanPaper:
    """A paper's texts without markup.

    Attributes:
        title: The cleaned title.
        abstract: The cleaned abstract.
    """

    title: CleanText
    abstract: CleanText


def clean_paper(paper: Paper) -> CleanPaper:
    """Clean both texts of a paper.

    Args:
        paper: A row of a listing.

    Returns:
        Its title and abstract, cleaned.
    """
    return CleanPaper(clean(paper.title), clean(paper.abstract))


def clean(raw: str) -> CleanText:
    """Remove the markup of a text, and remember where every character stood.

    The time taken is linear in the text's length, and no text is refused. A text without markup
    only has its white space made single and its characters brought to one form; cleaning such a
    text again changes nothing.

    Args:
        raw: A title or an abstract as given.

    Returns:
        The cleaned text.
    """
    edits, pairs = _markup(raw) if _is_marked(raw) else ([], [])
    builder = Builder(raw)
    at = 0
    for start, end, text in edits:
        if start < at:
            continue
        if start > at:
            write(builder, at, start)
        builder.atom(text, start, end)
        at = end
    if at < len(raw):
        write(builder, at, len(raw))
    return builder.finish(pairs)


def _is_marked(raw: str) -> bool:
    """Whether a text may hold markup; most titles and many abstracts hold none."""
    if any(map(raw.__contains__, _MARKUP)):
        return True
    return "\n" in raw and bool(_BULLET.search(raw) or linebreaks.HYPHEN.search(raw))


def _markup(raw: str) -> tuple[list[Edit], list[Pair]]:
    """Find all markup of a text: what reads otherwise, by position, and what comes in halves."""
    edits: list[Edit] = []
    pairs: list[Pair] = []
    text = raw
    if "`" in raw:
        edits, pairs, literal = markdown.code(raw)
        text = mask(text, [(start, end, "") for start, end in literal])
    if spans := addresses.find(text):
        edits += addresses.escapes(text, spans)
        edits += hypertext.references(text, spans)
        text = mask(text, [(start, end, "") for start, end in spans])
    edits += linebreaks.find(text)
    if "&" in text or "<" in text:
        found = hypertext.references(text, [(0, len(text))]) if "&" in text else []
        if "<" in text:
            hypertext.tags(text, found, pairs)
        text = mask(text, found)
        edits += found
    markdown.lines(text, edits)
    if "](" in text:
        markdown.links(text, edits, pairs)
    if any(sign in text for sign in _LATEX):
        scan = scan_latex(text)
        edits += scan.edits
        pairs += scan.pairs
        text = mask(text, scan.edits + scan.formulas)
    if "*" in text or "_" in text:
        markdown.emphasis(text, edits, pairs)
    edits.sort()
    return edits, pairs
