"""Walking through JSON text piece by piece, without holding the whole of it.

The standard library decodes a value within a string but cannot stream; the streaming libraries
refuse NaN. This keeps a window of text that grows until the value at its start is whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import cast

from papertaxa.listings.jsondecode import DECODER, may_hold_surrogates, scrubbed
from papertaxa.listings.rows import CutOffError

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_LARGEST = 1 << 28  # characters of one value; more is a file that lacks a closing quote
_EARLY = "it ends early"
_PARTIAL = 16  # an escape or a literal cut in two by the end of the window is shorter than this


class Scanner:
    """A position in a stream of JSON text.

    A class, as it holds the window and the place.
    """

    def __init__(self, chunks: Iterable[str]) -> None:
        """Start at the first of ``chunks``."""
        self._chunks: Iterator[str] = iter(chunks)
        self._window = ""
        self._at = 0
        self._ended = False
        self._cut: CutOffError | None = None
        self._lines = 1

    @property
    def line(self) -> int:
        """The number of the line that the position is in, from 1."""
        return self._lines + self._window.count("\n", 0, self._at)

    def peek(self) -> str:
        """Return the next character that is not white space, or ``""`` at the end.

        Raises:
            CutOffError: The file is damaged here.
        """
        if self._at < len(self._window) and self._window[self._at] not in " \t\r\n\ufeff":
            return self._window[self._at]
        while True:
            match = cast("re.Match[str]", _SPACE.match(self._window, self._at))
            self._at = match.end()
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._grow():
                if self._cut:
                    raise self._cut
                return ""

    def skip(self, expected: str) -> None:
        """Move past one character that must be there.

        Raises:
            ValueError: Another one is.
            CutOffError: The file is damaged here.
        """
        found = self.peek()
        if found != expected:
            raise ValueError(
                f"expected {expected!r}, found {found!r}" if found else "it ends early"
            )
        self._at += 1

    def value(self) -> object:
        """Decode the value at the position and move past it.

        Raises:
            ValueError: It is not valid JSON, or does not end.
            RecursionError: It is nested too deeply.
            CutOffError: The file is damaged before the value ends.
        """
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._window, self._at)
            except json.JSONDecodeError as error:
                if not self._may_be_partial(error) or not self._grow():
                    if self._cut:
                        raise self._cut from error
                    raise
                continue
            # A number that ends with the window may go on in the next piece; what stands there of
            # a fraction or an exponent ("1.", "1e-") does not count as the number's yet.
            number = isinstance(value, int | float)
            if number and end + _PARTIAL > len(self._window) and not self._ended:
                self._grow()
                continue
            text = self._window[self._at : end]
            self._at = end
            return scrubbed(value) if may_hold_surrogates(text) else value

    def members(self) -> Iterator[str]:
        """Enter the object at the position and yield its keys.

        The caller must move past each value before it asks for the next key.

        Raises:
            ValueError: It is not valid JSON.
            CutOffError: The file is damaged here.
        """
        self.skip("{")
        while self.peek() != "}":
            found = self.peek()
            if found != '"':
                what = f"expected a key in quotes, found {found!r}" if found else _EARLY
                raise ValueError(what)
            key = cast("str", self.value())
            self.skip(":")
            yield key
            self._separator("}")
        self.skip("}")

    def elements(self) -> Iterator[None]:
        """Enter the array at the position and yield at each element.

        The caller must move past each element before it asks for the next one.

        Raises:
            ValueError: It is not valid JSON.
            CutOffError: The file is damaged here.
        """
        self.skip("[")
        while self.peek() != "]":
            yield
            self._separator("]")
        self.skip("]")

    def _separator(self, closing: str) -> None:
        # A comma before the closing bracket is forgiven: people edit listings by hand.
        if self.peek() != closing:
            self.skip(",")

    def _may_be_partial(self, error: json.JSONDecodeError) -> bool:
        if self._ended or len(self._window) - self._at > _LARGEST:
            return False
        near_end = error.pos >= len(self._window) - _PARTIAL
        return near_end or error.msg.startswith("Unterminated string")

    def _grow(self) -> bool:
        """Drop what was passed and take on at least as much text as is left; False at the end."""
        if self._ended:
            return False
        self._lines += self._window.count("\n", 0, self._at)
        pieces = [self._window[self._at :]]
        wanted = size = len(pieces[0])
        self._at = 0
        while wanted >= 0:
            try:
                piece = next(self._chunks, None)
            except CutOffError as error:
                self._cut, piece = error, None
            if piece is None:
                self._ended = True
                break
            pieces.append(piece)
            wanted -= len(piece)
        self._window = "".join(pieces)
        return len(self._window) > size
