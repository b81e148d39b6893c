"""What was thought of a paper's other candidates: a name seldom stands alone.

Of two candidates that overlap one is the name; the two forms of a name share their role; and
what a paper introduces is compared with everything else that it may introduce.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.spelling import word_set

_REACH = 16  # tokens of the longest candidate
_OPENS = frozenset("(:—–")
_LOWEST_RANK = 10
_STEM = 3  # letters
_WORD = re.compile(r"[^\W\d_]+")
_LINKING = word_set("of for and the with in to by via a an on from as at or")


def rivals(layout: Layout, sheets: Sequence[Sheet], answers: Floats) -> Floats:
    """Describe each candidate by the first answers about all candidates of its paper.

    Args:
        layout: The papers, laid end to end.
        sheets: The papers.
        answers: How probably each candidate is a method, a benchmark, introduced.

    Returns:
        One row per candidate.
    """
    count = len(answers)
    owner = np.repeat(np.arange(count), layout.times.astype(np.int64))
    order = np.argsort(layout.starts, kind="stable")
    parts = [
        *_overlapping(layout, owner, order, answers),
        *_across_brackets(layout, sheets, owner, order, answers),
        _partners(sheets, answers),
        _kin(sheets, answers),
        _in_paper(sheets, answers),
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _pairs(starts: Ints, order: Ints, least: Ints, most: Ints) -> tuple[Ints, Ints]:
    """Pair each place with all places that start within its limits, the upper one excluded."""
    low = np.searchsorted(starts[order], least)
    sizes = np.searchsorted(starts[order], most) - low
    one = np.repeat(np.arange(len(sizes)), sizes)
    return one, order[np.arange(len(one)) - np.repeat(np.cumsum(sizes) - sizes - low, sizes)]


def _overlapping(layout: Layout, owner: Ints, order: Ints, answers: Floats) -> list[Floats]:
    """Say how good the candidates are that hold a candidate, lie in it, or cross its ends."""
    starts, ends = layout.starts, layout.ends
    one, other = _pairs(starts, order, starts - _REACH, ends)
    apart = (ends[other] > starts[one]) & (owner[one] != owner[other])
    one, other = one[apart], other[apart]
    outer = (starts[other] <= starts[one]) & (ends[other] >= ends[one])
    inner = (starts[other] >= starts[one]) & (ends[other] <= ends[one])
    named = np.column_stack([answers[:, :2].max(1), answers[:, 2]])
    result = []
    for relation in (outer, inner, ~outer & ~inner):
        best = np.zeros((len(starts), named.shape[1]), np.float32)
        np.maximum.at(best, one[relation], named[owner[other[relation]]])
        result += [layout.top(best), layout.mean(best)]
    return result


def _across_brackets(
    layout: Layout, sheets: Sequence[Sheet], owner: Ints, order: Ints, answers: Floats
) -> list[Floats]:
    """Repeat the answers about what follows a candidate's opening bracket or colon, or precedes.

    Says too how far the letters of the one spell the other: a title's words after the name and a
    colon are the name's long form, or they only say what it is good for.
    """
    words = [word for sheet in sheets for word in sheet.words]
    opens = np.zeros(len(words) + 1, bool)
    opens[:-1] = np.fromiter(map(_OPENS.__contains__, words), bool, len(words))
    opened = opens[layout.ends] & (layout.ends < layout.high)
    following = np.where(opened, layout.ends + 1, -1)
    one, other = _pairs(layout.starts, order, following, np.where(following < 0, -1, following + 1))
    texts = [candidate.text for sheet in sheets for candidate in sheet.candidates]
    near = list(zip(owner[one].tolist(), owner[other].tolist(), strict=True))
    spelt = np.array([_spelt(texts[a], texts[b]) for a, b in near], np.float32).reshape(-1, 2)
    result = []
    for here, there in ((one, other), (other, one)):
        best = np.zeros((len(answers), answers.shape[1] + 3), np.float32)
        ones = np.ones(len(there), np.float32)
        np.maximum.at(best, owner[here], np.column_stack([answers[owner[there]], ones, spelt]))
        result.append(best)
    return result


def _spelt(one: str, other: str) -> tuple[float, float]:
    """Compare a name's capitals to the first letters of several words.

    Returns:
        The share of the capitals that begin a word, and of the words that begin with a capital.
    """
    if (" " in one) == (" " in other):
        return 0.0, 0.0
    short, long = (other, one) if " " in one else (one, other)
    capitals = [char.lower() for char in short if char.isupper()]
    begins = [word[0] for word in _WORD.findall(long.lower()) if word not in _LINKING]
    shared = sum(min(capitals.count(char), begins.count(char)) for char in set(capitals))
    return shared / max(len(capitals), 1), shared / max(len(begins), 1)


def _partners(sheets: Sequence[Sheet], answers: Floats) -> Floats:
    result = np.zeros((len(answers), answers.shape[1] + 1), np.float32)
    rows, others = partner_rows(sheets)
    result[rows, 0] = 1
    result[rows, 1:] = answers[others]
    return result


def _kin(sheets: Sequence[Sheet], answers: Floats) -> Floats:
    """Repeat the best answers about other words that begin alike: QPM-Large, QPM-Small and QPM."""
    result = np.zeros((len(answers), 3), np.float32)
    values = answers.tolist()  # quicker than NumPy for a few
    row = 0
    for sheet in sheets:
        alike: dict[str, list[int]] = {}
        for at, candidate in enumerate(sheet.candidates, start=row):
            if len(candidate.key) >= _STEM and " " not in candidate.text:
                alike.setdefault(candidate.key[:_STEM], []).append(at)
        row += len(sheet.candidates)
        for rows in alike.values():
            for at in rows if len(rows) > 1 else ():
                others = [values[other] for other in rows if other != at]
                result[at] = [max(column) for column in zip(*others, strict=True)]
    return result


def partner_rows(sheets: Sequence[Sheet]) -> tuple[Ints, Ints]:
    """List the rows of candidates that are one form of a name, and the rows of the other form."""
    every = [candidate for sheet in sheets for candidate in sheet.candidates]
    rows = {id(candidate): row for row, candidate in enumerate(every)}
    found = [
        (row, rows[id(candidate.partner)])
        for row, candidate in enumerate(every)
        if candidate.partner is not None and id(candidate.partner) in rows
    ]
    one, other = np.array(found, np.int64).reshape(-1, 2).T
    return one, other


def _in_paper(sheets: Sequence[Sheet], answers: Floats) -> Floats:
    """Compare each candidate with all of its paper."""
    sizes = np.array([len(sheet.candidates) for sheet in sheets])
    firsts = np.cumsum(sizes) - sizes
    paper = np.repeat(np.arange(len(sizes)), sizes)
    new = answers[:, 2:]
    kinds_of_new = answers[:, :2] * new
    ranked = np.lexsort((-new[:, 0], paper))
    rank = np.empty(len(answers))
    rank[ranked] = np.arange(len(answers)) - firsts[paper]
    top = np.maximum.reduceat(answers, firsts)[paper]
    return np.column_stack(
        [
            np.add.reduceat(answers, firsts)[paper],
            top,
            np.maximum.reduceat(kinds_of_new, firsts)[paper],
            np.log((answers + 0.01) / (1.01 - answers)),
            new[:, 0] - top[:, 2],
            np.minimum(rank, _LOWEST_RANK),
            rank == 0,
        ]
    )
