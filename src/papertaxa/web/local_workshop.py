"""Training, comparing and promoting on this machine: versions of one model folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from papertaxa.data import DEFAULT_MODEL
from papertaxa.model import load, versions
from papertaxa.train import promote, rollback
from papertaxa.web.engine import Engine
from papertaxa.web.model_engine import ModelEngine
from papertaxa.web.workshop import Version


@dataclass(frozen=True, kw_only=True)
class LocalWorkshop:
    """A model folder and what new versions of it are trained from.

    Attributes:
        root: The model's folder; until something is trained it need not exist, and the default
            model is in use. The first training makes that its version 1.
        papers: Listings.
        labels: The labels file.
        taxonomy: The taxonomy file; not used as long as it does not exist.
        extract: Whether names are suggested.
    """

    root: Path
    papers: Sequence[str]
    labels: Path
    taxonomy: Path
    extract: bool = True

    def versions(self) -> list[Version]:
        """List the versions, newest first."""
        begun = bool(versions.numbers(self.root))
        found = versions.describe(self.root if begun else DEFAULT_MODEL)
        return [_version(one, shipped=not begun) for one in reversed(found) if begun or one.current]

    def training(self) -> list[str]:
        """Return the command that trains a new version."""
        taxonomy = str(self.taxonomy) if self.taxonomy.is_file() else None
        return _worker(
            task="train",
            root=str(self.root),
            papers=list(self.papers),
            labels=str(self.labels),
            taxonomy=taxonomy,
        )

    def comparing(self, old: str, new: str) -> list[str]:
        """Return the command that compares two versions on the listing under review."""
        root = str(self.root)
        return _worker(task="compare", root=root, old=old, new=new, papers=list(self.papers))

    def promote(self, version: str, *, force: bool) -> None:
        """Put a version into use; TrainingError if it is significantly worse."""
        promote(self.root, int(version), force=force)

    def rollback(self) -> str:
        """Put the version into use that was before the last promotion."""
        return str(rollback(self.root).version)

    def engine(self) -> Engine:
        """Load the version in use."""
        folder = self.root if versions.numbers(self.root) else None
        return ModelEngine(load(folder, extract=self.extract))


def _version(one: versions.Version, *, shipped: bool) -> Version:
    written = one.manifest
    if written is None:
        return Version(id=str(one.number), promoted=one.current, note=one.problem or "")
    names = ", ".join(str(source["name"]) for source in written.sources.get("labels") or ())
    return Version(
        id=str(one.number),
        promoted=one.current,
        papers=written.counts.get("papers", 0),
        topics=written.counts.get("topics", 0),
        thin=written.thin,
        note="the model that ships" if shipped else f"from {names}" if names else "",
    )


def _worker(**task: object) -> list[str]:
    return [sys.executable, "-m", "papertaxa.web.worker", json.dumps(task)]
