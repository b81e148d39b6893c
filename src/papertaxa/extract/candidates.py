"""Candidates: every string of a paper that may be a name, with all the places where it stands.

The tagger proposes generously, the gazetteer adds the names it knows, the acronyms add their two
forms. What is found once is found wherever it stands, in every spelling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract import acronyms, gazetteer, runs, tagger
from papertaxa.extract.places import BREAK, title_length
from papertaxa.extract.spelling import Slice, Squashed, key
from papertaxa.extract.tokenizer import norms_of, spaces_of, words_of

KEY = "papertaxa_candidates"
"""Of the list of candidates in a document's ``user_data``, and of the component."""

SOURCES = ("tagger", "gazetteer", "long form", "short form", "title", "bracket", "announced")

_SHORTEST = 2
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


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


@Language.component(KEY)
def candidates(doc: Doc) -> Doc:
    """Gather the candidates of one paper."""
    data = doc.user_data
    found = [(run, "gazetteer") for run in data.get(gazetteer.KEY, ())]
    if tagger.KEY in data:
        found += [(run, "tagger") for run in runs.tagged(data[tagger.KEY].tags)]
    words = words_of(doc)
    found += [(run, "title") for run in runs.title_parts(words)]
    explanations = runs.explained(words)
    found += [(run, "bracket") for run in explanations]
    found += [(run, "announced") for run in runs.announced(words)]
    # What a bracket holds is the long form as a whole, even if its first words have the letters.
    whole = dict(explanations)
    title = title_length(words)
    pairs = [
        (runs.long_form((long[0], max(long[1], whole.get(long[0], 0))), words, title), short)
        for long, short in data.get(acronyms.KEY, ())
    ]
    found += [(long, "long form") for long, _ in pairs]
    found += [(short, "short form") for _, short in pairs]
    data[KEY] = gather(found, pairs, words, norms_of(doc), doc)
    return doc
