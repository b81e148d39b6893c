"""Text: cleaning with offsets, the keys of names, links, and the language."""

from papertaxa.text.addresses import links
from papertaxa.text.cleaning import CleanPaper, clean, clean_paper
from papertaxa.text.names import fold
from papertaxa.text.offsets import CleanText

__all__ = ["CleanPaper", "CleanText", "clean", "clean_paper", "fold", "links"]
