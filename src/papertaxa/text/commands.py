"""LaTeX's commands: what each reads as, and which of its arguments are text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from papertaxa.text import symbols
from papertaxa.text.scanning import NEAR, Scan
from papertaxa.text.scripts import is_number, superscripts
from papertaxa.text.unicode import plain

_ACCENTED = re.compile(
    r"\s*(?:\{\\?([A-Za-z])(?:\{\})?\}|\\([ij])(?![A-Za-z])(?:\{\})?|([A-Za-z]))"
)
_POSSESSIVE = re.compile(r"\w\\'(?:s|t|re|ll|ve)\b")
_SPACING = {",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", ">": " ", "!": "", "/": "", "@": ""}
_OPTION = re.compile(r"\s*\[[^\[\]{}]{0,200}\]")
_BLANK = re.compile(r"\s*")
_PRODUCT = re.compile(r"\s+(?=[A-Za-z0-9])")
_CODE_POINT = re.compile(r"\{\s*(?:[x\"]([0-9A-Fa-f]{2,5})|(\d{2,6}))\s*\}")
_VERBATIM = re.compile(r"([|!+/\"])[^\n]{0,100}?\1")
_SHORT_FRACTION = re.compile(r"\s*(\w)([\w{])")  # \frac12, \frac1{n}
_SUM = re.compile(r".[+\-=/]", re.DOTALL)
_ONE = re.compile(  # one factor, of which a root or fraction needs no brackets around it
    r"\s*(?:\d+|[A-Za-z]|\\[A-Za-z]+(?:\{[^{}]*\})?)(?:[_^](?:\w|\{\w*\}))?\s*"
)
_BRACKETS, _BARE = ("(", ")"), ("", "")


def sign_command(scan: Scan, sign: str, start: int, end: int) -> int:
    r"""Read a command whose name is a sign, such as ``\%`` or ``\'``.

    Args:
        scan: The pass.
        sign: The sign.
        start: Where the command begins.
        end: Where it ends, without its argument.

    Returns:
        Where the pass goes on.
    """
    formula = scan.in_formula(start)
    after = scan.text[end : end + 1]
    if not formula and start in scan.displays:
        return scan.open_formula(start, end, scan.displays[start])
    if not formula and start in scan.dollars:
        return scan.open_dollar(start)
    if sign == "-" and after == "-":
        return scan.edit(start, start + 1)  # \--- is a dash
    if sign in symbols.ACCENTS and (accented := _accent(scan, sign, start, end)):
        return accented
    if sign in _SPACING and (formula or sign not in ">!"):
        if sign == "@" and after.isalnum():
            return scan.edit(start, end, sign)
        thousands = sign == "," and after.isdigit() and scan.text[start - 1 : start].isdigit()
        return scan.edit(start, end, "" if thousands else _SPACING[sign])
    if sign == "&" and scan.text.startswith("amp;", end):
        end += 4  # the sign was escaped for HTML too
    return scan.edit(start, end, "‖" if sign == "|" and formula else plain(sign))


def named_command(scan: Scan, name: str, start: int, begin: int, end: int) -> int:
    r"""Read a command whose name is a word, such as ``\emph``.

    Args:
        scan: The pass.
        name: The name.
        start: Where the command begins.
        begin: Where its name begins.
        end: Where it ends, without its arguments.

    Returns:
        Where the pass goes on.
    """
    if name not in symbols.KNOWN and (known := next(filter(name.startswith, symbols.RUN_ON), "")):
        name, end = known, begin + len(known)
    special = _SPECIAL.get(name)
    if special and (done := special(scan, name, start, end)) is not None:
        return done
    if (option := _OPTION.match(scan.text, end)) and option.end() in scan.braces:
        end = option.end()
    brace = end
    if name in symbols.KNOWN and (blank := _BLANK.match(scan.text, end)):
        brace = blank.end()
    close = scan.braces.get(brace)
    if name in symbols.SWITCHES and (close is None or brace > end):
        return _switch(scan, name, start, brace)
    if close is not None:
        return _argument(scan, name, start, begin, brace, close)
    if name in symbols.FONTS:
        if scan.text.startswith("{", brace):  # a group that is never closed
            return scan.edit(start, brace + 1)
        return scan.edit(start, brace if scan.in_formula(start) else end)
    scan.command_end = end
    if scan.in_formula(start) and name in symbols.OPERATORS:
        return _operator(scan, name, start, end)
    scan.edit(start, begin)  # a command that the paper defines reads as its name
    return end


def _accent(scan: Scan, accent: str, start: int, end: int) -> int | None:
    if accent == "'" and _POSSESSIVE.match(scan.text, start - 1):
        return None  # the apostrophe was escaped for a string
    letter = _ACCENTED.match(scan.text, end)
    if letter is None or (accent.isalpha() and letter[1] is None):
        return None
    base = letter[1] or letter[2] or letter[3]
    composed = unicodedata.normalize("NFC", base + symbols.ACCENTS[accent])
    return scan.edit(start, letter.end(), composed)


def _symbol(scan: Scan, name: str, start: int, end: int) -> int | None:
    formula = scan.in_formula(start)
    if formula and name in symbols.LETTERS:
        return None
    reads = symbols.SYMBOLS[name]
    end += 2 * scan.text.startswith("{}", end)
    tight = reads.isalpha() if formula else name in symbols.LETTERS
    if tight and (product := _PRODUCT.match(scan.text, end)):
        end = product.end()  # the space only ends the command
    scan.command_end = end
    return scan.edit(start, end, reads)


def _space(scan: Scan, _name: str, start: int, end: int) -> int:
    return scan.edit(start, end, " ")


def _drop(scan: Scan, name: str, start: int, end: int) -> int:
    """A command that goes with its arguments and the space before it."""
    while option := _OPTION.match(scan.text, end):
        end = option.end()
    for _ in range(symbols.DROPPED[name]):
        end = scan.braces.get(end, end - 1) + 1
    if scan.edits and scan.edits[-1][1:] == (start, " "):  # a tie, as in Smith~\cite{...}
        start = scan.edits.pop()[0]
    start = scan.before_space(start)
    return scan.edit(start, end, " " if scan.text[end : end + 1].isalnum() else "")


def _code_point(scan: Scan, _name: str, start: int, end: int) -> int | None:
    r"""MathJax's ``\unicode{x2014}``."""
    code = _CODE_POINT.match(scan.text, end)
    if code is None:
        return None
    number = int(code[1], 16) if code[1] else int(code[2])
    return scan.edit(start, code.end(), plain(chr(number)))


def _verbatim(scan: Scan, _name: str, start: int, end: int) -> int | None:
    verbatim = _VERBATIM.match(scan.text, end)
    if verbatim is None:
        return None
    scan.edit(start, end + 1)
    return scan.edit(verbatim.end() - 1, verbatim.end())


def _root(scan: Scan, _name: str, start: int, end: int) -> int:
    if (option := _OPTION.match(scan.text, end)) and option.end() in scan.braces:
        end = option.end()
    close = scan.braces.get(end)
    if close is None:
        return scan.edit(start, end, "√")
    before, after = _BARE if _ONE.fullmatch(scan.text, end + 1, close) else _BRACKETS
    return scan.open(start, end + 1, close, (f"√{before}", after))


def _fraction(scan: Scan, _name: str, start: int, end: int) -> int | None:
    text = scan.text
    close = scan.braces.get(end)
    if close is None:
        short = _SHORT_FRACTION.match(text, end)
        if short is None:
            return None
        scan.edit(start, end)
        below = short.start(2)
        if second := scan.braces.get(below):
            return scan.open(below, below + 1, second, ("/", ""))
        return scan.edit(below, below + 1, "/" + short[2].strip("{"))
    second = scan.braces.get(close + 1)
    if second is None:
        return None
    above = _BRACKETS if _SUM.search(text, end + 1, min(close, end + NEAR)) else _BARE
    beneath = _BARE if _ONE.fullmatch(text, close + 2, second) else _BRACKETS
    scan.closers[close] = (close + 2, f"{above[1]}/{beneath[0]}", start, end + 1)
    scan.closers[second] = (second + 1, beneath[1], close, close + 2)
    return scan.edit(start, end + 1, above[0])


def _second(scan: Scan, name: str, start: int, end: int) -> int | None:
    """A command of which the first argument is not text, but the second is."""
    if option := _OPTION.match(scan.text, end):
        end = option.end()
    close = scan.braces.get(end)
    if close is None:
        return None
    second = scan.braces.get(close + 1)
    if second is not None:
        return scan.open(start, close + 2, second)
    return scan.edit(start, close + 1) if name == "textcolor" else None


def _raised(scan: Scan, _name: str, start: int, end: int) -> int | None:
    close = scan.braces.get(end)
    if close is None or not is_number(scan.text, end + 1, close):
        return None
    scan.open(start, end + 1, close)
    return superscripts(scan, end + 1, close)


def _named_accent(scan: Scan, name: str, start: int, end: int) -> int | None:
    return _accent(scan, name, start, end)


_SPECIAL: Mapping[str, Callable[[Scan, str, int, int], int | None]] = (
    dict.fromkeys((name for name in symbols.ACCENTS if name.isalpha()), _named_accent)
    | dict.fromkeys(symbols.SYMBOLS, _symbol)
    | dict.fromkeys(symbols.SPACES, _space)
    | dict.fromkeys(symbols.DROPPED, _drop)
    | dict.fromkeys(symbols.FRACTIONS, _fraction)
    | dict.fromkeys(symbols.SECOND, _second)
    | dict.fromkeys(("verb", "Verb"), _verbatim)
    | {"unicode": _code_point, "sqrt": _root, "textsuperscript": _raised}
)


def _argument(scan: Scan, name: str, start: int, begin: int, brace: int, close: int) -> int:
    r"""A command with an argument, which it reads as; ``\ours{}`` reads as its name."""
    if close > brace + 1 or name in symbols.KNOWN:
        return scan.open(start, brace + 1, close)
    scan.edit(start, begin)
    scan.command_end = close + 1
    return scan.edit(begin + len(name), close + 1)


def _switch(scan: Scan, name: str, start: int, end: int) -> int:
    if name in ("left", "right", "middle") and scan.text.startswith(".", end):
        end += 1
    elif scan.text[end - 1] == "\n":
        end -= 1  # the line break parts words all the same
    return scan.edit(start, end)


def _operator(scan: Scan, name: str, start: int, end: int) -> int:
    r"""``\log`` and its like, which their neighbours do not touch."""
    before, after = scan.text[start - 1], scan.text[end : end + 1]
    left = " " if before.isalnum() or before in ")}" else ""
    right = " " if after.isalnum() or after == "\\" else ""
    return scan.edit(start, end, f"{left}{name}{right}")
