import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.extract.gazetteer import LISTS, NONE, Counts, Gazetteer, read_names
from papertaxa.extract.pipeline import blank
from papertaxa.extract.spelling import key, squash
from papertaxa.extract.tokenizer import norms_of

NLP = blank()


def found(gazetteer: Gazetteer, text: str) -> list[str]:
    doc = NLP.make_doc(text)
    return [doc[start:end].text for start, end in gazetteer.find(norms_of(doc))]


@pytest.fixture
def gazetteer() -> Gazetteer:
    made = Gazetteer()
    made.add_lists(
        {
            "methods": ["Brisk Tensor Folding", "Adam", "diffusion policy"],
            "benchmarks": ["QuarryBench", "Tide-Pool 1K"],
            "ambiguous": ["Adam"],
            "generic": ["attention"],
        }
    )
    return made


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we use brisk tensor-folding here", ["brisk tensor-folding"]),
        ("on QuarryBench , Quarry-Bench", ["QuarryBench", "Quarry-Bench"]),
        ("on TidePool-1K and Tide Pool 1k", ["TidePool-1K", "Tide Pool 1k"]),
        ("diffusion policies are a diffusion policy", ["diffusion policies", "diffusion policy"]),
        ("QuarryBench-based tasks", ["QuarryBench"]),
        ("brisk. tensor folding", []),
        ("Adam and attention", []),  # ambiguous, and generic
        ("", []),
    ],
)
def test_names_are_found_in_every_spelling(gazetteer, text, names):
    assert found(gazetteer, text) == names


def test_names_of_the_labels_are_found_too_if_they_ever_were_names(gazetteer):
    name, never = key(squash("Adam")), key(squash("tensor"))
    gazetteer.add_known({name: ("Adam", Counts(5, 3, 0, 0)), never: ("tensor", Counts(9, 0, 0, 0))})
    assert found(gazetteer, "Adam on a tensor") == ["Adam"]
    assert gazetteer.counts(name) == Counts(5, 3, 0, 0)
    assert gazetteer.counts("unknown") == NONE


def test_overlapping_names_are_all_found():
    made = Gazetteer()
    made.add_lists({"methods": ["tensor folding", "brisk tensor folding"]})
    assert found(made, "brisk tensor folding") == ["brisk tensor folding", "tensor folding"]


def test_a_paper_is_not_judged_by_its_own_label():
    assert Counts(5, 3, 1, 0).without(Counts(1, 1, 0, 0)) == Counts(4, 2, 1, 0)
    assert Counts(1, 0, 0, 0).without(Counts(1, 1, 0, 0)) == NONE


def test_it_is_written_and_read_back(gazetteer, tmp_path: Path):
    gazetteer.add_known({key(squash("Nets")): ("Nets", Counts(5, 3, 2, 1))})
    gazetteer.to_disk(tmp_path / "g")
    back = Gazetteer().from_disk(tmp_path / "g")
    assert back.lists == gazetteer.lists
    assert back.known == gazetteer.known
    assert found(back, "QuarryBench nets") == ["QuarryBench", "nets"]
    assert {file.stem for file in (tmp_path / "g").glob("*.txt")} == set(LISTS)


PARTS = st.sampled_from(["fold", "folds", "net", "nets", "tide", "pool", "4", "x", "foldnet"])


@given(
    names=st.lists(st.lists(PARTS, min_size=1, max_size=3).map(" ".join), max_size=8),
    norms=st.lists(PARTS, max_size=12),
)
def test_every_run_of_tokens_that_spells_a_name_is_found(names, norms):
    made = Gazetteer()
    made.add_known({key(squash(name)): (name, Counts(2, 1)) for name in names})
    with tempfile.TemporaryDirectory() as folder:
        made.to_disk(Path(folder))
        back = Gazetteer().from_disk(Path(folder))
    keys = {key(squash(name)) for name in names if len(key(squash(name))) > 1}
    runs = [(a, b) for a in range(len(norms)) for b in range(a + 1, min(a + 8, len(norms)) + 1)]
    wanted = {(a, b) for a, b in runs if _spells(norms[a:b]) in keys}
    assert set(back.find(norms)) == set(made.find(norms)) <= wanted
    begins = {squash(name.split()[0]) for name in names} | keys
    assert {(a, b) for a, b in wanted if norms[a] in begins} <= set(back.find(norms))


def _spells(norms):
    joined = "".join(norms)
    return key(joined) if joined.endswith("s") else joined


def test_a_file_of_names_may_hold_comments_and_empty_lines(tmp_path: Path):
    path = tmp_path / "methods.txt"
    path.write_text("# fruit\n\nPearNet  # 2031\n  C# pears\n", encoding="utf-8")
    assert read_names(path) == ["PearNet", "C# pears"]


def test_the_lists_that_ship_hold_names_once_and_no_generic_ones():
    from papertaxa.data import LABELS

    lists = {name: read_names(LABELS / "gazetteer" / f"{name}.txt") for name in LISTS}
    generic = {key(squash(name)) for name in lists["generic"]}
    for kind in ("methods", "benchmarks"):
        assert len(lists[kind]) > 100
        assert not generic & {key(squash(name)) for name in lists[kind]}


def test_a_name_is_found_from_a_token_that_another_name_begins_with():
    made = Gazetteer()
    made.add_lists({"methods": ["Grain Sieve Masking", "Grain-Sieve"], "benchmarks": []})
    assert found(made, "with Grain-Sieve masking") == ["Grain-Sieve", "Grain-Sieve masking"]
