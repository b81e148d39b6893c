"""A model folder: classifier, extractor, taxonomy and manifest, loaded and applied as one."""

from papertaxa.model.folder import Model, load, load_version, training_set
from papertaxa.model.predict import Prediction, predict

__all__ = ["Model", "Prediction", "load", "load_version", "predict", "training_set"]
