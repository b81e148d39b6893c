import json
from pathlib import Path

import pytest

from papertaxa.cli import main


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("reader_a.jsonl").write_text(
        '{"id": "p", "topics": ["lemon", "fig"], "date": "2026-01-01"}\n'
        '{"id": "q", "topics": ["plum"], "date": "2026-01-01"}\n'
    )
    Path("reader_b.csv").write_text("id,topics,date\np,fig,2026-01-02\nr,pear,2026-01-02\n")


def test_merge_lists_conflicts_and_writes_labels(capsys):
    assert main(["labels", "merge", "reader_a.jsonl", "reader_b.csv", "-o", "all.jsonl"]) == 0
    assert capsys.readouterr().out == (
        "p, topics: fig (newest: reader_b, 2026-01-02)\n"
        "  reader_a, 2026-01-01: lemon, fig\n"
        "  reader_b, 2026-01-02: fig\n"
        "all.jsonl: 3 papers from 4 labels by 2 annotators; conflicts settled by the rule newest: "
        "1\n"
    )
    rows = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    assert [(row["id"], row["topics"], row["annotator"]) for row in rows] == [
        ("p", ["fig"], "reader_b"),
        ("q", ["plum"], "reader_a"),
        ("r", ["pear"], "reader_b"),
    ]


def test_merge_writes_conflicts_as_json_lines_too(capsys):
    call = ["labels", "merge", "reader_a.jsonl", "reader_b.csv", "-o", "all.jsonl"]
    assert main([*call, "--rule", "annotator:reader_a", "--conflicts", "conflicts.jsonl"]) == 0
    (conflict,) = map(json.loads, Path("conflicts.jsonl").read_text().splitlines())
    assert (conflict["settled"], conflict["reason"]) == (["lemon", "fig"], "annotator: reader_a")


def test_merging_into_one_of_the_files_again_and_again_loses_nothing(capsys):
    for _ in range(2):
        assert (
            main(["labels", "merge", "reader_a.jsonl", "reader_b.csv", "-o", "reader_a.jsonl"]) == 0
        )
    first = Path("reader_a.jsonl").read_text().splitlines()[0]
    assert [other["annotator"] for other in json.loads(first)["others"]] == ["reader_a"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["merge", "none.jsonl", "-o", "x.jsonl"], "none.jsonl: there is no such file"),
        (["merge", "reader_a.jsonl", "-o", "x.jsonl", "--rule", "oldest"], "unknown rule 'oldest'"),
        (["merge", "reader_a.jsonl", "-o", "none/x.jsonl"], "the folder none does not exist"),
        (
            ["merge", "reader_a.jsonl", "-o", "none/x.jsonl", "--conflicts", "c.jsonl"],
            "none does not",
        ),
        (
            ["merge", "reader_a.jsonl", "-o", "x.jsonl", "--conflicts", "none/c.jsonl"],
            "none does not",
        ),
        (["agree", "reader_a.jsonl"], "all labels are by reader_a: give the files of two people"),
        (
            ["agree", "reader_a.jsonl", "reader_b.csv", "--taxonomy", "none.yaml"],
            "there is no such file",
        ),
    ],
)
def test_a_call_that_cannot_be_followed_is_an_error_and_writes_nothing(capsys, call, message):
    before = sorted(path.name for path in Path().iterdir())
    assert main(["labels", *call]) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir()) == before


def test_agree_prints_text_or_json(capsys):
    assert main(["labels", "agree", "reader_a.jsonl", "reader_b.csv"]) == 0
    assert "2 annotators, 1 shared papers, Krippendorff's alpha" in capsys.readouterr().out
    assert main(["labels", "agree", "reader_a.jsonl", "reader_b.csv", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["disagreements"][0]["only"] == [["lemon"], []]
