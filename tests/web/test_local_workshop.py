import json
import time

import pytest

from papertaxa.errors import PapertaxaError
from papertaxa.train import train
from papertaxa.web.job import Job
from papertaxa.web.local_workshop import LocalWorkshop
from papertaxa.web.workshop import Comparison


@pytest.fixture(scope="module")
def topics_only(world, tmp_path_factory):
    """The labels of the invented world without names, for which no extractor is trained."""
    path = tmp_path_factory.mktemp("labels") / "topics.jsonl"
    rows = ({"id": paper, "topics": topics} for paper, topics in world.topics.items())
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def workshop(world, topics_only, tmp_path_factory):
    root = tmp_path_factory.mktemp("models") / "small"
    train(papers=[world.papers], labels=[topics_only], taxonomy=world.taxonomy, output=root)
    corrected = topics_only.with_name("corrected.jsonl")
    corrected.write_text('{"id": "pears-1", "topics": ["apples", "pears"]}\n')
    return LocalWorkshop(
        root=root,
        papers=[str(world.papers)],
        labels=corrected,
        taxonomy=topics_only.with_name("none.yaml"),
    )


def run(command):
    job = Job()
    job.start("train", command, check=dict)
    steps = set()
    while job.progress.state == "running":
        steps.add(job.progress.step)
        time.sleep(0.01)
    return job.progress, steps


def test_a_version_is_trained_compared_promoted_and_rolled_back(workshop, world):
    (first,) = workshop.versions()
    assert (first.id, first.promoted, first.note) == ("1", True, "from topics.jsonl")
    progress, steps = run(workshop.training())
    assert (progress.state, progress.result["id"]) == ("done", "2"), progress.step
    assert len(steps) > 1
    assert [(version.id, version.promoted) for version in workshop.versions()] == [
        ("2", False),
        ("1", True),
    ]
    progress, _ = run(workshop.comparing("1", "2"))
    assert progress.state == "done", progress.step
    found = Comparison.of(progress.result)
    assert (found.old, found.new, found.worse) == ("1", "2", False)
    assert "topic F1" in [measure.name for measure in found.measures]
    assert {measure.name for measure in found.topics} == {"pears", "apples", "tides", "whales"}
    workshop.promote("2", force=True)
    assert workshop.versions()[0].promoted
    assert workshop.engine().model.folder.name == "0002"
    assert workshop.rollback() == "1"
    with pytest.raises(PapertaxaError, match="nothing to roll back"):
        workshop.rollback()


def test_a_training_that_cannot_be_says_why(workshop, tmp_path, topics_only):
    from dataclasses import replace

    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "pears-1", "topics": ["quinces"]}\n')
    progress, _ = run(replace(workshop, labels=bad).training())
    assert progress.state == "failed"
    assert "quinces" in progress.step
    assert "Traceback" not in progress.step


def test_the_terms_of_a_topic_are_found_in_the_text(workshop, world):
    from papertaxa import listings

    engine = workshop.engine()
    paper = next(paper for paper in listings.read(world.papers) if paper.id == "whales-3")
    evidence = engine.evidence(paper, "whales")
    assert evidence
    strongest = max(evidence, key=lambda span: span.weight)
    word = getattr(paper, strongest.field)[strongest.start : strongest.end].lower()
    assert any(
        word.startswith(known)
        for known in (
            "whale",
            "song",
            "pod",
            "krill",
            "sonar",
            "sea",
            "podtrack",
            "migration",
            "breaching",
            "plankton",
            "tagging",
        )
    )
    assert engine.evidence(paper, "no such topic") == []
