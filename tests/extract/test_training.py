import hashlib
from pathlib import Path

import numpy as np
import pytest

from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract import Extra, extract, judge, judging, load, train, training
from papertaxa.extract.training import read_lists
from papertaxa.extract.usage import Tally

EXTRA = Extra(lists={"generic": ["fine-tuning"]})


def digests(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.mark.parametrize("jobs", [1, 2])
def test_same_papers_and_seed_give_the_same_bytes(
    jobs: int, examples, trained: Path, tmp_path: Path
) -> None:
    paper, label = examples[0]
    unannotated = (paper, Label(id="z", topics=label.topics))  # teaches nothing
    train([*examples, unannotated], tmp_path / "again", seed=0, extra=EXTRA, jobs=jobs)
    assert digests(tmp_path / "again") == digests(trained)


def test_two_papers_are_enough(examples, tmp_path: Path) -> None:
    train(examples[:2], tmp_path / "two")
    assert len(list(extract(load(tmp_path / "two"), [paper for paper, _ in examples]))) == 6


def test_labels_without_names_are_refused_with_a_remedy(examples, tmp_path: Path) -> None:
    bare = [(paper, Label(id=label.id, topics=label.topics)) for paper, label in examples]
    with pytest.raises(TrainingError, match=r"none of the 6 labels names .* fill `methods`"):
        train(bare, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_names_that_stand_nowhere_are_refused_too(examples, tmp_path: Path) -> None:
    paper, label = examples[0]
    wrong = Label(id=label.id, topics=label.topics, methods=("Absent Thing",), benchmarks=())
    with pytest.raises(TrainingError, match="that stands in its paper"):
        train([(paper, wrong)] * 3, tmp_path / "none")


def test_no_sentence_of_a_training_paper_is_stored(trained: Path) -> None:
    files = [file for file in trained.rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if b"Training is slow" in file.read_bytes()]


def test_nothing_is_pickled(trained: Path) -> None:
    suffixes = {file.suffix for file in trained.rglob("*") if file.is_file()}
    assert suffixes <= {".npy", ".json", ".tsv", ".txt", ".cfg"}


def test_an_extractor_hands_its_names_on(trained: Path) -> None:
    assert Extra.of(trained).lists["generic"] == ["fine-tuning"]


def test_a_name_is_added_by_adding_a_line(tmp_path: Path) -> None:
    (tmp_path / "methods.txt").write_text("# optimisers\nAdaBrisk  # 2031\n\n", encoding="utf-8")
    assert read_lists(tmp_path) == {"methods": ["AdaBrisk"]}


def test_the_tagger_may_be_smaller_than_the_config_says(examples, tmp_path: Path) -> None:
    train(examples, tmp_path / "small", sizes={"width": 8, "depth": 1})
    weights = np.load(tmp_path / "small" / "papertaxa_tagger" / "layer0.weight.npy")
    assert weights.shape == (24, 16)
    names = extract(load(tmp_path / "small"), [paper for paper, _ in examples])
    assert any(paper.methods for paper in names)


TEXTS = tuple(
    f"Notes on FernFormer, {n}\nWe use gradient hashing on QuarryBench." for n in range(4)
)


def test_papers_without_labels_say_how_names_are_used(examples, tmp_path: Path) -> None:
    extra = Extra(texts=TEXTS)
    for jobs in (1, 2):
        train(examples, tmp_path / str(jobs), extra=extra, jobs=jobs)
    assert digests(tmp_path / "1") == digests(tmp_path / "2")
    usage = load(tmp_path / "1").nlp.get_pipe(judge.KEY).usage
    assert np.expm1(usage.of(["fernformer"])[0, 0]) == pytest.approx(4, abs=0.2)
    files = [file for file in (tmp_path / "1").rglob("*") if file.is_file()]
    assert not [file for file in files if b"Notes on" in file.read_bytes()]


def test_no_paper_is_helped_by_what_was_taught_its_own_label(
    examples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = []
    given: list[list[float]] = []

    def scout(some, texts, extra, seed):
        taught.append({label.id for _, label in some})
        return Tally.of([f"by {len(taught)}"] * 2, np.ones((2, 3)))

    def fit(nlp, docs, golds, *, usages, **others):
        given.extend(usage.of(["by 1", "by 2"])[:, 4].tolist() for usage in usages)
        fitted(nlp, docs, golds, usages=usages, **others)

    fitted = judging.fit
    monkeypatch.setattr(training, "_scout", scout)
    monkeypatch.setattr(judging, "fit", fit)
    train(examples, tmp_path / "extractor", extra=Extra(texts=TEXTS))
    assert len(given) == len(examples)
    for (_, label), unknown in zip(examples, given, strict=True):
        assert [label.id in ids for ids in taught] == [bool(each) for each in unknown]


def test_too_few_papers_to_part_learn_nothing_of_usage(examples, tmp_path: Path) -> None:
    train(examples[:2], tmp_path / "two", extra=Extra(texts=TEXTS))
    assert not len(load(tmp_path / "two").nlp.get_pipe(judge.KEY).usage.keys)


@pytest.mark.parametrize("least", [2, 3])
def test_thresholds_are_set_by_papers_drawn_at_random_if_there_are_enough(
    least: int, examples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals = []

    def thresholds(answers, wanted, sums):
        totals.append((len(answers), sums))
        return dict.fromkeys(judge.OUTCOMES, 0.5)

    monkeypatch.setattr(judging, "thresholds", thresholds)
    monkeypatch.setattr(judging, "_ENOUGH", least)
    train(examples, tmp_path / "all")
    train(examples, tmp_path / "drawn", drawn={examples[0][1].id, examples[3][1].id})
    (candidates, names), (fewer, some) = totals
    assert names == (24, 6, 12)
    assert (some == (8, 2, 4) and fewer < candidates) == (least == 2)
    assert ((fewer, some) == (candidates, names)) == (least == 3)
