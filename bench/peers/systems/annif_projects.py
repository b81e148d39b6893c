"""Annif: its tfidf, svc and omikuji backends, and their weighted ensemble.

Usage: python annif_projects.py tfidf|svc|omikuji|ensemble tune|train|label SPLIT OUT

The ensemble has its sources' settings and models: they have to be tuned and trained before it.

Annif finds words with NLTK, whose sentence splitter is a download. Where that is not at hand, texts
are split after full stops, question and exclamation marks, and NLTK finds the words as before.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product
from pathlib import Path

import annif
import common
import nltk
import nltk.tokenize
import numpy as np
from annif.corpus import Document, DocumentList, SubjectSet
from annif.registry import AnnifRegistry
from annif.vocab import VocabFileTSV

PARTS = ("tfidf", "svc", "omikuji")
TREES = (
    {"cluster_balanced": "True", "cluster_k": 2, "max_depth": 20},  # Parabel, Annif's default
    {"cluster_balanced": "False", "cluster_k": 100, "max_depth": 3},  # Bonsai, from Annif's wiki
)
GRIDS: Mapping[str, list[dict[str, object]]] = {
    "tfidf": [{}],  # it has no settings
    "svc": [{"ngram": n, "min_df": 2} for n in (1, 2)],
    "omikuji": [{"ngram": n, "min_df": 2, **tree} for n in (1, 2) for tree in TREES],
}
SOURCE_WEIGHTS = (0, 1, 2, 4)
_BATCH = 32


def do_without_download() -> None:
    """Find words without a sentence splitter, if there is none."""
    try:
        nltk.data.find("tokenizers/punkt_tab")
    except LookupError:
        nltk.data.find = str  # the analyzer asks whether it is there, and downloads it if not
        words = partial(nltk.tokenize.word_tokenize, preserve_line=True)
        nltk.tokenize.word_tokenize = lambda text: [
            word for sentence in re.split(r"(?<=[.!?])\s+", text) for word in words(sentence)
        ]


def registry(folder: Path, projects: Mapping[str, Mapping[str, object]]) -> AnnifRegistry:
    """Configure projects by name; each has the backend of its name."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, settings in projects.items():
        options = {
            "name": name,
            "language": "en",
            "backend": name,
            "analyzer": "snowball(english)",
            "vocab": "topics",
            "limit": 100,
            **settings,
        }
        lines += [f"[{name}]", *(f"{key}={value}" for key, value in options.items()), ""]
    config = folder / f"{'-'.join(projects)}.cfg"
    config.write_text("\n".join(lines), "utf-8")
    return AnnifRegistry(str(config), str(folder), False)


def load_vocabulary(folder: Path, found: AnnifRegistry, labels: Iterable[str]) -> None:
    """Make the topics known, in our order: a subject's number is then a column."""
    path = folder / "topics.tsv"
    rows = (f"<http://example.org/{label}>\t{label.replace('-', ' ')}\n" for label in labels)
    path.write_text("".join(rows), "utf-8")
    found.get_vocab("topics").load_vocabulary(VocabFileTSV(str(path), "en"), force=True)


def documents(kind: str, task: common.Task, rows: Iterable[int]) -> DocumentList:
    """Papers with their topics; the svc backend can take one a paper, so it gets the primary."""
    most = 1 if kind == "svc" else None
    return DocumentList(
        [
            Document(text=task.texts[row], subject_set=SubjectSet(task.topics[row][:most]))
            for row in rows
        ]
    )


def scores(found: AnnifRegistry, kind: str, texts: list[str], width: int) -> np.ndarray:
    project = found.get_project(kind)
    parts = [
        project.suggest([Document(text=text) for text in texts[first : first + _BATCH]])
        for first in range(0, len(texts), _BATCH)
    ]
    whole = np.vstack([part.array.toarray() for part in parts]).astype(np.float64)
    return whole[:, :width]


def tune(kind: str, task: common.Task, out: Path) -> dict[str, object]:
    if kind == "ensemble":
        return tune_weights(task, out)
    kept: list[np.ndarray] = []

    def score(
        settings: Mapping[str, object], inside: np.ndarray, outside: np.ndarray
    ) -> np.ndarray:
        folder = out / f"tuning-{len(kept)}"
        found = registry(folder, {kind: settings})
        load_vocabulary(folder, found, task.labels)
        found.get_project(kind).train(documents(kind, task, inside))
        kept.append(scores(found, kind, [task.texts[row] for row in outside], len(task.labels)))
        return kept[-1]

    result = common.tune(task, GRIDS[kind], score, only=1)
    best = [its["settings"] for its in result["tried"]].index(result["settings"])
    np.save(out / "held_out.npy", kept[best])
    return result


def tune_weights(task: common.Task, out: Path) -> dict[str, object]:
    """Weigh the sources by the held-out scores of their own tuning."""
    held_out = {part: np.load(beside(out, part) / "held_out.npy") for part in PARTS}

    def score(
        settings: Mapping[str, object], inside: np.ndarray, outside: np.ndarray
    ) -> np.ndarray:
        del inside, outside
        total = sum(settings.values())
        return np.asarray(sum(held_out[part] * settings[part] / total for part in PARTS))

    grid = [
        dict(zip(PARTS, weights, strict=True))
        for weights in product(SOURCE_WEIGHTS, repeat=len(PARTS))
        if max(weights) == max(SOURCE_WEIGHTS)
    ]
    result = common.tune(task, grid, score, only=1)
    result["tried"] = sorted(result["tried"], key=lambda its: -its["quality"])[:5]
    return result


def beside(out: Path, kind: str) -> Path:
    """The folder of another backend's results."""
    return out.with_name(f"annif-{kind}")


def main() -> None:
    kind, phase, split, out = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    annif.logger.setLevel(logging.ERROR)
    do_without_download()
    task = common.read(split)
    if phase == "tune":
        common.save_settings(out, tune(kind, task, out))
        return
    settings, level = common.load_settings(out)
    if phase == "train" and kind != "ensemble":
        folder = out / "model"
        found = registry(folder, {kind: settings})
        load_vocabulary(folder, found, task.labels)
        found.get_project(kind).train(documents(kind, task, range(len(task.texts))))
    elif phase == "train":
        link_sources(out, settings)
    else:
        found = (
            registry(out / "model", {kind: settings})
            if kind != "ensemble"
            else registry(out / "model", json.loads((out / "projects.json").read_text("utf-8")))
        )
        texts = task.test_texts
        common.save_predictions(out, task, scores(found, kind, texts, len(task.labels)), level)


def link_sources(out: Path, weights: Mapping[str, object]) -> None:
    """Put the sources' projects beside the ensemble; it has nothing to learn itself."""
    used = [part for part in PARTS if weights[part]]
    projects: dict[str, Mapping[str, object]] = {
        part: common.load_settings(beside(out, part))[0] for part in used
    }
    projects["ensemble"] = {"sources": ",".join(f"{part}:{weights[part]}" for part in used)}
    (out / "projects.json").write_text(json.dumps(projects), "utf-8")
    folder = out / "model"
    (folder / "projects").mkdir(parents=True, exist_ok=True)
    for part in used:
        place = folder / "projects" / part
        if not place.exists():
            place.symlink_to(beside(out, part).resolve() / "model" / "projects" / part)
    vocabularies = folder / "vocabs"
    if not vocabularies.exists():
        vocabularies.symlink_to(beside(out, used[0]).resolve() / "model" / "vocabs")


if __name__ == "__main__":
    main()
