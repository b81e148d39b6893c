"""``papertaxa explain``, from the call to the exit code."""

import io
import json
import sys

import pytest

from papertaxa.cli import main

TEXT = (
    "We study how the ripening of the pear changes the stalk and the juice of every basket, and "
    "we propose PearNet to follow the blossom."
)


@pytest.fixture
def run(tiny_model, capsys):
    def explain(*args):
        code = main(["explain", *map(str, args), "--model", str(tiny_model)])
        out, err = capsys.readouterr()
        return code, out, err

    return explain


def test_a_paper_of_a_listing_is_explained_with_titles_of_its_neighbours(run, world):
    code, out, _ = run(world.papers, "--id", "pears-1")
    assert code == 0
    assert out.startswith("pears-1  On the ")
    assert "Pears  [pears, in Orchards]" in out
    assert "linear score" in out
    assert out.count("\n        On the ") == 5


def test_json_names_terms_spans_and_neighbours(run, world):
    code, out, _ = run(world.papers, "--id", "tides-2", "--topic", "whales", "--format", "json")
    record = json.loads(out)
    assert code == 0
    assert record["id"] == "tides-2"
    assert [topic["id"] for topic in record["topics"]] == ["whales"]
    for term in record["topics"][0]["terms"]:
        for place in term["mentions"]:
            surface = world.texts["tides-2"][place["field"]][place["start"] : place["end"]]
            assert surface.lower().split()[0].startswith(term["term"].split()[0][:3])
    assert all(paper["title"] for paper in record["nearest"])


def test_a_lone_paper_needs_no_id(run, tmp_path):
    (tmp_path / "one.txt").write_text(TEXT)
    code, out, _ = run(tmp_path / "one.txt")
    assert code == 0
    assert "pears" in out


def test_standard_input_is_read(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    code, out, _ = run("-")
    assert code == 0
    assert out.startswith("stdin-01")


def test_the_number_of_terms_is_as_asked(run, world):
    _, out, _ = run(world.papers, "--id", "pears-1", "--terms", "2", "--topic", "pears")
    weights = [line for line in out.splitlines() if line.startswith(("  +", "  -"))]
    assert len(weights) == 4
    assert "other terms" in weights[2]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "holds 80 papers (pears-0, pears-1, pears-2, …); name one with --id"),
        (
            ["--id", "pears-99"],
            "no paper in the input has the id 'pears-99' (did you mean 'pears-9",
        ),
        (["--id", "quartz"], "no paper in the input has the id 'quartz'; it has, for example, pea"),
        (["--id", "pears-1", "--topic", "pear"], "no topic 'pear'; did you mean 'pears'?"),
    ],
)
def test_a_wrong_call_says_what_would_be_right(run, world, args, message):
    code, out, err = run(world.papers, *args)
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"id": "p", "title": "", "abstract": ""}, "neither a title nor an abstract"),
        (
            {
                "id": "p",
                "title": "Über die Reife der Birne",
                "abstract": "Wir untersuchen, wie sich die Birne im Korb verändert, und schlagen "
                "ein Verfahren vor, das der Blüte folgt und ohne Messungen auskommt.",
            },
            "looks like",
        ),
    ],
)
def test_a_paper_that_gets_no_topics_has_nothing_to_explain(run, tmp_path, row, reason):
    (tmp_path / "one.jsonl").write_text(json.dumps(row))
    code, _, err = run(tmp_path / "one.jsonl")
    assert code == 2
    assert f"p gets no topics that could be explained: {tmp_path}" in err or reason in err
    assert reason in err
