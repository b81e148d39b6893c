"""What a model is trained on: a base's papers and labels, and the given ones before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from papertaxa import classifier, listings
from papertaxa import labels as label_files
from papertaxa import taxonomy as taxonomies
from papertaxa.classifier import Knowledge, TrainingSet
from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.features import Vocabulary
from papertaxa.model.folder import CLASSIFIER, TRAINING, read_taxonomy
from papertaxa.taxonomy import Taxonomy
from papertaxa.taxonomy.diff import diff
from papertaxa.train.gather import Labelled, gather


@dataclass(frozen=True, kw_only=True)
class Material:
    """All that goes into a classifier.

    Attributes:
        taxonomy: What the topics are from.
        training: The papers, the base's first.
        knowledge: What is known of terms, from the corpus or the base; None if nothing is.
        found: The given labels, with texts and without.
        given: How many of the papers have a label that was given.
        textless: How many given labels are of papers that have no text here and are unknown to
            the base.
        forgotten: How many labels of the base are of topics that the taxonomy no longer has.
        undecided: How many papers of the base were left out because they are of a topic that was
            split, and no label was given that says of which part.
    """

    taxonomy: Taxonomy
    training: TrainingSet
    knowledge: Knowledge | None
    found: Labelled
    given: int
    textless: int = 0
    forgotten: int = 0
    undecided: int = 0


def assemble(
    *,
    papers: Sequence[str | Path],
    labels: Sequence[Path],
    taxonomy: Path | None = None,
    base: Path | None = None,
    known: Knowledge | None = None,
) -> Material:
    """Bring papers, labels, taxonomy and base together.

    A given label takes the place of the base's own for the same paper. Where the taxonomy differs
    from the base's, the base's labels are carried over as `papertaxa taxonomy apply` does it: by
    ids, ``was`` and names. Papers of a topic that was split are left out until a label says of
    which part they are: with the topic merely taken away, they would teach that no part applies.

    Args:
        papers: Listings with the texts.
        labels: Labels files.
        taxonomy: Taxonomy file; the base's if None, or one made of the labels' topics.
        base: The folder of a version, checked to be whole, or None.
        known: What was learnt from a corpus; what the base knows if None.

    Raises:
        PapertaxaError: A file is unusable, or there is nothing to learn from.
    """
    old = None if base is None else read_taxonomy(base)
    tree, given = _read(labels, taxonomy, old)
    found = gather(listings.read(papers) if papers else (), given)
    if base is None or old is None:
        if not found.labels:
            raise TrainingError(
                f"none of the {len(given)} labelled papers is in the papers given: the ids of "
                "--papers and --labels have to be the same"
            )
        training = _training_set(found, None if known is None else known.vocabulary)
        textless = len(found.textless)
        return Material(
            taxonomy=tree,
            training=training,
            knowledge=known,
            found=found,
            given=len(training),
            textless=textless,
        )
    training = classifier.load_training_set(base / TRAINING)
    own = set(training.ids)
    textless = sum(label.id not in own for label in found.textless)
    if given and textless == len(given):
        raise TrainingError(
            f"none of the {len(given)} labelled papers is in the papers given or known to the base "
            f"(for example {given[0].id!r}): give their texts with --papers, under the same ids"
        )
    carried, forgotten, undecided = _carry(training, old, tree, {label.id for label in given})
    carried |= {label.id: label.topics for label in found.textless if label.id in own}
    training = classifier.relabel(training, carried)
    if found.labels:
        more = _training_set(found, training.counts.vocabulary, beside=True)
        training = classifier.extend(training, more)
    return Material(
        taxonomy=tree,
        training=training,
        knowledge=classifier.load(base / CLASSIFIER).knowledge if known is None else known,
        found=found,
        given=len(given) - textless,
        textless=textless,
        forgotten=forgotten,
        undecided=undecided,
    )


def _read(
    labels: Sequence[Path], taxonomy: Path | None, old: Taxonomy | None
) -> tuple[Taxonomy, list[Label]]:
    """Read the taxonomy to use and the labels, checked against it."""
    tree = old if taxonomy is None else taxonomies.load(taxonomy)
    if tree is not None:
        return tree, label_files.read(labels, taxonomy=tree) if labels else []
    given = label_files.read(labels)
    return taxonomies.infer(topic for label in given for topic in label.topics), given


def _training_set(
    found: Labelled, vocabulary: Vocabulary | None, *, beside: bool = False
) -> TrainingSet:
    """Count the given papers; beside a base, those that do not say otherwise were chosen."""
    drawn = found.representative
    if drawn is None and beside:
        drawn = [False] * len(found.labels)
    return classifier.make_training_set(
        [label.id for label in found.labels],
        found.papers,
        [label.topics for label in found.labels],
        representative=drawn,
        vocabulary=vocabulary,
        least_known=1 if beside else 2,
    )


def _carry(
    training: TrainingSet, old: Taxonomy, new: Taxonomy, relabelled: Iterable[str]
) -> tuple[dict[str, tuple[str, ...]], int, int]:
    """Return the base's labels in the new taxonomy, labels forgotten, and papers left out."""
    if new is old:
        return {}, 0, 0
    changes = diff(old, new)
    became: Mapping[str, str | None] = {topic: changes.label(topic) for topic in old.labels}
    open_ = {topic for topic, heir in became.items() if heir is None and changes.choices(topic)}
    own = set(relabelled)
    carried: dict[str, tuple[str, ...]] = {}
    forgotten = undecided = 0
    for paper, topics in zip(training.ids, training.topics, strict=True):
        heirs = dict.fromkeys(heir for topic in topics if (heir := became[topic]) is not None)
        carried[paper] = tuple(heirs)
        if paper in own:
            continue
        forgotten += sum(became[topic] is None and topic not in open_ for topic in topics)
        if not open_.isdisjoint(topics):
            carried[paper] = ()
            undecided += 1
    return carried, forgotten, undecided
