"""What the judge reads from a candidate's words: how it is written, and how well known it is."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from papertaxa.extract.candidates import SOURCES, Candidate
from papertaxa.extract.gazetteer import LISTS, NONE, Counts, Gazetteer

_RATE = (0.35, 0.05)  # how often candidates are methods and benchmarks, before anything is known
_DIGIT = re.compile(r"\d")
_HUMP = re.compile(r"[a-z][A-Z]")

Heads = Mapping[str, Counts]
"""Counts of the last words of names in several words."""


def head(text: str) -> str:
    """Return the last word of a name in several words, singular and in lower case; else nothing."""
    words = text.lower().replace("-", " ").split()
    if len(words) < 2:  # noqa: PLR2004
        return ""
    return words[-1][:-1] if words[-1].endswith("s") and len(words[-1]) > 3 else words[-1]  # noqa: PLR2004


@lru_cache(maxsize=1 << 14)
def _written(text: str) -> tuple[float, ...]:
    """Describe a spelling: words, capitals, digits, hyphens."""
    words = text.split()
    count = len(words)
    return (
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


def _odds(part: float, whole: float, rate: float) -> float:
    return math.log((part + 2 * rate) / (whole - part + 2 * (1 - rate)))


def _known(counts: Counts, ends: Counts) -> list[float]:
    papers, methods, benchmarks = counts.papers, counts.methods, counts.benchmarks
    often = papers > 2  # noqa: PLR2004
    odds = _odds(methods, papers, _RATE[0])
    return [
        papers == 0,
        math.log1p(papers),
        methods > 0,
        odds,
        odds * often,
        _odds(benchmarks, papers, _RATE[1]),
        benchmarks > 0,
        counts.proposed > 0,
        (counts.proposed + 0.2) / (papers + 1),
        math.log1p(ends.papers),
        _odds(ends.methods, ends.papers, _RATE[0]),
        _odds(ends.benchmarks, ends.papers, _RATE[1]),
    ]


def wording(
    candidate: Candidate, gazetteer: Gazetteer, heads: Heads, own: Mapping[str, Counts] | None
) -> list[float]:
    """Describe one candidate by itself.

    Args:
        candidate: The candidate.
        gazetteer: The known names.
        heads: What last words say.
        own: In training, what the paper's own label added to the counts, by key.

    Returns:
        Its numbers, always as many.
    """
    counts = gazetteer.counts(candidate.key)
    ends = heads.get(head(candidate.text), NONE)
    if own is not None:
        mine = own.get(candidate.key, NONE)
        counts, ends = counts.without(mine), ends.without(mine)
    return [
        *_known(counts, ends),
        *(candidate.key in gazetteer.keys[name] for name in LISTS),
        *_written(candidate.text),
        *(source in candidate.sources for source in SOURCES),
    ]
