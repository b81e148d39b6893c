"""HTML: tags by known names, comments, and character references."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from html.entities import html5

from papertaxa.text.offsets import CLAIMED, Edit, Pair
from papertaxa.text.symbols import SUPERSCRIPTS
from papertaxa.text.unicode import plain
from papertaxa.text.wordlists import words

# Only these are tags: `<think>` and `<eos>` are tokens that papers write about.
_BLOCK = words(
    "p br div li ul ol dl dt dd tr td th table tbody thead hr blockquote pre section article "
    "h1 h2 h3 h4 h5 h6 center"
)
_INLINE = words(
    "a abbr acronym b bdi big cite code del dfn em font i ins kbd mark q s samp small span strike "
    "strong sub sup tt u var"
)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<prefix>jats:|mml:)?(?P<name>[A-Za-z][A-Za-z0-9-]*+)"
    r"(?:\s++[\w:-]++\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=]++))*+\s*+/?>"
    r"|<!--[^<>]*>|<(?P<link>" + CLAIMED + r"+)>"
)
_REFERENCE = re.compile(
    r"&(?:amp;)*(?:"
    r"(?:#x27|#39|apos);&(?:amp;)*(?:#x27|#39|apos)"  # LaTeX's closing ''
    r"|(#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31})"
    r");"
)
_JATS_BLOCK = words("p title sec list list-item")
_RAISED = re.compile(r"[0-9+-]{1,4}")


def tags(text: str, edits: list[Edit], pairs: list[Pair]) -> None:
    """Find the tags of HTML, and of JATS and MathML as publishers' metadata have them.

    Block tags part words like a space and are not paired, for a name does not begin in one
    paragraph and end in the next. An inline tag of one letter counts only where its other half
    stands too: ``a<b`` is an inequality.

    Args:
        text: The text.
        edits: Is added to.
        pairs: Is added to.
    """
    opened: dict[str, list[re.Match[str]]] = {}
    for tag in _TAG.finditer(text):
        name = (tag["name"] or "").lower()
        start, end = tag.span()
        if tag["link"]:
            edits += ((start, start + 1, ""), (end - 1, end, ""))
            pairs.append((start, start + 1, end - 1, end))
        elif not name or tag["prefix"] or name in _BLOCK:
            inline = tag["prefix"] and name not in _JATS_BLOCK
            edits.append((start, end, "" if inline else " "))
        elif name not in _INLINE:
            continue
        elif not tag["close"]:
            opened.setdefault(name, []).append(tag)
        elif opened.get(name):
            _pair(text, opened[name].pop(), tag, edits, pairs)
        elif len(name) > 1:
            edits.append((start, end, ""))
    for name, rest in opened.items():
        if len(name) > 1:
            edits.extend((*tag.span(), "") for tag in rest)


def _pair(
    text: str,
    opening: re.Match[str],
    closing: re.Match[str],
    edits: list[Edit],
    pairs: list[Pair],
) -> None:
    edits += ((*opening.span(), ""), (*closing.span(), ""))
    pairs.append((*opening.span(), *closing.span()))
    start, end = opening.end(), closing.start()
    if opening["name"].lower() == "sup" and _RAISED.fullmatch(text, start, end):
        edits.extend((at, at + 1, SUPERSCRIPTS[text[at]]) for at in range(start, end))


def references(text: str, spans: Iterable[tuple[int, int]]) -> list[Edit]:
    """Find character references (``&amp;``, ``&#39;``), also where ``&`` was escaped repeatedly.

    Args:
        text: The text.
        spans: The parts of it to look at.

    Returns:
        What is to be read otherwise than it stands; two references in a row that make LaTeX's
        closing quotes read as such.
    """
    return [
        (*found.span(), "”" if found[1] is None else plain(html.unescape(f"&{found[1]};")))
        for start, end in spans
        for found in _REFERENCE.finditer(text, start, end)
        if found[1] is None or _known(found[1])
        if text[found.start() - 1 : found.end()] != "\\&amp;"  # LaTeX's \&, escaped once more
    ]


def unescape(text: str) -> str:
    """Replace the character references of a text to which no way back is needed.

    Args:
        text: Any text.

    Returns:
        The text with every known reference replaced.
    """
    for start, end, reads in reversed(references(text, [(0, len(text))])):
        text = text[:start] + reads + text[end:]
    return text


def _known(name: str) -> bool:
    # html.unescape alone would take `&notin` for `&not` and two letters.
    return name[0] == "#" or f"{name};" in html5
