import json
import random

import numpy as np
import pytest

from papertaxa.classifier import load_knowledge, save_knowledge
from papertaxa.domain import Label, Paper
from papertaxa.errors import PapertaxaError, TrainingError
from papertaxa.features import count
from papertaxa.text import clean_paper
from papertaxa.train import corpus as module
from papertaxa.train.corpus import learn

WORDS = {
    "bandits": "bandit arm regret reward exploration pulling",
    "proteins": "protein residue enzyme folding ligand helix",
    "vision": "pixel segment image camera depth mask",
}


def papers(number, seed):
    dice = random.Random(seed)
    for n in range(number):
        topic = dice.choice(list(WORDS))
        words = dice.choices(WORDS[topic].split(), k=12)
        yield {
            "id": f"{seed}-{n}",
            "title": f"A {words[0]} {words[1]}",
            "abstract": f"We study the {words[2]} {words[3]} of {' and the '.join(words[4:])}.",
            "topic": topic if n % 2 else "",
            "venue": "somewhere",
        }


@pytest.fixture
def listings(tmp_path):
    files = []
    for seed in (1, 2, 3):
        file = tmp_path / f"{seed}.jsonl"
        file.write_text("".join(f"{json.dumps(paper)}\n" for paper in papers(60, seed)))
        files.append(file)
    return files


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Let few papers count as a corpus."""
    monkeypatch.setattr(module, "_LEAST_DESCRIBED", 20)


def as_bytes(knowledge, folder):
    save_knowledge(knowledge, folder)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def label(paper, *topics, names=None):
    return Label(id=paper, topics=topics, proposed=names, methods=names, benchmarks=names)


@pytest.mark.parametrize("files", [1, 2, 3])
def test_every_part_of_a_large_corpus_holds_a_listing(files, listings, monkeypatch):
    monkeypatch.setattr(module, "_LARGE", 0)
    parts = module._halves(listings[:files])
    assert [path for _, part in parts for path in part] == listings[:files]
    assert all(part for _, part in parts)
    assert [first for first, _ in parts] == [0, 1, 2][: len(parts)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_corpus_read_in_parts_teaches_the_same_as_in_one(jobs, listings, tmp_path, monkeypatch):
    labels = {"1-3": label("1-3", "bandits"), "3-5": label("3-5", "vision", "proteins")}
    whole = learn(listings, without={"2-7"}, labels=labels, words=False)
    monkeypatch.setattr(module, "_LARGE", 0)
    parts = learn(listings, without={"2-7"}, labels=labels, jobs=jobs, words=False)
    one, other = (as_bytes(its.knowledge, tmp_path / str(id(its))) for its in (whole, parts))
    assert one == other


def test_words_get_the_same_vectors_from_a_process_of_their_own(listings):
    here, there = (learn(listings, without=set(), jobs=jobs).vectors for jobs in (1, 2))
    assert here.words == there.words
    np.testing.assert_array_equal(here.table, there.table)


def test_labels_by_hand_bring_papers_of_one_topic_together(tmp_path):
    """Two halves of a topic that share no word lie together if labels say that they are one."""
    dice = random.Random(5)
    halves = ["alder birch", "elm fir", "iron jade"]
    rows, labels = [], {}
    for n in range(300):
        words = dice.choices(halves[n % 3].split(), k=8)
        text = f"the {' and the '.join(words)}"
        rows.append({"id": str(n), "title": "", "abstract": text})
        labels[str(n)] = label(str(n), "trees" if n % 3 < 2 else "metals")
    file = tmp_path / "corpus.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    def cosine(knowledge, one, other):
        clean = [clean_paper(Paper(id="x", abstract=text)) for text in (one, other)]
        places = knowledge.place(count(clean, knowledge.vocabulary))
        return float(places[0] @ places[1]) / knowledge.share

    without = learn([file], without=set(), words=False).knowledge
    told = learn([file], without=set(), labels=labels, words=False).knowledge
    assert cosine(told, "alder birch", "elm fir") > cosine(without, "alder birch", "elm fir") + 0.3


def test_it_is_remembered_whose_labels_were_used(listings, tmp_path):
    labels = {"2-9": label("2-9", "vision"), "1-3": label("1-3", "bandits")}
    knowledge = learn(listings, without=set(), labels=labels, words=False).knowledge
    save_knowledge(knowledge, tmp_path / "knowledge")
    assert load_knowledge(tmp_path / "knowledge").told == ("1-3", "2-9")


@pytest.mark.parametrize("jobs", [1, 2])
def test_papers_whose_labels_state_names_are_kept_for_the_extractor(jobs, listings, monkeypatch):
    monkeypatch.setattr(module, "_LARGE", 0)
    named = {paper: label(paper, "vision", names=("QuPo",)) for paper in ("3-5", "1-3", "2-7")}
    labels = named | {"1-4": label("1-4", "vision")}
    learnt = learn([*listings, listings[0]], without={"2-7"}, labels=labels, jobs=jobs)
    assert {its.id for _, its in learnt.named} == {"1-3", "3-5"}
    assert len(learnt.named) == 2
    texts = {its["id"]: its["abstract"] for seed in (1, 3) for its in papers(60, seed)}
    assert all(texts[its.id] == clean.abstract.text for clean, its in learnt.named)


@pytest.mark.parametrize("jobs", [1, 2])
def test_papers_without_labels_are_kept_for_the_extractor(jobs, listings, monkeypatch):
    monkeypatch.setattr(module, "_LARGE", 0)
    monkeypatch.setattr(module, "_TEXTS", 40)
    labels = {"1-4": label("1-4", "vision")}
    learnt = learn(listings, without={"2-7"}, labels=labels, fitted={"3-5"}, jobs=jobs)
    assert 20 < len(learnt.texts) <= 40
    of = {
        f"{its['title']}\n{its['abstract']}": its["id"] for n in (1, 2, 3) for its in papers(60, n)
    }
    ids = [of[text] for text in learnt.texts]
    assert {its[0] for its in ids} == {"1", "2", "3"}
    monkeypatch.setattr(module, "_TEXTS", 1000)
    everything = learn(listings, without={"2-7"}, labels=labels, fitted={"3-5"}, jobs=jobs)
    ids = {of[text] for text in everything.texts}
    assert len(everything.texts) == len(ids) == 177
    assert not ids & {"2-7", "1-4", "3-5"}
    assert not learn(listings, without=set(), words=False).texts


def test_papers_that_something_is_measured_on_are_passed_over(listings):
    everything = {f"{seed}-{n}" for seed in (1, 2, 3) for n in range(60)}
    with pytest.raises(TrainingError, match="holds 0 papers"):
        learn(listings, without=everything, words=False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_unusable_listing_is_told_from_any_process(jobs, tmp_path):
    with pytest.raises(PapertaxaError, match=r"missing\.jsonl"):
        learn([tmp_path / "missing.jsonl"], without=set(), jobs=jobs)
