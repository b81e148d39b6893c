"""Versions appear whole, never change, and one of them is always in use, whatever happens."""

import json
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from papertaxa.errors import ModelError, OutputError
from papertaxa.model import manifest, versions


def writer(text, wait=None):
    """Write a model that differs by a text."""

    def write(folder):
        (folder / "taxonomy.json").write_text(text)
        if wait is not None:
            wait()
        manifest.write(folder, seed=0, counts={}, sources={}, thin={})

    return write


@pytest.fixture
def model(tmp_path):
    """A model of three versions; the first is in use."""
    root = tmp_path / "model"
    for text in ("one", "two", "three"):
        versions.add(root, writer(text))
    return root


def content(name):
    return (versions.resolve(name) / "taxonomy.json").read_text()


def test_the_first_training_makes_a_plain_model_and_later_ones_stand_below_it(model):
    assert versions.numbers(model) == [1, 2, 3]
    assert (model / "taxonomy.json").read_text() == "one"
    assert (model / "versions" / "0003" / "taxonomy.json").read_text() == "three"
    assert [one.number for one in versions.describe(model) if one.current] == [1]
    assert sorted(path.name for path in (model / "versions").iterdir()) == ["0002", "0003"]


def test_a_name_means_the_version_in_use_or_the_one_it_says(model):
    assert content(model) == "one"
    assert content(f"{model}@3") == "three"
    assert content(model / "versions" / "0002") == "two"
    versions.use(model, 2, action="promote")
    assert content(model) == "two"
    assert content(f"{model}@1") == "one"


def test_a_folder_whose_own_name_ends_like_a_version_is_that_folder(tmp_path):
    versions.add(tmp_path / "model@2", writer("it"))
    assert content(tmp_path / "model@2") == "it"


@pytest.mark.parametrize("name", [".", "..", "./", "model/"])
def test_versions_are_named_from_within_the_folder_too(model, monkeypatch, name):
    where = {".": model, "..": model / "versions", "./": model, "model/": model.parent}
    monkeypatch.chdir(where[name])
    assert content(f"{name}@2") == "two"


def test_the_same_bytes_are_the_same_version(model):
    assert versions.add(model, writer("two")) == (2, False)
    assert versions.add(model, writer("four")) == (4, True)


def test_a_version_that_is_not_there_is_named_with_those_that_are(model):
    with pytest.raises(ModelError, match=r"no version 9; it has 1, 2, 3"):
        versions.resolve(f"{model}@9")
    with pytest.raises(ModelError, match=r"no version 9; it has 1, 2, 3"):
        versions.use(model, 9, action="promote")


@pytest.mark.parametrize("text", ["", "two", "7", "-1", "\udc80"])
def test_a_damaged_pointer_is_told_with_its_remedy(model, text):
    (model / "current").write_text(text, errors="surrogateescape")
    with pytest.raises(ModelError, match=r"current: says .* write the number of one"):
        versions.resolve(model)


def test_a_damaged_version_is_listed_and_not_put_into_use(model):
    (model / "versions" / "0002" / "taxonomy.json").write_text("altered")
    assert [one.problem is None for one in versions.describe(model)] == [True, False, True]
    with pytest.raises(ModelError, match="altered"):
        versions.use(model, 2, action="promote")
    assert content(model) == "one"


def walk(model, steps):
    """Promote to a version for a number, roll back for None."""
    for step in steps:
        if step is None:
            versions.use(model, versions.previous(model), action="rollback")
        else:
            versions.use(model, step, action="promote")


@pytest.mark.parametrize(
    ("steps", "current", "back"),
    [
        ([], 1, None),
        ([2], 2, 1),
        ([2, 3], 3, 2),
        ([2, 3, None], 2, 1),
        ([2, 3, None, None], 1, None),
        ([2, 1], 1, 2),
        ([2, 1, 3, None], 1, 2),
        ([3, None, 2], 2, 1),
        ([2, 2], 2, 1),
    ],
)
def test_a_rollback_undoes_the_last_promotion_that_was_not_undone(model, steps, current, back):
    walk(model, steps)
    assert versions.current(model) == current
    assert versions.previous(model) == back


@pytest.mark.parametrize("action", ["promote", "rollback"])
def test_a_change_that_was_noted_but_never_made_does_not_count(model, action, monkeypatch):
    walk(model, [2, 3])
    target = 1 if action == "promote" else 2
    with monkeypatch.context() as patch:  # the machine stops between the two writes
        patch.setattr(versions, "write_text", lambda *_: None)
        versions.use(model, target, action=action)
    assert (versions.current(model), versions.previous(model)) == (3, 2)
    walk(model, [None])
    assert (versions.current(model), versions.previous(model)) == (2, 1)


def test_half_a_line_in_the_history_costs_no_other(model):
    walk(model, [2])
    with (model / "history.jsonl").open("a") as file:
        file.write('{"action": "promo')
    walk(model, [3])
    assert versions.previous(model) == 2
    assert [row["version"] for row in versions.history(model)] == [2, 3]


def test_the_history_is_only_added_to_and_says_what_was_forced(model):
    versions.use(model, 2, action="promote", forced=True)
    first = (model / "history.jsonl").read_bytes()
    versions.use(model, 1, action="rollback")
    assert (model / "history.jsonl").read_bytes().startswith(first)
    rows = [json.loads(line) for line in first.splitlines()]
    assert [(row["version"], row["previous"], row["forced"]) for row in rows] == [(2, 1, True)]


@pytest.mark.parametrize("existing", [False, True], ids=["new", "existing"])
def test_two_trainings_at_once_get_a_number_each(tmp_path, existing):
    root = tmp_path / "model"
    if existing:
        versions.add(root, writer("first"))
    together = threading.Barrier(2, timeout=10)
    got = {}

    def train(text):
        got[text] = versions.add(root, writer(text, together.wait))

    threads = [threading.Thread(target=train, args=(text,)) for text in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    begin = 2 if existing else 1
    assert sorted(got.values()) == [(begin, True), (begin + 1, True)]
    for text, (number, _) in got.items():
        assert content(f"{root}@{number}") == text


def test_a_failure_leaves_nothing(model):
    def fail(folder):
        (folder / "half").write_text("a model")
        raise KeyboardInterrupt

    before = sorted(path for path in model.rglob("*"))
    with pytest.raises(KeyboardInterrupt):
        versions.add(model, fail)
    assert sorted(path for path in model.rglob("*")) == before


def test_a_full_disk_leaves_nothing_and_is_named(model):
    def big(folder):
        (folder / "weights").write_bytes(bytes(100_000))

    before = sorted(path for path in model.rglob("*"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))  # no file may be larger
    try:
        with pytest.raises(OutputError, match=r"disk is full .*nothing was left behind"):
            versions.add(model, big)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(path for path in model.rglob("*")) == before
    assert content(model) == "one"


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(OutputError, match="holds other files and no model"):
        versions.add(tmp_path, writer("it"))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_parent_that_is_missing_is_named_with_its_remedy(tmp_path):
    with pytest.raises(OutputError, match=r"does not exist; create it \(mkdir -p"):
        versions.check_output(tmp_path / "no" / "model")


def test_leftovers_of_trainings_that_were_killed_long_ago_are_removed(model):
    old, young = model / "versions" / ".tmp-1-.new-1", model / "versions" / ".tmp-2-.new-2"
    for folder in (old, young):
        folder.mkdir()
        (folder / "half").write_text("a model")
    os.utime(old, (0, 0))
    versions.add(model, writer("four"))
    assert not old.exists()
    assert young.exists()


KILLER = Path(__file__).with_name("killed.py")


def test_a_kill_at_any_moment_leaves_the_model_in_use_whole(world, tmp_path):
    done = subprocess.run(
        [sys.executable, KILLER, tmp_path / "model", world.papers, world.labels, world.taxonomy],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report == {"kills": 16, "versions": report["versions"], "wrong": []}
    assert report["versions"] > 2  # some came to be between two kills
