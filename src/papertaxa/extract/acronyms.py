"""Short and long forms of one name: ``Group Relative Policy Optimization (GRPO)``.

The method of Schwartz & Hearst (2003), with what it misses in abstracts of machine learning: the
long form after the short one; short forms that are a plural or hold digits (``3DGS``, ``A2C``,
``MR²``); letters from inside words; letters that markup has torn off (``N euron - A ctivated``); a
long form in the title, of which the abstract has the short form alone; and a preference for letters
that begin words, without which ``Preference Policy Optimization (PPO)`` would begin at the wrong
``P``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract.places import title_length
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
_FEWEST_IN_TITLE = 3  # words of a long form that no bracket joins to its short one
_HYPHENS = frozenset("-‐‑–")
_CAPITALS = re.compile(r"[A-Z]{3,}s?")
_TIMES = re.compile(r"([A-Za-z])([2-4²³])")
_SUPERSCRIPT = str.maketrans("²³", "23")
_TITLE_PARTS = frozenset(":—–")
_QUOTES = frozenset("\"“”„«»'‘’`´")


def _singular(short: str) -> str:
    plural = len(short) > 2 and short[-1] == "s" and short[-2].isupper()  # noqa: PLR2004 - GNNs
    return short[:-1] if plural else short


def _letters(short: str) -> str:
    """Reduce a short form to the letters that its long form has to account for."""
    return "".join(char for char in _singular(short).lower() if char.isalpha())


def _with_digits(short: str) -> str:
    """The same with the digits: the long form of ``3DGS`` begins with ``3D``."""
    return "".join(char for char in _singular(short).lower() if char.isalpha() or char.isdecimal())


def _repeated(short: str) -> str:
    """The same with digits that count: ``A2C`` has two words in ``A``."""
    whole = _TIMES.sub(lambda found: found[1] * int(found[2].translate(_SUPERSCRIPT)), short)
    return _letters(whole)


def _begins(word: str, letter: str) -> bool:
    """Whether a letter may stand for a word's beginning: ``X`` stands for ``explainable``, too."""
    return word[0] == letter or (letter == "x" and word.startswith("ex"))


def _initials(letters: str, parts: Sequence[tuple[str, int]]) -> int | None:
    """Match letters to the first letters of words from the right.

    Linking words may be passed over, and what follows a hyphen.

    Returns:
        Index of the token where the long form begins, or None.
    """
    at = len(letters) - 1
    for index in range(len(parts) - 1, -1, -1):
        word, token = parts[index]
        if _begins(word, letters[at]):
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
        if at == 0 and _begins(word, letters[0]) and place != 0:
            return token
    return None


def _parts(words: Sequence[str], start: int, stop: int) -> list[tuple[str, int]]:
    return [(part.lower(), at) for at in range(start, stop) for part in _PART.findall(words[at])]


def _torn(letters: str, words: Sequence[str], end: int) -> int | None:
    """Match letters that stand by themselves: ``N euron - A ctivated G raph``.

    Markup with spaces around it leaves a word's first letter apart. The capitals before the bracket
    have to spell the short form, and most of them have to stand alone.

    Returns:
        Index of the token where the long form begins, or None.
    """
    left, alone = letters.upper(), 0
    for index in range(end - 1, max(-1, end - 3 * len(letters) - 3), -1):
        word = words[index]
        if word in _STOP:
            return None
        capitals = "".join(char for char in word if char.isupper())
        if not capitals:
            continue
        if not left.endswith(capitals):
            return None
        left = left[: -len(capitals)]
        alone += len(word) == 1
        if not left:
            return index if 2 * alone >= len(letters) and alone > 1 else None
    return None


def long_before(words: Sequence[str], end: int, short: str) -> int | None:
    """Find where the long form of ``short`` begins that ends just before token ``end``."""
    letters, repeated, digits = _letters(short), _repeated(short), _with_digits(short)
    count = max(len(letters), len(repeated))
    if count < _FEWEST_LETTERS:
        return None
    start = end
    most = min(count + 5, 2 * count, _MOST_WORDS)
    while start > 0 and end - start < most and words[start - 1] not in _STOP:
        start -= 1
    parts = _parts(words, start, end)
    found: int | None = None
    if digits != letters:
        found = _initials(digits, parts)
        if found is None:
            found = _scattered(digits, parts)
    if found is None and repeated != letters:
        found = _initials(repeated, parts)
        if found is not None and words[found].lower() in _LINKING:
            found = None
    if found is None and len(letters) >= _FEWEST_LETTERS:
        found = _initials(letters, parts)
        if found is None:
            found = _torn(letters, words, end)
        if found is None:
            found = _scattered(letters, parts)
    return found


def long_after(
    words: Sequence[str], start: int, limit: int, short: str, *, scattered: bool = True
) -> int | None:
    """Find where the long form of ``short`` ends that begins at token ``start``.

    Args:
        words: The paper's tokens.
        start: Where the long form begins.
        limit: Where it has to have ended.
        short: The short form.
        scattered: Whether letters may be from inside words.

    Returns:
        The token after the long form, or None.
    """
    letters, digits = _letters(short), _with_digits(short)
    ways = [(_initials, spelt) for spelt in dict.fromkeys((digits, _repeated(short), letters))]
    if scattered:
        ways += [(_scattered, spelt) for spelt in dict.fromkeys((digits, letters))]
    most = min(limit, start + _MOST_WORDS)
    stop = next((at for at in range(start, most) if words[at] in _STOP), most)
    if stop <= start:
        return None
    pieces = [_parts(words, at, at + 1) for at in range(start, stop)]
    for match, letters in ways:
        if len(letters) < _FEWEST_LETTERS:
            continue
        if not any(_begins(word, letters[0]) for word, _ in pieces[0]):
            continue
        parts: list[tuple[str, int]] = []
        for end, more in enumerate(pieces, start + 1):
            parts += more
            if parts and parts[-1][0] not in _LINKING and match(letters, parts) == start:
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
    found += _titled(words, title, {words[at] for _, (at, _) in found})
    return found


def _titled(words: Sequence[str], title: int, known: set[str]) -> list[tuple[Slice, Slice]]:
    """Find long forms that begin the title, or what follows its colon, by their initials alone.

    The short form stands in the abstract, without a bracket that would say what it is short for.
    """
    starts = [0, *(at + 1 for at in range(title) if words[at] in _TITLE_PARTS)]
    found = []
    for at, short in enumerate(words):
        # The first test is the cheap one, and fails nearly always.
        if not short[:3].isupper() or at <= title or short in known:
            continue
        if not _CAPITALS.fullmatch(short):
            continue
        known.add(short)
        for start in starts:
            end = long_after(words, start, title, short, scattered=False)
            if (
                end is not None
                and end - start >= _FEWEST_IN_TITLE
                and words[end][:1] not in _HYPHENS
            ):
                found.append(((start, end), (at, at + 1)))
                break
    return found


def _bracketed(words: Sequence[str], at: int) -> tuple[Slice, Slice] | None:
    """Find the pair of which one form stands in the bracket that opens at a token."""
    if at + 2 >= len(words):
        return None
    if words[at + 2] in _GO_ON and _SHORT.fullmatch(words[at + 1]):
        stop = at
        while stop and words[stop - 1] in _QUOTES:
            stop -= 1
        begin = long_before(words, stop, words[at + 1])
        if begin is not None:
            return (begin, stop), (at + 1, at + 2)
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
    doc.user_data[KEY] = pairs(words, title_length(words))
    return doc
