"""``papertaxa label --results --link-kinds``."""

import json

import pytest

from papertaxa.cli import main

ABSTRACT = (
    "We study how the ripening of the pear changes the stalk and the juice of every basket. "
    r"We propose PearNet, a method that reaches 57.2 AP on PomeBench and improves accuracy from "
    r"50\% to 77\%. Our code is at https://github.com/pears/net."
)


@pytest.fixture
def listing(tmp_path):
    path = tmp_path / "papers.jsonl"
    rows = [{"id": "a", "abstract": ABSTRACT}, {"id": "b", "abstract": "", "title": ""}]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.fixture
def run(tiny_model, capfdbinary):
    def label(*args):
        code = main(["label", *map(str, args), "--model", str(tiny_model)])
        out, err = capfdbinary.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err.decode()

    return label


def test_results_are_spans_of_the_text_as_it_was_given(run, listing):
    _, rows, _ = run(listing, "--results")
    found = rows[0]["results"]
    assert [(r["value"], r["unit"], r["metric"]) for r in found] == [
        ("57.2", "", "AP"),
        ("77", "%", "accuracy"),
    ]
    assert [ABSTRACT[r["mention"]["start"] : r["mention"]["end"]] for r in found] == [
        "57.2",
        r"50\% to 77\%",
    ]
    assert found[0]["benchmark"] == "PomeBench"
    assert (found[1]["baseline"], found[1]["direction"]) == ("50", "better")
    assert rows[1]["results"] == []


def test_links_get_their_kinds(run, listing):
    _, rows, _ = run(listing, "--link-kinds")
    (link,) = rows[0]["link_kinds"]
    mention = link["mention"]
    assert (link["url"], link["kind"]) == ("https://github.com/pears/net", "code")
    assert ABSTRACT[mention["start"] : mention["end"]] == link["url"] == rows[0]["links"][0]
    assert rows[1]["link_kinds"] == []


def test_without_being_asked_for_neither_stands_in_the_output(run, listing):
    _, rows, _ = run(listing)
    assert not {"results", "link_kinds"} & rows[0].keys()


def test_two_processes_and_a_file_say_the_same(run, listing, tmp_path):
    _, rows, _ = run(listing, "--results", "--link-kinds")
    assert run(listing, "--results", "--link-kinds", "--jobs", "2")[1] == rows
    out = tmp_path / "out.jsonl"
    run(listing, "-o", out, "--results", "--link-kinds")
    assert [json.loads(line) for line in out.read_text("utf-8").splitlines()] == rows


def test_results_need_the_names(run, listing):
    code, rows, err = run(listing, "--results", "--no-extract")
    assert (code, rows) == (2, [])
    assert "leave out --no-extract" in err
