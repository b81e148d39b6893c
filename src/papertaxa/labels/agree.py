"""Measuring how far annotators agree on the papers they share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels.agreement import Agreement, Disagreement, Pair, TopicAgreement, mean
from papertaxa.labels.coefficients import (
    Bools,
    cohen_kappa,
    cohen_kappa_categories,
    krippendorff_alpha,
    krippendorff_alpha_sets,
)
from papertaxa.labels.opinions import Opinion, by_paper, latest
from papertaxa.labels.parse import NAMES
from papertaxa.taxonomy import Taxonomy
from papertaxa.text import fold

Shared = Mapping[str, Mapping[str, Label]]  # paper -> annotator -> label


def agree(opinions: Iterable[Opinion], *, taxonomy: Taxonomy | None = None) -> Agreement:
    """Compare annotators, each with the newest opinion on a paper.

    Args:
        opinions: From `papertaxa.labels.opinions.gather`.
        taxonomy: Puts the topics into its order; without it, the alphabet does.

    Returns:
        The figures, and every paper on whose topics two annotators differ.

    Raises:
        LabelsError: There are not two annotators, or no paper that two labelled.
    """
    opinions = list(opinions)
    annotators = tuple(dict.fromkeys(opinion.annotator for opinion in opinions))
    if len(annotators) < 2:  # noqa: PLR2004 # it takes two to agree
        raise LabelsError(
            f"all labels are by {annotators[0] if annotators else 'nobody'}: give the files of two "
            "people, or rows that name their 'annotator'"
        )
    shared: dict[str, dict[str, Label]] = {}
    for paper_id, said in by_paper(opinions).items():
        of = {who: opinion.label for who, opinion in latest(said).items()}
        if len(of) > 1:
            shared[paper_id] = {who: of[who] for who in annotators if who in of}
    if not shared:
        raise LabelsError(
            f"no paper is labelled by two of {', '.join(annotators[:10])}: agreement is measured "
            "on the papers that two people labelled, so check that their ids are the same"
        )
    topics = _topics(shared, taxonomy)
    pairs = tuple(
        _pair(both, shared, topics)
        for both in combinations(annotators, 2)
        if any(_has(label_of, both) for label_of in shared.values())
    )
    return Agreement(
        annotators=annotators,
        papers=len(shared),
        alpha=krippendorff_alpha_sets(
            [[label.topics for label in label_of.values()] for label_of in shared.values()]
        ),
        pairs=pairs,
        topics=_per_topic(shared, topics, pairs),
        disagreements=tuple(_disagreements(shared)),
    )


def _has(label_of: Mapping[str, Label], both: tuple[str, str]) -> bool:
    return both[0] in label_of and both[1] in label_of


def _topics(shared: Shared, taxonomy: Taxonomy | None) -> list[str]:
    """List the topics that stand on shared papers, in order."""
    found = sorted(
        {t for label_of in shared.values() for label in label_of.values() for t in label.topics}
    )
    if taxonomy is None:
        return found
    return sorted(found, key=lambda topic: taxonomy.index.get(topic, len(taxonomy)))


def _matrix(labels: Sequence[Label], topics: Sequence[str]) -> Bools:
    """Mark the topics of each label: (labels, topics)."""
    column = {topic: number for number, topic in enumerate(topics)}
    marks = np.zeros((len(labels), len(topics)), dtype=bool)
    for row, label in enumerate(labels):
        marks[row, [column[topic] for topic in label.topics]] = True
    return marks


def _pair(both: tuple[str, str], shared: Shared, topics: Sequence[str]) -> Pair:
    """Compare two annotators on the papers that both labelled."""
    couples = [
        (label_of[both[0]], label_of[both[1]])
        for label_of in shared.values()
        if _has(label_of, both)
    ]
    one, other = [a for a, _ in couples], [b for _, b in couples]
    marks = _matrix(one, topics), _matrix(other, topics)
    kappa = cohen_kappa(*marks)
    either = set(np.flatnonzero(np.vstack(marks).any(axis=0)).tolist())
    first, second = [label.topics[0] for label in one], [label.topics[0] for label in other]
    return Pair(
        annotators=both,
        papers=len(couples),
        topic_f1=_f1([(set(a.topics), set(b.topics)) for a, b in couples]),
        primary=sum(a == b for a, b in zip(first, second, strict=True)) / len(couples),
        primary_kappa=cohen_kappa_categories(first, second),
        names_f1=_names_f1(couples),
        kappa={t: float(kappa[i]) for i, t in enumerate(topics) if i in either},
    )


def _names_f1(couples: Iterable[tuple[Label, Label]]) -> dict[str, float]:
    """Compare names of each kind, whatever their spelling, where both looked for them."""
    sets: dict[str, list[tuple[set[str], set[str]]]] = {kind: [] for kind in NAMES}
    for one, other in couples:
        for kind in NAMES:
            a, b = getattr(one, kind), getattr(other, kind)
            if a is not None and b is not None:
                sets[kind].append(({fold(name) for name in a}, {fold(name) for name in b}))
    return {kind: _f1(found) for kind, found in sets.items() if found}


def _f1(couples: Iterable[tuple[set[str], set[str]]]) -> float:
    """Compute micro F1 of sets; NaN if all are empty."""
    both = total = 0
    for one, other in couples:
        both += len(one & other)
        total += len(one) + len(other)
    return 2 * both / total if total else math.nan


def _per_topic(
    shared: Shared, topics: Sequence[str], pairs: Sequence[Pair]
) -> tuple[TopicAgreement, ...]:
    """Compare all annotators topic by topic."""
    raters = np.array([len(label_of) for label_of in shared.values()])
    labels = [label for label_of in shared.values() for label in label_of.values()]
    starts = np.concatenate([[0], np.cumsum(raters)[:-1]])
    given = np.add.reduceat(_matrix(labels, topics).astype(int), starts, axis=0)
    alpha = krippendorff_alpha(given, raters)
    return tuple(
        TopicAgreement(
            id=topic,
            papers=int((given[:, column] > 0).sum()),
            unanimous=int((given[:, column] == raters).sum()),
            kappa=mean([pair.kappa[topic] for pair in pairs if topic in pair.kappa]),
            alpha=float(alpha[column]),
        )
        for column, topic in enumerate(topics)
    )


def _disagreements(shared: Shared) -> Iterable[Disagreement]:
    """Yield every paper and pair that differ in topics or in the primary one."""
    for paper_id, label_of in shared.items():
        for (a, one), (b, other) in combinations(label_of.items(), 2):
            if set(one.topics) == set(other.topics) and one.topics[0] == other.topics[0]:
                continue
            yield Disagreement(
                id=paper_id,
                annotators=(a, b),
                only=(
                    tuple(topic for topic in one.topics if topic not in other.topics),
                    tuple(topic for topic in other.topics if topic not in one.topics),
                ),
                primary=(one.topics[0], other.topics[0]),
            )
