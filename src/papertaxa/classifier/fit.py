"""Training: from counts and labels to a classifier."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from papertaxa.classifier.calibration import Calibrator, calibrate, fit_calibrator
from papertaxa.classifier.evidence import (
    area_evidence,
    expected_for_areas,
    expected_for_topics,
    topic_evidence,
)
from papertaxa.classifier.knowledge import Knowledge, quantise
from papertaxa.classifier.layout import lay_out
from papertaxa.classifier.model import Classifier
from papertaxa.classifier.predict import split
from papertaxa.classifier.products import learn_products
from papertaxa.classifier.ridge import Fit, ridge
from papertaxa.classifier.thresholds import (
    Thresholds,
    best_topics,
    choose_area_threshold,
    choose_thresholds,
    given_topics,
    most_topics,
)
from papertaxa.classifier.training_set import TrainingSet, least_papers
from papertaxa.errors import TrainingError, nearest
from papertaxa.features import Counts, Vocabulary, inverse_document_frequency
from papertaxa.taxonomy import Taxonomy

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PENALTY = 0.6
"""Of the linear models (cross-validated)."""

CHOSEN_WEIGHT = 0.3
"""How much a paper outside the representative part counts in calibration."""

_FOLDS = 5
_LEAST_KNOWN = 2
_FEW = 500  # papers up to which fitted scores are used beside held-out ones
_FITTED_WEIGHT = 5.0  # papers that all fitted scores together count for
_HALF_TRUSTED = 20  # papers of which each held-out score counts half
_ENOUGH = 4000  # papers to choose thresholds on


@dataclass(frozen=True, kw_only=True)
class _Truth:
    """Labels as matrices over what is learnt."""

    labels: tuple[str, ...]
    areas: tuple[str, ...]
    learnt: Ints
    learnt_areas: Ints
    parents: Ints
    topic: Floats
    primary: Floats
    area: Floats
    weights: Floats


def fit(
    training: TrainingSet,
    taxonomy: Taxonomy,
    *,
    knowledge: Knowledge | None = None,
    seed: int = 0,
) -> Classifier:
    """Train a classifier.

    Args:
        training: Labelled papers.
        taxonomy: What the labels are from.
        knowledge: Directions of related terms, where there are any.
        seed: Of all folds.

    Returns:
        The classifier.

    Raises:
        TrainingError: A label is not in the taxonomy, or there is no paper.
    """
    truth = _read(training, taxonomy)
    counts = _frequent(training.counts, len(training), knowledge)
    idf = inverse_document_frequency(counts.papers_per_term(), len(training))
    targets = np.hstack([truth.topic, truth.primary, truth.area])
    features = lay_out(training.counts, counts.vocabulary, idf, knowledge)
    models = ridge(features.blocks, targets, penalty=PENALTY, squared=features.squared, seed=seed)
    weights, scale = quantise(models.weights[0])
    products = None
    if features.places is not None and len(models.share):
        products = learn_products(features.places, models.share)
    decisions = _Decisions.learn(models, truth, seed)
    return Classifier(
        labels=truth.labels,
        areas=truth.areas,
        learnt=truth.learnt,
        learnt_areas=truth.learnt_areas,
        parents=truth.parents,
        vocabulary=counts.vocabulary,
        idf=idf,
        weights=weights,
        scale=scale,
        bias=models.bias.astype(np.float32),
        knowledge=knowledge,
        direction_weights=(
            models.weights[1].astype(np.float32)
            if knowledge is not None
            else np.zeros((0, len(scale)), dtype=np.float32)
        ),
        products=products,
        prior=decisions.prior,
        area_prior=decisions.area_prior,
        topic_calibrator=decisions.topic,
        primary_calibrator=decisions.primary,
        area_calibrator=decisions.area,
        thresholds=decisions.thresholds,
    )


@dataclass(frozen=True, kw_only=True)
class _Decisions:
    """All that turns scores into decisions."""

    prior: Floats
    area_prior: Floats
    topic: Calibrator
    primary: Calibrator
    area: Calibrator
    thresholds: Thresholds

    @staticmethod
    def learn(models: Fit, truth: _Truth, seed: int) -> _Decisions:
        """Fit calibrators on held-out scores, and thresholds on cross-fitted probabilities."""
        whole = _calibrators(models.held_out, models.fitted, truth)
        most = most_topics(truth.topic)
        rows, weights = _enough(truth.weights, seed)
        some = replace(models, held_out=models.held_out[rows], fitted=models.fitted[rows])
        truth = replace(_part(truth, rows), weights=weights)
        topics, areas = _cross_fit(some, truth, seed)
        likeliest = topics[1].argmax(axis=1)
        levels, primary = choose_thresholds(topics[0], likeliest, truth.topic, truth.weights)
        best = best_topics(topics[1], levels, most)
        given = given_topics(topics[0], best, levels, primary, most=most)
        from_topics = np.zeros(areas.shape, dtype=bool)
        for column, parent in enumerate(truth.parents):
            from_topics[:, parent] |= given[:, column]
        area = choose_area_threshold(areas, from_topics, truth.area, truth.weights)
        thresholds = Thresholds(topics=levels, primary=primary, area=area, most=most)
        return replace(whole, thresholds=thresholds)


def _calibrators(held_out: Floats, fitted: Floats, truth: _Truth) -> _Decisions:
    """Fit calibrators on held-out scores, and where those are few, a little on fitted ones.

    Without the latter, two papers of two topics would teach that high scores speak against a topic:
    a topic's only paper, held out, looks least like it.
    """
    weights = truth.weights
    prior, area_prior = _share(truth.topic, weights), _share(truth.area, weights)
    if len(held_out) <= _FEW:
        truth = replace(
            truth,
            topic=np.vstack([truth.topic] * 2),
            primary=np.vstack([truth.primary] * 2),
            area=np.vstack([truth.area] * 2),
        )
        papers = len(fitted)
        weights = np.concatenate(
            [
                weights * papers / (papers + _HALF_TRUSTED),
                np.full(papers, _FITTED_WEIGHT / papers),
            ]
        )
        held_out = np.vstack([held_out, fitted])
    raw = split(held_out, truth.topic.shape[1])
    evidence = topic_evidence(raw, truth.parents, prior)
    expected = expected_for_topics(evidence)
    topic = fit_calibrator(evidence, truth.topic, weights, expected)
    topics = calibrate(topic, evidence)
    of_areas = area_evidence(raw, topics, truth.parents, area_prior)
    return _Decisions(
        prior=prior,
        area_prior=area_prior,
        topic=topic,
        primary=fit_calibrator(evidence, truth.primary, weights, expected),
        area=fit_calibrator(of_areas, truth.area, weights, expected_for_areas(of_areas)),
        thresholds=Thresholds(topics=np.zeros(0), primary=0.0, area=0.0),
    )


def _cross_fit(models: Fit, truth: _Truth, seed: int) -> tuple[tuple[Floats, Floats], Floats]:
    """Return probabilities (topic, primary; area) by calibrators that have not seen the paper."""
    papers = len(models.held_out)
    topic, primary = np.zeros(truth.topic.shape), np.zeros(truth.topic.shape)
    area = np.zeros(truth.area.shape)
    fold = np.random.default_rng(seed).permutation(np.arange(papers) % min(_FOLDS, papers))
    for number in range(fold.max() + 1):
        outside = fold == number
        inside = ~outside if papers > 1 else outside
        fitted = _calibrators(models.held_out[inside], models.fitted[inside], _part(truth, inside))
        raw = split(models.held_out[outside], truth.topic.shape[1])
        evidence = topic_evidence(raw, truth.parents, fitted.prior)
        topic[outside] = calibrate(fitted.topic, evidence)
        primary[outside] = calibrate(fitted.primary, evidence)
        area[outside] = calibrate(
            fitted.area, area_evidence(raw, topic[outside], truth.parents, fitted.area_prior)
        )
    return (topic, primary), area


def _enough(weights: Floats, seed: int) -> tuple[Ints, Floats]:
    """Choose papers to set thresholds on, those that count most before all others.

    Returns:
        Their rows, and their weights: what is left out is made up for by papers that count as much.
    """
    papers = len(weights)
    order = np.random.default_rng(seed).permutation(papers)
    rows = np.sort(order[np.argsort(-weights[order], kind="stable")][:_ENOUGH])
    own = weights[rows]
    values, of, among = np.unique(own, return_inverse=True, return_counts=True)
    of_all = np.array([(weights == value).sum() for value in values])
    return rows, own * (of_all / among)[of]


def _part(truth: _Truth, rows: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> _Truth:
    """Take some of the papers."""
    return replace(
        truth,
        topic=truth.topic[rows],
        primary=truth.primary[rows],
        area=truth.area[rows],
        weights=truth.weights[rows],
    )


def _share(truth: Floats, weights: Floats) -> Floats:
    """Expected share of papers with each label, never 0."""
    half_a_paper = 0.5
    return np.asarray((weights @ truth + half_a_paper) / (weights.sum() + 1))


def _frequent(counts: Counts, papers: int, knowledge: Knowledge | None) -> Counts:
    """Keep the terms that enough labelled papers have; of those known as common, two do."""
    found = counts.papers_per_term()
    enough = found >= least_papers(papers)
    if knowledge is not None:
        known = counts.vocabulary.columns(knowledge.vocabulary)
        known = known[known >= 0]
        enough[known] |= found[known] >= _LEAST_KNOWN
    terms = tuple(t for t, keep in zip(counts.vocabulary.terms, enough, strict=True) if keep)
    return counts.onto(Vocabulary(terms))


def _read(training: TrainingSet, taxonomy: Taxonomy) -> _Truth:
    """Check the labels and turn them into matrices."""
    if not len(training):
        raise TrainingError("there is no labelled paper; give at least two")
    index = taxonomy.index
    for paper, topics in zip(training.ids, training.topics, strict=True):
        for its in topics:
            if its not in index:
                raise TrainingError(
                    f"paper {paper!r} has topic {its!r}, which the taxonomy does not have as a "
                    f"label{nearest(its, index)}; correct the label or add the topic"
                )
    shape = (len(training), len(index))
    topic, primary = np.zeros(shape), np.zeros(shape)
    for row, topics in enumerate(training.topics):
        topic[row, [index[its] for its in topics]] = 1
        primary[row, index[topics[0]]] = 1
    learnt = np.flatnonzero(topic.any(axis=0))
    column = {area: position for position, area in enumerate(taxonomy.areas)}
    area_of = np.array([column[taxonomy.area_of(label)] for label in taxonomy.labels])[learnt]
    learnt_areas = np.unique(area_of)
    parents = np.searchsorted(learnt_areas, area_of)
    area = np.zeros((len(training), len(learnt_areas)))
    for position, parent in enumerate(parents):
        area[:, parent] = np.maximum(area[:, parent], topic[:, learnt[position]])
    chosen = CHOSEN_WEIGHT if training.representative.any() else 1.0
    return _Truth(
        labels=taxonomy.labels,
        areas=taxonomy.areas,
        learnt=learnt,
        learnt_areas=learnt_areas,
        parents=parents,
        topic=topic[:, learnt],
        primary=primary[:, learnt],
        area=area,
        weights=np.where(training.representative, 1.0, chosen),
    )
