import subprocess
import sys

import numpy as np
import pytest

from papertaxa.classifier import (
    extend,
    fit,
    load,
    load_knowledge,
    load_training_set,
    save,
    save_knowledge,
    save_training_set,
    score,
)


def contents(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("which", ["classifier", "informed"])
def test_a_loaded_classifier_scores_as_the_saved_one(which, request, tmp_path, unseen):
    saved = request.getfixturevalue(which)
    save(saved, tmp_path / "c")
    papers, _ = unseen
    loaded = load(tmp_path / "c")
    np.testing.assert_allclose(score(loaded, papers).topics, score(saved, papers).topics, atol=0.01)
    assert loaded.labels == saved.labels


def test_saving_what_was_loaded_gives_the_same_bytes(informed, tmp_path):
    save(informed, tmp_path / "one")
    save(load(tmp_path / "one"), tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_training_and_saving_twice_gives_the_same_bytes(training, taxonomy, tmp_path):
    for name in ("one", "two"):
        save(fit(training, taxonomy, seed=3), tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_training_set_comes_back_whole(training, tmp_path):
    save_training_set(training, tmp_path / "t")
    loaded = load_training_set(tmp_path / "t")
    assert (loaded.ids, loaded.topics) == (training.ids, training.topics)
    assert loaded.counts.vocabulary == training.counts.vocabulary
    for name in ("title", "abstract"):
        one, other = getattr(loaded.counts, name), getattr(training.counts, name)
        assert (one != other).nnz == 0
    assert np.array_equal(loaded.representative, training.representative)


def test_a_loaded_training_set_can_be_extended_and_fitted(training, taxonomy, tmp_path):
    save_training_set(training, tmp_path / "t")
    loaded = load_training_set(tmp_path / "t")
    assert len(fit(extend(loaded, loaded), taxonomy).learnt) == 5


def test_knowledge_comes_back_whole(knowledge, tmp_path):
    save_knowledge(knowledge, tmp_path / "k")
    loaded = load_knowledge(tmp_path / "k")
    assert loaded.vocabulary == knowledge.vocabulary
    assert np.array_equal(loaded.directions, knowledge.directions)
    assert loaded.share == knowledge.share


def test_nothing_is_pickled(informed, tmp_path):
    save(informed, tmp_path / "c")
    for path in (tmp_path / "c").rglob("*.npz"):
        with np.load(path, allow_pickle=False) as arrays:
            assert all(arrays[name].dtype.kind in "biuf" for name in arrays)


def test_no_text_can_be_put_together_from_a_training_set(training):
    stop = {"the", "of", "with", "we"}
    words = [word for term in training.counts.vocabulary.terms for word in term.split()]
    assert stop.isdisjoint(words)


@pytest.mark.parametrize("library", ["sklearn", "pandas", "spacy"])
def test_predicting_does_not_load(library):
    code = f"import papertaxa.classifier, sys; sys.exit({library!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
