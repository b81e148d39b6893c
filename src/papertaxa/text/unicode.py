"""Unicode forms: one character for one meaning, and none that cannot be seen.

Full-width forms, mathematical alphabets, Roman numerals and ligatures become plain letters (the
compatibility forms of Unicode Standard Annex 15, as far as they keep a name whole: superscripts,
subscripts and ``ℓ`` stay), typographic hyphens become ``-``. Letters and their combining marks are
composed (NFC). Control characters, soft hyphens, zero-width characters and lone surrogates are
dropped; every kind of space is a space.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from papertaxa.text.offsets import Builder

_DROP = "\0"  # stands for a character to be dropped, until it is
_EXPAND = "\1"  # stands for a character that several letters replace

_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_UNSEEN = (
    ("\0", "\x08"),
    ("\x0e", "\x1b"),
    ("\x7f", "\x84"),
    ("\x86", "\x9f"),
    ("\xad", "\xad"),
    ("\u200b", "\u200f"),
    ("\u202a", "\u202e"),
    ("\u2060", "\u206f"),
    ("\ud800", "\udfff"),  # lone surrogates: no file can be written with them
    ("\ufe00", "\ufe0f"),
    ("\ufeff", "\ufeff"),
    ("\ufff9", "\ufffb"),
)
_COMPATIBLE = (
    ("µ", "µ"),
    ("\u03d0", "\u03d6"),  # ϑ, ϕ, ϖ
    ("\u03f0", "\u03f6"),  # ϰ, ϱ, ϵ
    ("\u2010", "\u2011"),  # hyphens
    ("\u2100", "\u214f"),  # ℝ, ℒ, and the signs for ohm, kelvin and ångström
    ("\u2160", "\u217f"),  # Roman numerals
    ("\ufb00", "\ufb06"),  # ligatures
    ("\uff01", "\uff5e"),  # full-width forms
    ("\U0001d400", "\U0001d7ff"),  # mathematical alphabets
)
_KEPT = frozenset("ℓ℀℁℃℅℆℉№℠℡™℻")


def _table() -> dict[int, str]:
    """What replaces a character; nothing for one that is dropped."""
    table = {
        code: unicodedata.normalize("NFKC", chr(code))
        for first, last in _COMPATIBLE
        for code in range(ord(first), ord(last) + 1)
        if chr(code) not in _KEPT
    }
    table |= {ord("\u2010"): "-", ord("\u2011"): "-"}
    table |= {code: "" for first, last in _UNSEEN for code in range(ord(first), ord(last) + 1)}
    return table | {ord(space): " " for space in _SPACES}


_FULL = _table()
_SINGLE = {
    code: text if len(text) == 1 else _EXPAND if text else _DROP for code, text in _FULL.items()
}
_CHANGES = re.compile(  # any character of the table but the line feed
    "[" + "".join(f"{a}-{b}" for a, b in (*_UNSEEN, *_COMPATIBLE)) + _SPACES.replace("\n", "") + "]"
)
_ODD = re.compile(f"{_DROP}|{_EXPAND}|  +")


def plain(text: str) -> str:
    """Give the plain form of a text to which no way back is needed.

    Args:
        text: Any text.

    Returns:
        The text with every character in its plain form; runs of spaces stay.
    """
    return unicodedata.normalize("NFC", text.translate(_FULL))


def write(builder: Builder, start: int, end: int) -> None:
    """Write a part of the raw text that holds no markup.

    Args:
        builder: What is written to.
        start: Where the part begins in ``builder.raw``.
        end: Where it ends.
    """
    raw = builder.raw[start:end]
    text = raw.replace("\n", " ")
    if not (text.isascii() and text.isprintable()) and _CHANGES.search(text):
        text = text.translate(_SINGLE)
    done = 0
    if "  " in text or _DROP in text or _EXPAND in text:
        for odd in _ODD.finditer(text):
            begin, stop = odd.span()
            _compose(builder, text[done:begin], start + done)
            builder.atom(_replacement(odd[0], raw[begin]), start + begin, start + stop)
            done = stop
    _compose(builder, text[done:], start + done)


def _replacement(odd: str, raw: str) -> str:
    if odd == _DROP:
        return ""
    return _FULL[ord(raw)] if odd == _EXPAND else " "


def _compose(builder: Builder, text: str, start: int) -> None:
    """Copy a text, its letters and marks composed."""
    if unicodedata.is_normalized("NFC", text):  # at once for ASCII
        builder.copy(text, start)
        return
    done = 0
    for begin, end in _clusters(text):
        composed = unicodedata.normalize("NFC", text[begin:end])
        if composed != text[begin:end]:
            builder.copy(text[done:begin], start + done)
            builder.atom(composed, start + begin, start + end)
            done = end
    builder.copy(text[done:], start + done)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Parts that compose only within themselves: a character and the marks on it."""
    begin = 0
    for at in range(1, len(text)):
        character = text[at]
        mark = unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"
        if not mark:
            yield begin, at
            begin = at
    yield begin, len(text)
