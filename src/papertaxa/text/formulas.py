"""Where formulas begin and end, and which dollar signs are money."""

from __future__ import annotations

import re

_LONGEST = 2000  # characters of a formula; what goes on for longer is not one
_NESTED = 12  # signs within a formula
_SHORT = 100  # characters of a formula between escaped signs
_DOLLAR = re.compile(r"\$(?<!\\\$)")
_ESCAPED = re.compile(r"\\\$(?<!\\\\\$)")
_TEX = re.compile(r"[\\^_{}]")
_WORDS = re.compile(r"\S\s+\S")
_PROSE = re.compile(r"[A-Za-z]{2,}")
_BREAK = re.compile(r"\n[ \t\r]*\n")
_BRACE = re.compile(r"\{|\}|\\\\*+.", re.DOTALL)  # or what is escaped, be it twice
_DISPLAY = re.compile(r"\\\\?([()\[\]])")
_CLOSES = {")": "(", "]": "["}


def dollars(text: str) -> dict[int, tuple[int, int]]:
    r"""Pair the dollar signs that enclose formulas.

    Escaped signs (``\$``) enclose formulas too, where Markdown had its way with a text.
    ``$5 and $10`` is money: a formula does not begin with a number and end in a space or before a
    digit, unless it holds commands, scripts or braces; one with space inside both dollar signs is
    a single word or holds such things.

    Args:
        text: The text.

    Returns:
        For every opening sign's position, the closing sign's position and the width of both.
    """
    pairs: dict[int, tuple[int, int]] = {}
    signs = [found.start() for found in _DOLLAR.finditer(text)]
    at = 0
    while at + 1 < len(signs):
        start, end = signs[at : at + 2]
        if end == start + 1:  # $$ ... $$
            following = signs[at + 2 : at + 4]
            adjacent = len(following) > 1 and following[0] + 1 == following[1]
            if adjacent and _is_formula(text, end + 1, following[0], following[1] + 1):
                pairs[start] = (following[0], 2)
                at += 3
        elif _is_formula(text, start + 1, end, end + 1):
            closing = _closing(text, signs, at)
            pairs[start] = (signs[closing], 1)
            at = closing
        at += 1
    escaped = [found.start() for found in _ESCAPED.finditer(text)]
    at = 0
    while at + 1 < len(escaped):
        start, end = escaped[at : at + 2]
        tight = start + 2 < end and not (text[start + 2].isspace() or text[end - 1].isspace())
        if tight and end - start < _SHORT and _is_formula(text, start + 2, end, end + 2):
            pairs[start] = (end, 2)
            at += 1
        at += 1
    return pairs


def _closing(text: str, signs: list[int], at: int) -> int:
    r"""Find the sign that closes a formula: not one within braces, as in ``$\text{a $b$ c}$``."""
    start = signs[at]
    for closing in range(at + 1, min(at + _NESTED, len(signs)), 2):
        end = signs[closing]
        if end - start > _LONGEST:
            break
        if text.count("{", start, end) <= text.count("}", start, end):
            return closing
    return at + 1


def _is_formula(text: str, start: int, end: int, stop: int) -> bool:
    """Whether ``text[start:end]``, between signs the last of which ends at ``stop``, is one."""
    if end - start > _LONGEST:
        return False
    inside, after = text[start:end], text[stop : stop + 1]
    if not inside or inside.isspace() or _BREAK.search(inside):
        return False
    if _TEX.search(inside):
        return not (inside[0].isdigit() and inside[-1].isspace() and _WORDS.search(inside))
    loose_left, loose_right = inside[0].isspace(), inside[-1].isspace()
    if inside[0].isdigit() and (after.isdigit() or (loose_right and _PROSE.search(inside))):
        return False
    return not (loose_left or loose_right) or _WORDS.search(inside) is None


def displays(text: str) -> dict[int, tuple[int, int]]:
    r"""Pair the commands ``\(`` and ``\)``, ``\[`` and ``\]``.

    Args:
        text: The text.

    Returns:
        For every opening command's position, start and end of the closing one.
    """
    pairs: dict[int, tuple[int, int]] = {}
    opened: dict[str, int] = {}
    for found in _DISPLAY.finditer(text):
        start, end = found.span()
        if found[1] in _CLOSES.values():
            opened[found[1]] = start
        elif (begin := opened.pop(_CLOSES[found[1]], -1)) >= 0 and start - begin <= _LONGEST:
            pairs[begin] = (start, end)
    return pairs


def braces(text: str) -> dict[int, int]:
    """Match the braces of a text, escaped ones aside.

    Args:
        text: The text.

    Returns:
        For every opening brace that is closed, the closing brace's position.
    """
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for found in _BRACE.finditer(text):
        at = found.start()
        if text[at] == "{":
            opened.append(at)
        elif text[at] == "}" and opened:
            pairs[opened.pop()] = at
    return pairs
