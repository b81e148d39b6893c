"""The manifest: what a model folder holds, and where it came from.

It carries no date, so that the same papers, labels and seed give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from papertaxa import __version__
from papertaxa.errors import ModelError
from papertaxa.files import sha256, write_text

FORMAT = 2
"""The format that this version writes, and the only one that it reads."""

NAME = "manifest.json"
_LIBRARIES = ("numpy", "scikit-learn", "scipy", "spacy")


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What ``manifest.json`` says.

    Attributes:
        format: Version of the folder's layout.
        papertaxa: Version of papertaxa that trained the model.
        seed: Seed of every random choice in training.
        libraries: Versions of the libraries that trained it.
        counts: Numbers of papers, topics, terms, ...
        sources: SHA-256 of each file of papers and labels, of the taxonomy, and of the base.
        thin: Topics with too few papers to be relied on, with their number of papers.
        files: Path within the folder -> SHA-256.
    """

    format: int = FORMAT
    papertaxa: str = __version__
    seed: int = 0
    libraries: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    sources: Mapping[str, Any] = field(default_factory=dict)
    thin: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


def write(
    folder: Path,
    *,
    seed: int,
    counts: Mapping[str, int],
    sources: Mapping[str, Any],
    thin: Mapping[str, int],
) -> Manifest:
    """Hash everything in a model folder and write its manifest, the last file to be written."""
    manifest = Manifest(
        seed=seed,
        libraries={name: version(name) for name in _LIBRARIES},
        counts=counts,
        sources=sources,
        thin=thin,
        files={path.relative_to(folder).as_posix(): sha256(path) for path in _contents(folder)},
    )
    write_text(folder / NAME, json.dumps(asdict(manifest), indent=2, ensure_ascii=False) + "\n")
    return manifest


def read(folder: Path) -> Manifest:
    """Read a manifest and check that the folder holds exactly what it says.

    Raises:
        ModelError: The folder is missing, not a model, half-written, of another format, or its
            files are not those that were written.
    """
    remedy = "train it again with `papertaxa train`, or use another model with --model"
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder; {remedy}")
    path = folder / NAME
    if not path.is_file():
        raise ModelError(
            f"{folder}: not a model, or half-written: it has no {NAME}, which is written last; "
            f"{remedy}"
        )
    manifest = _parse(path, remedy)
    for name, expected in manifest.files.items():
        file = folder / name
        if not file.is_file():
            raise ModelError(f"{folder}: incomplete: {name} is missing; {remedy}")
        if sha256(file) != expected:
            raise ModelError(
                f"{folder}: altered: {name} is not the file that was written (its SHA-256 differs "
                f"from the one in {NAME}); restore it, or {remedy}"
            )
    return manifest


def _parse(path: Path, remedy: str) -> Manifest:
    """Read the JSON; another format is told first, since it may hold what this version does not."""
    broken = ModelError(f"{path}: not a readable manifest; {remedy}")
    try:
        written = json.loads(path.read_bytes())
        if not isinstance(written, dict) or not isinstance(written.get("format"), int):
            raise broken
        if written["format"] != FORMAT:
            newer = written["format"] > FORMAT
            upgrade = "upgrade papertaxa (pip install --upgrade papertaxa), or use another model"
            raise ModelError(
                f"{path.parent}: the model has format {written['format']}, and papertaxa "
                f"{__version__} reads format {FORMAT}; "
                + (f"{upgrade} with --model" if newer else remedy)
            )
        manifest = Manifest(**written)
    except (ValueError, TypeError) as error:
        raise broken from error
    if not isinstance(manifest.files, dict) or any(
        Path(name).is_absolute() or ".." in Path(name).parts for name in manifest.files
    ):
        raise broken
    return manifest


def _contents(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != NAME)
