"""Word vectors: what the company a word keeps in many abstracts says of it.

They tell the tagger of words that the labelled papers never or seldom use. Learned by counting:
positive pointwise mutual information of words and their neighbours, by distance, reduced by
singular value decomposition (Levy, Goldberg & Dagan 2015), and stored in 8 bits.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from papertaxa.extract.network import Floats, Ints

_WORDS = "words.txt"
_TABLE = "vectors.npy"
_TOP = 127
_SPREAD = 4.0  # length of each vector, so that its parts are of the size of the other features
_DISTANCES = (-2, -1, 1, 2)
_MOST = 60_000  # spellings kept that are not in lower case, or of no known word


class _Rows(dict[str, int]):
    """The row of each word; of other spellings too, once they have been asked for."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(zip(words, range(len(words)), strict=True))
        self._unknown = len(words)

    def __missing__(self, word: str) -> int:
        row = self.get(word.lower(), self._unknown)
        if len(self) < self._unknown + _MOST:
            self[word] = row
        return row


class Vectors:
    """Word vectors in 8 bits.

    Attributes:
        words: Lower-case words, in the order of their rows.
        table: One row per word.
        scale: What the table is to be multiplied by.
    """

    def __init__(self, words: Sequence[str], table: NDArray[np.int8], scale: float) -> None:
        """Take words and their rows."""
        self.words = list(words)
        self.table = table
        self.scale = np.float32(scale)
        self._rows = _Rows(self.words)
        self._lookup = np.vstack([table, np.zeros((1, table.shape[1]), np.int8)])

    @property
    def width(self) -> int:
        """Numbers per word; 0 for no vectors at all."""
        return int(self.table.shape[1])

    @classmethod
    def none(cls) -> Vectors:
        """Return vectors of width 0, for training without."""
        return cls([], np.zeros((0, 0), np.int8), 1.0)

    def of(self, words: Sequence[str], *, width: int | None = None) -> Floats:
        """Look up some words; unknown ones get zeros.

        Args:
            words: Their case makes no difference.
            width: How many numbers of each vector are wanted; all by default.

        Returns:
            One row per word.
        """
        rows = np.array([*map(self._rows.__getitem__, words)], np.int64)
        result: Floats = self._lookup.take(rows, axis=0)[:, :width] * self.scale
        return result

    def to_disk(self, folder: Path) -> None:
        """Write the words as a text and the table as an array."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _WORDS).write_text(
            "\n".join([repr(float(self.scale)), *self.words]), encoding="utf-8"
        )
        np.save(folder / _TABLE, self.table, allow_pickle=False)

    @classmethod
    def from_disk(cls, folder: Path) -> Vectors:
        """Read what :meth:`to_disk` wrote."""
        scale, *words = (folder / _WORDS).read_text(encoding="utf-8").split("\n")
        return cls(words, np.load(folder / _TABLE, allow_pickle=False), float(scale))


def learn(
    texts: Iterable[Sequence[str]],
    *,
    width: int = 96,
    least: int = 8,
    neighbours: int = 6000,
    seed: int = 0,
) -> Vectors:
    """Learn vectors from tokenised texts.

    Args:
        texts: The words of each text.
        width: Numbers per word.
        least: Words that occur less often get no vector.
        neighbours: How many of the most frequent words count as company.
        seed: Of the decomposition.

    Returns:
        The vectors, the most frequent word first.
    """
    from sklearn.utils.extmath import randomized_svd

    numbers: dict[str, int] = {}
    stream = array("i")
    for text in texts:
        # White space can be a token of its own; it is no word, and would break the list of words.
        words = (word.lower() for word in text if not word.isspace())
        stream.extend(numbers.setdefault(word, len(numbers)) for word in words)
        stream.append(-1)
    flat = np.frombuffer(stream, np.int32)
    counts = np.bincount(flat[flat >= 0], minlength=len(numbers))
    order = np.argsort(-counts, kind="stable")
    size = int((counts >= least).sum())
    neighbours = min(neighbours, size)
    rank = np.full(len(numbers) + 1, size, np.int64)  # the last stands for a text's end
    rank[order[:size]] = np.arange(size)
    ranked = rank[flat]
    blocks = [_beside(ranked, distance, size, neighbours) for distance in _DISTANCES]
    weights = _information(sparse.hstack(blocks).tocsr())
    width = min(width, *(side - 1 for side in weights.shape))
    left, strength, _ = randomized_svd(weights, width, n_iter=3, random_state=seed)
    table = left * np.sqrt(strength)
    table *= _SPREAD / (np.linalg.norm(table, axis=1, keepdims=True) + 1e-9)
    scale = float(np.abs(table).max() / _TOP)
    names = list(numbers)
    return Vectors([names[i] for i in order[:size]], np.rint(table / scale).astype(np.int8), scale)


def _beside(ranked: Ints, distance: int, size: int, neighbours: int) -> sparse.csr_matrix:
    """Count how often each word stands at a distance from each frequent word."""
    words, company = (
        (ranked[:-distance], ranked[distance:])
        if distance > 0
        else (ranked[-distance:], ranked[:distance])
    )
    known = (words < size) & (company < neighbours)
    ones = np.ones(int(known.sum()), np.float32)
    return sparse.csr_matrix((ones, (words[known], company[known])), shape=(size, neighbours))


def _information(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Turn counts into positive pointwise mutual information, rare company smoothed."""
    of_words = np.asarray(counts.sum(1)).ravel()
    company = np.asarray(counts.sum(0)).ravel() ** 0.75
    company *= of_words.sum() / company.sum()
    entries = counts.tocoo()
    with np.errstate(divide="ignore"):
        values = np.log(
            entries.data * of_words.sum() / (of_words[entries.row] * company[entries.col])
        )
    result = sparse.csr_matrix(
        (np.maximum(values, 0).astype(np.float32), (entries.row, entries.col)), shape=counts.shape
    )
    result.eliminate_zeros()
    return result
