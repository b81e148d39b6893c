"""Measure how well papers that fit no topic are told apart, by leaving topics out of training.

Usage: python bench/outside.py [--model DIR] [--groups N]

A tenth of the topics at a time, all papers that have one of them are taken out of a model's own
training papers, and a classifier is fitted on the others. It judges the papers of which no topic
is left, and those of the representative part of which all are, each of these by models fitted
without it. The default model takes about ten minutes of one core.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.metrics import average_precision_score, roc_auc_score

from papertaxa.classifier import (
    Classifier,
    Knowledge,
    Scores,
    TrainingSet,
    fit,
    load_knowledge,
    load_training_set,
    score_counts,
)
from papertaxa.classifier.clusters import cluster
from papertaxa.classifier.held_out import held_out
from papertaxa.classifier.neighbours import cosines
from papertaxa.classifier.outside import OUTSIDE, none_fits
from papertaxa.data import DEFAULT_MODEL
from papertaxa.features import Counts
from papertaxa.model import versions
from papertaxa.model.folder import CLASSIFIER, TRAINING, read_taxonomy
from papertaxa.model.propose import CANDIDATE, LEAST
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]

LEVELS = (0.05, 0.1, 0.15, 0.2, 0.3)
NEAREST = 5


def measures(scores: Scores, near: Floats) -> dict[str, Floats]:
    """What may tell that a paper fits no topic; higher is more likely."""
    return {
        "probability that no topic applies": none_fits(scores.topics),
        "highest topic score": -scores.topics.max(axis=1),
        "highest area score": -scores.areas.max(axis=1),
        "sum of topic scores": -scores.topics.sum(axis=1),
        f"mean cosine to the {NEAREST} nearest": -near,
    }


def nearness(classifier: Classifier, some: Counts, others: Counts, *, same: bool) -> Floats:
    """Mean cosine to the nearest of the others; a paper is not its own neighbour."""
    cosine = cosines(classifier, some, others)
    if same:
        np.fill_diagonal(cosine, 0)
    return -np.sort(-cosine, axis=1)[:, :NEAREST].mean(axis=1)


def leave_out(
    training: TrainingSet, taxonomy: Taxonomy, knowledge: Knowledge | None, group: set[str]
) -> tuple[dict[str, Floats], Rows]:
    """Fit without a group of topics; return what the judged papers get, and their rows."""
    kept = [row for row, its in enumerate(training.topics) if not group & set(its)]
    gone = [row for row, its in enumerate(training.topics) if group & set(its)]
    rest = replace(
        training,
        ids=tuple(training.ids[row] for row in kept),
        topics=tuple(training.topics[row] for row in kept),
        counts=training.counts.rows(kept),
        representative=training.representative[kept],
    )
    tree = Taxonomy(tuple(topic for topic in taxonomy.topics if topic.id not in group))
    classifier = fit(rest, tree, knowledge=knowledge)
    drawn = np.flatnonzero(rest.representative)
    inside = held_out(classifier, rest)
    counts = training.counts.rows(gone)
    outside = score_counts(classifier, counts.onto(classifier.counted))
    found = measures(inside, nearness(classifier, rest.counts, rest.counts, same=True))
    theirs = measures(outside, nearness(classifier, counts, rest.counts, same=False))
    values = {name: np.concatenate([found[name][drawn], theirs[name]]) for name in found}
    rows = np.concatenate([np.array(kept)[drawn], gone]).astype(int)
    return values, rows


def propose(
    training: TrainingSet, knowledge: Knowledge | None, none: Floats, rows: Rows, group: set[str]
) -> Counter[str]:
    """Group the papers that may fit no topic; count how the groups match topics left out."""
    flagged = rows[none >= CANDIDATE]
    truth = [next((its for its in training.topics[row] if its in group), None) for row in flagged]
    groups = cluster(
        training.counts.rows(flagged), training.counts.rows(rows), knowledge=knowledge, least=LEAST
    )
    tally, hit = Counter(groups=len(groups)), set()
    for members in groups:
        topic, papers = Counter(truth[row] for row in members).most_common(1)[0]
        if topic is not None and papers >= len(members) / 2:
            tally["mostly of one topic left out"] += 1
            hit.add(topic)
    enough = {topic for topic, papers in Counter(truth).items() if topic and papers >= LEAST}
    tally["topics left out with enough papers"] += len(enough)
    tally["of these found"] += len(hit & enough)
    return tally


def main() -> None:
    """Run the experiment."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, default=DEFAULT_MODEL)
    parser.add_argument("--groups", type=int, default=10)
    args = parser.parse_args()
    folder = versions.resolve(args.model)
    training = load_training_set(folder / TRAINING)
    taxonomy = read_taxonomy(folder)
    place = folder / CLASSIFIER / "knowledge"
    knowledge = load_knowledge(place) if place.is_dir() else None
    order = np.random.default_rng(0).permutation(len(taxonomy.labels))
    found, truths, tally = [], [], Counter()
    for number in range(args.groups):
        start = time.perf_counter()
        group = {taxonomy.labels[place] for place in order[number :: args.groups]}
        values, rows = leave_out(training, taxonomy, knowledge, group)
        none = next(iter(values.values()))
        tally.update(propose(training, knowledge, none, rows, group))
        lost = np.array([len(group & set(training.topics[row])) for row in rows])
        whole = np.array([len(training.topics[row]) for row in rows])
        clear = (lost == 0) | (lost == whole)  # some topics left is neither the one nor the other
        found.append({name: its[clear] for name, its in values.items()})
        truths.append(lost[clear] > 0)
        print(f"group {number + 1}: {time.perf_counter() - start:.0f} s", flush=True)
    truth = np.concatenate(truths)
    print(f"{truth.sum()} papers that fit no topic, {(~truth).sum()} that fit")
    for name in found[0]:
        its = np.concatenate([values[name] for values in found])
        area = roc_auc_score(truth, its)
        print(f"{name:<36} AUROC {area:.3f}  AP {average_precision_score(truth, its):.3f}")
    none = np.concatenate([next(iter(values.values())) for values in found])
    for level in LEVELS:
        given = none >= level
        mark = " (the flag)" if level == OUTSIDE else ""
        print(f"from {level:.2f}: {given[truth].mean():.1%} and {given[~truth].mean():.1%}{mark}")
    print(dict(tally))


if __name__ == "__main__":
    main()
