"""Short and long forms of one name: ``Group Relative Policy Optimization (GRPO)``.

The method of Schwartz & Hearst (2003), with what it misses in abstracts of machine learning: the
long form after the short one, short forms that are a plural or hold digits and symbols, letters
from inside words, a long form that is the rest of the title, and a preference for letters that
begin words, without which ``Preference Policy Optimization (PPO)`` would begin at the wrong ``P``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract.spelling import Slice, word_set
from papertaxa.extract.tokenizer import words_of

KEY = "papertaxa_acronyms"
"""Of the list of pairs (long, short) in a document's ``user_data``, and of the component."""

_LINKING = word_set(
    "of for and the with in to by via a an on from as at or using through & under over"
)
_GO_ON = frozenset("),;")
_STOP = frozenset(".;:()[]!?—\n")
_SHORT = re.compile(r"(?=\S*[A-Z])[^\W_][\w\-./+*²³']{1,14}")
_PART = re.compile(r"[^\W_]+")
_MOST_WORDS = 12
_FEWEST_LETTERS = 2
_FEWEST_WORDS = 2


def _letters(short: str) -> str:
    """Reduce a short form to the letters that its long form has to account for."""
    if len(short) > 2 and short[-1] == "s" and short[-2].isupper():  # noqa: PLR2004 - a plural: GNNs
        short = short[:-1]
    return "".join(char for char in short.lower() if char.isalpha())


def _initials(letters: str, parts: Sequence[tuple[str, int]]) -> int | None:
    """Match letters to the first letters of words from the right.

    Linking words may be passed over, and what follows a hyphen.

    Returns:
        Index of the token where the long form begins, or None.
    """
    at = len(letters) - 1
    for index in range(len(parts) - 1, -1, -1):
        word, token = parts[index]
        if word[0] == letters[at]:
            at -= 1
            if at < 0:
                return token
        elif word not in _LINKING and not (index and parts[index - 1][1] == token):
            return None
    return None


def _scattered(letters: str, parts: Sequence[tuple[str, int]]) -> int | None:
    """Match letters anywhere in words from the right, the first one at the start of a word."""
    at = len(letters) - 1
    for word, token in reversed(parts):
        place = len(word)
        while at > 0:
            place = word.rfind(letters[at], 0, place)
            if place < 0:
                break
            at -= 1
            if place == 0:
                break
        if at == 0 and word[0] == letters[0] and place != 0:
            return token
    return None


def _parts(words: Sequence[str], start: int, stop: int) -> list[tuple[str, int]]:
    return [(part.lower(), at) for at in range(start, stop) for part in _PART.findall(words[at])]


def long_before(words: Sequence[str], end: int, short: str) -> int | None:
    """Find where the long form of ``short`` begins that ends just before token ``end``."""
    letters = _letters(short)
    if len(letters) < _FEWEST_LETTERS:
        return None
    start = end
    most = min(len(letters) + 5, 2 * len(letters), _MOST_WORDS)
    while start > 0 and end - start < most and words[start - 1] not in _STOP:
        start -= 1
    parts = _parts(words, start, end)
    begin = _initials(letters, parts)
    return begin if begin is not None else _scattered(letters, parts)


def long_after(words: Sequence[str], start: int, limit: int, short: str) -> int | None:
    """Find where the long form of ``short`` ends that begins at token ``start``."""
    letters = _letters(short)
    if len(letters) < _FEWEST_LETTERS:
        return None
    for end in range(start + 1, min(limit, start + _MOST_WORDS) + 1):
        if words[end - 1] in _STOP:
            return None
        parts = _parts(words, start, end)
        if parts and parts[-1][0] not in _LINKING and _initials(letters, parts) == start:
            return end
    for end in range(start + 1, min(limit, start + _MOST_WORDS) + 1):
        parts = _parts(words, start, end)
        if parts and parts[-1][0] not in _LINKING and _scattered(letters, parts) == start:
            return end
    return None


def pairs(words: Sequence[str], title: int) -> list[tuple[Slice, Slice]]:
    """Find the pairs of a paper.

    Args:
        words: Its tokens.
        title: How many of them are the title's.

    Returns:
        The long and the short form of each, in tokens.
    """
    found = []
    for at, word in enumerate(words):
        if word == "(" and (pair := _bracketed(words, at)):
            found.append(pair)
    if title > 1 and words[1] == ":" and _SHORT.fullmatch(words[0]):
        end = long_after(words, 2, title, words[0])
        if end is not None and end - 2 >= _FEWEST_WORDS:
            found.append(((2, end), (0, 1)))
    return found


def _bracketed(words: Sequence[str], at: int) -> tuple[Slice, Slice] | None:
    """Find the pair of which one form stands in the bracket that opens at a token."""
    if at + 2 >= len(words):
        return None
    if words[at + 2] in _GO_ON and _SHORT.fullmatch(words[at + 1]):
        begin = long_before(words, at, words[at + 1])
        if begin is not None:
            return (begin, at), (at + 1, at + 2)
    if at and _SHORT.fullmatch(words[at - 1]):
        limit = at + 2 + _MOST_WORDS
        close = next(
            (stop for stop in range(at + 1, min(limit, len(words))) if words[stop] == ")"), at
        )
        end = long_after(words, at + 1, close, words[at - 1])
        if end is not None and end - at - 1 >= _FEWEST_WORDS:
            return (at + 1, end), (at - 1, at)
    return None


@Language.component(KEY)
def acronyms(doc: Doc) -> Doc:
    """Find the pairs of short and long forms of a paper."""
    words = words_of(doc)
    title = words.index("\n") if "\n" in words else 0
    doc.user_data[KEY] = pairs(words, title)
    return doc
