"""What the tagger knows of a word by itself, computed once per distinct word and kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

import numpy as np
from spacy.strings import StringStore

from papertaxa.extract.network import Floats, Ints, Parameters, word_part
from papertaxa.extract.vectors import Vectors

ROWS = (6000, 2500, 2500, 800, 800, 2500)
PARTS = (64, 32, 32, 32, 32, 32)
"""Hash table sizes and widths of the word features, in the order of :func:`features`."""

_RUNS = re.compile(r"(.)\1{3,}")
_SHAPES = str.maketrans(
    dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "X")
    | dict.fromkeys("abcdefghijklmnopqrstuvwxyz", "x")
    | dict.fromkeys("0123456789", "d")
)
_MOST = 60_000  # words kept: a listing of millions of papers must not fill the memory
_LONGEST = 60  # characters of a word that count: no name is longer, some garbage is


def shape(word: str) -> str:
    """Reduce a word to its kinds of letters: ``Qwen3-8B`` gives ``Xxxxd-dX``."""
    return _RUNS.sub(r"\1\1\1", word.translate(_SHAPES))


def features(word: str) -> tuple[int, ...]:
    """Hash a word, its beginning, its end and its shape into the rows of their tables."""
    word = word[:_LONGEST]
    low = word.lower()
    parts = (low, word[:3], word[-4:], shape(word), word[-2:], low[:5])
    return tuple(
        crc32(part.encode("utf-8", "surrogatepass"), column) % rows
        for column, (part, rows) in enumerate(zip(parts, ROWS, strict=True))
    )


def capital(word: str) -> bool:
    """Tell whether a word looks like a name rather than like running text."""
    return word[:1].isalpha() and not word.islower()


def tables(words: Sequence[str], vectors: Vectors) -> tuple[Ints, Floats]:
    """Return the features and the vectors of some words, one row per word."""
    rows = np.array([features(word) for word in words], np.int64).reshape(-1, len(ROWS))
    return rows, vectors.of(words)


class Lexicon(dict[int, int]):
    """The row of each word by spaCy's hash, and what the first layer makes of the word."""

    def __init__(self, parameters: Parameters, vectors: Vectors) -> None:
        """Begin with no words.

        Args:
            parameters: The network's.
            vectors: Pretrained word vectors.
        """
        super().__init__()
        self._parameters = parameters
        self._vectors = vectors
        self._new: list[int] = []
        self.parts: Floats = np.zeros((1024, parameters["word.bias"].size), np.float32)
        self.capital = np.zeros(1024, np.int64)

    def __missing__(self, orth: int) -> int:
        """Give a new word the next row; :meth:`rows` fills it."""
        self[orth] = row = len(self)
        self._new.append(orth)
        return row

    def rows(self, orths: list[int], strings: StringStore) -> Ints:
        """Find the rows of some tokens, computing what is new.

        Args:
            orths: spaCy's hashes of the tokens.
            strings: Knows their text.

        Returns:
            One row per token, valid until the next call.
        """
        if len(self) > _MOST:
            self.clear()
        result = np.fromiter(map(self.__getitem__, orths), np.int64, len(orths))
        if self._new:
            words = [strings[orth] for orth in self._new]
            start, stop = len(self) - len(words), len(self)
            if stop > len(self.parts):
                size = 2 * stop
                self.parts = np.resize(self.parts, (size, self.parts.shape[1]))
                self.capital = np.resize(self.capital, size)
            self.parts[start:stop] = word_part(self._parameters, *tables(words, self._vectors))
            self.capital[start:stop] = [capital(word) for word in words]
            self._new = []
        return result
