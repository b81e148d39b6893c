"""What the judge looks at: some hundreds of numbers about each candidate of a paper.

Many papers are described at once, for most of the time would else go into calling NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

import numpy as np

from papertaxa.extract.company import company
from papertaxa.extract.gazetteer import Gazetteer
from papertaxa.extract.hints import hinted
from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.rivals import partner_rows
from papertaxa.extract.tagger import KINDS
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.wording import Heads, wording

_RARE = 0.01


def describe(
    layout: Layout, sheets: Sequence[Sheet], gazetteer: Gazetteer, heads: Heads, vectors: Vectors
) -> Floats:
    """Describe the candidates of some papers.

    Args:
        layout: The papers, laid end to end.
        sheets: At least one paper.
        gazetteer: The known names.
        heads: What the last words of names say.
        vectors: The word vectors.

    Returns:
        One row per candidate, in order.
    """
    tagged = _tagged(layout, sheets)
    own_words = b"".join(
        [wording(c, gazetteer, heads, sheet.own) for sheet in sheets for c in sheet.candidates]
    )
    parts = [
        tagged,
        _placed(layout),
        _recurring(layout, sheets),
        hinted(layout, sheets),
        np.frombuffer(own_words, np.float32).reshape(len(tagged), -1),
        _used(sheets),
        _partners(sheets, tagged),
        company(layout, sheets, vectors),
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _tagged(layout: Layout, sheets: Sequence[Sheet]) -> Floats:
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


def _placed(layout: Layout) -> Floats:
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


def _recurring(layout: Layout, sheets: Sequence[Sheet]) -> Floats:
    """Say how often each candidate's words stand in its paper, alone or not, and in its title."""
    rows: list[int] = []
    first_row = 0
    for sheet in sheets:
        numbers: dict[str, int] = {}
        rows += [numbers.setdefault(norm, first_row + len(numbers)) for norm in sheet.norms]
        first_row += len(numbers)
    word = np.array(rows)
    times = np.bincount(word)
    lengths = np.array([len(sheet.norms) for sheet in sheets])
    papers = np.repeat(np.arange(len(sheets)), lengths)
    titles = np.array([sheet.tagging.title for sheet in sheets])
    position = np.arange(len(word)) - (np.cumsum(lengths) - lengths)[papers]
    titled = np.zeros(len(times))
    titled[word[position < titles[papers]]] = 1
    often = np.log(times)[word]
    sums = np.zeros((len(word) + 1, 2))
    np.cumsum(np.column_stack([often, titled[word]]), axis=0, out=sums[1:])
    first = layout.firsts
    starts, ends = layout.starts[first], layout.ends[first]
    means = (sums[ends] - sums[starts]) / (ends - starts)[:, None]
    return np.column_stack([means, often[ends - 1], titled[word[ends - 1]]])


def _used(sheets: Sequence[Sheet]) -> Floats:
    """Say how each candidate is used elsewhere; where all papers go by the same, in one call."""
    described = [
        usage.of(candidate.key for sheet in some for candidate in sheet.candidates)
        for usage, some in groupby(sheets, key=attrgetter("usage"))
    ]
    return np.concatenate(described)


def _partners(sheets: Sequence[Sheet], tagged: Floats) -> Floats:
    """Repeat for each candidate what the tagger says of its other form."""
    result = np.zeros((len(tagged), tagged.shape[1] + 1), np.float32)
    rows, others = partner_rows(sheets)
    result[rows, 0] = 1
    result[rows, 1:] = tagged[others]
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
