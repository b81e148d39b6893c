"""Names: the methods and benchmarks of an abstract, and which of them it introduces."""

from papertaxa.extract.pipeline import Extractor, Names, extract, load
from papertaxa.extract.training import Extra, train

__all__ = ["Extra", "Extractor", "Names", "extract", "load", "train"]
