"""Counting how an extractor reads many papers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import cast

import numpy as np
from spacy.language import Language

from papertaxa.extract import candidates as gathering
from papertaxa.extract import judge
from papertaxa.extract.judge import Judge
from papertaxa.extract.pipeline import LONGEST, uncollected
from papertaxa.extract.usage import Tally

_ZONE = 512  # papers after which spaCy may forget their words
_BATCH = 64


def survey(nlp: Language, texts: Iterable[str]) -> Tally:
    """Judge the candidates of papers, and count the answers by name.

    Args:
        nlp: A trained pipeline.
        texts: The papers', title and abstract on lines of their own.

    Returns:
        What was found.
    """
    component = cast("Judge", nlp.get_pipe(judge.KEY))
    stream = iter(texts if component.stages else ())  # one that knows nothing has no answers
    keys: list[str] = []
    answers = [np.zeros((0, len(judge.OUTCOMES)), np.float32)]
    while zone := [text[:LONGEST] for text in islice(stream, _ZONE)]:
        with nlp.memory_zone(), uncollected():
            docs = list(nlp.pipe(zone, batch_size=_BATCH, disable=[judge.KEY]))
            for start in range(0, len(docs), _BATCH):
                some = [doc for doc in docs[start : start + _BATCH] if doc.user_data[gathering.KEY]]
                if some:
                    keys += [each.key for doc in some for each in doc.user_data[gathering.KEY]]
                    answers.append(component.answers(some))
            del docs, some
    return Tally.of(keys, np.concatenate(answers))
