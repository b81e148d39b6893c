"""Saving and loading: arrays and JSON, nothing that could run code.

The same classifier or training set gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from papertaxa.classifier.calibration import Calibrator
from papertaxa.classifier.knowledge import Knowledge
from papertaxa.classifier.model import Classifier
from papertaxa.classifier.products import Products
from papertaxa.classifier.thresholds import Thresholds
from papertaxa.classifier.training_set import TrainingSet
from papertaxa.features import Counts, Vocabulary

_ARRAYS = "arrays.npz"
_SETTINGS = "settings.json"
_TERMS = "terms.txt"
_KNOWLEDGE = "knowledge"
_DIGITS = 6  # significant ones of saved decimals: beyond them lies the noise of the machine
_STEPS = 1 << 12  # of the mantissa of saved arrays
_CALIBRATORS = ("topic_calibrator", "primary_calibrator", "area_calibrator")
_PRODUCTS = ("axes", "scale", "worth")
_CLASSIFIER_ARRAYS = (
    "learnt",
    "learnt_areas",
    "parents",
    "idf",
    "weights",
    "scale",
    "bias",
    "direction_weights",
    "prior",
    "area_prior",
)


def save(classifier: Classifier, folder: str | Path) -> None:
    """Write a classifier into an empty folder.

    Args:
        classifier: What to write.
        folder: Where; created if missing. (The caller makes the model folder appear in one step.)
    """
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    arrays = {name: getattr(classifier, name) for name in _CLASSIFIER_ARRAYS}
    settings: dict[str, Any] = {"labels": classifier.labels, "areas": classifier.areas}
    for name in _CALIBRATORS:
        settings[name] = asdict(getattr(classifier, name))
    settings["thresholds"] = asdict(classifier.thresholds)
    if classifier.products is not None:
        arrays |= {f"products_{n}": getattr(classifier.products, n) for n in _PRODUCTS}
    _write(folder, arrays, settings, classifier.vocabulary)
    if classifier.knowledge is not None:
        save_knowledge(classifier.knowledge, folder / _KNOWLEDGE)


def load(folder: str | Path) -> Classifier:
    """Read what `save` wrote.

    Raises:
        OSError, ValueError, KeyError: A file is missing or not what was written.
    """
    folder = Path(folder)
    arrays, settings, terms = _read(folder)
    knowledge = folder / _KNOWLEDGE
    parts: dict[str, Any] = {name: arrays[name] for name in _CLASSIFIER_ARRAYS}
    parts |= {name: Calibrator(**_arrayed(settings[name])) for name in _CALIBRATORS}
    products = {n: arrays[f"products_{n}"] for n in _PRODUCTS if f"products_{n}" in arrays}
    return Classifier(
        labels=tuple(settings["labels"]),
        areas=tuple(settings["areas"]),
        vocabulary=terms,
        knowledge=load_knowledge(knowledge) if knowledge.is_dir() else None,
        products=Products(**products) if products else None,
        thresholds=Thresholds(**_arrayed(settings["thresholds"])),
        **parts,
    )


def save_knowledge(knowledge: Knowledge, folder: str | Path) -> None:
    """Write knowledge into an empty folder; created if missing."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    arrays = {name: getattr(knowledge, name) for name in ("idf", "directions", "scale", "offset")}
    settings = {"share": knowledge.share, "told": knowledge.told}
    _write(folder, arrays, settings, knowledge.vocabulary)


def load_knowledge(folder: str | Path) -> Knowledge:
    """Read what `save_knowledge` wrote; errors as for `load`."""
    arrays, settings, terms = _read(Path(folder))
    told = tuple(settings.get("told", ()))  # models made before there were any have none
    return Knowledge(vocabulary=terms, share=settings["share"], told=told, **arrays)


def save_training_set(training: TrainingSet, folder: str | Path) -> None:
    """Write a training set into an empty folder; created if missing."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    arrays = {"representative": training.representative}
    for name in ("title", "abstract"):
        matrix = getattr(training.counts, name)
        arrays[f"{name}_counts"] = matrix.data
        arrays[f"{name}_columns"] = matrix.indices.astype(np.int32)
        arrays[f"{name}_ends"] = matrix.indptr.astype(np.int32)
    settings = {"ids": training.ids, "topics": training.topics}
    _write(folder, arrays, settings, training.counts.vocabulary)


def load_training_set(folder: str | Path) -> TrainingSet:
    """Read what `save_training_set` wrote; errors as for `load`."""
    arrays, settings, terms = _read(Path(folder))
    shape = (len(settings["ids"]), len(terms))

    def matrix(name: str) -> sp.csr_matrix:
        parts = (arrays[f"{name}_{part}"] for part in ("counts", "columns", "ends"))
        return sp.csr_matrix(tuple(parts), shape=shape)

    return TrainingSet(
        ids=tuple(settings["ids"]),
        topics=tuple(tuple(topics) for topics in settings["topics"]),
        representative=arrays["representative"],
        counts=Counts(vocabulary=terms, title=matrix("title"), abstract=matrix("abstract")),
    )


def _write(
    folder: Path, arrays: Mapping[str, np.ndarray], settings: object, terms: Vocabulary
) -> None:
    rounded: dict[str, Any] = {name: _rounded(values) for name, values in arrays.items()}
    np.savez_compressed(folder / _ARRAYS, **rounded)
    text = json.dumps(settings, default=_plain, indent=1, ensure_ascii=False)
    (folder / _SETTINGS).write_bytes(text.encode("utf-8") + b"\n")
    (folder / _TERMS).write_bytes("\n".join(terms.terms).encode("utf-8"))


def _read(folder: Path) -> tuple[dict[str, np.ndarray], dict[str, Any], Vocabulary]:
    with np.load(folder / _ARRAYS, allow_pickle=False) as written:
        arrays = dict(written)
    settings = json.loads((folder / _SETTINGS).read_bytes())
    text = (folder / _TERMS).read_bytes().decode("utf-8")
    return arrays, settings, Vocabulary(tuple(text.split("\n")) if text else ())


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        return [float(f"{number:.{_DIGITS}g}") for number in value.tolist()]
    raise TypeError(f"{type(value).__name__} has no place in settings")


def _arrayed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Lists become arrays again."""
    return {k: np.array(v, dtype=float) if isinstance(v, list) else v for k, v in values.items()}


def _rounded(values: np.ndarray) -> np.ndarray:
    """Decimals keep the digits of half precision, so that the machine's noise leaves no trace."""
    if values.dtype.kind != "f":
        return values
    mantissa, exponent = np.frexp(values.astype(np.float32))
    return np.asarray(np.ldexp(np.rint(mantissa * _STEPS) / _STEPS, exponent), dtype=np.float32)
