"""The spaCy language of paper abstracts: no stop words, no exceptions, no lexeme attributes.

``spacy.blank("en")`` computes some twenty attributes of every new word; abstracts are full of new
words, and nothing here reads those attributes.
"""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.util import registry

LANG = "papers"


@registry.languages(LANG)
class PaperLanguage(Language):  # type: ignore[no-untyped-call] # spaCy's __init_subclass__
    """English of abstracts, mixed with names, symbols and what is left of LaTeX."""

    lang = LANG

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - passed through
        """Make a pipeline as spaCy does, then drop the attributes."""
        super().__init__(*arguments, **options)
        self.vocab.lex_attr_getters = {}  # type: ignore[attr-defined] # missing from spaCy's stub
