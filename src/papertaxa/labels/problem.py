"""What can be wrong with a row of a labels file."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Problem(NamedTuple):
    """Something to mend in a labels file.

    Attributes:
        source: Where: ``"train.jsonl, line 7"``.
        message: What is wrong, with the bad value.
        remedy: What to do.
        severity: ``error`` if the label breaks the format or the taxonomy, ``warning`` if it can
            be used as it is but looks like a slip.
    """

    source: str
    message: str
    remedy: str
    severity: Severity = "error"

    def __str__(self) -> str:
        """Render as one line."""
        return f"{self.source}: {self.message}; {self.remedy}"
