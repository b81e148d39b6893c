from pathlib import Path

import numpy as np
import pytest

from papertaxa.extract import judge
from papertaxa.extract.judge_training import held_out, thresholds, train_judge
from papertaxa.extract.pipeline import Extractor, blank

RNG = np.random.default_rng(0)
DESCRIBED = RNG.standard_normal((600, 5)).astype(np.float32)
OUTCOMES = np.column_stack(
    [DESCRIBED[:, 0] > 0, DESCRIBED[:, 1] > 1, DESCRIBED[:, 0] * DESCRIBED[:, 2] > 0]
).astype(np.float32)
PAPERS = np.arange(600) // 6


def test_it_learns_what_no_straight_line_parts() -> None:
    parameters = train_judge(DESCRIBED, OUTCOMES)
    right = (judge.probabilities(parameters, DESCRIBED) > 0.5) == (OUTCOMES > 0)
    assert right.mean(0).min() > 0.85


def test_same_candidates_and_seed_give_the_same_judge() -> None:
    one, other = (train_judge(DESCRIBED, OUTCOMES, seed=4, twins=1) for _ in range(2))
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_held_out_answers_know_nothing_of_their_own_paper() -> None:
    changed = OUTCOMES.copy()
    changed[PAPERS == 0] = 1 - changed[PAPERS == 0]
    before, after = (held_out(DESCRIBED, outcomes, PAPERS) for outcomes in (OUTCOMES, changed))
    assert np.array_equal(before[PAPERS == 0], after[PAPERS == 0])
    assert not np.array_equal(before, after)


def test_a_threshold_is_where_f1_is_best() -> None:
    answers = np.array([[0.9], [0.8], [0.4], [0.3]]).repeat(3, 1)
    outcomes = np.array([[1], [1], [0], [1]]).repeat(3, 1)
    found = thresholds(answers, outcomes, (2, 3, 0))
    assert 0.4 < found["method"] < 0.8
    assert found["benchmark"] < 0.3  # three of four right, none missed: better than two of two
    assert found["proposed"] == 0.5  # nothing to go by


def test_what_is_written_is_read(extractor: Extractor, tmp_path: Path) -> None:
    extractor.nlp.get_pipe(judge.KEY).to_disk(tmp_path / "judge")
    other = blank().get_pipe(judge.KEY).from_disk(tmp_path / "judge")
    assert other.stages.keys() == {"first", "second"}
    assert other.thresholds == extractor.nlp.get_pipe(judge.KEY).thresholds


def test_a_judge_of_one_stage_is_refused(extractor: Extractor, tmp_path: Path) -> None:
    extractor.nlp.get_pipe(judge.KEY).to_disk(tmp_path)
    for file in tmp_path.glob("second.*"):
        file.unlink()
    with pytest.raises(ValueError, match="lacks the files of one stage"):
        blank().get_pipe(judge.KEY).from_disk(tmp_path)


def test_a_judge_of_another_version_is_refused(extractor: Extractor, tmp_path: Path) -> None:
    extractor.nlp.get_pipe(judge.KEY).to_disk(tmp_path)
    for file in tmp_path.glob("*.npy"):
        file.rename(tmp_path / file.name.split(".", 1)[1])
    with pytest.raises(ValueError, match="was written by another version"):
        blank().get_pipe(judge.KEY).from_disk(tmp_path)


def test_a_judge_that_looks_at_other_features_is_refused(
    extractor: Extractor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    extractor.nlp.get_pipe(judge.KEY).to_disk(tmp_path)
    monkeypatch.setattr(judge, "FEATURES", judge.FEATURES + 1)
    with pytest.raises(ValueError, match="was written by another version"):
        blank().get_pipe(judge.KEY).from_disk(tmp_path)
