"""A comparison as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from papertaxa.train.compare import Comparison
from papertaxa.train.flips import Flip, Reason
from papertaxa.train.judge import Measure

_NAMES = {
    "topic_f1": "topic F1",
    "topic_macro_f1": "topic F1, mean of topics",
    "topic_precision": "topic precision",
    "topic_recall": "topic recall",
}
_DIGITS = 4
_TITLE = 80


def to_json(comparison: Comparison) -> dict[str, Any]:
    """Lay a comparison out for JSON; figures have four decimals."""
    row = asdict(comparison)
    judgement = row.pop("judgement")
    rounded: dict[str, Any] = _rounded(
        {
            **row,
            "measures": judgement["overall"],
            "per_topic": judgement["topics"],
            "papers_better": judgement["better"],
            "papers_worse": judgement["worse"],
            "worse": comparison.worse,
            "better": comparison.better,
            "verdict": comparison.verdict,
        }
    )
    return rounded


def to_table(comparison: Comparison) -> str:
    """Lay a comparison out for a terminal."""
    return "\n".join(_lines(comparison))


def _lines(found: Comparison) -> Iterator[str]:
    yield f"old: {found.old}"
    yield f"new: {found.new}"
    yield (
        f"judged on {found.papers} labelled papers, each by models fitted without it (both were "
        f"trained on {found.shared} of them), and on the {found.topics} topics that both have"
    )
    if found.disputed:
        yield (
            f"{found.disputed} papers on whose labels the two differ are left out; judge them by "
            "--labels"
        )
    yield ""
    measures = [*found.judgement.overall, *found.judgement.topics, *found.added]
    width = max(len(_NAMES.get(one.name, one.name)) for one in measures)
    head = f"{'':{width}}  papers    old    new  difference (95% interval)"
    yield head
    yield from _rows(found.judgement.overall, width)
    yield "F1 of each topic, those that changed most first"
    yield from _rows(sorted(found.judgement.topics, key=_change, reverse=True), width)
    if found.added:
        yield "topics that only the new model has, on its own papers"
        yield from _rows(found.added, width)
    yield ""
    yield found.verdict
    if found.listing is not None:
        yield ""
        skipped = f" ({found.listing.skipped} rows skipped)" if found.listing.skipped else ""
        yield (
            f"{len(found.listing.flips)} of {found.listing.papers} papers change their "
            f"topics{skipped}"
        )
        for flip in found.listing.flips:
            yield from _flip(flip)


def _rows(measures: Iterable[Measure], width: int) -> Iterator[str]:
    for one in measures:
        difference = ""
        if one.old is not None and one.new is not None and one.difference is not None:
            low, high = one.difference
            difference = f"{one.new - one.old:+.3f} ({low:+.3f} to {high:+.3f})"
        was = ""
        if one.was is not None:
            was = "was " + ", ".join(f"{topic} {_figure(f1)}" for topic, f1 in one.was.items())
        name = _NAMES.get(one.name, one.name)
        yield (
            f"{name:{width}}  {one.papers:>6}  {_figure(one.old):>5}  {_figure(one.new):>5}  "
            f"{difference}  {was}"
        ).rstrip()


def _change(measure: Measure) -> float:
    return abs((measure.new or 0) - (measure.old or 0))


def _flip(flip: Flip) -> Iterator[str]:
    yield f"{flip.id}  {flip.title[:_TITLE]}".rstrip()
    yield f"  {', '.join(flip.before) or 'no topic'} -> {', '.join(flip.after) or 'no topic'}"
    for reason in flip.reasons:
        yield f"  {'+' if reason.gained else '-'} {reason.topic}: {_why(reason)}"


def _why(reason: Reason) -> str:
    old = _at(reason.old_score, reason.old_threshold)
    new = _at(reason.new_score, reason.new_threshold)
    terms = ", ".join(f"{term} {by:+.2f}" for term, by in reason.terms)
    return f"{old} -> {new}" + (f"; {terms}" if terms else "; by no term, but by its threshold")


def _at(score: float | None, threshold: float | None) -> str:
    if score is None:
        return "unknown"
    return f"{score:.2f}" + ("" if threshold is None else f" (threshold {threshold:.2f})")


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _rounded(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
