"""Training the whole extractor from labelled papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import numpy as np
from spacy.tokens import Doc
from threadpoolctl import threadpool_limits

from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract import gazetteer, gold, judging, tagger
from papertaxa.extract.gazetteer import Gazetteer
from papertaxa.extract.network import Floats
from papertaxa.extract.pipeline import blank, joined
from papertaxa.extract.tagger import Tagger
from papertaxa.extract.tagger_training import Tagged, train_tagger
from papertaxa.extract.vectors import Vectors
from papertaxa.processes import workers
from papertaxa.text import CleanPaper

_FOLDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What training may use besides labelled papers.

    Attributes:
        vectors: Word vectors learned from many abstracts.
        lists: Names by the gazetteer's file names.
    """

    vectors: Vectors = field(default_factory=Vectors.none)
    lists: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, extractor: Path) -> Extra:
        """Take over what an extractor's folder was trained with."""
        return cls(
            vectors=Vectors.from_disk(extractor / tagger.KEY / "vectors"),
            lists=read_lists(extractor / gazetteer.KEY),
        )


def read_lists(folder: Path) -> dict[str, list[str]]:
    """Read the gazetteer's files that a folder holds."""
    files = {name: folder / f"{name}.txt" for name in gazetteer.LISTS}
    return {name: gazetteer.read_names(file) for name, file in files.items() if file.exists()}


def train(
    examples: Sequence[tuple[CleanPaper, Label]],
    folder: Path,
    *,
    seed: int = 0,
    extra: Extra | None = None,
    sizes: Mapping[str, int] | None = None,
    jobs: int = 1,
) -> None:
    """Train an extractor and write it.

    The tagger is trained on all papers; the judge on what taggers that were trained on the other
    papers say of each, for a tagger is too sure of papers it has learned from. Equal input and seed
    give equal files.

    Args:
        examples: Papers and their labels; papers whose names were not annotated are passed over.
        folder: Is made, and written to.
        seed: Of everything random.
        extra: Word vectors and known names.
        sizes: The tagger's width, depth and pieces, if not those of the config.
        jobs: Processes to use; makes no difference to what is written.

    Raises:
        TrainingError: No label names a method or a benchmark that stands in its paper.
    """
    extra = extra or Extra()
    nlp = blank()
    listed = cast("Gazetteer", nlp.get_pipe(gazetteer.KEY))
    listed.add_lists(extra.lists)
    generic = listed.keys["generic"]
    annotated = [
        (paper, label)
        for paper, label in examples
        if label.methods is not None or label.benchmarks is not None
    ]
    docs = [nlp.make_doc(joined(paper)) for paper, _ in annotated]
    golds = [gold.gold(label, generic) for _, label in annotated]
    papers = [gold.tagged(doc, names) for doc, names in zip(docs, golds, strict=True)]
    if not any(paper.names for paper in papers):
        raise TrainingError(
            f"none of the {len(examples)} labels names a method or benchmark that stands in its "
            "paper; fill `methods` and `benchmarks` with strings copied from title or abstract, or "
            "train without names"
        )

    component = cast("Tagger", nlp.get_pipe(tagger.KEY))
    component.sizes |= sizes or {}
    # Matrices this small are slower on two threads.
    with workers(jobs, jobs=jobs) as trainers, threadpool_limits(1):
        trainer = _Trainer(trainers, extra.vectors, dict(component.sizes))
        _tag_unseen(component, docs, papers, trainer, seed)
        parameters = trainer.submit(papers, seed)  # beside the judge, which needs none of it
        component.assign({}, extra.vectors)
        judging.fit(nlp, docs, golds, seed=seed)
        component.assign(parameters.result(), extra.vectors)
    # The vocabulary holds the words of the training papers, and nothing reads it.
    nlp.to_disk(folder, exclude=["vocab"])


@dataclass(frozen=True, slots=True)
class _Trainer:
    """Trains taggers in processes of their own."""

    executor: Executor
    vectors: Vectors
    sizes: dict[str, int]

    def submit(self, papers: Sequence[Tagged], seed: int) -> Future[dict[str, Floats]]:
        """Train a tagger as soon as a process is free."""
        return self.executor.submit(_train, papers, self.vectors, self.sizes, seed)


def _train(
    papers: Sequence[Tagged], vectors: Vectors, sizes: dict[str, int], seed: int
) -> dict[str, Floats]:
    with threadpool_limits(1):
        return train_tagger(papers, vectors, sizes=sizes, seed=seed)


def _tag_unseen(
    component: Tagger,
    docs: Sequence[Doc],
    papers: Sequence[Tagged],
    trainer: _Trainer,
    seed: int,
) -> None:
    """Tag every paper by a tagger that was trained on others."""
    order = np.random.default_rng(seed).permutation(len(papers))
    folds = np.empty(len(papers), np.int64)
    folds[order] = np.arange(len(papers)) % min(_FOLDS, len(papers))
    trained = []
    for fold in range(int(folds.max()) + 1):
        others = [paper for paper, own in zip(papers, folds, strict=True) if own != fold]
        if not any(paper.names for paper in others):
            others = list(papers)
        trained.append(trainer.submit(others, seed + 1 + fold))
    for fold, parameters in enumerate(trained):
        component.assign(parameters.result(), trainer.vectors)
        unseen = [doc for doc, own in zip(docs, folds, strict=True) if own == fold]
        for _ in component.pipe(unseen):
            pass
