"""Making models, comparing them, and putting one into use."""

from papertaxa.train.compare import Comparison, compare
from papertaxa.train.promote import Promotion, promote, rollback
from papertaxa.train.train import Summary, train

__all__ = [
    "Comparison",
    "Promotion",
    "Summary",
    "compare",
    "promote",
    "rollback",
    "train",
]
