"""How far annotators agree: the figures, as JSON and as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

Json = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two annotators on the papers that both labelled; NaN where there is nothing to compare.

    Attributes:
        annotators: The two.
        papers: Number of papers that both labelled.
        topic_f1: Micro F1 of one's topics against the other's (which way makes no difference).
        primary: Share of papers with the same primary topic.
        primary_kappa: Cohen's kappa of it.
        names_f1: Micro F1 of each kind of names, where both looked for them.
        kappa: Cohen's kappa of each topic that either gave.
    """

    annotators: tuple[str, str]
    papers: int
    topic_f1: float
    primary: float
    primary_kappa: float
    names_f1: dict[str, float]
    kappa: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicAgreement:
    """One topic among all annotators.

    Attributes:
        id: The topic.
        papers: Number of shared papers to which anybody gave it.
        unanimous: Number of those to which all of the paper's annotators gave it.
        kappa: Mean of the pairs' Cohen's kappa.
        alpha: Krippendorff's alpha of giving it or not.
    """

    id: str
    papers: int
    unanimous: int
    kappa: float
    alpha: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A paper whose topics differ between two annotators.

    Attributes:
        id: The paper's id.
        annotators: The two.
        only: Topics that only the first, and only the second, gave.
        primary: Their primary topics.
    """

    id: str
    annotators: tuple[str, str]
    only: tuple[tuple[str, ...], tuple[str, ...]]
    primary: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Everything `papertaxa.labels.agree.agree` finds.

    Attributes:
        annotators: All of them.
        papers: Number of papers with at least two.
        alpha: Krippendorff's alpha of the sets of topics, with the MASI distance.
        pairs: Every two annotators who share a paper.
        topics: Every topic on a shared paper.
        disagreements: Paper by paper.
    """

    annotators: tuple[str, ...]
    papers: int
    alpha: float
    pairs: tuple[Pair, ...]
    topics: tuple[TopicAgreement, ...]
    disagreements: tuple[Disagreement, ...]


def to_json(agreement: Agreement) -> Json:
    """Make plain JSON; what has no value is null."""
    plain = _without_nan(asdict(agreement))
    if not isinstance(plain, dict):
        raise TypeError(plain)
    return plain


def render(agreement: Agreement) -> str:
    """Write the disagreements, the topics, the pairs and the overall figure, in this order."""
    lines: list[str] = []
    for item in agreement.disagreements:
        lines.append(f"{item.id}:")
        for who, only, primary in zip(item.annotators, item.only, item.primary, strict=True):
            first = f"; primary {primary}" if item.primary[0] != item.primary[1] else ""
            lines.append(f"  {who}: {'only ' + ', '.join(only) if only else 'nothing more'}{first}")
    width = max(len(topic.id) for topic in agreement.topics)
    lines += ["", f"{'topic':<{width}}  papers  all agree  kappa  alpha"]
    lines += [
        f"{topic.id:<{width}}  {topic.papers:>6}  {topic.unanimous:>9}  "
        f"{_shown(topic.kappa):>5}  {_shown(topic.alpha):>5}"
        for topic in agreement.topics
    ]
    lines.append("")
    for pair in agreement.pairs:
        names = "".join(f", {kind} {_shown(f1)}" for kind, f1 in pair.names_f1.items())
        lines.append(
            f"{' and '.join(pair.annotators)}: {pair.papers} papers; F1 of topics "
            f"{_shown(pair.topic_f1)}{names}; same primary topic {_shown(pair.primary)} "
            f"(kappa {_shown(pair.primary_kappa)})"
        )
    lines.append(
        f"{len(agreement.annotators)} annotators, {agreement.papers} shared papers, "
        f"Krippendorff's alpha {_shown(agreement.alpha)} (sets of topics, MASI distance)"
    )
    return "\n".join(lines).lstrip("\n")


def mean(values: Sequence[float]) -> float:
    """Average what is not NaN; NaN if nothing is."""
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan


def _shown(value: float) -> str:
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}"  # not "-0.00"


def _without_nan(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
