"""What the systems share: reading the split, tuning on its training part, writing predictions.

Runs in the peers' own environment, so it needs numpy alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MOST_TOPICS = 4
FOLDS = 3


@dataclass(frozen=True)
class Task:
    """A split as a system sees it.

    Attributes:
        labels: The topics that training papers have.
        single: Whether every paper has exactly one.
        texts: Of the training papers.
        topics: Their topics, the primary one first, as positions in ``labels``.
        test_ids: Of the papers to label.
        test_texts: Their texts.
    """

    labels: list[str]
    single: bool
    texts: list[str]
    topics: list[list[int]]
    test_ids: list[str]
    test_texts: list[str]

    @property
    def truth(self) -> np.ndarray:
        """Shape (training papers, labels), 0 or 1."""
        return matrix(self.topics, len(self.labels))


def read(folder: Path) -> Task:
    labels = json.loads((folder / "labels.json").read_text("utf-8"))
    column = {label: at for at, label in enumerate(labels)}
    train, test = _rows(folder / "train.jsonl"), _rows(folder / "test.jsonl")
    return Task(
        labels=labels,
        single=json.loads((folder / "task.json").read_text("utf-8"))["single"],
        texts=[row["text"] for row in train],
        topics=[[column[topic] for topic in row["topics"]] for row in train],
        test_ids=[row["id"] for row in test],
        test_texts=[row["text"] for row in test],
    )


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def matrix(topics: Iterable[Iterable[int]], width: int) -> np.ndarray:
    rows = list(topics)
    truth = np.zeros((len(rows), width), dtype=bool)
    for row, its in enumerate(rows):
        truth[row, list(its)] = True
    return truth


def folds(papers: int, *, only: int | None = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield training and held-out rows of each fold, or of the first ``only`` folds."""
    fold = np.random.default_rng(0).permutation(np.arange(papers) % FOLDS)
    for number in range(FOLDS if only is None else only):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def give(scores: np.ndarray, level: float, *, single: bool) -> np.ndarray:
    """Turn scores into topics: those from ``level`` up, at least one and at most four; or one."""
    order = np.argsort(-scores, axis=1, kind="stable")
    given = np.zeros(scores.shape, dtype=bool)
    rows = np.arange(len(scores))
    given[rows, order[:, 0]] = True
    if single:
        return given
    for place in range(1, MOST_TOPICS):
        column = order[:, place]
        given[rows, column] = scores[rows, column] >= level
    return given


def best_level(scores: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """Return the level with the highest micro F1, and that F1."""
    levels = np.quantile(scores, np.linspace(0.8, 0.9995, 120))
    found = [micro_f1(give(scores, level, single=False), truth) for level in levels]
    return float(levels[int(np.argmax(found))]), float(max(found))


def micro_f1(given: np.ndarray, truth: np.ndarray) -> float:
    return float(2 * (given & truth).sum() / max(given.sum() + truth.sum(), 1))


def macro_f1(given: np.ndarray, truth: np.ndarray) -> float:
    both = given.sum(axis=0) + truth.sum(axis=0)
    return float((2 * (given & truth).sum(axis=0)[both > 0] / both[both > 0]).mean())


def quality(scores: np.ndarray, truth: np.ndarray, *, single: bool) -> tuple[float, float]:
    """Return what settings are chosen by, and the level that goes with it.

    With several topics a paper: micro F1 at the best common level. With one: the mean of precision
    at 1 and macro F1, so that a system can win neither by giving the other up.
    """
    if not single:
        level, f1 = best_level(scores, truth)
        return f1, level
    given = give(scores, 0.0, single=True)
    return ((given & truth).sum() / len(truth) + macro_f1(given, truth)) / 2, 0.0


def tune(
    task: Task,
    grid: Iterable[Mapping[str, object]],
    score: Callable[[Mapping[str, object], np.ndarray, np.ndarray], np.ndarray],
    *,
    only: int | None = None,
) -> dict[str, object]:
    """Try settings on held-out training papers.

    Args:
        task: The split.
        grid: Settings to try.
        score: Given settings, rows to learn from and rows to score: scores (rows, labels).
        only: Number of folds to hold out in turn, of three; all if None.

    Returns:
        The best settings with their ``level``, and all that was tried.
    """
    truth = task.truth
    tried = []
    for settings in grid:
        held_out, rows = [], []
        for inside, outside in folds(len(truth), only=only):
            held_out.append(score(settings, inside, outside))
            rows.append(outside)
        found, level = quality(np.vstack(held_out), truth[np.concatenate(rows)], single=task.single)
        tried.append({"settings": dict(settings), "quality": round(found, 4), "level": level})
        print(tried[-1], flush=True)
    best = max(tried, key=lambda its: its["quality"])
    return {"settings": best["settings"], "level": best["level"], "tried": tried}


def save_settings(out: Path, found: dict[str, object]) -> None:
    (out / "settings.json").write_text(json.dumps(found, indent=1), "utf-8")


def load_settings(out: Path) -> tuple[dict, float]:
    found = json.loads((out / "settings.json").read_text("utf-8"))
    return found["settings"], found["level"]


def save_predictions(out: Path, task: Task, scores: np.ndarray, level: float) -> None:
    """Write scores and the topics given, best first."""
    given = give(scores, level, single=task.single)
    with (out / "predictions.jsonl").open("w", encoding="utf-8") as file:
        for paper_id, its, row in zip(task.test_ids, scores, given, strict=True):
            columns = sorted(np.flatnonzero(row), key=lambda column: -its[column])
            topics = [task.labels[column] for column in columns]
            # Ranks alone are compared, so scores of any kind may be squeezed between 0 and 1.
            ranked = {task.labels[c]: float(v) for c, v in enumerate(_squeeze(its))}
            record = {"id": paper_id, "topics": topics, "primary": topics[0], "scores": ranked}
            file.write(json.dumps(record) + "\n")


def _squeeze(scores: np.ndarray) -> np.ndarray:
    return np.clip(0.5 + np.arctan(scores) / np.pi, 1e-9, 1 - 1e-9)
