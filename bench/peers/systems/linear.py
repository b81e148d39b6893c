"""Plain scikit-learn: TF-IDF of words and pairs of words, one linear model a topic.

Usage: python linear.py svc|logistic tune|train|label SPLIT OUT
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from pathlib import Path

import common
import joblib
import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC

STRENGTHS = {"svc": (1.0, 3.0, 10.0), "logistic": (30.0, 100.0, 300.0)}


def build(kind: str, settings: Mapping[str, object]) -> Pipeline:
    options = {"C": settings["C"], "class_weight": settings["class_weight"], "random_state": 0}
    model = (
        LinearSVC(**options)
        if kind == "svc"
        else LogisticRegression(**options, solver="liblinear", tol=1e-3)
    )
    return Pipeline(
        [
            (
                "terms",
                TfidfVectorizer(
                    ngram_range=(1, 2), sublinear_tf=True, min_df=2, stop_words="english"
                ),
            ),
            ("model", OneVsRestClassifier(model)),
        ]
    )


def scores(model: Pipeline, texts: list[str]) -> np.ndarray:
    return np.asarray(model.decision_function(texts))


def tune(kind: str, task: common.Task) -> dict[str, object]:
    truth = task.truth

    def score(
        settings: Mapping[str, object], inside: np.ndarray, outside: np.ndarray
    ) -> np.ndarray:
        learnt = np.flatnonzero(truth[inside].any(axis=0))
        model = build(kind, settings)
        model.fit([task.texts[row] for row in inside], truth[inside][:, learnt].astype(int))
        found = np.full((len(outside), len(task.labels)), -1e3)
        found[:, learnt] = scores(model, [task.texts[row] for row in outside])
        return found

    grid = [
        {"C": strength, "class_weight": weight}
        for strength in STRENGTHS[kind]
        for weight in (None, "balanced")
    ]
    return common.tune(task, grid, score)


def main() -> None:
    kind, phase, split, out = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    warnings.simplefilter("ignore", ConvergenceWarning)
    task = common.read(split)
    if phase == "tune":
        common.save_settings(out, tune(kind, task))
        return
    settings, level = common.load_settings(out)
    path = out / "model" / "model.joblib"
    if phase == "train":
        path.parent.mkdir(exist_ok=True)
        model = build(kind, settings).fit(task.texts, task.truth.astype(int))
        joblib.dump(model, path)
    else:
        common.save_predictions(out, task, scores(joblib.load(path), task.test_texts), level)


if __name__ == "__main__":
    main()
