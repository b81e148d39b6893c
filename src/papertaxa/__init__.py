"""Research areas, methods and benchmarks for every abstract of a machine-learning listing.

from papertaxa import label, load, read

for row in label(read(["papers.csv"]), load()):
    ...
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papertaxa.batch.label import label
    from papertaxa.domain import LabelledPaper, Paper
    from papertaxa.errors import PapertaxaError
    from papertaxa.listings import read
    from papertaxa.model import load

__version__ = "0.1.0"
__all__ = ["LabelledPaper", "Paper", "PapertaxaError", "label", "load", "read"]

_PLACES = {
    "LabelledPaper": "papertaxa.domain",
    "Paper": "papertaxa.domain",
    "PapertaxaError": "papertaxa.errors",
    "label": "papertaxa.batch",
    "load": "papertaxa.model",
    "read": "papertaxa.listings",
}


def __getattr__(name: str) -> object:
    """Import a name when it is asked for: `import papertaxa` and `--help` stay instant."""
    if name not in _PLACES:
        raise AttributeError(f"module 'papertaxa' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
