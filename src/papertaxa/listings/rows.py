"""What a format's reader yields: one row of a listing, parsed or not."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One row as its format holds it, before columns are given a meaning.

    Attributes:
        place: Where it stands within its file: ``"line 7"``.
        fields: Column names and values, JSON-able; empty where there is a problem.
        problem: Why the row could not be parsed, else None.
    """

    place: str
    fields: dict[str, object]
    problem: str | None = None


class CutOffError(Exception):
    """The rest of a file cannot be read; the text says why. Never leaves this package."""
