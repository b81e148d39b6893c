"""What the judge reads from a candidate's words: how it is written, and how well known it is."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache

from papertaxa.extract.candidates import SOURCES, Candidate
from papertaxa.extract.gazetteer import LISTS, NONE, Counts, Gazetteer

_RATE = (0.35, 0.05)  # how often candidates are methods and benchmarks, before anything is known
_DIGIT = re.compile(r"\d")
_HUMP = re.compile(r"[a-z][A-Z]")

Heads = Mapping[str, Counts]
"""Counts of the last words of names in several words."""

# Most candidates stand in many papers, so what is made of them is kept, and packed for NumPy.
_kept = lru_cache(maxsize=1 << 14)


def _packed(numbers: Iterable[float]) -> bytes:
    return array("f", numbers).tobytes()


_listed = _kept(_packed)


@_kept
def head(text: str) -> str:
    """Return the last word of a name in several words, singular and in lower case; else nothing."""
    words = text.lower().replace("-", " ").split()
    if len(words) < 2:  # noqa: PLR2004
        return ""
    return words[-1][:-1] if words[-1].endswith("s") and len(words[-1]) > 3 else words[-1]  # noqa: PLR2004


@_kept
def _written(text: str) -> bytes:
    """Describe a spelling: words, capitals, digits, hyphens."""
    words = text.split()
    count = len(words)
    numbers = (
        count == 1,
        count == 2,  # noqa: PLR2004
        count == 3,  # noqa: PLR2004
        count > 3,  # noqa: PLR2004
        text.islower(),
        text.isupper(),
        _DIGIT.search(text) is not None,
        _HUMP.search(text) is not None,
        "-" in text,
        text[:1].isupper(),
        count > 1 and all(word[:1].isupper() for word in words),
        len(text) < 4,  # noqa: PLR2004
    )
    return _packed(numbers)


@_kept
def _found_by(sources: frozenset[str]) -> bytes:
    return _packed(source in sources for source in SOURCES)


def _odds(part: float, whole: float, rate: float) -> float:
    return math.log((part + 2 * rate) / (whole - part + 2 * (1 - rate)))


@_kept
def _known(
    papers: int,
    methods: int,
    benchmarks: int,
    proposed: int,
    end_papers: int,
    end_methods: int,
    end_benchmarks: int,
) -> bytes:
    """Describe the counts of a name and of its last word; one by one, they are hashed faster."""
    often = papers > 2  # noqa: PLR2004
    odds = _odds(methods, papers, _RATE[0])
    numbers = (
        papers == 0,
        math.log1p(papers),
        methods > 0,
        odds,
        odds * often,
        _odds(benchmarks, papers, _RATE[1]),
        benchmarks > 0,
        proposed > 0,
        (proposed + 0.2) / (papers + 1),
        math.log1p(end_papers),
        _odds(end_methods, end_papers, _RATE[0]),
        _odds(end_benchmarks, end_papers, _RATE[1]),
    )
    return _packed(numbers)


def wording(
    candidate: Candidate, gazetteer: Gazetteer, heads: Heads, own: Mapping[str, Counts] | None
) -> bytes:
    """Describe one candidate by itself.

    Args:
        candidate: The candidate.
        gazetteer: The known names.
        heads: What last words say.
        own: In training, what the paper's own label added to the counts, by key.

    Returns:
        Its numbers in single precision, always as many.
    """
    name, lists = candidate.key, gazetteer.keys
    counts = gazetteer.counts(name)
    ends = heads.get(head(candidate.text), NONE)
    if own is not None:
        mine = own.get(name, NONE)
        counts, ends = counts.without(mine), ends.without(mine)
    known = _known(
        counts.papers,
        counts.methods,
        counts.benchmarks,
        counts.proposed,
        ends.papers,
        ends.methods,
        ends.benchmarks,
    )
    listed = _listed(tuple([name in lists[each] for each in LISTS]))
    return known + listed + _written(candidate.text) + _found_by(frozenset(candidate.sources))
