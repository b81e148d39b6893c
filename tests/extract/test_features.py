"""What the judge is told of candidates, and of their rivals."""

from dataclasses import replace

import numpy as np
import pytest

from papertaxa.extract.candidates import Candidate
from papertaxa.extract.company import company
from papertaxa.extract.features import describe
from papertaxa.extract.gazetteer import Gazetteer
from papertaxa.extract.hints import hinted
from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.pipeline import blank
from papertaxa.extract.rivals import rivals
from papertaxa.extract.spelling import Squashed, key
from papertaxa.extract.tagger import TAGS, Tagging, layout
from papertaxa.extract.tokenizer import norms_of, words_of
from papertaxa.extract.usage import Tally, Usage
from papertaxa.extract.vectors import Vectors

VECTORS = Vectors(["we", "folding", "slow", "new"], np.arange(8, dtype=np.int8).reshape(4, 2), 0.5)


def sheet(text: str, *names: str) -> Sheet:
    doc = blank().make_doc(text)
    words, norms = words_of(doc), norms_of(doc)
    squashed = Squashed(norms)
    keys = [key(name.lower().replace(" ", "").replace("-", "")) for name in names]
    candidates = [Candidate(k, n, squashed.find(k)) for k, n in zip(keys, names, strict=True)]
    assert all(candidate.places for candidate in candidates)
    rng = np.random.default_rng(len(text))
    tags = rng.dirichlet(np.ones(len(TAGS)), len(words)).astype(np.float32)
    tagging = Tagging(tags, rng.standard_normal(len(words)).astype(np.float32), *layout(words))
    return Sheet(
        candidates=candidates, tagging=tagging, words=words, norms=norms, usage=Usage.none()
    )


SHEETS = [
    sheet(
        "BTF: brisk folding\nFolding is slow. We propose Brisk Folding (BTF).",
        "BTF",
        "Brisk Folding",
        "folding",
    ),
    sheet("Prior work uses gates", "gates"),
    sheet("(A) is new. On TidePool-1K, it beats LKR and LKR-2.", "TidePool-1K", "LKR", "LKR-2"),
]


def row(sheets: list[Sheet], answers: list[list[float]], number: int) -> np.ndarray:
    return rivals(Layout.of(sheets), sheets, np.array(answers, np.float32))[number]


def test_a_paper_is_described_the_same_alone_and_among_others() -> None:
    gazetteer = Gazetteer()
    gazetteer.add_lists({"methods": ["LKR"]})

    def described(sheets: list[Sheet]) -> np.ndarray:
        return describe(Layout.of(sheets), sheets, gazetteer, {}, VECTORS)

    alone = np.concatenate([described([one]) for one in SHEETS])
    assert alone.shape[0] == 7
    assert np.allclose(described(SHEETS), alone, atol=1e-5)


def test_rivals_of_a_paper_are_the_same_alone_and_among_others() -> None:
    answers = np.random.default_rng(0).random((7, 3)).astype(np.float32)
    at = [0, 3, 4, 7]
    alone = [
        rivals(Layout.of([one]), [one], answers[a:b])
        for one, a, b in zip(SHEETS, at, at[1:], strict=False)
    ]
    assert np.allclose(rivals(Layout.of(SHEETS), SHEETS, answers), np.concatenate(alone), atol=1e-5)


def test_a_candidate_is_told_of_the_longer_one_that_holds_it() -> None:
    sure = row(SHEETS[:1], [[0, 0, 0], [0.9, 0, 0.8], [0.5, 0, 0]], 2)
    unsure = row(SHEETS[:1], [[0, 0, 0], [0.1, 0, 0.1], [0.5, 0, 0]], 2)
    assert sure[:2] == pytest.approx([0.9, 0.8])
    assert unsure[:2] == pytest.approx([0.1, 0.1])


def test_a_candidate_is_told_of_what_its_bracket_holds() -> None:
    nothing = row(SHEETS[:1], [[0, 0, 0], [0, 0, 0], [0, 0, 0]], 1)
    new = row(SHEETS[:1], [[0, 0, 0.7], [0, 0, 0], [0, 0, 0]], 1)
    assert np.isclose(new, 0.7).sum() > np.isclose(nothing, 0.7).sum()
    assert (nothing != new).sum() > 1


def test_the_likeliest_new_name_of_a_paper_is_marked() -> None:
    answers = [[0, 0, 0.2], [0, 0, 0.9], [0, 0, 0.1]]
    assert [row(SHEETS[:1], answers, number)[-1] for number in range(3)] == [0, 1, 0]


def test_hints_reach_to_the_ends_of_the_sentence_and_no_further() -> None:
    far = "We propose, after many a long and weary year of work in the lab, QPM."
    sheets = [sheet(text, "QPM") for text in (f"{far} Ok.", f"{far.replace(',', '.')} Ok.", "QPM.")]
    told, cut, bare = hinted(Layout.of(sheets), sheets)
    assert (told != cut).any()
    assert told.sum() > bare.sum()


def test_what_stands_before_the_first_announcement_is_told_from_what_stands_after() -> None:
    texts = ["T\nUntil now gates ruled. We propose BTF.", "T\nUntil now. We propose BTF and gates."]
    sheets = [sheet(text, "gates", "BTF") for text in texts]
    told = hinted(Layout.of(sheets), sheets)[:, -7:]
    assert told[:, 0].tolist() == [1, 1, 1, 1]
    assert told[:, 1].tolist() == [1, 0, 0, 0]
    assert told[:, 2].tolist() == [0, 1, 1, 1]


def test_a_name_is_told_of_others_that_begin_alike() -> None:
    sheets = [sheet("On QPMix, QPMix-Large wins over Quarry.", "QPMix", "QPMix-Large", "Quarry")]
    some = np.array([[0.1, 0, 0.9], [0.3, 0, 0.2], [0.2, 0, 0.1]], np.float32)
    others = some * np.array([[0], [1], [1]], np.float32)
    changed = rivals(Layout.of(sheets), sheets, some) != rivals(Layout.of(sheets), sheets, others)
    assert changed[1].sum() > changed[2].sum()


def test_words_that_recur_are_told_from_words_that_stand_once() -> None:
    sheets = [
        sheet("Brisk tensor gates\nBrisk tensor folding is slow. Moss grows.", name)
        for name in ("brisk tensor", "moss grows")
    ]
    titled, alone = describe(Layout.of(sheets), sheets, Gazetteer(), {}, VECTORS)
    assert (titled != alone).sum() > 3


def test_company_is_the_vectors_of_words_and_neighbours() -> None:
    sheets = [sheet("new folding slow", "folding")]
    vectors = VECTORS.of(["folding", "new", "slow"])
    found = company(Layout.of(sheets), sheets, VECTORS)[0].reshape(-1, 2)
    assert np.allclose(found[0], vectors[0])
    assert np.allclose(found[3], vectors[1])
    assert np.allclose(found[5], vectors[2])
    assert np.allclose(found[4], 0)  # the paper begins there


def test_without_vectors_there_is_no_company() -> None:
    assert company(Layout.of(SHEETS), SHEETS, Vectors.none()).shape == (7, 0)


@pytest.mark.parametrize(
    ("title", "name", "words", "shares"),
    [
        ("QPM: Quiet Policy Mixing", "QPM", "Quiet Policy Mixing", (1, 1)),
        ("QPM: Mixing of Policies Quiet", "QPM", "Mixing of Policies Quiet", (1, 1)),
        ("QuaP: Quiet Mixing", "QuaP", "Quiet Mixing", (0.5, 0.5)),
        ("QPM: Lighter Training", "QPM", "Lighter Training", (0, 0)),
    ],
)
def test_a_name_is_told_how_far_its_letters_spell_what_follows_its_colon(
    title: str, name: str, words: str, shares: tuple[float, float]
) -> None:
    sheets = [sheet(f"{title}\nIt is fast.", name, words)]
    silent = [sheet(f"{title.replace(':', '')}\nIt is fast.", name, words)]
    zeros = [[0.0] * 3] * 2
    told, untold = row(sheets, zeros, 0), row(silent, zeros, 0)
    assert sorted(told[told != untold]) == pytest.approx(sorted([1, *filter(None, shares)]))


def test_papers_may_go_by_different_usage() -> None:
    known = Usage.merged([Tally.of([SHEETS[1].candidates[0].key] * 5, np.full((5, 3), 0.9))])
    sheets = [replace(SHEETS[1], usage=its) for its in (Usage.none(), known, Usage.none(), known)]
    rows = describe(Layout.of(sheets), sheets, Gazetteer(), {}, VECTORS)
    assert np.array_equal(rows[0], rows[2])
    assert np.array_equal(rows[1], rows[3])
    assert not np.array_equal(rows[0], rows[1])
