import numpy as np
import pytest

from papertaxa.extract import tagger_training
from papertaxa.extract.tagger_training import Tagged, train_tagger
from papertaxa.extract.vectors import Vectors

SIZES = {"width": 8, "depth": 2, "pieces": 2}
PAPERS = [
    Tagged(words=["QPM", "\n", "we", "propose", name], names=(((4, 5), "METHOD", True),))
    for name in ("QPM", "FernNet", "Plover")
]


def test_a_paper_without_tokens_does_no_harm() -> None:
    parameters = train_tagger([*PAPERS, Tagged(words=[], names=())], Vectors.none(), sizes=SIZES)
    assert all(np.isfinite(value).all() for value in parameters.values())


@pytest.mark.parametrize(("papers", "steps"), [(3, 5), (160, 30), (320, 30), (800, 50)])
def test_few_papers_are_passed_over_often_and_many_once(
    papers: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []
    monkeypatch.setattr(tagger_training, "_BATCH", 16)
    monkeypatch.setattr(tagger_training, "_LEAST_STEPS", 5)
    monkeypatch.setattr(tagger_training, "_MOST_PAPERS", 480)
    monkeypatch.setattr(tagger_training, "_gradients", lambda *_: {})
    monkeypatch.setattr(tagger_training.Adam, "step", lambda *_: taken.append(1))
    train_tagger((PAPERS * papers)[:papers], Vectors.none(), sizes=SIZES)
    assert len(taken) == steps
