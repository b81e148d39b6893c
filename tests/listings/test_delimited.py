"""Tables between delimiters: what is a table, and rows that are not as they should be."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import ListingError

Read = Callable[..., list[Paper]]
ROWS = [["id", "title", "abstract"], ["1", "Kites, and", "Kites; rise | \n up."], ["2", "B", "C"]]


def table(rows: list[list[str]], delimiter: str = ",", **options: object) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, **options).writerows(rows)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("name", ["x", "x.csv", "x.tsv", "x.txt"])
@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_the_delimiter_is_found(delimiter: str, name: str, quoting: int, papers_in: Read) -> None:
    papers = papers_in(table(ROWS, delimiter, quoting=quoting), name)
    assert [[paper.id, paper.title, paper.abstract] for paper in papers] == ROWS[1:]
    assert [paper.source.rpartition(", ")[2] for paper in papers] == ["line 2", "line 4"]


def test_a_first_line_that_names_the_separator_is_skipped(papers_in: Read) -> None:
    assert len(papers_in("sep=;\r\n" + table(ROWS, ";"), "x.csv")) == 2


def test_spaces_after_delimiters(papers_in: Read) -> None:
    (paper,) = papers_in('id, title, abstract\n1, "Kites, all", "They, too."\n', "x.csv")
    assert (paper.title, paper.abstract) == ("Kites, all", "They, too.")


def test_a_table_of_one_column_has_no_delimiter(papers_in: Read) -> None:
    papers = papers_in('abstract\nKites, in short, rise.\n"Cranes, ""too""\nfold."\n', "x.csv")
    assert [paper.abstract for paper in papers] == [
        "Kites, in short, rise.",
        'Cranes, "too"\nfold.',
    ]


def test_only_titles_are_enough(papers_in: Read) -> None:
    papers = papers_in("id,title\n1,Kites\n", "x.csv")
    assert [(paper.title, paper.abstract) for paper in papers] == [("Kites", "")]


@pytest.mark.parametrize("text", ["id,venue,year\n1,X,2031\n", "We fold cranes.\n\nThey fly.\n"])
def test_no_usable_column_lists_those_found_and_those_understood(
    text: str, papers_in: Read
) -> None:
    with pytest.raises(ListingError) as raised:
        papers_in(text, "x.csv")
    found = "'id', 'venue', 'year'" if text.startswith("id") else "'We fold cranes.'"
    assert f"x.csv: no column holds titles or abstracts; columns found: {found};" in str(
        raised.value
    )
    assert "understood as abstract: abstract, paper_abstract" in str(raised.value)
    assert "as title: title, paper_title" in str(raised.value)


def test_a_table_without_a_usable_column_is_noticed_without_a_suffix(papers_in: Read) -> None:
    with pytest.raises(ListingError, match="columns found: 'id', 'venue'"):
        papers_in("id,venue\n" + "1,X\n" * 5)


def test_a_header_and_nothing_below_is_an_error(papers_in: Read) -> None:
    with pytest.raises(ListingError, match=r"x\.csv: holds not one paper"):
        papers_in("id,title,abstract\n", "x.csv")


def test_rows_of_another_width_are_problems(papers_in: Read) -> None:
    text = "id,title,abstract\n1,A,B\n2,A, B, C\n3,A\n4,A,B,,\n5,A,\n\n6,A,B\n"
    papers = papers_in(text, "x.csv")
    assert [paper.id for paper in papers] == ["1", "x-02", "x-03", "4", "5", "6"]
    assert [paper.problem is None for paper in papers] == [True, False, False, True, True, True]
    assert "x.csv, line 3: has 4 fields where the header has 3; put quotes" in str(
        papers[1].problem
    )
    assert "x.csv, line 4: has 2 fields where the header has 3" in str(papers[2].problem)


def test_empty_columns_at_the_end_and_columns_of_one_name(papers_in: Read) -> None:
    (paper,) = papers_in("id,title,title,,abstract,,\n1,A,B,C,D,,\n", "x.csv")
    assert (paper.title, paper.abstract) == ("A", "D")
    assert paper.extra == {"title_3": "B", "column_4": "C"}


@pytest.mark.parametrize("after", ["plain", "quoted", "none"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_quote_that_is_never_closed_costs_one_row(
    after: str, delimiter: str, papers_in: Read
) -> None:
    quote = '"' if after == "quoted" else ""
    rows = [[str(number), f"{quote}A{quote}", f"{quote}B{quote}"] for number in range(300)]
    lines = [delimiter.join(row) for row in [ROWS[0], *(rows if after != "none" else rows[:6])]]
    lines[6] = delimiter.join(["5", '"A', "B"])
    papers = papers_in("\n".join(lines), "x.csv")
    assert len(papers) == len(lines) - 1
    (bad,) = [paper for paper in papers if paper.problem]
    assert bad.id == "x-06"
    assert "x.csv, line 7: not valid CSV" in str(bad.problem)
    assert "a quotation mark does not match" in str(bad.problem)


def test_between_tabs_quotes_that_do_not_match_are_text(papers_in: Read) -> None:
    text = 'id\ttitle\tabstract\n1\t"Why?": kites\tA "B\n2\t"C\tD\n3\t"E"\tF\n'
    papers = papers_in(text, "x.tsv")
    assert [paper.title for paper in papers] == ['"Why?": kites', '"C', "E"]
    assert [paper.problem for paper in papers] == [None] * 3


def test_a_field_of_two_megabytes_and_nul_bytes(papers_in: Read) -> None:
    long = "kite, " * 400_000
    papers = papers_in(table([ROWS[0], ["1", "A", long], ["2", "B\0", "C\0D"]]), "x.csv")
    assert [paper.abstract for paper in papers] == [long, "C\0D"]
    assert papers[1].title == "B\0"


def test_rows_of_nothing_but_delimiters_are_rows(papers_in: Read) -> None:
    papers = papers_in("id,title,abstract\n,,\n1,A,B\n", "x.csv")
    assert [(paper.id, paper.title) for paper in papers] == [("x-01", ""), ("1", "A")]


@pytest.mark.parametrize("value", ["NaN", "nan", "null", "None"])
def test_words_for_missing_values_are_empty(value: str, papers_in: Read) -> None:
    papers = papers_in(f"id,title,abstract\n{value},A,{value}\n", "x.csv")
    assert [(paper.id, paper.abstract) for paper in papers] == [("x-01", "")]
