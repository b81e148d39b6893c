"""Writing labelled papers, one function a format.

Adding a format is one function ``write(rows, stream, *, taxonomy)`` and one line in ``FORMATS``.
"""

from papertaxa.report.formats import FORMATS, SUFFIXES, format_of, writer

__all__ = ["FORMATS", "SUFFIXES", "format_of", "writer"]
