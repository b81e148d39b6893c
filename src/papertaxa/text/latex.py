r"""LaTeX: commands, groups, formulas, scripts, and its way to write dashes and quotes.

Known symbols become their Unicode characters, digits in superscripts superscripts (``C$^3$`` reads
``C³``), digits in subscripts plain digits (``$\pi_0$`` reads ``π0``), letters in subscripts follow
an underscore (``KL_inf``). A command that is not known reads as its argument, or else as its name:
papers define ``\ourmethod`` and leave it in the abstract.
"""

from __future__ import annotations

import re

from papertaxa.text import symbols
from papertaxa.text.commands import named_command, sign_command
from papertaxa.text.scanning import NEAR, Scan
from papertaxa.text.scripts import script

_TOKEN = re.compile(  # every alternative begins with a literal, so the search skips plain text fast
    r"\\(?:\\?(?P<name>[A-Za-z]+)(?:\*(?=[{\[]))?|\\?(?P<sign>[^A-Za-z\\])|\\)"
    r"|\$|\{|\}|\^|_|~|--+|``?|''",
    re.DOTALL,
)
_PLAIN_GROUP = re.compile(  # words, or signs that braces keep apart
    r"(?:[\w.+\u0300-\u036f-]|\\[&%_#])++(?:\s[\w.+-]++){0,5}|[,.:;=~–—-]{1,3}"
)
_READS = {"--": "–", "---": "—", "`": "‘", "``": "“", "''": "”"}


def scan_latex(text: str) -> Scan:
    """Find the LaTeX in a text, in one pass.

    Args:
        text: The text, with what is not LaTeX masked.

    Returns:
        What was found.
    """
    scan = Scan(text)
    at = 0
    while token := _TOKEN.search(text, at):
        start, end = token.span()
        mark = text[start]
        if start in scan.closers:
            at = scan.close(start)
        elif mark == "\\":
            at = _command(scan, token)
        elif mark == "$":
            at = _dollar(scan, start)
        elif mark == "{":
            at = _group(scan, start)
        elif mark in "^_":
            at = script(scan, start)
        else:
            at = _sign(scan, start, end)
    return scan


def _command(scan: Scan, token: re.Match[str]) -> int:
    start, end = token.span()
    name, sign = token["name"], token["sign"]
    if sign:
        return sign_command(scan, sign, start, end)
    if name is None:
        return scan.edit(start, end, " ")
    begin = token.start("name")
    if begin > start + 1 and name not in symbols.KNOWN:
        return scan.edit(start, begin, " ")  # a line break and a word
    return named_command(scan, name, start, begin, end)


def _dollar(scan: Scan, start: int) -> int:
    if scan.in_formula(start):  # a formula within the text of a formula
        return scan.edit(start, start + 1)
    return scan.open_dollar(start) if start in scan.dollars else start + 1


def _group(scan: Scan, start: int) -> int:
    """A brace that follows no command: markup, unless it holds prose of its own."""
    close = scan.braces.get(start)
    formula = scan.in_formula(start)
    if close is None:
        return scan.edit(start, start + 1) if formula else start + 1
    inside = scan.text[start + 1 : min(close, start + NEAR)]
    markup = formula or not inside or inside[0] == "{" or start == scan.command_end
    if markup or "\\" in inside or _PLAIN_GROUP.fullmatch(inside):
        return scan.open(start, start + 1, close)
    return start + 1


def _sign(scan: Scan, start: int, end: int) -> int:
    """A closing brace, a tie, a dash or a quote."""
    sign = scan.text[start:end]
    formula = scan.in_formula(start)
    if sign == "~":
        return scan.edit(start, end, " ") if formula or _is_tie(scan.text, start) else end
    if sign == "}":
        return scan.edit(start, end) if formula else end
    if sign[0] == "`":
        scan.quote_end = scan.formula_end if formula else 0
    elif formula and (sign != "''" or scan.quote_end != scan.formula_end):
        return end  # primes and minus signs
    return scan.edit(start, end, _READS[sign]) if sign in _READS else end


def _is_tie(text: str, at: int) -> bool:
    """Whether ``~`` is a space that keeps a line whole, not ``about`` or part of a name."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after or before.isspace() or after.isspace() or "~" in (before, after):
        return False
    return not after.isdigit() or before.isalpha() or before in ".)}"
