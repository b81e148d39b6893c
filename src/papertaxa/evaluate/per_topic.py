"""Quality of each topic by itself."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
import numpy.typing as npt

from papertaxa.evaluate.ratios import precision_recall_f1
from papertaxa.evaluate.topics import Predictions, membership
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRow:
    """The figures of one topic; NaN where a figure has no meaning.

    Attributes:
        topic: Its id.
        area: The id of its area.
        n_gold: Number of papers it is right for.
        n_pred: Number of papers it was given to.
        precision: Share of ``n_pred`` that is right.
        recall: Share of ``n_gold`` that was found.
        f1: Harmonic mean of the two.
        average_precision: Area under precision over recall as its threshold falls; it judges the
            scores and not the threshold.
    """

    topic: str
    area: str
    n_gold: int
    n_pred: int
    precision: float
    recall: float
    f1: float
    average_precision: float


def topic_rows(
    gold: Sequence[Sequence[str]], predicted: Predictions, taxonomy: Taxonomy
) -> tuple[TopicRow, ...]:
    """Compute the figures of every topic, in the order of ``taxonomy.labels``."""
    right = membership(gold, taxonomy.index)
    given = membership(predicted.topics, taxonomy.index)
    n_gold, n_pred = right.sum(axis=0), given.sum(axis=0)
    precision, recall, f1 = precision_recall_f1((right * given).sum(axis=0), n_pred, n_gold)
    return tuple(
        TopicRow(
            topic=topic,
            area=taxonomy.area_of(topic),
            n_gold=int(n_gold[i]),
            n_pred=int(n_pred[i]),
            precision=float(precision[i]),
            recall=float(recall[i]),
            f1=float(f1[i]),
            average_precision=average_precision(right[:, i], predicted.scores[:, i]),
        )
        for i, topic in enumerate(taxonomy.labels)
    )


def average_precision(right: Floats, scores: Floats) -> float:
    """Sum the precision at each score, weighted by the recall it adds; NaN if nothing is right.

    Papers of equal score are taken in together, so their order does not matter.
    """
    if not right.any():
        return math.nan
    order = np.argsort(-scores, kind="stable")
    found = np.cumsum(right[order])
    last_of_score = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    found_there = found[last_of_score]
    added = np.diff(found_there, prepend=0)
    return float((added * found_there / (last_of_score + 1)).sum() / found[-1])


def to_csv(rows: Sequence[TopicRow]) -> str:
    """Write rows as a CSV table with a heading; four decimals, empty where there is no figure."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(TopicRow))
    for row in rows:
        writer.writerow(_cell(value) for value in astuple(row))
    return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, float):
        return value
    return "" if math.isnan(value) else f"{value:.4f}"
