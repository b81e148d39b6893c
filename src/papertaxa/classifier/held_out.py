"""What a model would say of its own training papers if it had not seen them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from papertaxa.classifier.fit import PENALTY
from papertaxa.classifier.layout import lay_out
from papertaxa.classifier.model import Classifier
from papertaxa.classifier.predict import Scores, over_taxonomy, probabilities, split
from papertaxa.classifier.ridge import ridge
from papertaxa.classifier.training_set import TrainingSet

Floats = npt.NDArray[np.float64]


def held_out(classifier: Classifier, training: TrainingSet, *, seed: int = 0) -> Scores:
    """Score each training paper by linear models that were fitted without it.

    The calibrators and thresholds, a few numbers fitted on all papers, are the classifier's own:
    they are not fitted anew for each paper.

    Args:
        classifier: What was fitted on the training set.
        training: The training set.
        seed: With which it was fitted.

    Returns:
        The probabilities, a row a training paper.
    """
    features = lay_out(training.counts, classifier.vocabulary, classifier.idf, classifier.knowledge)
    models = ridge(
        features.blocks,
        _targets(classifier, training),
        penalty=PENALTY,
        squared=features.squared,
        seed=seed,
    )
    raw = split(models.held_out, len(classifier.learnt))
    topics, primary, areas = probabilities(classifier, raw)
    return over_taxonomy(classifier, topics, primary, areas)


def _targets(classifier: Classifier, training: TrainingSet) -> Floats:
    """Lay out what each linear model should return: topics, primary topics, areas."""
    column = {classifier.labels[place]: at for at, place in enumerate(classifier.learnt.tolist())}
    shape = (len(training), len(column))
    topic, primary = np.zeros(shape), np.zeros(shape)
    area = np.zeros((len(training), len(classifier.learnt_areas)))
    for row, topics in enumerate(training.topics):
        own = [column[its] for its in topics]
        topic[row, own] = 1
        primary[row, own[0]] = 1
        area[row, classifier.parents[own]] = 1
    return np.hstack([topic, primary, area])
