"""Measuring a model against labels."""

from papertaxa.evaluate.per_topic import to_csv
from papertaxa.evaluate.report import Report, measure
from papertaxa.evaluate.run import evaluate
from papertaxa.evaluate.topics import Predictions

__all__ = ["Predictions", "Report", "evaluate", "measure", "to_csv"]
