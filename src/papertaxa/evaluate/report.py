"""All figures of one measurement, with their intervals, as numbers, JSON and text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from papertaxa.errors import TrainingError
from papertaxa.evaluate import names, risk, topics
from papertaxa.evaluate.bootstrap import RESAMPLES, Floats, interval, resampled_sums
from papertaxa.evaluate.leaks import Leak
from papertaxa.evaluate.per_topic import TopicRow, topic_rows
from papertaxa.evaluate.topics import Predictions
from papertaxa.taxonomy import Taxonomy

_DECIMALS = 4
_WIDE = 13  # letters of a kind of names that has a line of its own
_RISK = "risk"  # the block of sums for the table of risk against coverage
_HEADINGS = {
    "topic_precision": "Topics",
    "area_f1": "Areas",
    "primary_topic_accuracy": "Primary and ranking",
    "ece": "Confidence",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure and its 95% interval; NaN where it has no meaning."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskRow:
    """How right the answers are if only papers from a confidence on are answered.

    Attributes:
        least_score: The lowest best score of a paper that is answered.
        n: Number of papers answered.
        figures: Those of `papertaxa.evaluate.risk.FIGURES`.
    """

    least_score: float
    n: int
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a measurement found.

    Attributes:
        n: Number of papers measured on.
        figures: By name, in the order in which they are shown.
        names: Precision, recall and F1 by kind of name; only the kinds that are labelled.
        risk_coverage: From all papers answered to half of them.
        per_topic: The figures of each topic.
        leaks: Papers that the model knew from training.
        kept_leaks: Whether they were measured on all the same.
        warnings: What the reader should know before relying on the figures.
    """

    n: int
    figures: Mapping[str, Figure]
    names: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    risk_coverage: tuple[RiskRow, ...] = ()
    per_topic: tuple[TopicRow, ...] = ()
    leaks: tuple[Leak, ...] = ()
    kept_leaks: bool = False
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return plain data: each figure under its name, all intervals under ``intervals``.

        Numbers have four decimals; a figure without meaning is None. Under ``risk_coverage`` is a
        list of rows, each with intervals of its own, and under ``leaks`` the papers that the model
        knew.
        """
        plain: dict[str, object] = {"n": self.n}
        intervals: dict[str, object] = {}
        for name, figure in self.figures.items():
            plain[name] = _number(figure.value)
            intervals[name] = _ends(figure)
        for kind, its in self.names.items():
            plain[kind] = {name: _number(figure.value) for name, figure in its.items()}
            intervals[kind] = {name: _ends(figure) for name, figure in its.items()}
        plain["risk_coverage"] = [_risk_record(row) for row in self.risk_coverage]
        plain["leaks"] = {
            "n": len(self.leaks),
            "left_out": not self.kept_leaks,
            "papers": [_leak_record(leak) for leak in self.leaks],
        }
        return {**plain, "intervals": intervals}

    def to_table(self) -> str:
        """Return the figures as text, at most 80 columns wide."""
        lines = [f"{self.n} papers; in brackets the 95% interval (bootstrap over papers)"]
        if self.leaks:
            fate = "among them" if self.kept_leaks else "left out"
            lines.append(f"{fate}: {len(self.leaks)} that the model was trained on")
        for name, figure in self.figures.items():
            if name in _HEADINGS:
                lines += ["", _HEADINGS[name]]
            lines.append(f"  {name:<24}{_shown(figure)}")
        lines += ["", *_risk_lines(self.risk_coverage)]
        if self.names:
            lines += ["", f"{'Names':<14}" + "".join(f"{n:<22}" for n in names.FIGURES).rstrip()]
        for kind, its in self.names.items():
            cells = "".join(f"{_shown(its[name]):<22}" for name in names.FIGURES)
            head = f"{kind:<12}" if len(kind) < _WIDE else f"{kind}\n{'':14}"
            lines.append(f"  {head}{cells}".rstrip())
        return "\n".join(lines)


def measure(
    gold: Sequence[Sequence[str]],
    predicted: Predictions,
    taxonomy: Taxonomy,
    *,
    name_counts: Mapping[str, Floats] | None = None,
    leaks: Sequence[Leak] = (),
    kept_leaks: bool = False,
    warnings: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Report:
    """Measure predictions against labels.

    Args:
        gold: The right topics of each paper, the primary one first.
        predicted: What the model says of the same papers, in the same order.
        taxonomy: What all ids are from.
        name_counts: What `papertaxa.evaluate.names.tally` counted on the same papers.
        leaks: Papers that the model knew; passed on to the report.
        kept_leaks: Whether they are among the papers.
        warnings: Passed on to the report.
        resamples: Number of bootstrap resamples.
        seed: Fixes the resamples.

    Raises:
        TrainingError: There is no paper, or labels and predictions do not fit together.
    """
    if not len(gold):
        raise TrainingError("there is no labelled paper to measure on")
    blocks = dict(topics.tally(gold, predicted, taxonomy))
    counts = dict(name_counts or {})
    levels = risk.limits(predicted)
    answered = risk.tally(gold, predicted, taxonomy, levels)
    everything = {**blocks, _RISK: answered, **counts}
    rows = np.hstack(list(everything.values()))

    # The first sample is the papers themselves, the others are the resamples.
    sums = np.vstack([rows.sum(axis=0), resampled_sums(rows, resamples=resamples, seed=seed)])
    edges = np.cumsum([block.shape[1] for block in everything.values()])[:-1]
    parts = dict(zip(everything, np.split(sums, edges, axis=1), strict=True))
    return Report(
        n=len(gold),
        figures=_figures(topics.figures({key: parts[key] for key in blocks})),
        names={kind: _figures(names.figures(parts[kind])) for kind in counts},
        risk_coverage=_risk_rows(levels, parts[_RISK]),
        per_topic=topic_rows(gold, predicted, taxonomy),
        leaks=tuple(leaks),
        kept_leaks=kept_leaks,
        warnings=tuple(warnings),
    )


def _figures(samples: Mapping[str, Floats]) -> dict[str, Figure]:
    """Split each figure's samples into the value (the first) and its interval (the others)."""
    figures = {}
    for name, values in samples.items():
        low, high = interval(values[1:])
        figures[name] = Figure(value=float(values[0]), low=low, high=high)
    return figures


def _risk_rows(levels: Sequence[float], sums: Floats) -> tuple[RiskRow, ...]:
    """Give each limit its figures, and the number of papers that reach it."""
    answered = sums[0, 1 :: risk.WIDTH]  # of the first sample, the papers themselves
    return tuple(
        RiskRow(least_score=level, n=int(n), figures=_figures(samples))
        for level, n, samples in zip(levels, answered, risk.figures(sums), strict=True)
    )


def _risk_record(row: RiskRow) -> dict[str, object]:
    return {
        "n": row.n,
        "least_score": _number(row.least_score),
        **{name: _number(figure.value) for name, figure in row.figures.items()},
        "intervals": {name: _ends(figure) for name, figure in row.figures.items()},
    }


def _risk_lines(rows: Sequence[RiskRow]) -> list[str]:
    lines = [f"{'Answered':<10}{'from score':<12}{'precision_at_1':<24}primary_topic_accuracy"]
    for row in rows:
        first, primary = (row.figures[name] for name in risk.FIGURES[1:])
        share = f"{row.figures['coverage'].value:.0%}"
        lines.append(
            f"  {share:<8}{row.least_score:<12.2f}{_shown(first):<24}{_shown(primary)}".rstrip()
        )
    return lines


def _leak_record(leak: Leak) -> dict[str, object]:
    alike = None if leak.resemblance is None else _number(leak.resemblance)
    return {"id": leak.id, "known_as": leak.known_as, "resemblance": alike}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, _DECIMALS)


def _ends(figure: Figure) -> list[float | None]:
    return [_number(figure.low), _number(figure.high)]


def _shown(figure: Figure) -> str:
    if math.isnan(figure.value):
        return "–"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"
