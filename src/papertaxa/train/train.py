"""Train a model from papers and labels, on top of a base model or from nothing."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from papertaxa import classifier, extract
from papertaxa import taxonomy as taxonomies
from papertaxa.classifier import Classifier, TrainingSet
from papertaxa.data import LABELS, label_files
from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract.training import read_lists
from papertaxa.extract.vectors import Vectors
from papertaxa.files import sha256
from papertaxa.labels import read as labels_of
from papertaxa.model import manifest, versions
from papertaxa.model.folder import CLASSIFIER, EXTRACTOR, TAXONOMY, TRAINING
from papertaxa.taxonomy import Taxonomy
from papertaxa.text import CleanPaper
from papertaxa.train.assemble import Material, assemble
from papertaxa.train.corpus import Corpus, learn
from papertaxa.train.gather import RANDOM, SAMPLE, Labelled
from papertaxa.train.names import add_names

GAZETTEER = LABELS / "gazetteer"

THIN = 10
"""A topic with fewer papers than this is marked as thin: it works, and should not be relied on."""

Progress = Callable[[str, float], None]
"""Called with what is being done and how much of the whole is done, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a training was made from, for people.

    Attributes:
        output: The model's folder, as given.
        version: The number of the version that was made.
        new: False if an earlier version has the same bytes, and this is that one.
        current: The number of the version in use, which a training never changes.
        papers: Papers trained on.
        given: How many of them have a label that was given.
        topics: Topics of the taxonomy.
        textless: Given labels of papers without text.
        forgotten: Labels of the base whose topics are gone.
        undecided: Papers of the base left out because a topic of theirs was split.
        thin: Topics with few papers, with their number.
        names: Whether the model finds methods and benchmarks.
        learnt_names: How many given names were added to the base's gazetteer.
    """

    output: Path
    version: int
    new: bool
    current: int
    papers: int
    given: int
    topics: int
    textless: int
    forgotten: int
    undecided: int
    thin: Mapping[str, int]
    names: bool
    learnt_names: int

    def __str__(self) -> str:
        """A few lines."""
        lines = [
            f"{self.output}: trained on {self.papers} papers ({self.given} with labels that were "
            f"given, the others from the base) for {self.topics} topics"
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
        if self.undecided:
            lines.append(
                f"{self.undecided} papers of the base are of a topic that was split, and were left "
                "out: nobody can tell of which part they are until they are labelled"
            )
        if self.thin:
            shown = ", ".join(f"{topic} ({n})" for topic, n in self.thin.items())
            lines.append(f"topics with fewer than {THIN} papers, not to be relied on: {shown}")
        if self.learnt_names:
            lines.append(
                f"{self.learnt_names} names from the labels were added to those the extractor knows"
            )
        if not self.names:
            lines.append("no extractor: the model finds no methods or benchmarks")
        lines += self._next()
        return "\n".join(lines)

    def _next(self) -> list[str]:
        """Say what there is to do with the version."""
        if self.version == self.current:
            return [] if self.new else [f"the same model as before: version {self.version}"]
        made = (
            f"this is version {self.version}"
            if self.new
            else f"the same model as version {self.version}"
        )
        return [
            f"{made}; version {self.current} is still in use. To see what changes, and to use it:",
            f"  papertaxa models compare {self.output} {self.output}@{self.version} --on LISTING",
            f"  papertaxa models promote {self.output} {self.version}",
        ]


# One thread: the matrices are small, and sums in another order would give other bytes.
@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator] # threadpoolctl has no types
def train(
    *,
    papers: Sequence[str | Path],
    labels: Sequence[Path],
    output: Path,
    taxonomy: Path | None = None,
    base: Path | None = None,
    corpus: Sequence[str | Path] = (),
    corpus_labels: Sequence[Path] = (),
    jobs: int = 1,
    seed: int = 0,
    extract_names: bool = True,
    progress: Progress | None = None,
) -> Summary:
    """Train a model and write its folder, whole or not at all.

    If there is a model in the folder, a new version is added to it (`papertaxa.model.versions`);
    the one in use stays in use.

    Args:
        papers: Listings with the papers' texts; with a base, there may be none.
        labels: Labels files; with a base, there may be none.
        output: The folder to write.
        taxonomy: Taxonomy file; the base's if None, or one made of the labels' topics.
        base: Model to build on (``DIR``, or ``DIR@2`` for a version that is not in use), or None
            to use the given papers alone.
        corpus: Listings without labels, from which it is learnt what terms belong together; what
            the base knows if there are none.
        corpus_labels: Labels files of papers of the corpus, which say more of what terms belong
            together; any number of papers, for the classifier is not fitted on them. The extractor
            learns from the names in them.
        jobs: Processes to use; makes no difference to the model.
        seed: Seed of every random choice.
        extract_names: Whether the model shall find methods and benchmarks.
        progress: Told of every step.

    Returns:
        What the model was made from.

    Raises:
        PapertaxaError: A file is unusable, or there is nothing to learn from.
    """
    tell = progress or _ignore
    versions.check_output(output)
    if base is None and not (papers and labels):
        raise TrainingError(
            "without a base, a model needs both --papers and --labels; give both, or a --base"
        )
    tell("reading the papers and labels", 0.0)
    origin = None if base is None else versions.resolve(base)
    base_manifest = None if origin is None else manifest.read(origin)
    learnt = _learn(
        corpus,
        labels,
        corpus_labels,
        origin,
        words=extract_names and origin is None,
        jobs=jobs,
        seed=seed,
    )
    material = assemble(
        papers=papers,
        labels=labels,
        taxonomy=taxonomy,
        base=origin,
        known=None if learnt is None else learnt.knowledge,
    )
    training, tree = material.training, material.taxonomy
    tell("fitting the classifier", 0.2)
    fitted = classifier.fit(training, tree, knowledge=material.knowledge, seed=seed)
    thin = _thin(training, tree)
    sources = {
        "papers": [_hashed(path) for path in papers],
        "corpus": [_hashed(path) for path in corpus],
        "labels": [_hashed(path) for path in labels],
        "corpus_labels": [_hashed(path) for path in corpus_labels],
        "taxonomy": None if taxonomy is None else _hashed(taxonomy),
        "base": None if base_manifest is None else dict(base_manifest.files),
    }
    names, learnt_names = False, 0

    def write(folder: Path) -> None:
        nonlocal names, learnt_names
        _write_classifier(folder, fitted, material)
        if extract_names:
            tell("preparing the extractor", 0.6)
            extra = extract.Extra(
                vectors=Vectors.none() if learnt is None else learnt.vectors,
                lists=read_lists(GAZETTEER),
                texts=() if learnt is None else learnt.texts,
            )
            names, learnt_names = _extractor(
                material.found,
                () if learnt is None else learnt.named,
                origin,
                folder / EXTRACTOR,
                extra=extra,
                jobs=jobs,
                seed=seed,
            )
        tell("writing the model", 0.9)
        manifest.write(
            folder,
            seed=seed,
            counts={
                "papers": len(training),
                "given": material.given,
                "topics": len(tree.labels),
                "areas": len(tree.areas),
                "terms": len(training.counts.vocabulary),
            },
            sources=sources,
            thin=thin,
        )

    version, new = versions.add(output, write)
    tell("done", 1.0)
    return Summary(
        output=output,
        version=version,
        new=new,
        current=versions.current(output),
        papers=len(training),
        given=material.given,
        topics=len(tree.labels),
        textless=material.textless,
        forgotten=material.forgotten,
        undecided=material.undecided,
        thin=thin,
        names=names,
        learnt_names=learnt_names,
    )


def _learn(
    corpus: Sequence[str | Path],
    labels: Sequence[Path],
    more_labels: Sequence[Path],
    base: Path | None,
    *,
    words: bool,
    jobs: int,
    seed: int,
) -> Corpus | None:
    """Learn from a corpus, passing over the papers that something is measured on.

    These are the representative papers: of the shipped labels, and of those that are trained on, by
    whose held-out scores probabilities and thresholds are set. No such paper's place along the
    directions may be learnt from what was said of that paper. Nor are they learnt from the label
    of a paper that the model is fitted on: it would seem to be right about what it was told.
    """
    if not corpus:
        if more_labels:
            raise TrainingError(
                "labels of a corpus's papers need the corpus: give its listings with --corpus"
            )
        return None
    given = [label for file in labels for label in labels_of(file)]
    fitted = {its.id for its in given}
    drawn = {its.id for its in given if its.extra.get(SAMPLE) == RANDOM}
    measured = drawn or {its.id for its in given}
    for file in label_files():
        measured |= {its.id for its in labels_of(file) if its.extra.get(SAMPLE) == RANDOM}
    if base is not None:
        held = classifier.load_training_set(base / TRAINING)
        measured |= set(compress(held.ids, held.representative))
        fitted |= set(held.ids)
    more = {its.id: its for file in more_labels for its in labels_of(file)}
    return learn(
        corpus,
        without=measured,
        labels={paper: label for paper, label in more.items() if paper not in fitted},
        fitted=fitted,
        words=words,
        jobs=jobs,
        seed=seed,
    )


def _ignore(step: str, part: float) -> None:
    """Tell nobody."""


def _write_classifier(folder: Path, fitted: Classifier, material: Material) -> None:
    (folder / TAXONOMY).write_text(taxonomies.dumps_json(material.taxonomy), "utf-8")
    classifier.save(fitted, folder / CLASSIFIER)
    classifier.save_training_set(material.training, folder / TRAINING)


def _thin(training: TrainingSet, tree: Taxonomy) -> dict[str, int]:
    papers = Counter(topic for topics in training.topics for topic in topics)
    return {topic: papers[topic] for topic in tree.labels if papers[topic] < THIN}


def _extractor(
    found: Labelled,
    more: Sequence[tuple[CleanPaper, Label]],
    base: Path | None,
    folder: Path,
    *,
    extra: extract.Extra,
    jobs: int,
    seed: int,
) -> tuple[bool, int]:
    """Train an extractor from the labels' names, or take over the base's and add the names to it.

    Returns whether there is one, and how many names were added.
    """
    if base is not None:
        if not (base / EXTRACTOR).is_dir():
            return False, 0
        shutil.copytree(base / EXTRACTOR, folder)
        return True, add_names(folder, (*found.labels, *found.textless))
    examples = [
        (paper, label)
        for paper, label in zip(found.papers, found.labels, strict=True)
        if label.methods is not None and label.benchmarks is not None
    ]
    examples += more
    if not any(label.methods or label.benchmarks for _, label in examples):
        return False, 0
    drawn = {label.id for _, label in examples if label.extra.get(SAMPLE) == RANDOM}
    extract.train(examples, folder, seed=seed, extra=extra, drawn=drawn, jobs=jobs)
    return True, 0


def _hashed(path: str | Path) -> dict[str, Any]:
    """A file's name and hash, without its folder; standard input and folders have no hash."""
    file = Path(path)
    return {"name": file.name, "sha256": sha256(file) if file.is_file() else None}
