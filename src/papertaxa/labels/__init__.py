"""Labels: what people assigned to papers, as plain files."""

from papertaxa.labels.check import check
from papertaxa.labels.count import counts
from papertaxa.labels.problem import Problem
from papertaxa.labels.read import read
from papertaxa.labels.write import dumps, write

__all__ = ["Problem", "check", "counts", "dumps", "read", "write"]
