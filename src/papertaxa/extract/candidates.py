"""Candidates: every string of a paper that may be a name, with all the places where it stands.

The tagger proposes generously, the gazetteer adds the names it knows, the acronyms add their two
forms. What is found once is found wherever it stands, in every spelling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract import acronyms, gazetteer, tagger
from papertaxa.extract.network import Floats
from papertaxa.extract.places import BREAK
from papertaxa.extract.spelling import Slice, Squashed, key, word_set
from papertaxa.extract.tokenizer import norms_of, spaces_of, words_of

KEY = "papertaxa_candidates"
"""Of the list of candidates in a document's ``user_data``, and of the component."""

SOURCES = ("tagger", "gazetteer", "long form", "short form", "title", "bracket")

_LEAST = 0.12  # probability from which the tagger's spans are candidates
_MOST_TOKENS = 16
_SHORTEST = 2
_MOST_TITLE_TOKENS = 12
_MOST_BRACKET_TOKENS = 12
_COLONS = frozenset(":—–?")
_PARTING = _COLONS | word_set("via with by through using for in of from on and to towards under")
_CLOSES = frozenset("),;")
_ENDS = frozenset("(),;.[]\n=:“”")
_OPENS = frozenset("“\"'‘")
_EXPLAINING = word_set("( for")
_SHORT = word_set("short stands stand")
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}
_LEADING = word_set("a an the towards toward on")


@dataclass(slots=True, eq=False)
class Candidate:
    """A string that may be a name.

    Attributes:
        key: What its spellings have in common.
        text: The spelling that was found first.
        places: Where it stands, in tokens, in order.
        sources: Who found it, of :data:`SOURCES`.
        partner: The other form, where the two stand as a pair.
    """

    key: str
    text: str
    places: list[Slice]
    sources: set[str] = field(default_factory=set)
    partner: Candidate | None = None


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

    Many titles are that name, or have it before or after a colon or after "via"; a part ends where
    a preposition begins.

    Args:
        words: The paper's tokens.

    Returns:
        Runs of a few tokens.
    """
    title = words.index(BREAK) if BREAK in words else 0
    cuts = [-1, *(at for at in range(title) if words[at].lower() in _PARTING), title]
    joints = [-1, *(at for at in range(title) if words[at] in _COLONS), title]
    parts = [(a + 1, b) for a, b in pairwise(cuts)] + [(a + 1, b) for a, b in pairwise(joints)]
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


def _end(words: Sequence[str], start: int) -> int:
    limit = min(len(words), start + _MOST_BRACKET_TOKENS)
    return next((at for at in range(start, limit) if words[at] in _ENDS), limit)


def gather(
    found: Iterable[tuple[Slice, str]],
    pairs: Iterable[tuple[Slice, Slice]],
    words: Sequence[str],
    norms: Sequence[str],
    doc: Doc,
) -> list[Candidate]:
    """Bring what was found under names, and find each name everywhere.

    Args:
        found: Runs of tokens, and who found them.
        pairs: The long and the short form of each pair.
        words: The paper's tokens.
        norms: The same, squashed.
        doc: The paper.

    Returns:
        The candidates, in order of first appearance.
    """
    sources: defaultdict[Slice, set[str]] = defaultdict(set)
    for run, source in found:
        sources[run].add(source)
    squashed = Squashed(norms)
    opened = _opened(words)
    spaces = spaces_of(doc)
    by_key: dict[str, Candidate] = {}
    by_slice: dict[Slice, Candidate] = {}
    for run in sorted(sources):
        start, end = run
        name = key("".join(norms[start:end]))
        candidate = by_key.get(name)
        if candidate is None:
            if len(name) < _SHORTEST or BREAK in name:
                continue
            places = squashed.find(name)
            if end - start == 1 and not words[start].islower():
                # The acronym SAM is not the word sam.
                places = [(at, to) for at, to in places if not words[at].islower()]
            if not places:
                continue
            if opened:
                (start, end), *places = _quoted([run, *places], words, opened)
            text = words[start] if end - start == 1 else _text(words, spaces, start, end)
            candidate = by_key[name] = Candidate(name, text, places, sources[run])
        by_slice[run] = candidate
        candidate.sources |= sources[run]
    for long, short in pairs:
        one, other = by_slice.get(long), by_slice.get(short)
        if one and other and one is not other and not one.partner and not other.partner:
            one.partner, other.partner = other, one
    return sorted(by_key.values(), key=lambda candidate: candidate.places[0])


def _text(words: Sequence[str], spaces: Sequence[bool], start: int, end: int) -> str:
    """Write a run as it stands in the paper."""
    parts = zip(words[start:end], spaces[start:end], strict=True)
    return "".join([word + " " * space for word, space in parts]).rstrip(" ")


def _opened(words: Sequence[str]) -> set[int]:
    """List the tokens that follow an opening quotation mark; few papers have any."""
    if _QUOTES.keys().isdisjoint(words):
        return set()
    return {at + 1 for at, word in enumerate(words) if word in _QUOTES}


def _quoted(runs: list[Slice], words: Sequence[str], opened: set[int]) -> list[Slice]:
    """Take in the opening quotation marks whose closing ones are inside: “credit” gradient."""
    return [
        (start - 1, end) if start in opened and _closes(words[start - 1 : end]) else (start, end)
        for start, end in runs
    ]


def _closes(words: Sequence[str]) -> bool:
    """Whether a run that begins with a quotation mark has its closing one."""
    return _QUOTES[words[0]] in words[1:]


def _long(long: Slice, words: Sequence[str], title: int) -> Slice:
    """Let a long form that ends inside the title go on to the end of its phrase.

    The last letter of a short form need not be the first one of the last word.
    """
    start, end = long
    most = min(title, start + _MOST_TITLE_TOKENS)
    while end < most and words[end].lower() not in _PARTING and words[end] not in _ENDS:
        end += 1
    return start, end


@Language.component(KEY)
def candidates(doc: Doc) -> Doc:
    """Gather the candidates of one paper."""
    data = doc.user_data
    found = [(run, "gazetteer") for run in data.get(gazetteer.KEY, ())]
    if tagger.KEY in data:
        found += [(run, "tagger") for run in tagged(data[tagger.KEY].tags)]
    words = words_of(doc)
    found += [(run, "title") for run in title_parts(words)]
    explanations = explained(words)
    found += [(run, "bracket") for run in explanations]
    # What a bracket holds is the long form as a whole, even if its first words have the letters.
    whole = dict(explanations)
    title = words.index(BREAK) if BREAK in words else 0
    pairs = [
        (_long((long[0], max(long[1], whole.get(long[0], 0))), words, title), short)
        for long, short in data.get(acronyms.KEY, ())
    ]
    found += [(long, "long form") for long, _ in pairs]
    found += [(short, "short form") for _, short in pairs]
    data[KEY] = gather(found, pairs, words, norms_of(doc), doc)
    return doc
