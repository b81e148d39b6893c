"""A base's papers and the given ones, brought together."""

import json

import pytest

from papertaxa.errors import TrainingError
from papertaxa.train import train
from papertaxa.train.assemble import assemble


@pytest.fixture(scope="module")
def base(world, tmp_path_factory):
    folder = tmp_path_factory.mktemp("base") / "model"
    train(
        papers=[world.papers],
        labels=[world.labels],
        taxonomy=world.taxonomy,
        output=folder,
        extract_names=False,
    )
    return folder


@pytest.fixture
def given(tmp_path):
    """Write labels, papers and a taxonomy."""

    class Given:
        def labels(self, **topics):
            path = tmp_path / "labels.jsonl"
            rows = [{"id": paper.replace("_", "-"), "topics": its} for paper, its in topics.items()]
            path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
            return [path]

        def papers(self, *ids):
            path = tmp_path / "papers.jsonl"
            rows = [
                {"id": one, "abstract": "On a pear and its juice, and the stalk."} for one in ids
            ]
            path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
            return [path]

        def taxonomy(self, *topics):
            path = tmp_path / "taxonomy.yaml"
            path.write_text("\n".join(["areas:", *(f"  - {topic}" for topic in topics)]))
            return path

    return Given()


def topics(material):
    return dict(zip(material.training.ids, material.training.topics, strict=True))


def test_a_given_label_takes_the_place_of_the_bases_without_any_text(base, given):
    material = assemble(papers=[], labels=given.labels(pears_1=["apples", "pears"]), base=base)
    assert topics(material)["pears-1"] == ("apples", "pears")
    assert (len(material.training), material.given, material.textless) == (80, 1, 0)


def test_new_papers_come_after_the_bases_and_the_others_are_counted(base, given):
    material = assemble(
        papers=given.papers("new-1"),
        labels=given.labels(new_1=["pears"], new_2=["apples"]),
        base=base,
    )
    assert material.training.ids[-1] == "new-1"
    assert (len(material.training), material.given, material.textless) == (81, 1, 1)


def test_labels_none_of_which_can_be_used_are_an_error(base, given):
    with pytest.raises(TrainingError, match=r"none of the 1 labelled papers .*'new-1'"):
        assemble(papers=[], labels=given.labels(new_1=["pears"]), base=base)


@pytest.mark.parametrize(
    ("taxonomy", "expected", "papers", "forgotten", "undecided"),
    [
        (["pears", "apples", "tides", "whales"], ("pears",), 80, 0, 0),
        (["{id: perry, name: Perry, was: [pears]}", "apples", "tides"], ("perry",), 60, 20, 0),
        (["{id: pome, name: P, was: [pears, apples]}", "tides", "whales"], ("pome",), 80, 0, 0),
        (["apples", "tides", "whales"], None, 60, 20, 0),
        (
            [
                "{id: wild, name: Wild, was: [pears]}",
                "{id: tame, name: Tame, was: [pears]}",
                "apples",
                "tides",
                "whales",
            ],
            None,
            60,
            0,
            20,
        ),
    ],
    ids=["same", "new id", "merged", "removed", "split"],
)
def test_the_bases_labels_follow_the_taxonomy(
    base, given, taxonomy, expected, papers, forgotten, undecided
):
    material = assemble(papers=[], labels=[], taxonomy=given.taxonomy(*taxonomy), base=base)
    assert topics(material).get("pears-1") == expected
    assert len(material.training) == papers
    assert (material.forgotten, material.undecided) == (forgotten, undecided)


def test_a_paper_of_a_split_topic_comes_back_with_its_label(base, given):
    parts = [f"{{id: {name}, name: {name}, was: [pears]}}" for name in ("wild", "tame")]
    material = assemble(
        papers=[],
        labels=given.labels(pears_1=["wild"], pears_2=["tame"]),
        taxonomy=given.taxonomy(*parts, "apples", "tides", "whales"),
        base=base,
    )
    assert topics(material)["pears-1"] == ("wild",)
    assert (len(material.training), material.undecided) == (62, 18)
