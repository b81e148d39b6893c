"""Listings of papers: plain text, JSON, JSON Lines, CSV, TSV and Parquet, as one stream.

What a listing is made of (format, compression, encoding, columns) is found out from its content;
every row gives exactly one `papertaxa.domain.Paper`.
"""

from papertaxa.listings.formats import FORMATS, Format
from papertaxa.listings.reading import read
from papertaxa.listings.sources import Source, resolve

__all__ = ["FORMATS", "Format", "Source", "read", "resolve"]
