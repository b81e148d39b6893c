"""Bringing labels and texts together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from papertaxa.domain import Label, Paper
from papertaxa.text import CleanPaper, clean_paper

SAMPLE, RANDOM = "sample", "random"
"""A label's key, and what it says of a paper drawn at random from what is to be labelled."""


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """Labelled papers with their texts, in the order of the labels.

    Attributes:
        labels: The labels whose text was found.
        papers: Their cleaned texts.
        textless: The labels whose text was not found.
    """

    labels: tuple[Label, ...]
    papers: tuple[CleanPaper, ...]
    textless: tuple[Label, ...]

    @property
    def representative(self) -> list[bool] | None:
        """Which papers are a random sample; None where the labels do not say."""
        drawn = [label.extra.get(SAMPLE) == RANDOM for label in self.labels]
        return drawn if any(drawn) else None


def gather(papers: Iterable[Paper], labels: Sequence[Label]) -> Labelled:
    """Find the text of each label; of two papers with one id the first counts.

    Args:
        papers: Listings, read as a stream; only labelled papers are kept.
        labels: One a paper.

    Returns:
        Labels and texts together.
    """
    wanted: Mapping[str, Label] = {label.id: label for label in labels}
    texts: dict[str, CleanPaper] = {}
    for paper in papers:
        if paper.id in wanted and paper.id not in texts and paper.problem is None:
            clean = clean_paper(paper)
            if clean.title.text or clean.abstract.text:
                texts[paper.id] = clean
    found = [label for label in labels if label.id in texts]
    return Labelled(
        labels=tuple(found),
        papers=tuple(texts[label.id] for label in found),
        textless=tuple(label for label in labels if label.id not in texts),
    )
