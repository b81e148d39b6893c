"""Sketches of texts, by which near-duplicates are found without comparing texts.

Source: Broder, On the resemblance and containment of documents, 1997.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Sketches = npt.NDArray[np.uint8]

_WORD = re.compile(r"\w+")
_SIZE = 96  # an estimate of 0.6 is off by 0.05 (one standard deviation); a multiple of 8
_SEED = 20_240_229
_UPPER = np.uint64(32)
_EVERY_BYTE = np.uint64(0x0101010101010101)


def sketch(texts: Iterable[str]) -> Sketches:
    """Make a MinHash sketch of the set of words of each text.

    Case, order and repetition of words make no difference. Of every hash eight bits are kept (Li
    and König, b-bit minwise hashing, WWW 2010): a chance of 1/256 to take two words for one.

    Returns:
        Shape (texts, 96). A text without words has zeros only.
    """
    random = np.random.default_rng(_SEED)
    factors = random.integers(0, 2**63, size=_SIZE, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    shifts = random.integers(0, 2**63, size=_SIZE, dtype=np.uint64)
    rows: list[Sketches] = []
    for text in texts:
        words = {_hash(word) for word in _WORD.findall(text.casefold())}
        if not words:
            rows.append(np.zeros(_SIZE, dtype=np.uint8))
            continue
        hashes = np.fromiter(words, dtype=np.uint64, count=len(words))
        # Multiply-shift hashing (Dietzfelbinger et al., 1997): the upper half of the product.
        least = (hashes[:, None] * factors + shifts).min(axis=0) >> _UPPER
        rows.append((least & np.uint64(0xFF)).astype(np.uint8))
    return np.array(rows, dtype=np.uint8).reshape(-1, _SIZE)


def resemblance(one: Sketches, others: Sketches) -> npt.NDArray[np.float32]:
    """Estimate the Jaccard coefficient of one text's words with each of the others'.

    Args:
        one: Shape (96,).
        others: Shape (texts, 96).

    Returns:
        Shape (texts,); zeros if the one has no words.
    """
    if not one.any():
        return np.zeros(len(others), dtype=np.float32)
    # Eight matches are added at a time: the bytes of a 64-bit sum stay below 256 and do not carry.
    eights = (others == one).view(np.uint64).sum(axis=1, dtype=np.uint64)
    matches = (eights * _EVERY_BYTE) >> np.uint64(56)
    shares: npt.NDArray[np.float32] = matches.astype(np.float32) / np.float32(_SIZE)
    return shares


@lru_cache(maxsize=1 << 17)
def _hash(word: str) -> int:
    """Hash a word to 64 bits, the same in every process."""
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
