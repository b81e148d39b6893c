"""Train a model from papers and labels, on top of a base model or from nothing."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from papertaxa import classifier, extract, listings
from papertaxa import labels as label_files
from papertaxa import taxonomy as taxonomies
from papertaxa.classifier import Knowledge, TrainingSet
from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.files import atomic_folder, sha256
from papertaxa.model import manifest
from papertaxa.model.folder import CLASSIFIER, EXTRACTOR, TAXONOMY, TRAINING
from papertaxa.taxonomy import Taxonomy
from papertaxa.train.gather import Labelled, gather

THIN = 10
"""A topic with fewer papers than this is marked as thin: it works, and should not be relied on."""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a training was made from, for people."""

    output: Path
    papers: int
    given: int
    topics: int
    textless: int
    forgotten: int
    thin: Mapping[str, int]
    names: bool

    def __str__(self) -> str:
        """A few lines."""
        lines = [
            f"{self.output}: trained on {self.papers} papers ({self.given} of them given, the "
            f"others from the base) for {self.topics} topics"
            if self.given < self.papers
            else f"{self.output}: trained on {self.papers} papers for {self.topics} topics"
        ]
        if self.textless:
            lines.append(
                f"{self.textless} labelled papers are neither in the papers given nor known to the "
                "base, and were left out"
            )
        if self.forgotten:
            lines.append(
                f"{self.forgotten} labels of the base are of topics that the taxonomy no longer "
                "has, and were left out"
            )
        if self.thin:
            shown = ", ".join(f"{topic} ({n})" for topic, n in self.thin.items())
            lines.append(f"topics with fewer than {THIN} papers, not to be relied on: {shown}")
        if not self.names:
            lines.append("no extractor: the model finds no methods or benchmarks")
        return "\n".join(lines)


def train(
    *,
    papers: Sequence[str | Path],
    labels: Sequence[Path],
    output: Path,
    taxonomy: Path | None = None,
    base: Path | None = None,
    knowledge: Knowledge | None = None,
    seed: int = 0,
    extract_names: bool = True,
) -> Summary:
    """Train a model and write its folder, whole or not at all.

    Args:
        papers: Listings with the papers' texts.
        labels: Labels files.
        output: The folder to write.
        taxonomy: Taxonomy file; the base's if None, or one made of the labels' topics.
        base: Model folder to build on, or None to use the given papers alone.
        knowledge: What is known of terms from papers without labels; the base's if None.
        seed: Seed of every random choice.
        extract_names: Whether the model shall find methods and benchmarks.

    Returns:
        What the model was made from.

    Raises:
        PapertaxaError: A file is unusable, or there is nothing to learn from.
    """
    base_manifest = None if base is None else manifest.read(base)
    tree, given = _read(labels, taxonomy, base)
    found = gather(listings.read(papers), given)
    base_set = None if base is None else classifier.load_training_set(base / TRAINING)
    base_knowledge = None if base is None else classifier.load(base / CLASSIFIER).knowledge
    training, forgotten, textless = _training_set(found, base_set, tree)
    fitted = classifier.fit(training, tree, knowledge=knowledge or base_knowledge, seed=seed)
    thin = _thin(training, tree)
    with atomic_folder(output, marker=manifest.NAME) as folder:
        (folder / TAXONOMY).write_text(taxonomies.dumps_json(tree), "utf-8")
        classifier.save(fitted, folder / CLASSIFIER)
        classifier.save_training_set(training, folder / TRAINING)
        named = extract_names and _extractor(found, base, folder / EXTRACTOR, seed=seed)
        manifest.write(
            folder,
            seed=seed,
            counts={
                "papers": len(training),
                "topics": len(tree.labels),
                "areas": len(tree.areas),
                "terms": len(training.counts.vocabulary),
            },
            sources={
                "papers": [_hashed(path) for path in papers],
                "labels": [_hashed(path) for path in labels],
                "taxonomy": None if taxonomy is None else _hashed(taxonomy),
                "base": None if base_manifest is None else dict(base_manifest.files),
            },
            thin=thin,
        )
    return Summary(
        output=output,
        papers=len(training),
        given=len(found.labels),
        topics=len(tree.labels),
        textless=textless,
        forgotten=forgotten,
        thin=thin,
        names=named,
    )


def _read(
    labels: Sequence[Path], taxonomy: Path | None, base: Path | None
) -> tuple[Taxonomy, list[Label]]:
    """Read the taxonomy to use and the labels, checked against it."""
    if taxonomy is not None:
        tree = taxonomies.load(taxonomy)
    elif base is not None:
        tree = taxonomies.from_json((base / TAXONOMY).read_text("utf-8"))
    else:
        given = label_files.read(labels)
        return taxonomies.infer(topic for label in given for topic in label.topics), given
    return tree, label_files.read(labels, taxonomy=tree)


def _training_set(
    found: Labelled, base: TrainingSet | None, tree: Taxonomy
) -> tuple[TrainingSet, int, int]:
    """The papers to train on, how many base labels were dropped, how many labels lack a text."""
    if base is None:
        if not found.labels:
            raise TrainingError(
                f"none of the {len(found.textless)} labelled papers is in the papers given: the "
                "ids of --papers and --labels have to be the same"
            )
        training = classifier.make_training_set(
            [label.id for label in found.labels],
            found.papers,
            [label.topics for label in found.labels],
            representative=found.representative,
        )
        return training, 0, len(found.textless)
    known = dict(zip(base.ids, base.topics, strict=True))
    kept = {
        paper: tuple(topic for topic in topics if topic in tree.index)
        for paper, topics in known.items()
    }
    forgotten = sum(map(len, known.values())) - sum(map(len, kept.values()))
    kept |= {label.id: label.topics for label in found.textless if label.id in known}
    textless = sum(label.id not in known for label in found.textless)
    training = classifier.relabel(base, kept)
    if found.labels:
        added = classifier.make_training_set(
            [label.id for label in found.labels],
            found.papers,
            [label.topics for label in found.labels],
            representative=found.representative or [False] * len(found.labels),
            vocabulary=base.counts.vocabulary,
        )
        training = classifier.extend(training, added)
    return training, forgotten, textless


def _thin(training: TrainingSet, tree: Taxonomy) -> dict[str, int]:
    papers = Counter(topic for topics in training.topics for topic in topics)
    return {topic: papers[topic] for topic in tree.labels if papers[topic] < THIN}


def _extractor(found: Labelled, base: Path | None, folder: Path, *, seed: int) -> bool:
    """Train an extractor from the labels' names, or take over the base's; tell if there is one."""
    if base is not None:
        if not (base / EXTRACTOR).is_dir():
            return False
        shutil.copytree(base / EXTRACTOR, folder)
        return True
    examples = [
        (paper, label)
        for paper, label in zip(found.papers, found.labels, strict=True)
        if label.methods is not None and label.benchmarks is not None
    ]
    if not any(label.methods or label.benchmarks for _, label in examples):
        return False
    extract.train(examples, folder, seed=seed)
    return True


def _hashed(path: str | Path) -> dict[str, Any]:
    """A file's name and hash, without its folder; standard input and folders have no hash."""
    file = Path(path)
    return {"name": file.name, "sha256": sha256(file) if file.is_file() else None}
