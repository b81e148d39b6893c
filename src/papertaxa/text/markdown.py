"""Markdown: emphasis, code, links, headings and bullets.

Emphasis follows the rule of delimiter runs in the CommonMark specification (section 6.2), with
exceptions for what papers write: ``2*3*4``, ``A*`` and ``V*Bench``, ``x**2``, ``__init__``.
"""

from __future__ import annotations

import re
from collections import Counter

from papertaxa.text.offsets import CLAIMED, Edit, Pair

_CODE = re.compile(r"(?<![`\\])(`{1,2})(?![`\s])([^`]{1,200})(?<!\s)\1(?!`)")
_QUOTED = re.compile(r"'(?![a-z])|\"|\n\s*\n")  # closes a LaTeX quote, or parts paragraphs
_LINK = re.compile(
    r"(!?\[)(?=[^\s\]])([^\[\]]{1,500})(\]\((?:\\url\{)?(?:" + CLAIMED + r"|mailto:|[#/.])[^\s()]*+"
    r"(?:\([^\s()]*+\)[^\s()]*+)*+\))"
)
_RUN = re.compile(r"\*\**|__*|\n[ \t\r]*\n")  # each begins with a literal: fast to search for
_HEADING = re.compile(r"\n[ \t]*+\r?\n[ \t]*+(#{1,6}[ \t]++)(?=\S[^\n]*+\n)")
_BULLET = re.compile(r"\n[ \t]*+([*•+-])[ \t]++(?=\S)")
_NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")


def code(text: str) -> tuple[list[Edit], list[Pair], list[tuple[int, int]]]:
    """Find what stands in backticks, unless they are LaTeX's quotes.

    Args:
        text: The text.

    Returns:
        The edits, the pairs, and the parts that hold code, to be read as they stand.
    """
    edits: list[Edit] = []
    pairs: list[Pair] = []
    parts = []
    for found in _CODE.finditer(text):
        if _QUOTED.search(found[2]):
            continue
        start, end = found.span()
        width = len(found[1])
        edits += ((start, start + width, ""), (end - width, end, ""))
        pairs.append((start, start + width, end - width, end))
        parts.append((start, end))
    return edits, pairs, parts


def lines(text: str, edits: list[Edit]) -> None:
    """Find the marks of headings and bullets.

    A lone line that begins with ``-`` or ``+`` is part of a sentence; two are a list.

    Args:
        text: The text.
        edits: Is added to.
    """
    lines = f"\n\n{text}"
    bullets = list(_BULLET.finditer(lines))
    count = Counter(found[1] for found in bullets)
    marks = [found for found in bullets if found[1] in "*•" or count[found[1]] > 1]
    if "#" in text:
        marks += _HEADING.finditer(lines)
    edits.extend((found.start(1) - 2, found.end(1) - 2, "") for found in marks)


def links(text: str, edits: list[Edit], pairs: list[Pair]) -> None:
    """Find links with a text, of which the text is kept.

    Args:
        text: The text.
        edits: Is added to.
        pairs: Is added to.
    """
    for found in _LINK.finditer(text):
        edits += ((*found.span(1), ""), (*found.span(3), ""))
        pairs.append((*found.span(1), *found.span(3)))


def emphasis(text: str, edits: list[Edit], pairs: list[Pair]) -> None:
    """Find stars and underscores that emphasise what stands between them.

    Args:
        text: The text.
        edits: Is added to.
        pairs: Is added to.
    """
    stack: list[tuple[str, int, int]] = []  # openers: character, start, end
    waiting = {"*": 0, "_": 0}
    for run in _RUN.finditer(text):
        start, end = run.span()
        mark = text[start]
        if mark == "\n":
            stack.clear()
            waiting = {"*": 0, "_": 0}
            continue
        opens, closes = _flanks(text, start, end)
        while closes and waiting[mark] and start < end:
            while stack[-1][0] != mark:
                waiting[stack.pop()[0]] -= 1
            _, begin, stop = stack.pop()
            waiting[mark] -= 1
            width = 2 if min(stop - begin, end - start) > 1 else 1
            if not _emphasises(text, begin, (stop - width, stop), start):
                continue
            edits += ((stop - width, stop, ""), (start, start + width, ""))
            pairs.append((stop - width, stop, start, start + width))
            start += width
            if stop - width > begin:
                stack.append((mark, begin, stop - width))
                waiting[mark] += 1
        if opens and start < end:
            stack.append((mark, start, end))
            waiting[mark] += 1


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether a run of marks can open emphasis, and whether it can close it."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    word_before, word_after = _is_word(before), _is_word(after)
    opens = not after.isspace() and (word_after or not word_before)
    closes = not before.isspace() and (word_before or not word_after)
    if text[start] == "_":
        return opens and not word_before, closes and not word_after
    return opens, closes


def _is_word(character: str) -> bool:
    return character.isalnum() or character == CLAIMED


def _emphasises(text: str, run: int, mark: tuple[int, int], close: int) -> bool:
    """Whether a pair of marks that could be emphasis is not part of a name or formula.

    Args:
        text: The text.
        run: Where the run of marks begins that the opening one belongs to.
        mark: Start and end of the opening mark.
        close: Start of the closing one.
    """
    start, end = mark
    inside = text[end : min(close, end + 100)]
    if text[start] == "_":
        return end - start == 1 or _NAME.fullmatch(inside) is None  # __init__
    within = run > 0 and text[run - 1].isalnum()
    if end - start > 1:
        return not (within and inside[0].isdigit())  # x**2 + y**2
    if not within:
        return True
    # A single star after a letter: only a letter picked out of a word, as in symmet*R*y.
    return text[run - 1].islower() and inside.isalpha() and inside.isupper()
