"""Words near a candidate that tell what it is, and whether the paper introduces it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.spelling import word_set

# What stands near a name tells what it is; each set of words is one kind of hint.
_HINTS = (
    word_set(
        "propose proposes proposed proposing introduce introduces introduced introducing present "
        "presents presented presenting develop develops developed developing devise devised "
        "design designed call called term termed dub dubbed name named namely release releases "
        "released build built construct constructed create created contribute establish formulate "
        "formulated curate curated our novel new coin coined denoted refer derive derives derived "
        "unveil opensource"
    ),
    word_set(
        "using use uses via with existing standard like as including such e.g and or than over vs "
        "against outperforms outperforming baselines baseline based unlike popular common"
    ),
    word_set(
        "algorithm algorithms method methods model models framework network networks architecture "
        "approach estimator loss optimizer training objective module strategy paradigm toolkit "
        "library package software tool system pipeline"
    ),
    word_set(
        "dataset datasets benchmark benchmarks benchmarking corpus environment environments "
        "leaderboard test challenge testbed collection simulator platform"
    ),
    word_set("metric metrics score scores measure index criterion bound"),
    word_set("on across evaluate evaluated evaluation experiments"),
    word_set("we our this paper work article study here"),
    word_set(
        "existing prior previous previously recent recently conventional traditional current "
        "standard stateoftheart classical widely known established wellknown commonly typically "
        "et al"
    ),
    word_set("show prove analyze analyse study investigate examine revisit find demonstrate"),
    word_set("short abbreviated acronym stands dubbed called termed named coined denoted namely"),
    # What is announced, but is no name: a task, a law, a finding.
    word_set(
        "task tasks problem problems setting settings setup scenario formulation concept notion "
        "theorem law principle hypothesis conjecture condition assumption property phenomenon"
    ),
)
_HINT_OF = {word: number for number, words in enumerate(_HINTS, start=1) for word in words}
_ONE_HOT = np.eye(len(_HINTS) + 1, dtype=np.int32)[:, 1:]
_PROPOSING = 1
_BEFORE = 4
_AFTER = 6
_FAR = 30
_US = 6  # columns of the counts: "we", "our", "this paper"
_SAYING = (1, 9)  # hints: to propose, to show
_SUBJECT = 3
_NEAR = 8
_MOST_FAR = 5
_ENDS = frozenset(".?!\n")


def hinted(layout: Layout, sheets: Sequence[Sheet]) -> Floats:
    """Say which hints stand close to each candidate, in its sentences, and in its paper.

    Args:
        layout: The papers, laid end to end.
        sheets: The papers.

    Returns:
        One row per candidate.
    """
    norms = [norm for sheet in sheets for norm in sheet.norms]
    hints = np.array([_HINT_OF.get(norm, 0) for norm in norms], np.int64)
    sums = np.zeros((len(hints) + 1, len(_HINTS)), np.int32)
    np.cumsum(_ONE_HOT[hints], axis=0, out=sums[1:])
    stops = np.array([norm in _ENDS for norm in norms])
    parts = [
        _near(layout, sums),
        _in_sentence(layout, hints, sums, stops),
        _announced(layout, sheets, hints, sums),
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _near(layout: Layout, sums: Ints) -> Floats:
    """Say which hints stand before each candidate, after it, further on, and in the title."""
    starts, ends, low, high = layout.starts, layout.ends, layout.low, layout.high
    near = np.concatenate(
        [
            sums[starts] - sums[np.maximum(starts - _BEFORE, low)],
            sums[np.minimum(ends + 1, high)] - sums[ends],
            sums[np.minimum(ends + _AFTER, high)] - sums[ends],
        ],
        axis=1,
    )
    close = layout.mean(np.minimum(near, 1))
    of_paper = layout.firsts
    titles, low, high = layout.titles[of_paper], low[of_paper], high[of_paper]
    return np.column_stack(
        [
            close,
            close[:, 0] > 0,
            np.minimum(sums[titles] - sums[low], 1),
            np.log1p((sums[high] - sums[low])[:, 2:4]),
        ]
    )


def _in_sentence(layout: Layout, hints: Ints, sums: Ints, stops: NDArray[np.bool_]) -> Floats:
    """Say which hints stand in a candidate's sentences, and which sentences those are."""
    starts, ends, low, high = layout.starts, layout.ends, layout.low, layout.high
    at = np.arange(len(hints) + 1)
    begins = np.maximum.accumulate(np.where(np.append(True, stops), at, 0))
    closes = np.where(np.append(stops, True), at, len(hints))
    closes = np.minimum.accumulate(closes[::-1])[::-1]
    before = sums[starts] - sums[np.maximum(begins[starts], low)]
    after = sums[np.minimum(closes[ends], high)] - sums[ends]
    said = np.minimum(np.concatenate([before, after], axis=1), 1).astype(np.float32)
    last = np.maximum.accumulate(np.where(np.append(0, hints) == _PROPOSING, at, -_FAR))
    since = np.where(last[starts] > low, starts - last[starts], _FAR)
    distance = np.log1p(np.minimum(since, _FAR))
    number = np.cumsum(np.append(0, stops))
    sentence = number[starts] - number[low]
    share = sentence / (number[high - 1] - number[low] + 1)
    first = layout.firsts
    return np.column_stack(
        [
            said[first],
            layout.top(said),
            layout.mean(said),
            distance[first],
            -layout.top(-distance),
            share[first],
            sentence[first],
            layout.mean(share),
        ]
    )


def _announced(layout: Layout, sheets: Sequence[Sheet], hints: Ints, sums: Ints) -> Floats:
    """Say how each candidate stands to where its abstract first says what the paper does.

    What comes before is background: a name that first stands there is not the paper's own.
    """
    count = len(hints)
    at = np.arange(count)
    lengths = np.array([len(sheet.norms) for sheet in sheets])
    begins = np.repeat(np.cumsum(lengths) - lengths, lengths)
    by_us = sums[at, _US] > sums[np.maximum(at - _SUBJECT, begins), _US]
    says = np.flatnonzero(np.isin(hints, _SAYING) & by_us)
    first, titles, high = layout.firsts, layout.titles, layout.high
    following = np.append(says, count)[np.searchsorted(says, titles)]
    told = following < high
    inside = layout.starts >= titles
    place = np.minimum.reduceat(np.where(inside, layout.starts, count), first)
    known = told[first] & (place < count)
    ahead = np.where(known, place - following[first], 0)
    return np.column_stack(
        [
            told[first],
            known & (ahead < 0),
            known & (ahead >= 0),
            np.clip(ahead / _FAR, -_MOST_FAR, _MOST_FAR),
            known * (ahead >= 0) * np.exp(-np.abs(ahead) / _NEAR),
            layout.mean(inside & told & (layout.starts < following)),
            layout.mean(inside),
        ]
    )
