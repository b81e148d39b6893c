"""Runs of tokens that may be names: what the tagger holds possible, and where names like to stand.

In the title, in brackets, after "we propose".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from papertaxa.extract import tagger
from papertaxa.extract.network import Floats
from papertaxa.extract.places import title_length
from papertaxa.extract.spelling import Slice, word_set

_LEAST = 0.08  # probability from which what the tagger sees is a candidate
_MOST_TOKENS = 16
_MOST_TITLE_TOKENS = 12
_MOST_BRACKET_TOKENS = 12
_MOST_ANNOUNCED_TOKENS = 9
_COLONS = frozenset(":—–?")
_PARTING = _COLONS | word_set("via with by through using for in of from on and to towards under")
_CLOSES = frozenset("),;")
_ENDS = frozenset("(),;.[]\n=:“”")
_OPENS = frozenset("“\"'‘")
_EXPLAINING = word_set("( for")
_SHORT = word_set("short stands stand")
_LEADING = word_set("a an the towards toward on")
_ANNOUNCING = word_set(
    "propose proposes proposing introduce introduces introducing present presents presenting "
    "develop develops developing devise design called termed named dubbed namely proposed "
    "introduced establish construct build call term"
)
_PRAISE = word_set(
    "a an the our new novel simple yet efficient effective and general generic unified principled "
    "lightweight scalable two three first"
)
_AFTER = _PARTING | word_set(
    "that which who where to as by is are was were can into within under whose we it based"
)
_KINDS = word_set(
    "framework method algorithm approach strategy model module mechanism scheme metric dataset "
    "benchmark system paradigm pipeline block technique procedure"
)


def tagged(tags: Floats) -> list[Slice]:
    """List the runs of tokens that the tagger holds possible.

    Args:
        tags: Probabilities of the tags at each token.

    Returns:
        All runs that begin, go on and end with some probability, in order.
    """
    found = []
    count = len(tags)
    for kind in range(len(tagger.KINDS)):
        starts = np.flatnonzero(tags[:, 1 + 2 * kind] > _LEAST).tolist()
        if not starts:
            continue
        inside = tags[:, 2 + 2 * kind].tolist()
        for start in starts:
            for end in range(start + 1, min(start + _MOST_TOKENS, count) + 1):
                on = inside[end] if end < count else 0.0
                if 1 - on > _LEAST:
                    found.append((start, end))
                if on < _LEAST:
                    break
    return sorted(set(found))


def title_parts(words: Sequence[str]) -> list[Slice]:
    """List the parts of a title that may name the paper's method.

    Many titles are that name, or have it before or after a colon or after "via". A part is what
    stands between two prepositions, colons or ends of the title, not beyond a colon.

    Args:
        words: The paper's tokens.

    Returns:
        Runs of a few tokens.
    """
    title = title_length(words)
    joints = [-1, *(at for at in range(title) if words[at] in _COLONS), title]
    parts = []
    for left, right in pairwise(joints):
        inner = (at for at in range(left + 1, right) if words[at].lower() in _PARTING)
        cuts = [left, *inner, right]
        parts += [(a + 1, b) for number, a in enumerate(cuts) for b in cuts[number + 1 :]]
    found = []
    for start, end in parts:
        at = start
        while at < end and words[at].lower() in _LEADING:
            at += 1
        if 0 < end - at <= _MOST_TITLE_TOKENS:
            found.append((at, end))
    return sorted(set(found))


def explained(words: Sequence[str]) -> list[Slice]:
    """List what stands in brackets after a word, or is said to be what a name is short for.

    Args:
        words: The paper's tokens.

    Returns:
        Runs of a few tokens, each all that its bracket holds, or what it holds before a comma.
    """
    found = []
    for at, word in enumerate(words):
        if word not in _EXPLAINING or not at:
            continue
        if word == "(":
            start, end = at + 1, _end(words, at + 1)
            closed = end < len(words) and words[end] in _CLOSES
            if closed and (end > start + 1 or (end > start and not words[start].islower())):
                found.append((start, end))
        elif words[at - 1].lower() in _SHORT:
            start = at + 2 if at + 1 < len(words) and words[at + 1] in _OPENS else at + 1
            end = _end(words, start)
            if end > start + 1:
                found.append((start, end))
    return found


def announced(words: Sequence[str]) -> list[Slice]:
    """List the phrases that follow "we propose", "called" and the like.

    Args:
        words: The paper's tokens.

    Returns:
        Runs of a few tokens, without what praises them and the kind of thing that they are.
    """
    found = []
    for at, word in enumerate(words, start=1):
        if word.lower() not in _ANNOUNCING:
            continue
        start = at
        while start < len(words) and (words[start].lower() in _PRAISE or words[start] in _OPENS):
            start += 1
        limit = min(len(words), start + _MOST_ANNOUNCED_TOKENS)
        end = start
        while end < limit and words[end] not in _ENDS and words[end].lower() not in _AFTER:
            end += 1
        if start < end < limit:
            if end > start + 1 and words[end - 1].lower() in _KINDS:
                end -= 1
            found.append((start, end))
    return found


def long_form(long: Slice, words: Sequence[str], title: int) -> Slice:
    """Let a long form that ends inside the title go on to the end of its phrase.

    The last letter of a short form need not be the first one of the last word.

    Args:
        long: Where its letters are.
        words: The paper's tokens.
        title: How many of them are the title's.
    """
    start, end = long
    most = min(title, start + _MOST_TITLE_TOKENS)
    while end < most and words[end].lower() not in _PARTING and words[end] not in _ENDS:
        end += 1
    return start, end


def _end(words: Sequence[str], start: int) -> int:
    limit = min(len(words), start + _MOST_BRACKET_TOKENS)
    return next((at for at in range(start, limit) if words[at] in _ENDS), limit)
