"""Which column is which, and what becomes of values that are not text."""

from __future__ import annotations

import pytest

from papertaxa.domain import Paper
from papertaxa.errors import ListingError
from papertaxa.listings import columns


def paper_of(fields: dict[str, object]) -> Paper:
    return columns.to_paper(fields, source="x, line 1", fallback_id="x-01")


@pytest.mark.parametrize(
    ("name", "field"),
    [(name, "abstract") for name in columns.ABSTRACT_NAMES]
    + [(name, "title") for name in columns.TITLE_NAMES]
    + [(name, "id") for name in columns.ID_NAMES],
)
def test_every_synonym_in_every_spelling(name: str, field: str) -> None:
    spellings = {
        name,
        name.upper(),
        name.replace("_", " ").title(),
        name.replace("_", "-"),
        name.replace("_", ""),
        f"content.{name}",
        f"content.{name}.value",
        f" {name} ",
        f"\ufeff{name}",
    }
    for spelling in spellings:
        assert getattr(paper_of({spelling: "kite"}), field) == "kite", spelling


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"Title": "no", "title": "yes"}, "yes"),
        ({"name": "no", "Paper Title": "yes"}, "yes"),
        ({"TITLE": "yes", "Title": "no"}, "yes"),
    ],
)
def test_the_exact_name_wins_then_the_order_of_the_list_then_the_leftmost(
    fields: dict[str, object], title: str
) -> None:
    paper = paper_of(fields)
    assert paper.title == title
    assert list(paper.extra.values()) == ["no"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (12, "12"),
        (12.0, "12"),
        (12.5, "12.5"),
        (0, "0"),
        (10**20, "1" + "0" * 20),
        (" a ", "a"),
        ({"value": 3}, "3"),
        (["a", 1], '["a", 1]'),
    ],
)
def test_ids_become_strings(value: object, expected: str) -> None:
    assert paper_of({"id": value}).id == expected


@pytest.mark.parametrize("value", [None, float("nan"), "", "  ", "nan", {"value": None}])
def test_a_missing_id_is_made_up(value: object) -> None:
    assert paper_of({"id": value}).id == "x-01"
    assert paper_of({}).id == "x-01"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ""),
        (float("nan"), ""),
        ("NaN", ""),
        (["One.", None, "Two."], "One.\n\nTwo."),
        ({"background": "One.", "methods": ["Two.", "Three."]}, "One.\n\nTwo.\n\nThree."),
        ({"value": "One."}, "One."),
        ([{"#text": "One."}], "One."),
        (3, "3"),
        (" as given \n", " as given \n"),
    ],
)
def test_abstracts_of_every_type_become_text(value: object, expected: str) -> None:
    assert paper_of({"abstract": value}).abstract == expected


def test_other_columns_are_kept_nested_content_one_level_up() -> None:
    paper = paper_of(
        {
            "id": "1",
            "venue": "V",
            "content": {"title": {"value": "T"}, "venue": {"value": "W"}, "pdf": {"a": {"b": 1}}},
        }
    )
    assert paper.title == "T"
    assert paper.extra == {"venue": "V", "content.venue": "W", "pdf": {"a": {"b": 1}}}


def test_content_that_is_text_is_an_ordinary_column() -> None:
    assert paper_of({"title": "T", "content": "C"}).extra == {"content": "C"}


def test_many_columns_are_not_all_listed() -> None:
    with pytest.raises(ListingError, match=r"'c19' and 80 more;"):
        columns.require_usable([f"c{number}" for number in range(100)], name="x")
