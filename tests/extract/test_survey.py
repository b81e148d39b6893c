"""Counting how an extractor reads papers."""

import numpy as np

from papertaxa.extract import survey as module
from papertaxa.extract.pipeline import Extractor, blank, joined
from papertaxa.extract.survey import survey
from papertaxa.extract.usage import Usage


def test_names_are_counted_once_a_paper_and_as_what_they_are_taken_for(
    extractor: Extractor, examples, monkeypatch
) -> None:
    monkeypatch.setattr(module, "_ZONE", 4)
    monkeypatch.setattr(module, "_BATCH", 3)
    texts = [joined(paper) for paper, _ in examples]
    tally = survey(extractor.nlp, ["", *texts, "the\n"])
    known = Usage.merged([tally]).of(["gradienthashing", "quarrybench", "btf"])
    assert np.allclose(np.expm1(known[:2, 0]), 2, atol=0.1)  # papers
    assert known[2, 4]  # one paper only
    method, benchmark, proposed = known[:, 1], known[:, 2], known[:, 3]
    assert method[0] > benchmark[0]
    assert benchmark[1] > method[1]
    assert max(proposed[:2]) < 0


def test_a_pipeline_that_knows_nothing_finds_nothing() -> None:
    assert not len(survey(blank(), ["We propose X.\nIt is new."]).keys)
