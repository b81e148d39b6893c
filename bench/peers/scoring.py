"""The same figures for every system."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from splits import Split

from papertaxa.evaluate.bootstrap import interval, resampled_sums
from papertaxa.evaluate.topics import Blocks, Predictions, figures, tally

SHOWN = {
    "ours": ("precision_at_1", "topic_f1", "topic_macro_f1", "primary_topic_accuracy", "area_f1"),
    "icml": ("precision_at_1", "topic_macro_f1"),
}
_SMALL = 1e-12


def read(path: Path, split: Split) -> Blocks:
    """Read a system's predictions and lay out what figures are made of.

    Where every paper has one topic, every system is held to one: its best guess.
    """
    rows = {row["id"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}
    missing = [paper_id for paper_id in split.ids if paper_id not in rows]
    if missing:
        raise RuntimeError(f"{path}: no prediction for {len(missing)} papers, as {missing[0]!r}")
    tree = split.taxonomy
    scores = np.zeros((len(split.ids), len(tree.labels)))
    topics: list[Sequence[str]] = []
    best: list[str] = []
    for number, paper_id in enumerate(split.ids):
        row = rows[paper_id]
        for topic, score in row["scores"].items():
            scores[number, tree.index[topic]] = np.clip(score, _SMALL, 1)
        best.append(row["primary"] or tree.labels[int(scores[number].argmax())])
        topics.append([best[-1]] if split.single else row["topics"])
    areas = [list(dict.fromkeys(tree.area_of(topic) for topic in its)) for its in topics]
    return tally(
        split.gold,
        Predictions(
            topics=topics,
            areas=areas,
            primary_topics=best,
            primary_areas=[tree.area_of(topic) for topic in best],
            scores=scores,
        ),
        tree,
    )


def measure(blocks: Blocks, name: str) -> dict[str, float]:
    """The figures shown for a split, in percent."""
    values = figures({part: rows.sum(axis=0, keepdims=True) for part, rows in blocks.items()})
    return {figure: round(100 * float(values[figure][0]), 1) for figure in SHOWN[name]}


def lead(ours: Blocks, other: Blocks, name: str) -> dict[str, tuple[float, float, float]]:
    """How far one system is ahead of another, with a paired 95% bootstrap interval."""
    once, many = (_both(ours, other, resampled) for resampled in (False, True))
    found = {}
    for figure in SHOWN[name]:
        low, high = interval(100 * (many[0][figure] - many[1][figure]))
        difference = 100 * float(once[0][figure][0] - once[1][figure][0])
        found[figure] = (round(difference, 1), round(low, 1), round(high, 1))
    return found


def _both(ours: Blocks, other: Blocks, resampled: bool) -> list[Mapping[str, np.ndarray]]:
    return [
        figures(
            {
                part: resampled_sums(rows) if resampled else rows.sum(axis=0, keepdims=True)
                for part, rows in blocks.items()
            }
        )
        for blocks in (ours, other)
    ]
