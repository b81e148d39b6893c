"""Labels that a model, trained without the paper in question, contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from papertaxa import classifier
from papertaxa.classifier.held_out import held_out
from papertaxa.labels.audit import Finding, rank
from papertaxa.model import manifest, versions
from papertaxa.train.assemble import assemble


@dataclass(frozen=True, kw_only=True)
class Audit:
    """What was found.

    Attributes:
        findings: The decisions in labels that are contradicted, the most surprising first.
        labels: How many labels were looked at.
        textless: How many could not be, because their papers have no text here.
        trained_on: How many papers the model was trained on, each judged unseen.
    """

    findings: tuple[Finding, ...]
    labels: int
    textless: int
    trained_on: int


def audit(
    *,
    papers: Sequence[str | Path],
    labels: Sequence[Path],
    base: Path | None = None,
    seed: int = 0,
) -> Audit:
    """Cross-validate a model on labels, and rank those that it contradicts.

    Args:
        papers: Listings with the papers' texts; papers that the base was trained on need none.
        labels: The labels files to look at.
        base: Model whose own papers are used beside the given ones; None to use those alone.
        seed: Of the training.

    Returns:
        The findings.

    Raises:
        PapertaxaError: A file is unusable, or there is nothing to learn from.
    """
    origin = None if base is None else versions.resolve(base)
    if origin is not None:
        manifest.read(origin)
    material = assemble(papers=papers, labels=labels, base=origin)
    training = material.training
    fitted = classifier.fit(training, material.taxonomy, knowledge=material.knowledge, seed=seed)
    scores = held_out(fitted, training, seed=seed).topics
    rows = {paper: row for row, paper in enumerate(training.ids)}
    given = (*material.found.labels, *material.found.textless)
    looked_at = [label for label in given if label.id in rows]
    findings = rank(looked_at, material.taxonomy, scores[[rows[label.id] for label in looked_at]])
    return Audit(
        findings=tuple(findings),
        labels=len(looked_at),
        textless=material.textless,
        trained_on=len(training),
    )
