"""Plain text: which paragraph is a title line, and what a paragraph is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

Read = Callable[..., list[Paper]]
ONE = "We fold paper cranes with a robot arm that has never seen paper. It folds them well."
TWO = "A kite that learns to fly from its own falls, and the bound on the falls that it needs."


def test_ids_are_the_stem_and_the_paragraphs_number(papers_in: Read) -> None:
    papers = papers_in(f"Cranes 2031\n\n{ONE}\n\n{TWO}\n", "000_13ea939fd516f8df.txt")
    assert [(paper.id, paper.title, paper.abstract) for paper in papers] == [
        ("000_13ea939fd516f8df-01", "", ONE),
        ("000_13ea939fd516f8df-02", "", TWO),
    ]
    assert [paper.source.rpartition(", ")[2] for paper in papers] == ["line 3", "line 5"]


@pytest.mark.parametrize(
    "title",
    [
        "ICML 2026 Papers",
        "ICML 2026 论文列表",
        "Список статей",
        "# Papers",
        "Title, Abstract",
        "أوراق",
        "Papers of 2031.",
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_short_first_line_in_any_script_is_the_listings_title(
    title: str, newline: str, papers_in: Read
) -> None:
    text = f"\n{title}\n\n{ONE}\n \t\n\u3000\n{TWO}".replace("\n", newline)
    assert [paper.abstract for paper in papers_in(text)] == [ONE, TWO]


@pytest.mark.parametrize("first", [ONE * 2, "Hard\nwrapped", "We fold. Short, but a sentence."])
def test_a_first_paragraph_that_is_an_abstract_is_a_paper(first: str, papers_in: Read) -> None:
    second = "Also short, also a sentence."
    assert [paper.abstract for paper in papers_in(f"{first}\n\n{second}")] == [first, second]


def test_line_breaks_within_an_abstract_stay(papers_in: Read) -> None:
    (paper,) = papers_in("Cranes\r\n\r\nWe fold\r\npaper\r\n  cranes.\r\n")
    assert paper.abstract == "We fold\r\npaper\r\n  cranes."


def test_one_long_paragraph_is_one_paper(papers_in: Read) -> None:
    assert [paper.abstract for paper in papers_in(ONE * 2)] == [ONE * 2]


def test_nothing_but_a_title_line_is_an_error(papers_in: Read) -> None:
    with pytest.raises(ListingError, match=r"holds nothing but a title line \('Cranes 2031'\)"):
        papers_in("Cranes 2031\n\n")


@pytest.mark.parametrize(
    "abstract",
    [
        '[1] showed that kites fall; we show that they rise, given "wind", string, and time.',
        "[We study] kites.",
        '{Kites} and strings, strings and kites: "a": 1.',
        '{"Kites" are quoted, we say} and then go on.',
        "id, title, abstract, and keywords are what a listing has.\nWe study lists.",
        "title, abstract",
        "Abstract",
        "a | b | c",
        "ORChids are flowers.",
        "MZ is a prefix, PK another, BZh a third.",
    ],
)
def test_prose_that_looks_like_another_format_stays_prose(abstract: str, papers_in: Read) -> None:
    papers = papers_in(f"Kites, strings\n\n{abstract}\n\n{ONE}\n\n{TWO}\n")
    assert [paper.abstract for paper in papers] == [abstract, ONE, TWO]
    papers = papers_in(f"{abstract} {ONE * 2}\n\n{TWO}\n")
    assert [paper.abstract for paper in papers] == [f"{abstract} {ONE * 2}", TWO]


def test_nul_bytes_are_passed_on(papers_in: Read) -> None:
    assert papers_in(f"Kites\n\nA\0B {ONE}")[0].abstract == f"A\0B {ONE}"


def test_an_abstract_of_two_megabytes_is_one_paper(papers_in: Read) -> None:
    long = "kite " * 400_000
    assert [len(paper.abstract) for paper in papers_in(f"Kites\n\n{long}x\n\n{ONE}")] == [
        2_000_001,
        len(ONE),
    ]
