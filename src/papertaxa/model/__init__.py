"""A model folder: classifier, extractor, taxonomy and manifest, loaded and applied as one."""

from papertaxa.model.folder import Model, load, training_ids
from papertaxa.model.predict import Prediction, predict

__all__ = ["Model", "Prediction", "load", "predict", "training_ids"]
