"""Every error that papertaxa raises on purpose.

A message names the place (file, row), the bad value and the remedy, so that the command line can
show it as it is.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PapertaxaError(Exception):
    """Base of all errors below; catching it catches everything that bad input can cause."""


class ListingError(PapertaxaError):
    """A listing cannot be read: missing, empty, binary, or without a usable column."""


class LabelsError(PapertaxaError):
    """A labels file is not what it should be."""


class TaxonomyError(PapertaxaError):
    """A taxonomy file is not a tree of topics with ids and names."""


class ModelError(PapertaxaError):
    """A model folder is missing, incomplete, altered, or of a format this version cannot read."""


class TrainingError(PapertaxaError):
    """The given papers and labels do not allow a model to be trained or measured."""


class OutputError(PapertaxaError):
    """The output cannot be written where it was asked for."""


def nearest(value: str, options: Iterable[str]) -> str:
    """Phrase a suggestion for an unknown value.

    Args:
        value: What the user wrote.
        options: The values that would have been right.

    Returns:
        ``" (did you mean 'x'?)"`` for a near option, else the empty string.
    """
    close = difflib.get_close_matches(value, list(options), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""
