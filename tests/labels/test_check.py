import pytest

from papertaxa.data import TAXONOMY, label_files
from papertaxa.domain import Label
from papertaxa.labels import check
from papertaxa.taxonomy import load


def label(paper_id: str = "p", topics: tuple[str, ...] = ("lemon",), **more: object) -> Label:
    return Label(id=paper_id, topics=topics, **{"source": f"x.jsonl, line {paper_id}", **more})


def test_shipped_labels_pass():
    assert check(label_files(), load(TAXONOMY)) == []


def test_good_labels_have_no_problems(taxonomy):
    labels = [label("p"), label("q", ("fig", "plum", "pear", "apple")), label("r", ("stone",))]
    assert check(labels, taxonomy) == []


CASES = {
    "unknown topic": (
        label(topics=("aple",)),
        "error",
        "paper 'p': unknown topic 'aple' (did you mean 'apple'?)",
    ),
    "topic by its name": (
        label(topics=("Fig",)),
        "error",
        "paper 'p': unknown topic 'Fig' (did you mean 'fig'?)",
    ),
    "topic by an alias": (
        label(topics=("Citrus limon",)),
        "error",
        "paper 'p': unknown topic 'Citrus limon' (did you mean 'lemon'?)",
    ),
    "nothing near": (label(topics=("xyzzy",)), "error", "paper 'p': unknown topic 'xyzzy'"),
    "area": (label(topics=("fruit",)), "error", "paper 'p': 'fruit' is an area, not a topic"),
    "no topic": (label(topics=()), "error", "paper 'p' has no topic"),
    "too many": (
        label(topics=("lemon", "fig", "plum", "pear", "apple")),
        "error",
        "paper 'p' has 5 topics",
    ),
    "repeated": (
        label(topics=("lemon", "fig", "lemon")),
        "error",
        "paper 'p' has the topic 'lemon' 2 times",
    ),
    "edge of a name": (
        label(methods=("Zest ",)),
        "warning",
        "paper 'p', methods: 'Zest ' has white space at its edge",
    ),
    "empty name": (label(benchmarks=("",)), "warning", "paper 'p', benchmarks: an empty name"),
    "edge of an id": (label(" p"), "warning", "the id ' p' has white space at its edge"),
    "key with a slip": (
        label(extra={"anotator": "x", "sample": "random"}),
        "warning",
        "the key 'anotator' means nothing here (did you mean 'annotator'?)",
    ),
    "key in capitals": (
        label(extra={"Methods": []}),
        "warning",
        "the key 'Methods' means nothing here (did you mean 'methods'?)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_problem_is_found(taxonomy, case):
    bad, severity, message = CASES[case]
    (problem,) = check([label("z"), bad], taxonomy)
    assert (problem.source, problem.message, problem.severity) == (bad.source, message, severity)
    assert problem.remedy


def test_an_area_leads_to_topics_under_it(taxonomy):
    (problem,) = check([label(topics=("fruit",))], taxonomy)
    assert problem.remedy == "give a topic under it, such as lemon, apple, plum"


def test_different_labels_of_a_paper_are_a_conflict_that_names_both_places(write, taxonomy):
    one = write('{"id": "p", "topics": ["lemon"], "methods": ["A"]}\n', "one.jsonl")
    two = write(
        '{"id": "q", "topics": ["fig"]}\n{"id": "p", "topics": ["fig"], "methods": ["B"]}\n',
        "two.jsonl",
    )
    (problem,) = check([one, two], taxonomy)
    assert str(problem) == (
        "two.jsonl, line 2: paper 'p' is labelled differently at one.jsonl, line 1: topics, "
        "methods conflict; settle which is right and delete the other; until then the later one "
        "counts"
    )
    assert problem.severity == "error"


def test_the_order_of_topics_matters_and_missing_names_are_no_conflict(taxonomy):
    one, other = label("p", ("lemon", "fig"), methods=("A",)), label("p", ("lemon", "fig"))
    turned = label("p", ("fig", "lemon"))
    (duplicate,) = check([one, other], taxonomy)
    assert duplicate.severity == "warning"
    assert "labelled the same at" in duplicate.message
    (conflict,) = check([one, turned], taxonomy)
    assert conflict.message.endswith("topics conflict")


def test_a_key_with_a_slip_is_named_once_a_file(write, taxonomy):
    rows = '{{"id": "{}", "topics": ["fig"], "metods": []}}\n'
    one = write(rows.format("p") + rows.format("q"), "one.jsonl")
    two = write(rows.format("r"), "two.jsonl")
    assert [problem.source for problem in check([one, two], taxonomy)] == [
        "one.jsonl, line 1",
        "two.jsonl, line 1",
    ]


def test_broken_lines_and_other_problems_are_listed_in_the_order_of_the_file(write, taxonomy):
    path = write(
        '{"id": "p", "topics": ["x"]}\n{\n{"id": "q", "topics": ["y"]}\n'
        '{"id": "q", "topics": ["y"]}\n'
    )
    assert [problem.source for problem in check(path, taxonomy)] == [
        f"a.jsonl, line {line}" for line in (1, 2, 3, 4, 4)
    ]


def test_without_a_taxonomy_topics_are_not_looked_up():
    assert check([label(topics=("anything",))]) == []


def test_many_unknown_topics_are_checked_quickly(taxonomy):
    labels = [label(str(i), ("lemmon",)) for i in range(5000)]
    assert len(check(labels, taxonomy)) == 5000
