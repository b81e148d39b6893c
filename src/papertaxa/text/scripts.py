"""Subscripts and superscripts of LaTeX."""

from __future__ import annotations

import re

from papertaxa.text import symbols
from papertaxa.text.scanning import NEAR, Scan

_NAME = re.compile(r"\s*\\([A-Za-z]+)")
_DIGITS = re.compile(r"\s*[+\-−]?\d+\s*")
_SIGN = re.compile(r"\s*(?:[^\w\s\\{}]|\\(?:ast|star|top|prime|circ|dagger|perp)\b)\s*")
_DEGREE = re.compile(r"\\circ\b|\{\s*\\circ\s*\}")
_ORDINAL = re.compile(r"\{?\s*(?:\\(?:text|mathrm|textrm|rm)\b\s*\{?)?(?:st|nd|rd|th)\b")
_COMPOUND = re.compile(r".[\s+\-*/=]", re.DOTALL)


def script(scan: Scan, start: int) -> int:
    """Read a subscript or superscript.

    Digits in superscripts become Unicode superscripts, digits and symbols in subscripts follow
    directly, and letters follow an underscore or a caret. Outside formulas ``_`` and ``^`` are
    scripts only before a brace or right after a command: ``F_1`` and ``x^2`` stay.

    Args:
        scan: The pass, with its text at the mark.
        start: Where the mark stands.

    Returns:
        Where the pass goes on.
    """
    text, end = scan.text, start + 1
    close = scan.braces.get(end)
    if not (scan.in_formula(start) or start == scan.command_end or close):
        return end
    if text[start] == "_":
        return end if close is None and _stays(scan, end) else _subscript(scan, start, close)
    if degree := _DEGREE.match(text, end):
        return scan.edit(start, degree.end(), "°")
    if close is None:
        return _superscript(scan, start)
    inside = text[end + 1 : min(close, end + NEAR)]
    if _DIGITS.fullmatch(inside):
        scan.open(start, end + 1, close)
        return superscripts(scan, end + 1, close)
    if _SIGN.fullmatch(inside) or _ORDINAL.match(text, end):
        return scan.open(start, end + 1, close)
    compound = _COMPOUND.search(inside) is not None
    return scan.open(start, end + 1, close, ("^(", ")") if compound else ("^", ""))


def superscripts(scan: Scan, start: int, end: int) -> int:
    """Read digits and signs as superscripts, one by one."""
    scan.edits.extend(
        (at, at + 1, symbols.SUPERSCRIPTS.get(scan.text[at], scan.text[at]))
        for at in range(start, end)
    )
    return end


def is_number(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is a whole number."""
    return _DIGITS.fullmatch(text, start, end) is not None


def _stays(scan: Scan, at: int) -> bool:
    """Whether a mark before a single character or command is to be read as it stands."""
    after = scan.text[at : at + 1]
    return not after or after.isalpha() or after.isspace() or after in "^_$" or _is_word(scan, at)


def _is_word(scan: Scan, at: int) -> bool:
    """Whether a command reads as letters, not as a symbol."""
    name = _NAME.match(scan.text, at)
    return name is not None and name[1] not in symbols.SYMBOLS


def _subscript(scan: Scan, start: int, close: int | None) -> int:
    if close is None:
        return scan.edit(start, start + 1)
    inside = scan.text[start + 2 : min(close, start + NEAR)].lstrip()
    tight = not inside or inside[0].isdigit() or _SIGN.fullmatch(inside)
    if tight or (inside[0] == "\\" and not _is_word(scan, start + 2)):
        return scan.open(start, start + 2, close)
    return scan.open(start, start + 2, close, ("_", ""))


def _superscript(scan: Scan, start: int) -> int:
    """A superscript of one character or command, without braces."""
    end = start + 1
    if _ORDINAL.match(scan.text, end):
        return scan.edit(start, end)
    if _stays(scan, end):
        return end
    if scan.text[end].isdigit():
        scan.edit(start, end)
        return superscripts(scan, end, end + 1)
    if scan.text[end] == "\\" and not _SIGN.match(scan.text, end):
        return end
    return scan.edit(start, end)
