"""Labelling whole listings."""

from papertaxa.batch.label import label
from papertaxa.batch.run import label_to_file

__all__ = ["label", "label_to_file"]
