from pathlib import Path

import pytest

from papertaxa.errors import LabelsError
from papertaxa.labels.rows import refuse, rows


def test_every_row_is_kept_file_by_file(write):
    one = write('{"id": "p", "topics": ["a"]}\n{"id": "p", "topics": ["b"]}\n', "one.jsonl")
    two = write("id,topics\nq,a;b\n", "two.csv")
    found = rows([one, two])
    assert [[label.topics for label in labels] for labels in found.values()] == [
        [("a",), ("b",)],
        [("a", "b")],
    ]


def test_a_file_named_twice_is_read_once_and_counts_as_the_later(write):
    one = write('{"id": "p", "topics": ["a"]}\n', "one.jsonl")
    two = write('{"id": "p", "topics": ["b"]}\n', "two.jsonl")
    assert list(rows([one, two, one])) == [Path("two.jsonl"), Path("one.jsonl")]


def test_the_problems_of_all_files_are_in_one_error(write, taxonomy):
    one = write('{"id": "p", "topics": ["aple"]}\n{"id": 1.5}\n', "one.jsonl")
    with pytest.raises(LabelsError) as caught:
        rows([one, "none.jsonl"], taxonomy=taxonomy)
    assert str(caught.value).splitlines()[0] == "the labels have 3 problems:"
    assert "none.jsonl: there is no such file" in str(caught.value)


def test_no_file_is_an_error():
    with pytest.raises(LabelsError, match="there are no labels"):
        rows([])


def test_no_problem_is_no_error():
    refuse([])
