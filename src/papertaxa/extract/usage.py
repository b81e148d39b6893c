"""How names are used in papers without labels: in how many they stand, and as what.

A phrase that stands in many papers is seldom new in the next one, and what it was taken for
elsewhere says what it is. Counted are the answers of an extractor (self-training, Yarowsky 1995),
one that has not seen the labels of the papers whose names it is to help with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

from papertaxa.extract.network import Floats

COLUMNS: Final = 8
"""Numbers that say of a name how it is used."""

_LEAST = 2  # papers of a name that is kept
_RATES = np.array([0.35, 0.05, 0.15])  # how often candidates are what, before anything is known
_PRIOR = 0.3  # papers that this counts for
_SOFT = 0.02  # odds are told apart down to this rate
_PER_E = 16.0  # steps of a byte, for e times as many papers or e times the odds
_MIDDLE = 128
_SEVERAL = np.log(3.5)  # papers from which on rates are worth something

_KEYS, _TABLE = "keys.npy", "table.npy"


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What one extractor found in papers.

    Attributes:
        keys: Hashes of names, each once, in order.
        sums: Per name: in how many papers it was a candidate, and the sums of how probable it was
            there that it is a method, a benchmark, or introduced.
    """

    keys: NDArray[np.uint32]
    sums: Floats

    @classmethod
    def of(cls, names: Iterable[str], answers: Floats) -> Tally:
        """Count.

        Args:
            names: A key for each paper's candidate.
            answers: The probability of each outcome (column) for each of them (row).
        """
        keys, at = np.unique(hashed(names), return_inverse=True)
        columns = [np.bincount(at, column, len(keys)) for column in answers.T]
        return cls(keys, np.column_stack([np.bincount(at, minlength=len(keys)), *columns]))


class Usage:
    """What is known of names, in a few bytes each.

    Attributes:
        keys: Hashes of names, in order.
        table: Per name: the logarithm of the number of papers, and three log odds.
    """

    def __init__(self, keys: NDArray[np.uint32], table: NDArray[np.uint8]) -> None:
        """Take hashes and their rows."""
        self.keys = keys
        self.table = table
        unknown = np.append(0, _stepped(_odds(_RATES)) + _MIDDLE)
        self._lookup = np.vstack([table, unknown.astype(np.uint8)]).astype(np.float32)
        self._lookup[:, 1:] -= _MIDDLE
        self._lookup /= _PER_E

    @classmethod
    def none(cls) -> Usage:
        """Return what is known where no papers were looked at."""
        return cls(np.zeros(0, np.uint32), np.zeros((0, 1 + len(_RATES)), np.uint8))

    @classmethod
    def merged(cls, tallies: Sequence[Tally]) -> Usage:
        """Average what several extractors found in the same papers; drop what is rare."""
        keys, at = np.unique(np.concatenate([its.keys for its in tallies]), return_inverse=True)
        sums = np.zeros((len(keys), 1 + len(_RATES)))
        np.add.at(sums, at, np.concatenate([its.sums for its in tallies]))
        sums /= len(tallies)
        often = sums[:, 0] >= _LEAST
        papers, outcomes = sums[often, :1], sums[often, 1:]
        odds = _odds((outcomes + _PRIOR * _RATES) / (papers + _PRIOR))
        steps = np.column_stack([_stepped(np.log1p(papers)), _stepped(odds) + _MIDDLE])
        return cls(keys[often], steps.astype(np.uint8))

    def of(self, names: Iterable[str]) -> Floats:
        """Describe names.

        Args:
            names: Their keys.

        Returns:
            One row per name, with :data:`COLUMNS` numbers.
        """
        wanted = hashed(names)
        at = np.searchsorted(self.keys, wanted)
        if len(self.keys):
            found = self.keys.take(at, mode="clip") == wanted
            at = np.where(found, at, len(self.keys))
        rows: Floats = self._lookup[at]
        result = np.empty((len(rows), COLUMNS), np.float32)
        result[:, :4] = rows
        result[:, 4] = rows[:, 0] == 0
        np.multiply(rows[:, 1:], rows[:, :1] >= _SEVERAL, out=result[:, 5:])
        return result

    def to_disk(self, folder: Path) -> None:
        """Write two arrays."""
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / _KEYS, self.keys, allow_pickle=False)
        np.save(folder / _TABLE, self.table, allow_pickle=False)

    @classmethod
    def from_disk(cls, folder: Path) -> Usage:
        """Read what :meth:`to_disk` wrote."""
        return cls(
            np.load(folder / _KEYS, allow_pickle=False),
            np.load(folder / _TABLE, allow_pickle=False),
        )


def hashed(names: Iterable[str]) -> NDArray[np.uint32]:
    """Hash keys; of a million names, two in ten thousand share theirs with another."""
    return np.array([*map(get_string_id, names)], np.uint64).astype(np.uint32)


def _odds(rates: Floats) -> Floats:
    result: Floats = np.log((rates + _SOFT) / (1 + _SOFT - np.minimum(rates, 1)))
    return result


def _stepped(values: Floats) -> Floats:
    result: Floats = np.rint(values * _PER_E)
    return result
