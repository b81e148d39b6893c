"""Words that a hard line break parts.

A hyphen before a line break is either the word's own (``state-of-the-`` / ``art``) or was put there
to break the line (``optimiza-`` / ``tion``). It goes only where small letters stand on both sides
and nothing speaks for a compound; the line break goes in either case, so that a name is whole
(``Qwen-`` / ``3``). ``short-`` / ``and long-term`` keeps hyphen and space.
"""

from __future__ import annotations

import re

from papertaxa.text.offsets import Edit
from papertaxa.text.wordlists import words

HYPHEN = re.compile(r"-[ \t]*+\r?\n")
_BROKEN = re.compile(r"(?<=\w)-[ \t]*+\r?\n[ \t]*+(?=[\w$\\])|\u00ad[ \t]*+\r?\n[ \t]*+")
_WORD = re.compile(r"(?<![\w-])(?<!-\n)[^\W_]++(?:-[^\W_]++)*+(?![\w-])")
_BEFORE = re.compile(r"[\w-]*\Z")
_AFTER = re.compile(r"[\w-]*")
_SHORTEST = 4  # letters of a part that is a word of its own if it stands alone elsewhere
_LONGEST = 40  # characters of a word that are looked at
_SUSPENDED = words("and or to nor vs versus as than und")
# Parts of compounds that are usually written with a hyphen.
_FIRST = words(
    "pre post non multi self semi cross inter intra meta anti quasi pseudo co low high mid long "
    "short large small single one two few zero many real time open closed end fine coarse well ill "
    "state near far full half hard soft deep domain task data model human user object image text "
    "graph node token word sentence training test query plug black white off on by worst best last "
    "first second third ever so top rank"
)
_SECOND = words(
    "of the art in on off out up by based free aware level wise like driven specific invariant "
    "rank shot step scale time order modal agent task turn hop dimensional efficient agnostic "
    "guided trained tuned grained world end"
)


def find(text: str) -> list[Edit]:
    """Find line breaks within words.

    Args:
        text: The text, with what is to be taken as it stands masked.

    Returns:
        What is to be read otherwise than it stands.
    """
    if not ("\n" in text and ("\u00ad" in text or HYPHEN.search(text))):
        return []
    known = frozenset(_WORD.findall(_BROKEN.sub("-\n", text.lower())))
    edits: list[Edit] = []
    for broken in _BROKEN.finditer(text):
        start, end = broken.span()
        if text[start] != "-":
            edits.append((start, end, ""))
            continue
        before = _BEFORE.search(text, max(0, start - _LONGEST), start)
        after = _AFTER.match(text, end, end + _LONGEST)
        first = before[0] if before else ""
        second = after[0] if after else ""
        if second in _SUSPENDED:
            continue
        drop = first.islower() and second.islower() and _is_one_word(first, second, known)
        edits.append((start if drop else start + 1, end, ""))
    return edits


def _is_one_word(first: str, second: str, known: frozenset[str]) -> bool:
    """Whether the hyphen between two parts was put there to break the line."""
    if "-" in first or "-" in second:
        return False
    if first + second in known:
        return True
    if f"{first}-{second}" in known or first in _FIRST or second in _SECOND:
        return False
    return not any(len(part) >= _SHORTEST and part in known for part in (first, second))
