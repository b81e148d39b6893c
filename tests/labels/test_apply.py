import errno
import json
from pathlib import Path

import pytest

from papertaxa import files
from papertaxa.errors import LabelsError, OutputError
from papertaxa.labels.apply import aside_path, plan, to_row, write
from papertaxa.labels.consequences import render
from papertaxa.labels.rows import rows
from papertaxa.taxonomy import Taxonomy, Topic
from papertaxa.taxonomy.diff import diff

OLD = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        *(Topic(t, t.title(), "", "fruit") for t in ("lemon", "lime", "fig", "plum", "pear")),
    )
)
NEW = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        Topic("citrus", "Citrus", "", "fruit", (), ("lemon", "lime")),
        Topic("fig", "Fig", "", "fruit"),
        Topic("damson", "Damson", "", "fruit", (), ("plum",)),
        Topic("prune", "Prune", "", "fruit", (), ("plum",)),
    )
)
CHANGE = diff(OLD, NEW)
ONE = """{"id": "p", "topics": ["lemon", "lime"]}
{"id": "q", "topics": ["plum", "fig"], "note": "x"}
{"id": "r", "topics": ["pear"]}
"""
TWO = "id,topics\ns,plum\nt,fig\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("one.jsonl").write_text(ONE)
    Path("two.csv").write_text(TWO)
    Path("cw.yaml").write_text("a: [lemon, plum] # x\n")
    return tmp_path


def content(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def planned():
    return plan(CHANGE, ["one.jsonl", "two.csv"], ["cw.yaml"])


def test_a_plan_writes_nothing(folder):
    before = content(folder)
    render(planned())
    assert content(folder) == before
    assert not (folder / "removed").exists()


def test_every_file_is_written_and_what_it_lost_is_beside_it(folder):
    write(planned())
    assert content(folder) == {
        "cw.yaml": "a: [citrus, plum] # x\n",
        "one.jsonl": '{"id": "p", "topics": ["citrus"]}\n'
        '{"id": "q", "topics": ["fig"], "note": "x"}\n',
        "two.csv": "id,topics\nt,fig\n",
        "removed/one.jsonl": '{"id": "q", "topics": ["plum", "fig"], "note": "x", "aside": '
        '["plum"], "choose": {"plum": ["damson", "prune"]}}\n'
        '{"id": "r", "topics": ["pear"], "aside": ["pear"], "choose": {"pear": []}}\n',
        "removed/two.jsonl": '{"id": "s", "topics": ["plum"], "aside": ["plum"], '
        '"choose": {"plum": ["damson", "prune"]}}\n',
    }


def test_what_is_kept_aside_can_be_read_as_labels_of_the_old_taxonomy(folder):
    write(planned())
    (labels,) = rows(aside_path(Path("one.jsonl")), taxonomy=OLD).values()
    assert [label.id for label in labels] == ["q", "r"]


def test_doing_it_again_changes_nothing(folder):
    write(planned())
    once = content(folder)
    again = planned()
    assert again.contents == {}
    write(again)
    assert content(folder) == once


def test_what_was_kept_before_is_added_to(folder):
    Path("removed").mkdir()
    Path("removed/one.jsonl").write_text('{"id": "older"}')
    write(planned())
    lines = Path("removed/one.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["older", "q", "r"]


def test_the_same_taxonomy_changes_no_file(folder):
    same = plan(diff(OLD, OLD), ["one.jsonl", "two.csv"], ["cw.yaml"])
    assert (same.contents, same.to_read, same.by_hand) == ({}, [], [])


def test_a_repetition_after_a_stop_between_two_renames_ends_where_one_run_would(
    folder, monkeypatch
):
    write(planned())
    whole = content(folder)
    for name, text in (("one.jsonl", ONE), ("two.csv", TWO), ("cw.yaml", "a: [lemon, plum] # x\n")):
        Path(name).write_text(text)
    for path in Path("removed").iterdir():
        path.unlink()
    renamed = []
    replace = Path.replace

    def fail_at_the_third(self, target):
        if len(renamed) == 2:
            raise OSError(5, "Input/output error", str(target))
        renamed.append(Path(target).name)
        return replace(self, target)

    monkeypatch.setattr(files.Path, "replace", fail_at_the_third)
    with pytest.raises(OutputError):
        write(planned())
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert renamed == ["one.jsonl", "two.jsonl"]
    assert Path("removed/one.jsonl").exists()
    assert Path("one.jsonl").read_text() == ONE
    write(planned())
    assert content(folder) == whole


def test_no_file_changes_if_the_disk_is_full(folder, monkeypatch):
    before = content(folder)
    written = []
    write_bytes = Path.write_bytes

    def fill_up(self, data):
        written.append(self)
        if len(written) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_bytes(self, data)

    changes = planned()
    monkeypatch.setattr(Path, "write_bytes", fill_up)
    with pytest.raises(OutputError, match="the disk is full"):
        write(changes)
    assert content(folder) == before


def test_a_folder_that_cannot_be_made_is_an_error_before_anything_is_written(folder, monkeypatch):
    def refuse(self, **options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(OutputError, match="the folder for removed labels cannot be made"):
        write(planned())
    assert Path("one.jsonl").read_text() == ONE


def test_what_is_kept_aside_has_to_be_readable_before_it_is_added_to(folder):
    Path("removed").write_text("a file where the folder should be")
    with pytest.raises(OutputError, match=r"removed/one.jsonl: it cannot be read"):
        planned()


def test_a_topic_that_neither_taxonomy_knows_is_an_error_with_the_likely_one(folder):
    Path("one.jsonl").write_text('{"id": "p", "topics": ["lemmon", "citrus", "fig"]}\n')
    with pytest.raises(LabelsError) as caught:
        planned()
    assert "one.jsonl, line 1: paper 'p': unknown topic 'lemmon' (did you mean 'lemon'?)" in str(
        caught.value
    )


def test_two_files_of_one_name_share_what_is_kept_aside(folder):
    Path("one.csv").write_text("id,topics\nz,pear\n")
    write(plan(CHANGE, ["one.jsonl", "one.csv"]))
    lines = Path("removed/one.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["q", "r", "z"]


def test_papers_to_read_become_rows(folder):
    assert [to_row(paper) for paper in planned().to_read] == [
        {"id": "s", "choose": {"plum": ("damson", "prune")}, "left": ()},
        {"id": "q", "choose": {"plum": ("damson", "prune")}, "left": ("fig",)},
    ]
