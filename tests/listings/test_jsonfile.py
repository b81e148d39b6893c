"""JSON files: wherever in them the papers are."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

Read = Callable[..., list[Paper]]
A = {"id": "a", "title": "Kites", "abstract": "Kites rise."}
B = {"id": "b", "title": "Cranes", "abstract": "Cranes fold."}
NOTE_V1 = {"id": "n1", "content": {"title": "Kites", "abstract": "Kites rise.", "keywords": ["k"]}}
NOTE_V2 = {
    "forum": "n2",
    "content": {
        "title": {"value": "Kites"},
        "abstract": {"value": "Kites rise."},
        "keywords": {"value": ["k"]},
    },
}

SHAPES = {
    "array": [A, B],
    "papers": {"papers": [A, B]},
    "notes": {"count": 2, "notes": [A, B], "more": {"x": [1, {"y": 2}]}},
    "data": {"data": [A, B]},
    "unknown key": {"icml2031": [A, B]},
    "unknown key after authors": {"editors": [{"name": "X"}], "list of all": [A, B]},
    "wrapped twice": {"response": {"status": "ok", "results": [A, B]}},
    "feed": {"feed": {"title": "hits", "entry": [A, B]}},
    "map": {"a": {**A, "id": None}, "b": {k: v for k, v in B.items() if k != "id"}},
    "map in wrapper": {"papers": {"a": A, "b": B}},
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x"])
@pytest.mark.parametrize("shape", SHAPES)
def test_papers_are_found_in_every_shape(
    shape: str, name: str, indent: int | None, papers_in: Read
) -> None:
    papers = papers_in(json.dumps(SHAPES[shape], indent=indent), name)
    assert [paper.title for paper in papers] == ["Kites", "Cranes"]
    assert [paper.abstract for paper in papers] == ["Kites rise.", "Cranes fold."]
    if shape != "map":
        assert [paper.id for paper in papers] == ["a", "b"]


@pytest.mark.parametrize("note", [NOTE_V1, NOTE_V2])
@pytest.mark.parametrize("wrap", [lambda n: n, lambda n: [n], lambda n: {"notes": [n, n]}])
def test_openreview_notes_of_both_versions(
    note: dict[str, object], wrap: Callable[[object], object], papers_in: Read
) -> None:
    paper = papers_in(json.dumps(wrap(note), indent=1), "x.json")[0]
    assert paper.id in {"n1", "n2"}
    assert (paper.title, paper.abstract) == ("Kites", "Kites rise.")
    assert paper.extra == {"keywords": ["k"]}


def test_pretty_printed_objects_one_after_another(papers_in: Read) -> None:
    text = json.dumps(A, indent=2) + "\n" + json.dumps(B, indent=2)
    assert [paper.id for paper in papers_in(text)] == ["a", "b"]


def test_one_object_is_one_paper_with_its_lists_kept(papers_in: Read) -> None:
    (paper,) = papers_in(json.dumps({"authors": [{"name": "X"}], **A}, indent=2), "x.json")
    assert (paper.id, paper.extra) == ("a", {"authors": [{"name": "X"}]})


def test_an_element_that_is_no_object_is_a_problem_and_the_rest_is_read(papers_in: Read) -> None:
    papers = papers_in(json.dumps([A, "x", None, B], indent=0), "x.json")
    assert [paper.id for paper in papers] == ["a", "x-02", "x-03", "b"]
    assert "x.json, element 2 (line 7): is a string, not a JSON object" in str(papers[1].problem)
    assert "is null" in str(papers[2].problem)


def test_nan_and_a_trailing_comma_are_accepted(papers_in: Read) -> None:
    (paper,) = papers_in(
        '[{"id": 7, "title": "Kites", "abstract": NaN, "x": Infinity,},]'.replace(",}", "}"),
        "x.json",
    )
    assert (paper.id, paper.abstract, paper.extra) == ("7", "", {"x": None})


@pytest.mark.parametrize("size", [3, 3000])
def test_a_syntax_error_keeps_what_came_before_and_tells_of_the_rest(
    size: int, papers_in: Read
) -> None:
    lines = [json.dumps({**A, "id": f"p{number}"}) for number in range(size)]
    text = "[\n" + ",\n".join(lines) + ',\n{"id" 3},\n' + json.dumps(B) + "\n]"
    *kept, last = papers_in(text, "x.json")
    assert [paper.id for paper in kept] == [f"p{number}" for number in range(size)]
    assert last.problem is not None
    assert last.problem.partition("x.json, ")[2] == (
        f"element {size + 1}: not valid JSON at line {size + 2}: Expecting ':' delimiter; the rest "
        f"of the file, from element {size + 1} on, could not be read"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "no papers in this JSON (keys found: none)"),
        ('{"papers": []}', "no papers in this JSON (keys found: 'papers')"),
        ('{"year": 3, "x": {"y": 1}}', "no papers in this JSON (keys found: 'year', 'x')"),
        ('[{"id": 1 "title": "x"}]', "not valid JSON at line 1: Expecting ',' delimiter"),
        ("[\n{", "not valid JSON at line 2: "),
        ("{", "not valid JSON at line 1: it ends early"),
        ("[" * 100_000, "not valid JSON at line 1: nested too deeply"),
        ('[{"id": 1, "venue": "x"}]', "columns found: 'id', 'venue'"),
    ],
)
def test_a_file_of_which_nothing_can_be_read_is_an_error(
    text: str, message: str, papers_in: Read
) -> None:
    with pytest.raises(ListingError) as raised:
        papers_in(text, "x.json")
    assert message in str(raised.value)
    assert "x.json" in str(raised.value)


def test_a_wrapper_larger_than_what_is_sampled(papers_in: Read) -> None:
    papers = [{**A, "id": str(number), "abstract": "kite " * 200} for number in range(1000)]
    for indent in (None, 1):
        assert len(papers_in(json.dumps({"hits": papers}, indent=indent))) == 1000
    assert len(papers_in(json.dumps({paper["id"]: paper for paper in papers}))) == 1000
