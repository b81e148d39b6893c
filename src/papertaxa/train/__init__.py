"""Making models."""

from papertaxa.train.train import Summary, train

__all__ = ["Summary", "train"]
