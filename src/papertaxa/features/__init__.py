"""Features: the terms of a paper, their counts, and TF-IDF weights."""

from papertaxa.features.counts import Counts, Vocabulary, count, find_vocabulary, join
from papertaxa.features.tokens import Token, fold, terms, tokenize
from papertaxa.features.weights import inverse_document_frequency, tfidf

__all__ = [
    "Counts",
    "Token",
    "Vocabulary",
    "count",
    "find_vocabulary",
    "fold",
    "inverse_document_frequency",
    "join",
    "terms",
    "tfidf",
    "tokenize",
]
