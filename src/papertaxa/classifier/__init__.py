"""The classifier: TF-IDF, linear models, calibrated probabilities, decisions."""

from papertaxa.classifier.decide import Decision, decide
from papertaxa.classifier.fit import fit
from papertaxa.classifier.knowledge import Knowledge, quantise
from papertaxa.classifier.model import Classifier
from papertaxa.classifier.predict import Scores, score, score_counts
from papertaxa.classifier.store import (
    load,
    load_knowledge,
    load_training_set,
    save,
    save_knowledge,
    save_training_set,
)
from papertaxa.classifier.training_set import (
    TrainingSet,
    extend,
    make_training_set,
    relabel,
)

__all__ = [
    "Classifier",
    "Decision",
    "Knowledge",
    "Scores",
    "TrainingSet",
    "decide",
    "extend",
    "fit",
    "load",
    "load_knowledge",
    "load_training_set",
    "make_training_set",
    "quantise",
    "relabel",
    "save",
    "save_knowledge",
    "save_training_set",
    "score",
    "score_counts",
]
