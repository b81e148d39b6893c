"""``papertaxa evaluate``, from the call to the exit code."""

import json
import random

import pytest

from papertaxa.cli import main


@pytest.fixture
def run(tiny_model, capsys):
    def evaluate(*args):
        code = main(["evaluate", *map(str, args), "--model", str(tiny_model)])
        out, err = capsys.readouterr()
        return code, out, err

    return evaluate


@pytest.fixture
def fresh(world, tmp_path):
    """Papers that the model has not seen, three that it has, and one of these under another id."""
    dice = random.Random(3)
    seen = [world.texts[paper] for paper in ("pears-0", "tides-1", "whales-2")]
    rows = [*seen, {**world.texts["apples-5"], "id": "copy"}]
    rows += [
        {"id": f"new-{n}", "title": "", "abstract": " ".join(dice.sample(words, 7))}
        for n, words in enumerate(
            [["pear", "stalk", "juice", "blossom", "bruise", "basket", "grafting", "ripening"]] * 6
        )
    ]
    topics = {"pears-0": "pears", "tides-1": "tides", "whales-2": "whales", "copy": "apples"}
    papers, labels = tmp_path / "papers.jsonl", tmp_path / "labels.jsonl"
    papers.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    labels.write_text(
        "".join(
            json.dumps({"id": row["id"], "topics": [topics.get(row["id"], "pears")]}) + "\n"
            for row in rows
        )
    )
    return ["--papers", papers, "--labels", labels]


def test_papers_that_the_model_knows_are_left_out_and_named(run, fresh):
    code, out, err = run(*fresh, "--json")
    report = json.loads(out)
    assert code == 0
    assert report["n"] == 6
    assert report["leaks"]["left_out"]
    known = {leak["id"]: leak["known_as"] for leak in report["leaks"]["papers"]}
    assert known["copy"] == "apples-5"
    assert set(known) == {"pears-0", "tides-1", "whales-2", "copy"}
    assert "trained on 4 of these 10 papers" in err
    assert "copy (like apples-5)" in err


def test_they_can_be_kept(run, fresh):
    code, out, err = run(*fresh, "--json", "--keep-leaks")
    report = json.loads(out)
    assert (code, report["n"], report["leaks"]["n"]) == (0, 10, 4)
    assert not report["leaks"]["left_out"]
    assert "the figures flatter" in err


def test_the_table_says_so_and_shows_accuracy_against_coverage(run, fresh):
    code, out, _ = run(*fresh)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("6 papers")
    assert lines[1] == "left out: 4 that the model was trained on"
    assert any(line.startswith("Answered") for line in lines)
    assert any(line.startswith("  100% ") for line in lines)


def test_nothing_but_known_papers_is_refused_with_a_remedy(run, world):
    code, out, err = run("--papers", world.papers, "--labels", world.labels)
    assert (code, out) == (2, "")
    assert "all 80 of these papers" in err
    assert "--keep-leaks" in err
