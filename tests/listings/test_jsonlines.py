"""JSON Lines: one broken line costs one row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

Read = Callable[..., list[Paper]]


def line(number: int, **more: object) -> str:
    return json.dumps({"id": f"p{number}", "title": "Kites", "abstract": f"Kite {number}.", **more})


@pytest.mark.parametrize("at", [0, 500, 999])
def test_one_broken_line_among_a_thousand_gives_one_problem(at: int, papers_in: Read) -> None:
    lines = [line(number) for number in range(1000)]
    lines[at] = lines[at][:-5]
    papers = papers_in("\n".join(lines), "papers.jsonl")
    assert len(papers) == 1000
    (bad,) = [paper for paper in papers if paper.problem]
    assert papers.index(bad) == at
    assert bad.id == f"papers-{at + 1:02d}"
    assert bad.problem is not None
    assert re.fullmatch(
        rf".*papers\.jsonl, line {at + 1}: not valid JSON: Unterminated string "
        r"\(column \d\d of \d\d\)",
        bad.problem,
    )


def test_control_characters_in_strings_are_passed_on(papers_in: Read) -> None:
    (paper,) = papers_in('{"id": "1", "title": "a\tb", "abstract": "a\0b\x01"}\n')
    assert (paper.title, paper.abstract) == ("a\tb", "a\0b\x01")


@pytest.mark.parametrize(
    ("text", "type_name"),
    [
        ("3", "a number"),
        ("null", "null"),
        ('"x"', "a string"),
        ("[1]", "an array"),
        ("true", "a bo"),
    ],
)
def test_a_line_that_is_not_an_object_is_a_problem(
    text: str, type_name: str, papers_in: Read
) -> None:
    papers = papers_in(f"{line(1)}\n{text}\n{line(3)}\n")
    assert [paper.problem is None for paper in papers] == [True, False, True]
    assert f"line 2: is {type_name}" in str(papers[1].problem)


def test_blank_lines_are_skipped_and_counted_in_line_numbers(papers_in: Read) -> None:
    papers = papers_in(f"\n\n{line(1)}\n  \n{line(2)}\r\n\n")
    assert [paper.source.rpartition(", ")[2] for paper in papers] == ["line 3", "line 5"]


def test_rows_without_an_id_get_the_stem_and_the_rows_number(papers_in: Read) -> None:
    papers = papers_in(
        "\n\n".join([line(1), line(2, id=None), line(3, id=" "), line(4, id=float("nan"))]),
        "a.b.jsonl.gz",
    )
    assert [paper.id for paper in papers] == ["p1", "a.b-02", "a.b-03", "a.b-04"]


def test_only_bad_lines_in_a_file_named_jsonl_are_rows_with_problems(papers_in: Read) -> None:
    papers = papers_in('{"id": 1, "title"\n{"id": 2, "ti', "a.jsonl")
    assert [paper.id for paper in papers] == ["a-01", "a-02"]
    assert all(paper.problem for paper in papers)


def test_nested_and_lone_surrogates_and_deep_nesting_do_no_harm(papers_in: Read) -> None:
    surrogates = (
        '{"title": "a \\ud83d\\ude00 b", "abstract": "\\ud83d", "x": {"\\uDE00": ["\\ud800"]}}'
    )
    papers = papers_in("\n".join([surrogates, '{"title": ' + "[" * 100_000, line(3)]))
    assert papers[0].title == "a 😀 b"
    assert papers[0].abstract == "\ufffd"
    assert papers[0].extra == {"x": {"\ufffd": ["\ufffd"]}}
    assert "nested too deeply" in str(papers[1].problem) or "not valid JSON" in str(
        papers[1].problem
    )
    assert papers[2].id == "p3"


def test_unicode_line_separators_do_not_end_a_line(papers_in: Read) -> None:
    (paper,) = papers_in('{"id": "1", "title": "a\u2028b\x85c", "abstract": "x"}\n')
    assert paper.title == "a\u2028b\x85c"


def test_no_usable_column_lists_those_found(papers_in: Read) -> None:
    with pytest.raises(ListingError) as raised:
        papers_in('{"id": "1", "venue": "X"}\n{"id": "2", "year": 2031}\n', "a.jsonl")
    assert "columns found: 'id', 'venue', 'year'" in str(raised.value)


def test_a_first_line_longer_than_the_head_is_read(papers_in: Read) -> None:
    long = line(1, abstract="kite " * 400_000)
    for name in ("a.jsonl", "a"):
        papers = papers_in(f"{long}\n{line(2)}\n", name)
        assert [(paper.id, len(paper.abstract)) for paper in papers] == [
            ("p1", 2_000_000),
            ("p2", 7),
        ]
