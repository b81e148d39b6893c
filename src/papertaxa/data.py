"""Where the files that ship stand: the labels, the taxonomy, the default model.

In an installed package they lie inside it (``_data``); in a checkout at its top level.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_ROOT = _PACKAGE / "_data" if (_PACKAGE / "_data").is_dir() else _PACKAGE.parents[1]

LABELS = _ROOT / "labels"
MODELS = _ROOT / "models"
TAXONOMY = LABELS / "taxonomy.yaml"
DEFAULT_MODEL = MODELS / "default"


def label_files() -> list[Path]:
    """The hand labels that ship."""
    return sorted((LABELS / "papers").glob("*.jsonl"))
