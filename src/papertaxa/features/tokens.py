"""Terms of a text: its words, folded, and the short phrases they form.

A phrase never crosses a stop word, a number, an address or a punctuation mark, so the counts of
phrases hold nothing from which a sentence could be put together again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from papertaxa.features.stopwords import STOP_WORDS

LONGEST_PHRASE = 3
"""Words in the longest phrase that is a term."""

# A word, or whatever ends a phrase: an address, or any sign but a hyphen or white space.
_PIECE = re.compile(r"(?:https?://|www\.)\S+|[^\W_]+(?:['’][^\W_]+)*|[^\w\s\-‐‑]|_")

_SHORTEST_PLURAL = 4
_KNOWN = 1 << 15  # words kept at hand, with the marks on them and without


@dataclass(frozen=True, slots=True)
class Token:
    """A term where it stands: ``text[start:end]``."""

    term: str
    start: int
    end: int


def tokenize(text: str) -> list[Token]:
    """Find every term of a text and where it stands.

    Args:
        text: A cleaned title or abstract.

    Returns:
        Words and phrases, by where they end; shorter ones first where several end together. Their
        terms are those of `terms`, in the same order.
    """
    tokens: list[Token] = []
    run: list[tuple[str, int]] = []  # the words since the last break, and where each starts
    for piece in _PIECE.finditer(text):
        word = fold(piece[0])
        if not word:
            run.clear()
            continue
        run.append((word, piece.start()))
        del run[:-LONGEST_PHRASE]
        for first in reversed(range(len(run))):
            phrase = " ".join(word for word, _ in run[first:])
            tokens.append(Token(phrase, run[first][1], piece.end()))
    return tokens


def terms(text: str) -> list[str]:
    """Return every term of a text, with repetitions: what `tokenize` finds, but faster."""
    found: list[str] = []
    before = last = ""  # the word before the last, and the last one; empty at a break
    for word in chain.from_iterable(map(_folded, text.split())):
        if not word:
            before = last = ""
            continue
        found.append(word)
        if last:
            phrase = f"{last} {word}"
            found.append(phrase)
            if before:
                found.append(f"{before} {phrase}")
        before, last = last, word
    return found


@lru_cache(maxsize=_KNOWN)
def _folded(part: str) -> tuple[str, ...]:
    """The folded pieces of what stands between white space, which no piece holds."""
    return tuple(map(fold, _PIECE.findall(part)))


@lru_cache(maxsize=_KNOWN)
def fold(piece: str) -> str:
    """Bring a word to the form under which it is counted.

    Lower case, without a possessive, and in the singular as far as its ending shows it (after the
    S-stemmer of Harman, "How effective is suffixing?", 1991).

    Args:
        piece: A word as it stands in a text, or a mark between words.

    Returns:
        The folded word; empty for what ends a phrase: marks, stop words, numbers, addresses.
    """
    if not piece[0].isalnum() or piece.startswith(("http://", "https://", "www.")):
        return ""
    word = piece.lower()
    if word in STOP_WORDS or word.isdigit():
        return ""
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    return _singular(word) if len(word) >= _SHORTEST_PLURAL and word.endswith("s") else word


def _singular(word: str) -> str:
    """Take a plural ending off."""
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith(("ss", "us", "is")):
        return word
    return word[:-1]
