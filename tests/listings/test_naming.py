"""Made-up ids: from the file's stem, never two alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.listings.naming import made_up_id, stems
from papertaxa.listings.sources import Source

NAMES = ["papers", "papers.csv", "papers.jsonl.gz", "papers-2", "a-papers", ".gz", "-", "x/papers"]


def source(path: str) -> Source:
    return Source(name=path, path=None if path == "-" else Path("/", path), size=None)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("000_13ea939fd516f8df.txt", "000_13ea939fd516f8df"),
        ("papers.v2.jsonl.gz", "papers.v2"),
        ("papers.GZ", "papers"),
        ("papers", "papers"),
        (".gz", ".gz"),
        ("-", "stdin"),
    ],
)
def test_the_stem_is_the_name_without_suffixes(name: str, stem: str) -> None:
    assert stems([source(name)]) == [stem]


def test_later_files_of_the_same_stem_are_told_apart_by_their_folders() -> None:
    paths = ["a/papers.csv", "b/papers.csv", "c/b/papers.csv", "b/papers.jsonl"]
    assert stems(map(source, paths)) == ["papers", "b-papers", "c-b-papers", "b-papers-2"]


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "a/", "b/", "b/a/"]), st.sampled_from(NAMES)), max_size=9
    )
)
def test_no_two_made_up_ids_are_alike(parts: list[tuple[str, str]]) -> None:
    chosen = stems([source(name if name == "-" else folder + name) for folder, name in parts])
    numbers = [1, 2, 10, 11, 99, 100, 101, 1000]
    ids = [made_up_id(stem, number) for stem in chosen for number in numbers]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("number", "text"), [(1, "x-01"), (99, "x-99"), (100, "x-100")])
def test_numbers_have_at_least_two_digits(number: int, text: str) -> None:
    assert made_up_id("x", number) == text
