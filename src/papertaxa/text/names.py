"""Names: the key under which the spellings of one name meet."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from papertaxa.text.cleaning import clean
from papertaxa.text.wordlists import words

_GREEK = {
    letter: unicodedata.name(letter).rsplit(" ", 1)[1].lower()
    for letter in "αβγδεζηθικλμνξοπρστυφχψω"
} | {"λ": "lambda"}
_OTHER = {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "∆": "delta", "×": "x"}
_OTHER |= dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("∗⋆", "*")
_OTHER |= dict.fromkeys("'’‘`´′\"“”™®©", "") | {chr(code): "" for code in range(0x300, 0x370)}
_SPELLED = str.maketrans(_GREEK | _OTHER)
_BEFORE_NFKD = str.maketrans(dict.fromkeys("™®©´", ""))  # it would spell them out
_GAP = re.compile(r"(?<=\d)[-_^\s]+(?=\d)")  # tells two numbers apart: Qwen2-7 is not Qwen27
_JOINT = re.compile(r"[-_^\s]+")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_POSSESSIVE = re.compile(r"(?<=s)['’]\Z|['’]s\Z")

_SAME = words(  # end in one s, but not because they are plurals
    "series species lens bayes gauss hermes chaos cosmos pathos news always james jones"
)
_IRREGULAR = {
    "matrices": "matrix",
    "vertices": "vertex",
    "indices": "index",
    "analyses": "analysis",
    "hypotheses": "hypothesis",
    "bases": "basis",
    "biases": "bias",
    "caches": "cache",
    "niches": "niche",
    "criteria": "criterion",
}
_IE = words("ties lies dies pies movies")
_SHORTEST = 3  # letters of a plural, and then only of an acronym's
_SIBILANT = re.compile(r"(?:ss|x|ch|sh|zz)es\Z")


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    r"""Give the key of a name: spellings of one name have the same.

    Case, hyphens, dashes and spaces, accents and Unicode forms, subscripts and superscripts,
    quotes, the plural of the last word, and markup make no difference; Greek letters count as
    their names (``$\pi_0$``, ``π0`` and ``Pi-0`` are one). Letters and numbers make one, and so do
    ``*``, ``+``, ``#`` and points: GPT-4 is not GPT-4o, Qwen-2-5 is not Qwen-25, A* is not A.

    Args:
        name: A name, cleaned or as it stands in a paper.

    Returns:
        The key, not meant to be shown; empty only for a name without visible characters.
    """
    text = clean(name).text
    word = _LAST_WORD.search(stem := _POSSESSIVE.sub("", text))
    if word:
        stem = stem[: word.start()] + _singular(word[0])
    key = unicodedata.normalize("NFKD", stem.translate(_BEFORE_NFKD))
    key = unicodedata.normalize("NFKD", key.casefold()).translate(_SPELLED)
    key = _JOINT.sub("", _GAP.sub("\0", key)).replace("\0", "-")
    return key or text.casefold()


def _singular(word: str) -> str:
    r"""Take the plural's ending off an English word or an acronym (``MDPs``, not ``MS``)."""
    lowered = word.lower()
    if lowered in _IRREGULAR:
        return _IRREGULAR[lowered]
    if len(word) < _SHORTEST or word[-1] != "s" or lowered in _SAME:
        return word
    if word[-2].isupper():
        return word[:-1]
    if len(word) == _SHORTEST or lowered.endswith(("ss", "us", "is", "as")):
        return word
    if lowered.endswith("ies"):
        return word[:-1] if lowered in _IE else word[:-3] + "y"
    return word[:-2] if _SIBILANT.search(lowered) else word[:-1]
