import gzip

import pytest

from papertaxa.domain import Label
from papertaxa.labels.parse import parse
from papertaxa.labels.problem import Problem

GOOD = '{"id": "p", "topics": ["lemon"]}\n'

# What a file holds, and for each of its problems where it is and how the message begins.
BAD = {
    "broken JSON": ('{"id": "q"\n', "line 2", "broken JSON at column 11"),
    "no object": ("3\n", "line 2", "this is a JSON int, not an object"),
    "no id": ('{"topics": ["a"]}\n', "line 2", "no 'id'"),
    "id misspelled": ('{"idd": "q", "topics": ["a"]}\n', "line 2", "no 'id' (did you mean 'idd'?)"),
    "empty id": ('{"id": " ", "topics": ["a"]}\n', "line 2", "no usable 'id', but ' '"),
    "id no text": ('{"id": true, "topics": ["a"]}\n', "line 2", "no usable 'id', but True"),
    "no topics": ('{"id": "q"}\n', "line 2", "paper 'q' has no topics"),
    "topics misspelled": (
        '{"id": "q", "topic": ["a"]}\n',
        "line 2",
        "paper 'q' has no topics (did you mean 'topic'?)",
    ),
    "empty topics": ('{"id": "q", "topics": []}\n', "line 2", "paper 'q' has no topic"),
    "topics no list": (
        '{"id": "q", "topics": "a;b"}\n',
        "line 2",
        "'topics' of paper 'q' is not a list of strings: \"a;b\"",
    ),
    "methods no strings": (
        '{"id": "q", "topics": ["a"], "methods": [1]}\n',
        "line 2",
        "'methods' of paper 'q' is not a list of strings: [1]",
    ),
    "key twice": ('{"id": "q", "id": "r"}\n', "line 2", "broken JSON: the key 'id' comes twice"),
    "NaN": ('{"id": "q", "x": NaN}\n', "line 2", "broken JSON: NaN is no JSON value"),
    "half a character": (
        '{"id": "\\ud800", "topics": ["a"]}\n',
        "line 2",
        "it holds half a character",
    ),
    "latin-1": (b'{"id": "\xe4"}\n', "line 2", "this is not UTF-8 text"),
    "deep": (b"[" * 100_000 + b"\n", "line 2", "broken JSON: "),
    "long number": (b'{"id": ' + b"1" * 5000 + b"}\n", "line 2", "broken JSON: "),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_row_spoils_no_other(write, case):
    content, where, message = BAD[case]
    content = content if isinstance(content, bytes) else content.encode()
    first, problem, last = parse(write(GOOD.encode() + content + GOOD.encode()))
    assert isinstance(first, Label)
    assert isinstance(last, Label)
    assert isinstance(problem, Problem)
    assert problem.source == f"a.jsonl, {where}"
    assert problem.message.startswith(message)
    assert problem.remedy
    assert problem.severity == "error"


BAD_TABLES = {
    "no id column": ("paper,topics\np,a\n", "a.csv", "no column 'id'; the columns are 'paper', 't"),
    "topics misspelled": (
        "id,topic\np,a\n",
        "a.csv",
        "no column 'topics' (did you mean 'topic'?); the columns are 'id', 'topic'",
    ),
    "divided by semicolons": ("id;topics\np;a\n", "a.csv", "no column 'id'"),
    "column twice": ("id,topics,id\np,a,b\n", "a.csv", "two columns are called 'id'"),
    "too many cells": ("id,topics\np,a,b\n", "a.csv, line 2", "3 cells, but the heading has 2"),
    "no id": ("id,topics\n,a\n", "a.csv, line 2", "no id"),
    "no topic": ("id,topics\np\n", "a.csv, line 2", "paper 'p' has no topic"),
    "only semicolons": ("id,topics\np, ; \n", "a.csv, line 2", "paper 'p' has no topic"),
    "quote": ('id,topics\np,"a"b\n', "a.csv, line 2", "broken CSV ("),
    "open quote": ('id,topics\np,"a\n', "a.csv, line 2", "broken CSV ("),
    "latin-1": (b"id,topics\np,\xe4\n", "a.csv, line 2", "this is not UTF-8 text"),
    "empty": ("", "a.csv", "the file is empty"),
    "white": (" \n\n", "a.csv", "the file is empty"),
    "cut gzip": (gzip.compress(b"id,topics\n" * 99)[:30], "a.csv", "the gzip data is cut off"),
    "cut utf-16": ("id".encode("utf-16") + b"x", "a.csv", "the text is cut off or damaged"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_a_bad_table_is_explained(write, case):
    content, source, message = BAD_TABLES[case]
    (problem,) = parse(write(content, "a.csv"))
    assert isinstance(problem, Problem)
    assert problem.source == source
    assert problem.message.startswith(message)
    assert problem.remedy


def test_good_rows_of_a_table_survive_bad_ones(write):
    items = list(parse(write("id,topics\np,a\n,b\n\nq,c\n", "a.csv")))
    assert [item.source for item in items] == ["a.csv, line 2", "a.csv, line 3", "a.csv, line 5"]
    assert [type(item) for item in items] == [Label, Problem, Label]


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    (missing,) = parse(tmp_path / "none.jsonl")
    (folder,) = parse(tmp_path)
    assert missing[:2] == (str(tmp_path / "none.jsonl"), "there is no such file")
    assert folder[:2] == (str(tmp_path), "this is a folder")


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.txt", "a"])
def test_json_lines_are_known_by_content_whatever_the_suffix(write, name):
    (label,) = parse(write(GOOD, name))
    assert isinstance(label, Label)


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.ndjson", "a.jsonl.gz"])
def test_a_json_file_with_a_broken_first_line_is_not_taken_for_a_table(write, name):
    problem, label = parse(write('"id": "q"}\n' + GOOD, name))
    assert problem.source == f"{name}, line 1"
    assert problem.message.startswith("broken JSON")
    assert isinstance(label, Label)
