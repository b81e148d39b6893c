"""What becomes of a row before anything is predicted."""

import pytest

from papertaxa.batch.screen import Seen, screen
from papertaxa.domain import Paper
from papertaxa.text import clean_paper

ENGLISH = "We study how ripe pears travel along a conveyor belt and propose a rule to sort them."
GERMAN = (
    "Wir untersuchen, wie reife Birnen auf einem Förderband wandern, und schlagen eine neue Regel "
    "vor, nach der sie ohne Druckstellen sortiert werden können. Die Versuche zeigen, dass die "
    "Regel besser ist als alle bisher bekannten Verfahren."
)


def status(seen=None, **fields):
    paper = Paper(id="p", source="list.csv, line 2", **fields)
    return screen(paper, clean_paper(paper), seen or Seen())


def test_a_row_with_an_abstract_is_ok():
    assert status(abstract=ENGLISH) == ("ok", None)


@pytest.mark.parametrize("blank", ["", "  \n", "\u200b", "\x00\x00", "<p></p>"])
def test_a_row_with_neither_title_nor_abstract_is_empty_and_says_where(blank):
    assert status(title=blank, abstract=blank) == (
        "empty",
        "list.csv, line 2: neither a title nor an abstract",
    )


def test_a_row_with_a_title_alone_is_title_only():
    assert status(title="Sorting pears without bruises", abstract="")[0] == "title-only"


def test_a_row_that_was_not_parsed_is_unreadable_with_its_problem():
    assert status(problem="list.jsonl, line 9: not valid JSON") == (
        "unreadable",
        "list.jsonl, line 9: not valid JSON",
    )


def test_a_few_words_are_too_short():
    found, reason = status(abstract="Pears roll.")
    assert found == "too-short"
    assert "2 words" in reason


def test_another_language_is_named():
    found, reason = status(abstract=GERMAN)
    assert found == "not-english"
    assert "German" in reason


def test_the_same_words_again_are_a_duplicate_of_the_first_whatever_the_markup():
    seen = Seen()
    first = Paper(id="first", title="On pears", abstract=ENGLISH)
    screen(first, clean_paper(first), seen)
    again = Paper(
        id="again", title="**On Pears**", abstract=ENGLISH.replace("ripe", r"\emph{ripe}")
    )
    assert screen(again, clean_paper(again), seen) == (
        "duplicate",
        "same title and abstract as first",
    )


def test_the_same_title_with_another_abstract_is_no_duplicate():
    seen = Seen()
    for n, text in enumerate((ENGLISH, ENGLISH + " It is fast.")):
        paper = Paper(id=str(n), title="On pears", abstract=text)
        assert screen(paper, clean_paper(paper), seen)[0] == "ok"


def test_empty_rows_are_never_duplicates_of_each_other():
    seen = Seen()
    assert [status(seen)[0] for _ in range(2)] == ["empty", "empty"]
