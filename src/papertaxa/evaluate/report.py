"""All figures of one measurement, with their intervals, as numbers, JSON and text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from papertaxa.errors import TrainingError
from papertaxa.evaluate import names, topics
from papertaxa.evaluate.bootstrap import RESAMPLES, Floats, interval, resampled_sums
from papertaxa.evaluate.per_topic import TopicRow, topic_rows
from papertaxa.evaluate.topics import Predictions
from papertaxa.taxonomy import Taxonomy

_DECIMALS = 4
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
class Report:
    """What a measurement found.

    Attributes:
        n: Number of papers measured on.
        figures: By name, in the order in which they are shown.
        names: Precision, recall and F1 by kind of name; only the kinds that are labelled.
        per_topic: The figures of each topic.
        warnings: What the reader should know before relying on the figures.
    """

    n: int
    figures: Mapping[str, Figure]
    names: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    per_topic: tuple[TopicRow, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return plain data: each figure under its name, all intervals under ``intervals``.

        Numbers have four decimals; a figure without meaning is None.
        """
        plain: dict[str, object] = {"n": self.n}
        intervals: dict[str, object] = {}
        for name, figure in self.figures.items():
            plain[name] = _number(figure.value)
            intervals[name] = _ends(figure)
        for kind, its in self.names.items():
            plain[kind] = {name: _number(figure.value) for name, figure in its.items()}
            intervals[kind] = {name: _ends(figure) for name, figure in its.items()}
        return {**plain, "intervals": intervals}

    def to_table(self) -> str:
        """Return the figures as text, at most 80 columns wide."""
        lines = [f"{self.n} papers; in brackets the 95% interval (bootstrap over papers)"]
        for name, figure in self.figures.items():
            if name in _HEADINGS:
                lines += ["", _HEADINGS[name]]
            lines.append(f"  {name:<24}{_shown(figure)}")
        if self.names:
            lines += ["", f"{'Names':<14}" + "".join(f"{n:<22}" for n in names.FIGURES).rstrip()]
        for kind, its in self.names.items():
            cells = "".join(f"{_shown(its[name]):<22}" for name in names.FIGURES)
            lines.append(f"  {kind:<12}{cells}".rstrip())
        return "\n".join(lines)


def measure(
    gold: Sequence[Sequence[str]],
    predicted: Predictions,
    taxonomy: Taxonomy,
    *,
    name_counts: Mapping[str, Floats] | None = None,
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
        warnings: Passed on to the report.
        resamples: Number of bootstrap resamples.
        seed: Fixes the resamples.

    Raises:
        TrainingError: There is no paper, or labels and predictions do not fit together.
    """
    if not len(gold):
        raise TrainingError("there is no labelled paper to measure on")
    blocks = dict(topics.tally(gold, predicted, taxonomy))
    widths = {key: block.shape[1] for key, block in blocks.items()}
    counts = dict(name_counts or {})
    rows = np.hstack([*blocks.values(), *counts.values()])

    # The first sample is the papers themselves, the others are the resamples.
    sums = np.vstack([rows.sum(axis=0), resampled_sums(rows, resamples=resamples, seed=seed)])
    edges = np.cumsum([*widths.values(), *(3 for _ in counts)])[:-1]
    parts = dict(zip([*widths, *counts], np.split(sums, edges, axis=1), strict=True))
    return Report(
        n=len(gold),
        figures=_figures(topics.figures({key: parts[key] for key in blocks})),
        names={kind: _figures(names.figures(parts[kind])) for kind in counts},
        per_topic=topic_rows(gold, predicted, taxonomy),
        warnings=tuple(warnings),
    )


def _figures(samples: Mapping[str, Floats]) -> dict[str, Figure]:
    """Split each figure's samples into the value (the first) and its interval (the others)."""
    figures = {}
    for name, values in samples.items():
        low, high = interval(values[1:])
        figures[name] = Figure(value=float(values[0]), low=low, high=high)
    return figures


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, _DECIMALS)


def _ends(figure: Figure) -> list[float | None]:
    return [_number(figure.low), _number(figure.high)]


def _shown(figure: Figure) -> str:
    if math.isnan(figure.value):
        return "–"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"
