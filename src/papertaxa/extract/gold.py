"""What a label says of a paper's text: its names, their kinds, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Doc

from papertaxa.domain import Label
from papertaxa.extract.spelling import Squashed, key, longest_first, mentions, squash
from papertaxa.extract.tagger_training import Tagged
from papertaxa.extract.tokenizer import norms_of, words_of
from papertaxa.text import clean

Gold = dict[str, tuple[str, str, bool]]
"""By key: a name as it was listed, its kind, and whether the paper introduces it."""


def gold(label: Label, generic: set[str]) -> Gold:
    """Bring a label's names together.

    Args:
        label: Of one paper.
        generic: Keys that are never names.
    """

    def keyed(names: Iterable[str] | None) -> dict[str, str]:
        texts = [clean(name).text for name in names or ()]
        return {key(squash(text)): text for text in texts}

    methods, benchmarks = keyed(label.methods), keyed(label.benchmarks)
    proposed = keyed(label.proposed)
    result: Gold = {}
    for name, text in (proposed | benchmarks | methods).items():
        kind = "METHOD" if name in methods else "BENCHMARK" if name in benchmarks else "OTHER"
        if name and name not in generic:
            result[name] = (text, kind, name in proposed)
    return result


def tagged(doc: Doc, names: Gold) -> Tagged:
    """Mark the names of a paper, in every spelling, wherever they stand."""
    words = words_of(doc)
    squashed = Squashed(norms_of(doc))
    places = mentions((text for text, _, _ in names.values()), words, squashed)
    of = {place: name for name, found in places.items() for place in found}
    return Tagged(
        words=words,
        names=tuple((place, *names[of[place]][1:]) for place in longest_first(of)),
    )
