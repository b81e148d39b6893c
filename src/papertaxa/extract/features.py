"""What the judge looks at: some hundred numbers about each candidate of a paper.

Many papers are described at once, for most of the time would else go into calling NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertaxa.extract.candidates import Candidate
from papertaxa.extract.gazetteer import Counts, Gazetteer
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.spelling import word_set
from papertaxa.extract.tagger import KINDS, Tagging
from papertaxa.extract.wording import Heads, wording

# What stands near a name tells what it is; each set of words is one kind of hint.
_HINTS = (
    word_set(
        "propose proposes proposed proposing introduce introduces introduced introducing present "
        "presents presented presenting develop develops developed developing devise devised "
        "design designed call called term termed dub dubbed name named namely release releases "
        "released build built construct constructed create created contribute establish formulate "
        "formulated curate curated our novel new coin coined denoted refer"
    ),
    word_set(
        "using use uses via with existing standard like as including such e.g and or than over vs "
        "against outperforms outperforming baselines baseline based unlike popular common"
    ),
    word_set(
        "algorithm algorithms method methods model models framework network networks architecture "
        "approach estimator loss optimizer training objective module strategy paradigm"
    ),
    word_set(
        "dataset datasets benchmark benchmarks benchmarking corpus suite environment environments "
        "leaderboard tasks task test challenge testbed collection simulator platform datasets"
    ),
    word_set(
        "metric metrics score scores measure index criterion bound theorem law principle condition "
        "assumption property problem setting phenomenon"
    ),
    word_set("on across evaluate evaluated evaluation experiments"),
)
_HINT_OF = {word: number for number, words in enumerate(_HINTS, start=1) for word in words}
_ONE_HOT = np.eye(len(_HINTS) + 1, dtype=np.int32)[:, 1:]
_BEFORE = 4
_AFTER = 6
_RARE = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What is known of one paper.

    Attributes:
        candidates: Its candidates, at least one.
        tagging: What the tagger says.
        norms: Its tokens, squashed.
        own: In training, what its own label added to the gazetteer's counts, by key.
    """

    candidates: Sequence[Candidate]
    tagging: Tagging
    norms: Sequence[str]
    own: Mapping[str, Counts] | None = None


@dataclass(frozen=True, slots=True)
class _Layout:
    """All places of all candidates of all papers, tokens laid end to end.

    Attributes:
        starts: Where each place begins.
        ends: Where it ends.
        low: Where its paper begins.
        high: Where its paper ends.
        titles: Where its paper's title ends.
        colons: Where the title's part before a colon ends.
        firsts: Index of each candidate's first place.
        times: Number of each candidate's places.
    """

    starts: Ints
    ends: Ints
    low: Ints
    high: Ints
    titles: Ints
    colons: Ints
    firsts: Ints
    times: Floats

    @classmethod
    def of(cls, sheets: Sequence[Sheet]) -> _Layout:
        """Lay out some papers."""
        lengths = np.array([len(sheet.norms) for sheet in sheets], np.int64)
        low = np.cumsum(lengths) - lengths
        sizes = [len(candidate.places) for sheet in sheets for candidate in sheet.candidates]
        flat = [p for sheet in sheets for c in sheet.candidates for p in c.places]
        per_paper = [sum(len(c.places) for c in sheet.candidates) for sheet in sheets]
        paper = np.repeat(np.arange(len(sheets)), per_paper)
        starts, ends = (np.array(flat, np.int64) + low[paper][:, None]).T
        return cls(
            starts=starts,
            ends=ends,
            low=low[paper],
            high=(low + lengths)[paper],
            titles=np.array([s.tagging.title for s in sheets], np.int64)[paper] + low[paper],
            colons=np.array([s.tagging.colon for s in sheets], np.int64)[paper] + low[paper],
            firsts=np.concatenate([[0], np.cumsum(sizes[:-1], dtype=np.int64)]),
            times=np.array(sizes, np.float32),
        )

    def mean(self, values: NDArray[np.generic]) -> Floats:
        """Average over the places of each candidate."""
        sums = np.add.reduceat(values.astype(np.float32), self.firsts)
        result: Floats = sums / (self.times if values.ndim == 1 else self.times[:, None])
        return result

    def top(self, values: Floats) -> Floats:
        """Take the greatest over the places of each candidate."""
        result: Floats = np.maximum.reduceat(values, self.firsts)
        return result


def describe(sheets: Sequence[Sheet], gazetteer: Gazetteer, heads: Heads) -> Floats:
    """Describe the candidates of some papers.

    Args:
        sheets: At least one paper.
        gazetteer: The known names.
        heads: What the last words of names say.

    Returns:
        One row per candidate, in order.
    """
    layout = _Layout.of(sheets)
    tagged = _tagged(layout, sheets)
    own_words = np.array(
        [wording(c, gazetteer, heads, sheet.own) for sheet in sheets for c in sheet.candidates],
        np.float32,
    )
    parts = [tagged, _placed(layout), _hinted(layout, sheets), own_words, _partners(sheets, tagged)]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _tagged(layout: _Layout, sheets: Sequence[Sheet]) -> Floats:
    """Say how probable the tagger holds each candidate."""
    tags = np.concatenate([sheet.tagging.tags for sheet in sheets])
    news = np.concatenate([sheet.tagging.new for sheet in sheets], dtype=np.float64)
    starts, ends = layout.starts, layout.ends
    # At each place and for each kind: a name begins, goes on to the end, and goes no further.
    going = np.zeros((len(tags) + 1, len(KINDS)))
    np.cumsum(np.log(tags[:, 2::2] + 1e-6), axis=0, out=going[1:])
    further = tags[np.minimum(ends, len(tags) - 1), 2::2] * (ends < layout.high)[:, None]
    likely = tags[starts, 1::2] * np.exp(going[ends] - going[starts + 1]) * (1 - further)
    missed = np.log1p(-np.minimum(likely.sum(1), 0.999))
    anywhere = 1 - np.exp(np.add.reduceat(missed, layout.firsts))
    sums = np.concatenate([[0], np.cumsum(news)])
    newness = (sums[ends] - sums[starts]) / (ends - starts)
    # How the places lie to the spans that the tagger would choose.
    spans, span_starts, span_ends = _spans(tags)
    inside = spans[starts]
    same = (inside == spans[ends - 1]) & (inside > 0)
    exact = same & (span_starts[inside] == starts) & (span_ends[inside] == ends)
    nested = layout.mean(same & ~exact)
    covered = np.concatenate([[0], np.cumsum(spans > 0)])
    crossed = (covered[ends] > covered[starts]) & ~same
    return np.column_stack(
        [
            _logit(layout.top(likely)),
            _logit(layout.mean(likely)),
            _logit(anywhere),
            layout.top(newness),
            layout.mean(newness),
            newness[layout.firsts],
            layout.mean(exact),
            nested,
            nested == 1,
            layout.mean(crossed),
        ]
    )


def _placed(layout: _Layout) -> Floats:
    """Say where and how often each candidate stands."""
    first = layout.starts[layout.firsts]
    low, high = layout.low[layout.firsts], layout.high[layout.firsts]
    return np.column_stack(
        [
            layout.mean(layout.starts < layout.titles) > 0,
            layout.mean(layout.starts < layout.colons) > 0,
            first == low,
            np.log(layout.times),
            layout.times == 1,
            (first - low) / (high - low),
        ]
    )


def _hinted(layout: _Layout, sheets: Sequence[Sheet]) -> Floats:
    """Say which hints stand before each candidate, after it, further on, and in the title."""
    hints = [_HINT_OF.get(norm, 0) for sheet in sheets for norm in sheet.norms]
    sums = np.zeros((len(hints) + 1, len(_HINTS)), np.int32)
    np.cumsum(_ONE_HOT[hints], axis=0, out=sums[1:])
    starts, ends, low, high = layout.starts, layout.ends, layout.low, layout.high
    near = np.concatenate(
        [
            sums[starts] - sums[np.maximum(starts - _BEFORE, low)],
            sums[np.minimum(ends + 1, high)] - sums[ends],
            sums[np.minimum(ends + _AFTER, high)] - sums[ends],
        ],
        axis=1,
    )
    hinted = layout.mean(np.minimum(near, 1))
    of_paper = layout.firsts
    titles, low, high = layout.titles[of_paper], low[of_paper], high[of_paper]
    return np.column_stack(
        [
            hinted,
            hinted[:, 0] > 0,
            np.minimum(sums[titles] - sums[low], 1),
            np.log1p((sums[high] - sums[low])[:, 2:4]),
        ]
    )


def _partners(sheets: Sequence[Sheet], tagged: Floats) -> Floats:
    """Repeat for each candidate what the tagger says of its other form."""
    result = np.zeros((len(tagged), tagged.shape[1] + 1), np.float32)
    rows: dict[int, int] = {}
    for candidate in (candidate for sheet in sheets for candidate in sheet.candidates):
        rows[id(candidate)] = len(rows)
    for sheet in sheets:
        for candidate in sheet.candidates:
            partner = rows.get(id(candidate.partner))
            if partner is not None:
                row = rows[id(candidate)]
                result[row, 0] = 1
                result[row, 1:] = tagged[partner]
    return result


def _logit(p: Floats) -> Floats:
    result: Floats = np.log((p + _RARE) / (1 + _RARE - p))
    return result


def _spans(tags: Floats) -> tuple[Ints, Ints, Ints]:
    """Decode the tagger's best spans: each token's (0: none), and where each begins and ends."""
    tag = tags.argmax(1)
    before = np.concatenate([[0], tag[:-1]])
    begin = tag % 2 == 1
    inside = (tag > 0) & ~begin & ((before == tag) | (before == tag - 1))
    span = np.where(begin | inside, np.cumsum(begin), 0)
    starts = np.concatenate([[-1], np.flatnonzero(begin)])
    sizes = np.bincount(span, minlength=len(starts))[: len(starts)]
    return span, starts, starts + sizes
