"""What a pass over LaTeX knows and collects."""

from __future__ import annotations

from papertaxa.text.formulas import braces, displays, dollars
from papertaxa.text.offsets import Edit, Pair

NEAR = 400
"""Characters looked at to choose how something reads; a bound, so that nesting stays linear."""


class Scan:
    r"""The state of one pass from left to right.

    The methods that take note of something return where the pass goes on.

    Attributes:
        text: The text.
        edits: What is to be read otherwise than it stands, by position.
        pairs: Markup in two halves.
        formulas: Every formula, signs included, as something claimed.
        braces: For every opening brace the closing one's position.
        dollars: For every opening dollar sign the closing one's position, and the width of both.
        displays: For every opening ``\(`` or ``\[`` start and end of the closing one.
        closers: For every closing mark's position its end, what it reads, and start and end of the
            opening mark.
        formula_end: Where the last formula ends.
        quote_end: Where the formula ends in which a quote was opened.
        command_end: Where the last symbol or group ended: a script may follow.
    """

    def __init__(self, text: str) -> None:
        """Find what needs a look ahead: the ends of groups and formulas.

        Args:
            text: The text, with what is not LaTeX masked.
        """
        self.text = text
        self.edits: list[Edit] = []
        self.pairs: list[Pair] = []
        self.formulas: list[Edit] = []
        self.braces = braces(text) if "{" in text else {}
        self.dollars = dollars(text) if "$" in text else {}
        self.displays = displays(text) if "\\" in text else {}
        self.closers: dict[int, tuple[int, str, int, int]] = {}
        self.formula_end = 0
        self.quote_end = 0
        self.command_end = -1

    def edit(self, start: int, end: int, reads: str = "") -> int:
        """Note that a part reads otherwise."""
        self.edits.append((start, end, reads))
        return end

    def open(self, start: int, end: int, close: int, reads: tuple[str, str] = ("", "")) -> int:
        """Note an opening mark, of which the other half is the one character at ``close``."""
        self.closers[close] = (close + 1, reads[1], start, end)
        return self.edit(start, end, reads[0])

    def open_formula(self, start: int, end: int, close: tuple[int, int]) -> int:
        """Note a formula by its opening mark, and start and end of its closing one."""
        while end < close[0] and self.text[end].isspace():
            end += 1
        self.closers[close[0]] = (close[1], "", start, end)
        self.formula_end = close[1]
        self.formulas.append((start, close[1], ""))
        return self.edit(start, end)

    def open_dollar(self, start: int) -> int:
        """Note a formula that a dollar sign opens."""
        close, width = self.dollars[start]
        return self.open_formula(start, start + width, (close, close + width))

    def close(self, start: int) -> int:
        """Note the closing mark that stands at ``start``."""
        end, reads, begin, stop = self.closers[start]
        if end == self.formula_end:
            start = self.before_space(start, stop)
        self.pairs.append((begin, stop, start, end))
        self.command_end = end
        return self.edit(start, end, reads)

    def before_space(self, start: int, floor: int = 0) -> int:
        """Go back over white space that no edit has claimed."""
        if self.edits:
            floor = max(floor, self.edits[-1][1])
        while start > floor and self.text[start - 1].isspace():
            start -= 1
        return start

    def in_formula(self, at: int) -> bool:
        """Whether a position lies within a formula."""
        return at < self.formula_end
