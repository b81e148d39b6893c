import numpy as np
import pytest

from papertaxa.extract import runs
from papertaxa.extract.pipeline import blank
from papertaxa.extract.tagger import TAGS
from papertaxa.extract.tokenizer import words_of


def words(text: str) -> list[str]:
    return words_of(blank().make_doc(text))


def texts(given: list[str], runs: list[tuple[int, int]]) -> list[str]:
    return [" ".join(given[start:end]) for start, end in runs]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We present MoFT (Mixture of Folded Tensors), a model.", ["Mixture of Folded Tensors"]),
        ("FernHA (Fern Hedge Agents) is fast", ["Fern Hedge Agents"]),
        ("Quiet mixing (QM; ours) helps", ["QM"]),
        ("QuPo, short for Quiet Policy, wins", ["Quiet Policy"]),
        ("QuPo stands for “Quiet Policy” here", ["Quiet Policy"]),
        ("a pool (shallow) of papers", []),
        ("an open bracket (that nothing closes", []),
        ("(", []),
        ("short for", []),
        ("", []),
    ],
)
def test_explanations_are_found_whole(text: str, found: list[str]) -> None:
    given = words(text)
    assert texts(given, runs.explained(given)) == found


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("QPM: Quiet Policy Mixing for Pumps", ["QPM", "Quiet Policy Mixing"]),
        ("Towards Brisk Folding via Tensor Gates", ["Brisk Folding", "Tensor Gates"]),
        ("Brisk Tensor Folding", ["Brisk Tensor Folding"]),
        ("Bold with Slow and Fast Folds", ["Bold with Slow and Fast Folds", "Slow and Fast Folds"]),
        ("", []),
    ],
)
def test_parts_of_a_title_may_be_names(title: str, found: list[str]) -> None:
    given = words(f"{title}\nAn abstract with a colon: none of it counts.")
    assert set(found) <= set(texts(given, runs.title_parts(given)))
    assert all(end <= given.index("\n") for _, end in runs.title_parts(given))


def test_every_likely_run_is_proposed_and_no_unlikely_one() -> None:
    tags = np.zeros((4, len(TAGS)))
    begin, inside = TAGS.index("B-METHOD"), TAGS.index("I-METHOD")
    tags[1, begin], tags[2, inside] = 0.9, 0.5
    tags[3, begin] = 0.05
    assert runs.tagged(tags) == [(1, 2), (1, 3)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We propose a novel pump balance framework that folds.", ["pump balance"]),
        ("We introduce Quiet-Bench, a suite.", ["Quiet-Bench"]),
        ("a loss called the brisk folding distance.", ["brisk folding distance"]),
        ("We propose a framework for pumps.", ["framework"]),
        ("We propose", []),
        ("we use brisk folding.", []),
    ],
)
def test_what_is_announced_may_be_a_name(text: str, found: list[str]) -> None:
    given = words(text)
    assert texts(given, runs.announced(given)) == found
