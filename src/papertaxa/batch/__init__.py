"""Labelling whole listings."""

from papertaxa.batch.label import label
from papertaxa.batch.run import counted, label_to_file

__all__ = ["counted", "label", "label_to_file"]
