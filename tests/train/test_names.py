"""Names that labels teach an extractor that is not trained again."""

import json

import pytest

from papertaxa.domain import Label, Paper
from papertaxa.extract.gazetteer import KEY, Counts, Gazetteer
from papertaxa.model import load, predict
from papertaxa.text import clean_paper
from papertaxa.train import train
from papertaxa.train.names import add_names


@pytest.fixture
def extractor(tmp_path):
    gazetteer = Gazetteer()
    gazetteer.add_lists({"generic": ["network"]})
    gazetteer.add_known({"pearnet": ("PearNet", Counts(5, 5, 0, 3))})
    gazetteer.to_disk(tmp_path / KEY)
    return tmp_path


def label(number, **names):
    return Label(id=str(number), topics=("pears",), **names)


def known(extractor):
    return Gazetteer().from_disk(extractor / KEY).known


def test_new_names_are_counted_and_known_ones_left_alone(extractor):
    labels = [
        label(1, methods=("FrostMap", "PearNet"), benchmarks=("IceSet",), proposed=("FrostMap",)),
        label(2, methods=("Frost-Map",), benchmarks=()),
        label(3),
    ]
    assert add_names(extractor, labels) == 2
    assert dict(known(extractor).values()) == {
        "PearNet": Counts(5, 5, 0, 3),
        "FrostMap": Counts(2, 2, 0, 1),
        "IceSet": Counts(1, 0, 1, 0),
    }


def test_generic_words_are_not_learnt_as_names(extractor):
    assert add_names(extractor, [label(1, methods=("network",))]) == 0


def test_the_same_labels_in_another_order_give_the_same_bytes(extractor):
    table = extractor / KEY / "known.tsv"
    before = table.read_bytes()
    first = [label(1, methods=("FrostMap",)), label(2, methods=("DewNet",))]
    add_names(extractor, first)
    one = table.read_bytes()
    table.write_bytes(before)
    add_names(extractor, first[::-1])
    assert table.read_bytes() == one != before


def test_a_name_that_a_label_gives_is_found_in_other_papers(tiny_model, tmp_path):
    taught = (
        "We study how the pear changes the juice and the stalk of every basket. We propose "
        "GlimmerRot, a method that follows the blossom and the orchard, and test it on PomeBench."
    )
    other = (
        "We study how the cider changes the core and the peel of every seedling. We compare with "
        "GlimmerRot on the storage, which is the largest of all."
    )
    papers, labels = tmp_path / "papers.jsonl", tmp_path / "labels.jsonl"
    papers.write_text(json.dumps({"id": "new", "title": "On the pear", "abstract": taught}))
    names = {"methods": ["GlimmerRot"], "benchmarks": [], "proposed": ["GlimmerRot"]}
    labels.write_text(json.dumps({"id": "new", "topics": ["pears"], **names}))
    made = train(papers=[papers], labels=[labels], base=tiny_model, output=tmp_path / "model")
    assert made.learnt_names == 1
    text = [clean_paper(Paper(id="other", title="On the apple", abstract=other))]
    before, after = (predict(load(folder), text)[0] for folder in (tiny_model, tmp_path / "model"))
    assert "GlimmerRot" not in [name.text for name in before.names.methods]
    assert "GlimmerRot" in [name.text for name in after.names.methods]
