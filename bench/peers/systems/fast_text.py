"""fastText, supervised.

Usage: python fast_text.py fasttext tune|train|label SPLIT OUT
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import common
import fasttext
import numpy as np

GRID = [
    {"lr": 0.5, "epoch": 40, "wordNgrams": 2},
    {"lr": 0.5, "epoch": 100, "wordNgrams": 2},
    {"lr": 1.0, "epoch": 40, "wordNgrams": 1},
    {"lr": 1.0, "epoch": 40, "wordNgrams": 2},
    {"lr": 1.0, "epoch": 100, "wordNgrams": 2},
]


def one_line(text: str) -> str:
    """Lower case, marks apart: what fastText's own examples do to a text."""
    return " ".join(re.findall(r"[^\W_]+|[^\w\s]", text.lower()))


def train(
    settings: Mapping[str, object], texts: Iterable[str], topics: Iterable[list[int]], single: bool
) -> fasttext.FastText._FastText:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        for text, its in zip(texts, topics, strict=True):
            file.write(" ".join(f"__label__{topic}" for topic in its) + f" {one_line(text)}\n")
        file.flush()
        return fasttext.train_supervised(
            file.name,
            **settings,
            loss="softmax" if single else "ova",
            dim=100,
            minCount=2,
            bucket=200_000,
            thread=1,
            seed=0,
            verbose=0,
        )


def scores(model: fasttext.FastText._FastText, texts: Iterable[str], width: int) -> np.ndarray:
    lines = [one_line(text) for text in texts]
    found = np.zeros((len(lines), width))
    for row, (names, values) in enumerate(zip(*model.predict(lines, k=-1), strict=True)):
        found[row, [int(name.removeprefix("__label__")) for name in names]] = values
    return found


def tune(task: common.Task) -> dict[str, object]:
    def score(
        settings: Mapping[str, object], inside: np.ndarray, outside: np.ndarray
    ) -> np.ndarray:
        texts = [task.texts[row] for row in inside]
        topics = [task.topics[row] for row in inside]
        try:
            model = train(settings, texts, topics, task.single)
        except RuntimeError as error:  # it diverged: these settings are no good
            print(f"{settings}: {error}", flush=True)
            return np.zeros((len(outside), len(task.labels)))
        return scores(model, (task.texts[row] for row in outside), len(task.labels))

    return common.tune(task, GRID, score, only=1)


def main() -> None:
    phase, split, out = sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    task = common.read(split)
    if phase == "tune":
        common.save_settings(out, tune(task))
        return
    settings, level = common.load_settings(out)
    path = out / "model" / "model.bin"
    if phase == "train":
        path.parent.mkdir(exist_ok=True)
        train(settings, task.texts, task.topics, task.single).save_model(str(path))
    else:
        model = fasttext.load_model(str(path))
        found = scores(model, task.test_texts, len(task.labels))
        common.save_predictions(out, task, found, level)


if __name__ == "__main__":
    main()
