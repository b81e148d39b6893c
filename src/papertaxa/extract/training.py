"""Training the whole extractor from labelled papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, cast

import numpy as np
from spacy.tokens import Doc
from threadpoolctl import threadpool_limits

from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract import gazetteer, gold, judge, judging, tagger
from papertaxa.extract.gazetteer import Gazetteer
from papertaxa.extract.judge import Judge
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.pipeline import blank, joined, load
from papertaxa.extract.survey import survey
from papertaxa.extract.tagger import Tagger
from papertaxa.extract.tagger_training import Tagged, train_tagger
from papertaxa.extract.usage import Tally, Usage
from papertaxa.extract.vectors import Vectors
from papertaxa.processes import workers
from papertaxa.text import CleanPaper

_FOLDS = 2
_SCOUTED: Final = 6_000  # papers that teach each
_SCOUT_SIZES: Final = {"width": 48, "depth": 3}

Example = tuple[CleanPaper, Label]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What training may use besides labelled papers.

    Attributes:
        vectors: Word vectors learned from many abstracts.
        lists: Names by the gazetteer's file names.
        texts: Papers without labels, in which names are counted.
    """

    vectors: Vectors = field(default_factory=Vectors.none)
    lists: dict[str, list[str]] = field(default_factory=dict)
    texts: Sequence[str] = ()

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
    examples: Sequence[Example],
    folder: Path,
    *,
    seed: int = 0,
    extra: Extra | None = None,
    sizes: Mapping[str, int] | None = None,
    drawn: Set[str] = frozenset(),
    jobs: int = 1,
) -> None:
    """Train an extractor and write it.

    The tagger is trained on all papers; the judge on what taggers that were trained on the other
    papers say of each, for a tagger is too sure of papers it has learned from. So are the papers
    without labels read by two small extractors, each trained on a part of the examples: each helps
    with the part that it has not seen. Equal input and seed give equal files.

    Args:
        examples: Papers and their labels; papers whose names were not annotated are passed over.
        folder: Is made, and written to.
        seed: Of everything random.
        extra: Word vectors, known names, papers without labels.
        sizes: The tagger's width, depth and pieces, if not those of the config.
        drawn: Ids of papers that were drawn at random from what is to be labelled; if there are
            some hundreds, thresholds are set by these.
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
    order = np.random.default_rng(seed).permutation(len(papers))
    folds = np.empty(len(papers), np.int64)
    folds[order] = np.arange(len(papers)) % min(_FOLDS, len(papers))
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
        tallies = _scouted(annotated, order, extra, trainers, seed)
        trainer = _Trainer(trainers, extra.vectors, dict(component.sizes))
        _tag_unseen(component, docs, papers, folds, trainer, seed)
        parameters = trainer.submit(papers, seed)  # beside the judge, which needs none of it
        component.assign({}, extra.vectors)
        others = [Usage.merged([each for each in tallies if each is not own]) for own in tallies]
        usages = [others[fold] if others else Usage.none() for fold in folds]
        judging.fit(
            nlp,
            _released(docs),
            golds,
            usages=usages,
            drawn=[label.id in drawn for _, label in annotated],
            jobs=jobs,
            seed=seed,
        )
        if tallies:
            cast("Judge", nlp.get_pipe(judge.KEY)).usage = Usage.merged(tallies)
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


def _scouted(
    examples: Sequence[Example], order: Ints, extra: Extra, executor: Executor, seed: int
) -> list[Tally]:
    """Have papers without labels read by extractors that were trained on parts of the examples.

    Returns:
        What each of them found, one per fold; it is not to help with the fold that it was trained
        on. Nothing if there are no such papers, or too few examples to part.
    """
    if not extra.texts or len(examples) < _FOLDS * _FOLDS:  # each parts its own once more
        return []
    less = replace(extra, texts=())
    read = []
    for fold in range(_FOLDS):
        own = [examples[at] for at in order[fold::_FOLDS][:_SCOUTED]]
        read.append(executor.submit(_scout, own, extra.texts, less, seed + 1 + fold))
    return [each.result() for each in read]


def _scout(examples: Sequence[Example], texts: Sequence[str], extra: Extra, seed: int) -> Tally:
    with TemporaryDirectory() as folder, threadpool_limits(1):
        try:
            train(examples, Path(folder), seed=seed, extra=extra, sizes=_SCOUT_SIZES)
        except TrainingError:  # no name in these examples
            return Tally.of([], np.zeros((0, len(judge.OUTCOMES))))
        return survey(load(Path(folder)).nlp, texts)


def _released(docs: list[Doc]) -> Iterator[Doc]:
    """Hand papers out in order, and hold them no longer: each takes tens of kilobytes."""
    docs.reverse()
    while docs:
        yield docs.pop()


def _tag_unseen(
    component: Tagger,
    docs: Sequence[Doc],
    papers: Sequence[Tagged],
    folds: Ints,
    trainer: _Trainer,
    seed: int,
) -> None:
    """Tag every paper by a tagger that was trained on others."""
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
