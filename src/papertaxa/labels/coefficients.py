"""Coefficients of agreement: what is left of it once agreement by chance is taken off.

All are 1 for full agreement and 0 for what chance would give; NaN where nothing varies, for then
chance alone would agree fully.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_NOTHING = 1e-12  # below it, a share is zero up to rounding
_BLOCK = 1024  # rows of the matrix of distances that are held at a time


def cohen_kappa(one: npt.ArrayLike, other: npt.ArrayLike) -> Floats:
    """Compute Cohen's kappa (Cohen, 1960) of two annotators' yes and no, for each column.

    Args:
        one: Shape (papers, topics), boolean: what the first annotator gave.
        other: The same of the second.

    Returns:
        Shape (topics,).
    """
    a, b = np.asarray(one, dtype=bool), np.asarray(other, dtype=bool)
    observed = (a == b).mean(axis=0)
    yes_a, yes_b = a.mean(axis=0), b.mean(axis=0)
    return _beyond(observed, yes_a * yes_b + (1 - yes_a) * (1 - yes_b))


def cohen_kappa_categories(one: Sequence[str], other: Sequence[str]) -> float:
    """Compute Cohen's kappa of two annotators who gave one category to each paper."""
    n = len(one)
    if not n:
        return float("nan")
    a, b = Counter(one), Counter(other)
    observed = sum(x == y for x, y in zip(one, other, strict=True)) / n
    by_chance = sum(a[category] * b[category] for category in a) / n**2
    return float(_beyond(np.asarray(observed), np.asarray(by_chance)))


def krippendorff_alpha(given: npt.ArrayLike, raters: npt.ArrayLike) -> Floats:
    """Compute Krippendorff's alpha for a nominal yes or no, for each column.

    Source: Krippendorff, Content Analysis, 2nd edition, 2004, chapter 11; any number of annotators,
    who need not have seen every paper.

    Args:
        given: Shape (papers, topics): how many annotators gave the topic to the paper.
        raters: Shape (papers,): how many labelled it. Papers with fewer than two do not count.

    Returns:
        Shape (topics,).
    """
    raters = np.asarray(raters, dtype=np.float64)[:, None]
    given = np.asarray(given, dtype=np.float64)[raters[:, 0] > 1]
    raters = raters[raters[:, 0] > 1]
    n = raters.sum()
    observed = (given * (raters - given) / (raters - 1)).sum(axis=0)
    yes = given.sum(axis=0)
    expected = yes * (n - yes) / (n - 1) if n else np.zeros_like(observed)
    return _one_minus(observed, expected)


def krippendorff_alpha_sets(units: Sequence[Sequence[Collection[str]]]) -> float:
    """Compute Krippendorff's alpha for sets of labels, with the MASI distance.

    Sources: Krippendorff (2004) as above; Passonneau, Measuring agreement on set-valued items
    (MASI), LREC 2006.

    Args:
        units: For each paper the set that each of its annotators gave. Papers with fewer than two
            do not count.
    """
    sets = [[frozenset(value) for value in unit] for unit in units if len(unit) > 1]
    counts = Counter(value for unit in sets for value in unit)
    n = counts.total()
    if not n:
        return float("nan")
    observed = sum(
        2 * sum(masi_distance(a, b) for a, b in combinations(unit, 2)) / (len(unit) - 1)
        for unit in sets
    )
    items = {item: column for column, item in enumerate(sorted(set().union(*counts)))}
    members = np.zeros((len(counts), len(items)), dtype=np.float32)
    for row, value in enumerate(counts):
        members[row, [items[item] for item in value]] = 1
    weights = np.fromiter(counts.values(), dtype=np.float64, count=len(counts))
    expected = sum(
        float(weights[start : start + _BLOCK] @ (_distances(block, members) @ weights))
        for start in range(0, len(members), _BLOCK)
        for block in [members[start : start + _BLOCK]]
    )
    return float(_one_minus(np.asarray(observed), np.asarray(expected / (n - 1))))


def masi_distance(one: Collection[str], other: Collection[str]) -> float:
    """Compute the MASI distance of two sets, from 0 (equal) to 1 (disjoint).

    It is one minus the Jaccard coefficient weighted by how the sets lie: 1 if they are equal, 2/3
    if one holds the other, 1/3 if they overlap, 0 if they are disjoint.
    """
    a, b = frozenset(one), frozenset(other)
    if a == b:
        return 0.0
    both = len(a & b)
    monotonicity = 2 / 3 if both == min(len(a), len(b)) else 1 / 3
    return 1 - monotonicity * both / len(a | b)


def _distances(rows: npt.NDArray[np.float32], columns: npt.NDArray[np.float32]) -> Floats:
    """Compute `masi_distance` between all rows of two membership matrices."""
    both = (rows @ columns.T).astype(np.float64)
    a, b = rows.sum(axis=1)[:, None], columns.sum(axis=1)[None, :]
    union = a + b - both
    jaccard = np.divide(both, union, out=np.ones_like(both), where=union > 0)
    monotonicity = np.where(both == np.minimum(a, b), 2 / 3, 1 / 3)
    monotonicity[both == union] = 1.0
    distances: Floats = 1 - monotonicity * jaccard
    return distances


def _beyond(observed: Floats, by_chance: Floats) -> Floats:
    """Scale agreement so that chance is 0 and full agreement 1."""
    return _one_minus(1 - observed, 1 - by_chance)


def _one_minus(observed: Floats, expected: Floats) -> Floats:
    """One minus the ratio of observed to expected disagreement; NaN where none is expected."""
    ratio = np.full_like(np.asarray(observed, dtype=np.float64), np.nan)
    return 1 - np.divide(observed, expected, out=ratio, where=np.asarray(expected) > _NOTHING)
