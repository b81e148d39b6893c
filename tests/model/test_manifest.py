"""A model folder is whole, or the error says what is wrong and what to do."""

import json

import pytest

from papertaxa.errors import ModelError
from papertaxa.model import manifest


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "model"
    (folder / "classifier").mkdir(parents=True)
    (folder / "classifier" / "weights.npy").write_bytes(b"numbers")
    (folder / "taxonomy.json").write_text("{}")
    manifest.write(folder, seed=7, counts={"papers": 3}, sources={"labels": "abc"}, thin={"a": 1})
    return folder


def test_what_was_written_is_read_back(folder):
    written = manifest.read(folder)
    assert written.seed == 7
    assert written.counts == {"papers": 3}
    assert written.thin == {"a": 1}
    assert set(written.files) == {"classifier/weights.npy", "taxonomy.json"}
    assert set(written.libraries) == {"numpy", "scikit-learn", "scipy", "spacy"}


def test_the_same_content_gives_the_same_manifest(folder):
    first = (folder / manifest.NAME).read_bytes()
    manifest.write(folder, seed=7, counts={"papers": 3}, sources={"labels": "abc"}, thin={"a": 1})
    assert (folder / manifest.NAME).read_bytes() == first


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"nowhere: no such model folder; train it again"):
        manifest.read(tmp_path / "nowhere")


def test_a_half_written_folder_is_told_from_a_whole_one(folder):
    (folder / manifest.NAME).unlink()
    with pytest.raises(ModelError, match=r"half-written: it has no manifest.json"):
        manifest.read(folder)


def test_a_missing_file_is_named(folder):
    (folder / "classifier" / "weights.npy").unlink()
    with pytest.raises(ModelError, match=r"incomplete: classifier/weights.npy is missing"):
        manifest.read(folder)


def test_an_altered_file_is_named(folder):
    (folder / "classifier" / "weights.npy").write_bytes(b"numbers!")
    with pytest.raises(ModelError, match=r"altered: classifier/weights.npy is not the file"):
        manifest.read(folder)


def test_a_newer_format_asks_for_an_upgrade_whatever_else_it_holds(folder):
    path = folder / manifest.NAME
    newer = {**json.loads(path.read_text()), "format": manifest.FORMAT + 1, "unheard": "of"}
    path.write_text(json.dumps(newer))
    with pytest.raises(ModelError, match=r"has format 3, .* upgrade papertaxa"):
        manifest.read(folder)


def test_an_older_format_asks_for_training_again(folder):
    path = folder / manifest.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": manifest.FORMAT - 1}))
    with pytest.raises(ModelError, match=r"has format 1, .* train it again"):
        manifest.read(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "one"}', '{"files": 3}'])
def test_a_broken_manifest_is_told(folder, text):
    (folder / manifest.NAME).write_text(text)
    with pytest.raises(ModelError, match=r"not a readable manifest; train it again"):
        manifest.read(folder)


def test_a_file_outside_the_folder_is_never_looked_at(folder):
    path = folder / manifest.NAME
    escaping = {**json.loads(path.read_text()), "files": {"../../etc/hosts": "0"}}
    path.write_text(json.dumps(escaping))
    with pytest.raises(ModelError, match=r"not a readable manifest"):
        manifest.read(folder)
