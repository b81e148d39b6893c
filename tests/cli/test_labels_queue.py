import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from papertaxa.cli import main
from papertaxa.taxonomy import Taxonomy, Topic

TREE = Taxonomy((Topic("lemon", "Lemon"), Topic("fig", "Fig")))
PAPERS = {
    "sure": "We press early lemons in the cold and taste the juice after each turn of the screw.",
    "open": "Which trees bear after a dry summer is asked of growers in nine valleys.",
    "twin": "Which trees bear after a dry summer is asked of growers in nine valleys!!",
    "done": "A plan for terraces on steep ground shares the water among old and new plantings.",
    "near": "A plan for terraces on steep ground shares the water among old and newer plantings.",
}
SCORES = {"sure": [0.95, 0.0], "open": [0.38, 0.0], "near": [0.4, 0.0]}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """A listing, a labels file, and a model that knows the listing's papers by heart."""
    from papertaxa import model

    def predict(loaded, papers, *, extract_names):
        assert not extract_names
        by_text = {text: SCORES.get(paper) for paper, text in PAPERS.items()}
        return [SimpleNamespace(scores=np.array(by_text[p.abstract.text])) for p in papers]

    def load(folder, *, extract):
        assert not extract
        classifier = SimpleNamespace(
            learnt=np.array([0]), thresholds=SimpleNamespace(topics=np.array([0.4]))
        )
        return SimpleNamespace(taxonomy=TREE, classifier=classifier)

    monkeypatch.setattr(model, "load", load)
    monkeypatch.setattr(model, "predict", predict)
    monkeypatch.chdir(tmp_path)
    rows = [{"id": paper, "title": "", "abstract": text} for paper, text in PAPERS.items()]
    Path("papers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("done.jsonl").write_text('{"id": "done", "topics": ["fig"]}\n')


CALL = ("labels", "queue", "papers.jsonl", "--labels", "done.jsonl", "--model", "any")


def test_the_queue_leaves_out_labelled_papers_duplicates_and_their_likes(capsys):
    assert main(CALL) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] == [
        {
            "id": "open",
            "title": "",
            "reason": "undecided: lemon (0.38, threshold 0.40, rare: 0 labels)",
        },
        {
            "id": "sure",
            "title": "",
            "reason": "likely: lemon (0.95, threshold 0.40, rare: 0 labels)",
        },
    ]
    assert err.endswith(
        "2 papers chosen from 3 without a label; 1 have one, 1 are no English abstracts or come "
        "twice\n"
    )


def test_as_many_as_asked_for_are_written_to_a_file(capsys):
    assert main([*CALL, "-n", "1", "-o", "queue.jsonl"]) == 0
    assert [json.loads(line)["id"] for line in Path("queue.jsonl").read_text().splitlines()] == [
        "open"
    ]
    assert capsys.readouterr().out == ""


def test_all_that_are_left_come_in_order_if_asked_for(capsys):
    assert main([*CALL, "-n", "-1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_listing_that_is_not_there_is_an_error(capsys):
    assert main(["labels", "queue", "none.jsonl", "--model", "any"]) == 2
    assert "none.jsonl" in capsys.readouterr().err
