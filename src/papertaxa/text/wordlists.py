"""Word lists in the source, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Make a set of the words of a text.

    Args:
        text: Words with white space between them.

    Returns:
        The words.
    """
    return frozenset(text.split())
