import json
from pathlib import Path

import pytest

from papertaxa.cli import main

OLD = """\
areas:
  - id: fruit
    name: Fruit
    topics: [lemon, lime, fig, plum]
"""
NEW = """\
areas:
  - id: fruit
    name: Fruits
    topics:
      - {id: citrus, name: Citrus, was: [lemon, lime]}
      - fig
      - {id: damson, name: Damson, was: [plum]}
      - {id: prune, name: Prune, was: [plum]}
"""
LABELS = '{"id": "p", "topics": ["lemon", "lime"]}\n{"id": "q", "topics": ["plum", "fig"]}\n'


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old.yaml").write_text(OLD)
    Path("new.yaml").write_text(NEW)
    Path("a.jsonl").write_text(LABELS)


def test_diff_prints_a_line_for_each_change(capsys):
    assert main(["taxonomy", "diff", "old.yaml", "new.yaml"]) == 0
    assert [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()] == [
        "split plum -> damson, prune (declared)",
        "renamed fruit: name 'Fruit' -> 'Fruits'",
        "merged lemon, lime -> citrus (declared)",
    ]


def test_diff_prints_json(capsys):
    assert main(["taxonomy", "diff", "old.yaml", "new.yaml", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["changes"][0] == {
        "kind": "split",
        "old": ["plum"],
        "new": ["damson", "prune"],
        "basis": "declared",
        "detail": "",
    }
    assert found["notes"] == []


def test_diff_says_so_if_nothing_has_changed(capsys):
    assert main(["taxonomy", "diff", "old.yaml", "old.yaml"]) == 0
    assert capsys.readouterr().out == "no topic has changed\n"


def test_apply_is_a_dry_run_unless_told_to_write(capsys):
    call = ["taxonomy", "apply", "old.yaml", "new.yaml", "--labels", "a.jsonl"]
    assert main(call) == 0
    dry = capsys.readouterr().out
    assert dry.endswith(
        "no file was changed; repeat with --write to change removed/a.jsonl, a.jsonl\n"
    )
    assert Path("a.jsonl").read_text() == LABELS
    assert main([*call, "--write"]) == 0
    assert capsys.readouterr().out.endswith("written: removed/a.jsonl\nwritten: a.jsonl\n")
    assert [json.loads(line)["topics"] for line in Path("a.jsonl").read_text().splitlines()] == [
        ["citrus"],
        ["fig"],
    ]
    assert main(["labels", "check", "a.jsonl", "--taxonomy", "new.yaml"]) == 0
    assert main(["labels", "check", "removed/a.jsonl", "--taxonomy", "old.yaml"]) == 0


def test_apply_writes_the_papers_to_read(capsys):
    call = ["taxonomy", "apply", "old.yaml", "new.yaml", "--labels", "a.jsonl"]
    assert main([*call, "--to-read", "read.jsonl"]) == 0
    assert json.loads(Path("read.jsonl").read_text()) == {
        "id": "q",
        "choose": {"plum": ["damson", "prune"]},
        "left": ["fig"],
    }
    assert Path("a.jsonl").read_text() == LABELS


def test_apply_says_so_if_no_file_has_to_change(capsys):
    assert main(["taxonomy", "apply", "old.yaml", "old.yaml", "--labels", "a.jsonl"]) == 0
    assert capsys.readouterr().out.endswith("\nno file has to change\n")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["diff", "none.yaml", "new.yaml"], "none.yaml has one problem"),
        (["apply", "old.yaml", "new.yaml", "--labels", "none.jsonl"], "none.jsonl: there is no"),
        (
            [
                "apply",
                "old.yaml",
                "new.yaml",
                "--labels",
                "a.jsonl",
                "--to-read",
                "none/x.jsonl",
                "--write",
            ],
            "the folder none does not exist",
        ),
        (["apply", "new.yaml", "new.yaml", "--labels", "a.jsonl", "--write"], "unknown topic"),
        (
            ["apply", "old.yaml", "new.yaml", "--labels", "a.jsonl", "--crosswalks", "cw.yaml"],
            "cw.yaml: it cannot be read",
        ),
    ],
)
def test_a_call_that_cannot_be_followed_is_an_error_and_writes_nothing(capsys, call, message):
    before = {path.name: path.read_text() for path in Path().iterdir()}
    assert main(["taxonomy", *call]) == 2
    assert message in capsys.readouterr().err
    assert {path.name: path.read_text() for path in Path().iterdir()} == before
