"""Putting a version into use, and going back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from papertaxa.errors import ModelError, TrainingError
from papertaxa.model import versions
from papertaxa.train.compare import Comparison, compare


@dataclass(frozen=True, kw_only=True)
class Promotion:
    """What was put into use.

    Attributes:
        version: The version in use now.
        previous: The one that was before.
        comparison: How the two compare; None where that was not asked.
    """

    version: int
    previous: int
    comparison: Comparison | None = None


def promote(model: Path, version: int | None = None, *, force: bool = False) -> Promotion:
    """Put a version into use, unless it is significantly worse than the one in use.

    Args:
        model: The model's folder.
        version: The version; the newest if None.
        force: Use it without comparing.

    Returns:
        What changed.

    Raises:
        TrainingError: It is significantly worse.
        ModelError: A version is missing or damaged.
    """
    root, named = versions.locate(model)
    number = _newest(root) if version is None and named is None else version or named or 1
    used = versions.current(root)
    if number == used:
        return Promotion(version=used, previous=used)
    comparison = None
    if not force:
        try:
            comparison = compare(_at(root, used), _at(root, number))
        except ModelError as error:
            raise ModelError(f"{error}; --force promotes without comparing") from error
        if comparison.worse:
            raise TrainingError(
                f"{root}: version {number} is not promoted: {comparison.verdict}. Look at the "
                f"papers that change (papertaxa models compare {root} {root}@{number} --on "
                f"LISTING), or promote it with --force; version {used} is in use as before"
            )
    versions.use(root, number, action="promote", forced=force)
    return Promotion(version=number, previous=used, comparison=comparison)


def rollback(model: Path) -> Promotion:
    """Put the version into use again that was in use before the present one was promoted.

    Raises:
        ModelError: There is none, or it is damaged.
    """
    root, _ = versions.locate(model)
    before = versions.previous(root)
    if before is None:
        raise ModelError(
            f"{root}: nothing to roll back: no version was promoted before the one in use "
            f"(version {versions.current(root)}); `papertaxa models list` shows all versions"
        )
    left = versions.use(root, before, action="rollback")
    return Promotion(version=before, previous=left)


def _newest(root: Path) -> int:
    found = versions.numbers(root)
    if not found:
        raise ModelError(f"{root}: no such model folder; make one with `papertaxa train`")
    return found[-1]


def _at(root: Path, number: int) -> Path:
    return Path(f"{root}@{number}")
