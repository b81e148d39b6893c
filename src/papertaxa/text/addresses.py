"""Addresses on the web: where they stand, and what they are without the markup around them."""

from __future__ import annotations

import re

from papertaxa.text.hypertext import unescape
from papertaxa.text.offsets import Edit

_BODY = (
    r"(?:[^\s<>\"{}|\\^`*\[\]，。；：、（）【】《》“”‘’]"
    r"|\\[_%#&~$]|\\textasciitilde(?:\{\})?|\{\\?[_~]\})++"
)
ADDRESS = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Za-z0-9-])"  # both kinds begin so; most characters fail here
    rf"(?:(?:https?://|ftp://|www\.(?=[A-Za-z0-9]))(?={_BODY}){_BODY}"
    r"|(?<![\w.@/-])(?:[A-Za-z0-9-]++\.){1,4}(?:com|org|net|io|co|ai|edu|dev|science|de|uk|cn|fr|ch)"
    rf"/(?:~?[A-Za-z0-9]){_BODY})",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"\\([_%#&~$])(?:\{\})?|\\textasciitilde(?:\{\})?|\{\\?([_~])\}")
_TRAILING = ".,;:!?'\"*_$~\\–—-"
_QUOTES = ("&quot;", "&apos;", "&gt;", "&lt;", "&#39;", "&#x27;")
_HOST = re.compile(r"\.(?:com|org|io|net|co|ai|edu)/")


def find(raw: str) -> list[tuple[int, int]]:
    """Find the addresses in a text.

    Args:
        raw: A text as given.

    Returns:
        Start and end of each, without punctuation that only follows it.
    """
    lowered = raw.lower()
    if not ("://" in lowered or "www." in lowered or _HOST.search(lowered)):
        return []
    return [(found.start(), _end(raw, *found.span())) for found in ADDRESS.finditer(raw)]


def links(raw: str) -> tuple[str, ...]:
    r"""Collect the addresses that a text names.

    They come from plain text, ``\url{}``, ``\href{}{}``, Markdown's links and HTML's attributes
    alike. Escapes (``\_``, ``&amp;``) are undone; punctuation that follows is left out, and so is a
    closing bracket without its opening one.

    Args:
        raw: A text as given.

    Returns:
        Every address once, in reading order.
    """
    return tuple(dict.fromkeys(address for _, _, address in located(raw)))


def located(raw: str) -> list[tuple[int, int, str]]:
    """Find the addresses that a text names, each as `links` gives it, with its start and end."""
    found = ((start, end, _plain(raw[start:end])) for start, end in find(raw))
    return [place for place in found if place[2]]


def escapes(raw: str, spans: list[tuple[int, int]]) -> list[Edit]:
    r"""Find what is escaped within addresses.

    Args:
        raw: A text as given.
        spans: Where the addresses stand.

    Returns:
        What is to be read otherwise than it stands.
    """
    return [
        (*found.span(), _unescaped(found))
        for start, end in spans
        for found in _ESCAPE.finditer(raw, start, end)
    ]


def _end(raw: str, start: int, end: int) -> int:
    """Where an address ends, if punctuation and brackets after it are not part of it."""
    surplus = raw.count(")", start, end) - raw.count("(", start, end)
    while True:
        if raw.endswith(_QUOTES, start, end):
            end = raw.rindex("&", start, end)
        elif raw[end - 1] in _TRAILING:
            end -= 1
        elif raw[end - 1] == ")" and surplus > 0:
            end -= 1
            surplus -= 1
        else:
            return end


def _plain(address: str) -> str:
    return unescape(_ESCAPE.sub(_unescaped, address))


def _unescaped(found: re.Match[str]) -> str:
    return found[1] or found[2] or "~"
