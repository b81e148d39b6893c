"""Decide, before anything is predicted, what can be done with a row."""

from __future__ import annotations

import hashlib
import re
from itertools import islice

from papertaxa.domain import Paper, Status
from papertaxa.text import CleanPaper
from papertaxa.text.language import foreign

MIN_WORDS = 8
"""Title and abstract of fewer words than this say too little to be relied on."""

LABELLED: frozenset[Status] = frozenset({"ok", "title-only", "too-short"})
"""Statuses of rows that get topics; the others have no text to label, or none of their own."""

_WORD = re.compile(r"\w+")
_GAPS = {code: " " for code in range(128) if not _WORD.match(chr(code))}


class Seen:
    """The papers of this run so far, by a fingerprint of their text (about 150 bytes each)."""

    def __init__(self) -> None:
        """Start with none."""
        self._first: dict[int, str] = {}

    def first(self, paper: Paper, clean: CleanPaper) -> str | None:
        """Remember a paper; return the id of the first with the same words, if there is one."""
        words = "\0".join(
            " ".join(_words(part.text.casefold())) for part in (clean.title, clean.abstract)
        )
        digest = hashlib.blake2b(words.encode(), digest_size=8).digest()
        key = int.from_bytes(digest, "big")
        if key in self._first:
            return self._first[key]
        self._first[key] = paper.id
        return None


def _words(text: str) -> list[str]:
    """The words of a text; in ASCII, which most texts are, they are found twice as fast."""
    return text.translate(_GAPS).split() if text.isascii() else _WORD.findall(text)


def screen(paper: Paper, clean: CleanPaper, seen: Seen) -> tuple[Status, str | None]:
    """Give a row its status and the reason for it.

    Args:
        paper: The row as read.
        clean: Its cleaned text.
        seen: The rows before it; this one is added.

    Returns:
        The status, and for every status but ``ok`` a reason that a person can act on.
    """
    if paper.problem is not None:
        return "unreadable", paper.problem
    title, abstract = clean.title.text, clean.abstract.text
    if not title and not abstract:
        return "empty", f"{paper.source}: neither a title nor an abstract"
    first = seen.first(paper, clean)
    if first is not None:
        return "duplicate", f"same title and abstract as {first}"
    language = foreign(f"{title}\n{abstract}")
    if language is not None:
        return "not-english", f"the text looks like {language}; the model reads English"
    if not abstract:
        return "title-only", "no abstract; labelled from the title alone"
    words = sum(1 for _ in islice(_WORD.finditer(f"{title}\n{abstract}"), MIN_WORDS))
    if words < MIN_WORDS:
        return "too-short", f"{words} words; fewer than {MIN_WORDS} say too little to rely on"
    return "ok", None
