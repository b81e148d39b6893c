"""Comparing two models before the new one is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from papertaxa import labels as label_files
from papertaxa import listings
from papertaxa.domain import Label, Paper
from papertaxa.model import Model, load, predict, versions
from papertaxa.taxonomy.changes import Diff
from papertaxa.taxonomy.diff import diff
from papertaxa.text import CleanPaper
from papertaxa.train.flips import Flips, find_flips, translate
from papertaxa.train.gather import gather
from papertaxa.train.judge import Judgement, Measure, Side, judge, topic_f1

NOTICEABLE = 0.005
"""A smaller difference of micro F1 is none: with thousands of papers, one label that moves a common
threshold by a hundredth already makes a difference that is significant and that nobody sees."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two models beside each other.

    Attributes:
        old: The one: its folder, with ``@`` and its number where there are several versions.
        new: The other.
        papers: How many papers both are judged on, each by models that were fitted without it.
        shared: How many of these both were trained on; the others are known to one or to neither.
        disputed: How many more papers both were trained on, with labels that differ; they are left
            out, except where other labels to judge by were given.
        topics: How many topics both have; only these are compared.
        judgement: All figures on these papers and topics.
        added: F1 of the topics that only the new model has, on its own training papers, unseen.
        p_value: Of the sign test on the papers that one of the two gets more nearly right: how
            likely a division as uneven as this is, if neither is better. None if there are none.
        listing: What changes on the listing; None if there was none.
    """

    old: str
    new: str
    papers: int
    shared: int
    disputed: int
    topics: int
    judgement: Judgement
    added: tuple[Measure, ...]
    p_value: float | None
    listing: Flips | None

    @property
    def worse(self) -> bool:
        """Whether the new model is significantly, and noticeably, worse.

        All of the interval of the difference is below 0, and the difference is `NOTICEABLE`.
        """
        f1 = self.judgement.f1
        if f1.old is None or f1.new is None or f1.difference is None:
            return False
        return f1.difference[1] < 0 and f1.old - f1.new >= NOTICEABLE

    @property
    def better(self) -> bool:
        """Whether it is significantly, and noticeably, better."""
        f1 = self.judgement.f1
        if f1.old is None or f1.new is None or f1.difference is None:
            return False
        return f1.difference[0] > 0 and f1.new - f1.old >= NOTICEABLE

    @property
    def verdict(self) -> str:
        """A sentence."""
        figures, f1 = self.judgement, self.judgement.f1
        if f1.old is None or f1.new is None or f1.difference is None:
            return (
                "the two have no labelled papers and topics in common, so nothing can be said of "
                "their quality"
            )
        what = (
            "the new model is significantly worse"
            if self.worse
            else "the new model is significantly better"
            if self.better
            else "no difference that counts"
        )
        low, high = f1.difference
        test = "" if self.p_value is None else f", sign test p = {self.p_value:.2g}"
        return (
            f"{what}: topic F1 {f1.old:.3f} -> {f1.new:.3f}, difference {f1.new - f1.old:+.3f} "
            f"(95% interval {low:+.3f} to {high:+.3f}); {figures.better} papers come out better, "
            f"{figures.worse} worse{test}"
        )


def compare(
    old: Path,
    new: Path,
    *,
    on: Sequence[str | Path] = (),
    labels: Sequence[Path] = (),
) -> Comparison:
    """Compare two models.

    Both are judged on the papers that either was trained on, each paper by models fitted without
    it, on the topics that both have (a topic with another id, or merged into another, is the same
    topic). A paper counts if both were trained on it with the same label: where the label was
    changed, the old model would be wrong by definition, and so would be the new one if the change
    was a mistake. One that only one of them was trained on counts if all of its topics are known
    to both.

    Args:
        old: Model folder; ``DIR@2`` for a version that is not in use.
        new: Model folder.
        on: Listings on which to look for papers whose topics change.
        labels: Labels that count instead of the models' own. Labelled papers of the listings that
            neither model was trained on are judged, too.

    Returns:
        The comparison.

    Raises:
        PapertaxaError: A model or file is unusable.
    """
    models = load(old, extract=False), load(new, extract=False)
    changes = diff(models[0].taxonomy, models[1].taxonomy)
    given = label_files.read(labels, taxonomy=models[1].taxonomy) if labels else []
    sides = Side.of(models[0]), Side.of(models[1])
    strange = {label.id for label in given} - sides[0].given.keys() - sides[1].given.keys()
    kept: list[Paper] = []
    papers = _keeping(listings.read(on), strange, kept) if on else ()
    listing = find_flips(*models, changes, papers) if on else None
    topics = _shared_topics(changes)
    known, disputed = _sample(sides, changes, given, frozenset(topics))
    new_labels = [label for label in given if label.id in strange]
    sample = [*known.values(), *_unseen(kept, new_labels, sides, changes)]
    judgement = judge(
        [paper.truth for paper in sample],
        [paper.old for paper in sample],
        [paper.new for paper in sample],
        topics,
    )
    past = topic_f1(sides[0])
    rows = (replace(row, was=_was(row.name, changes, past)) for row in judgement.topics)
    return Comparison(
        old=_name(old),
        new=_name(new),
        papers=len(sample),
        shared=sum(paper in sides[0].given and paper in sides[1].given for paper in known),
        disputed=disputed,
        topics=len(topics),
        judgement=replace(judgement, topics=tuple(rows)),
        added=tuple(
            replace(
                row,
                old=None,
                old_interval=None,
                difference=None,
                was=_was(row.name, changes, past),
            )
            for row in _added(sides[1], frozenset(topics))
        ),
        p_value=_sign_test(judgement.better, judgement.worse),
        listing=listing,
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """A paper's topics: the right ones, and those of both models, in the new taxonomy's ids."""

    truth: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


def _sample(
    sides: tuple[Side, Side], changes: Diff, given: Sequence[Label], topics: Set[str]
) -> tuple[dict[str, _Judged], int]:
    """Collect the papers that either model was trained on, and count those in dispute."""
    old, new = sides
    told = {
        paper: translate(its, changes)
        for paper, its in zip(old.training.ids, old.training.topics, strict=True)
    }
    truth = {**told, **dict(zip(new.training.ids, new.training.topics, strict=True))}
    disputed = {
        paper
        for paper in told.keys() & new.given.keys()
        if topics & set(told[paper]) != topics & set(truth[paper])
    }
    settled = {label.id: label.topics for label in given if label.id in truth}
    truth |= settled
    disputed -= settled.keys()

    def only(one: Side, other: Side) -> list[str]:
        own = (paper for paper in one.training.ids if paper not in other.given)
        return [paper for paper in own if topics >= set(truth[paper])]

    before = {**old.given, **old.on(new.training, only(new, old))}
    after = {**new.given, **new.on(old.training, only(old, new))}
    sample = {
        paper: _Judged(its, translate(before[paper], changes), after[paper])
        for paper, its in truth.items()
        if paper in before and paper in after and paper not in disputed
    }
    return sample, len(disputed)


def _shared_topics(changes: Diff) -> list[str]:
    heirs = {changes.label(topic) for topic in changes.old.labels}
    return [topic for topic in changes.new.labels if topic in heirs]


def _was(
    topic: str, changes: Diff, past: dict[str, float | None]
) -> dict[str, float | None] | None:
    """Return the old topics that this one comes from, if they are not just this one."""
    pasts = [
        old
        for old in changes.old.labels
        if topic in ({changes.label(old)} | set(changes.choices(old)))
    ]
    return None if pasts in ([], [topic]) else {old: past[old] for old in pasts}


def _added(new: Side, shared: frozenset[str]) -> list[Measure]:
    """Judge the topics that the old model does not have on all papers of the new one."""
    topics = [topic for topic in new.model.taxonomy.labels if topic not in shared]
    if not topics:
        return []
    given = [new.given[paper] for paper in new.training.ids]
    return list(judge(new.training.topics, given, given, topics).topics)


def _sign_test(better: int, worse: int) -> float | None:
    if not better + worse:
        return None
    from scipy.stats import binomtest

    return float(binomtest(better, better + worse).pvalue)


def _keeping(papers: Iterable[Paper], wanted: Set[str], kept: list[Paper]) -> Iterator[Paper]:
    """Pass papers on, and keep those that will be needed again."""
    for paper in papers:
        if paper.id in wanted:
            kept.append(paper)
        yield paper


def _unseen(
    papers: Iterable[Paper], labels: Sequence[Label], sides: tuple[Side, Side], changes: Diff
) -> list[_Judged]:
    """Label the labelled papers that neither model was trained on with both."""
    found = gather(papers, labels)
    before, after = (_topics(side.model, found.papers) for side in sides)
    return [
        _Judged(label.topics, translate(old, changes), new)
        for label, old, new in zip(found.labels, before, after, strict=True)
    ]


def _topics(model: Model, papers: Sequence[CleanPaper]) -> list[tuple[str, ...]]:
    predictions = predict(model, papers, extract_names=False)
    return [tuple(topic.id for topic in one.decision.topics) for one in predictions]


def _name(model: Path) -> str:
    """Name a model so that the name goes on to mean this version when another is promoted."""
    root, number = versions.locate(model)
    if number is None and versions.numbers(root) in ([], [1]):
        return str(root)
    return f"{root}@{versions.current(root) if number is None else number}"
