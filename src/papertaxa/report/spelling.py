"""The key under which all spellings of a name meet across papers."""

from __future__ import annotations

import re
from functools import lru_cache

from papertaxa.text import fold

_WORDS = re.compile(r"[^\s\-‐-―]+")
_DIGIT = re.compile(r"\d")
# British spellings become American ones. What else is hit stays a key, and is never shown.
_ISE = re.compile(r"is(e|ed|er|ing|ation)\Z")
_OUR = re.compile(r"our(?=(?:s|al|ed|ing)?\Z)")
_LL = re.compile(r"ll(?=(?:ed|er|ing)\Z)")


@lru_cache(maxsize=1 << 17)
def name_key(name: str) -> str:
    """Give the key of a name: case, hyphens, plurals and British spellings make no difference.

    It goes further than `papertaxa.text.fold`, which looks at the last word's plural only:
    ``Mixtures of Experts`` and ``Mixture-of-Experts`` are one, and so are ``Behaviour Cloning`` and
    ``behavior cloning``. Numbers and letters make a name: ``GPT-4`` is not ``GPT-4o``.

    Args:
        name: A name, as it is shown.

    Returns:
        The key, not meant to be shown.
    """
    words = _WORDS.findall(name)
    if len(words) < 2 or _DIGIT.search(name):  # noqa: PLR2004 - one word
        return _american(fold(name))
    return "".join(_american(fold(word)) for word in words)


def _american(word: str) -> str:
    return _LL.sub("l", _OUR.sub("or", _ISE.sub(r"iz\1", word)))
