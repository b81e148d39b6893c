"""The scanner sees the same values however the text is cut."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.listings.jsonscan import Scanner
from papertaxa.listings.rows import CutOffError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('ab"\\é'), inner, max_size=4)
    ),
    max_leaves=12,
)


def pieces(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


@given(st.lists(VALUES), st.integers(1, 7), st.sampled_from([None, 1]), st.booleans())
def test_elements(values: list[object], size: int, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=ascii_only)
    scanner = Scanner(pieces(text, size))
    assert [scanner.value() for _ in scanner.elements()] == values
    assert scanner.peek() == ""
    assert scanner.line == text.count("\n") + 1


@given(st.dictionaries(st.text('ab"\\é'), VALUES), st.integers(1, 7))
def test_members(values: dict[str, object], size: int) -> None:
    scanner = Scanner(pieces(json.dumps(values), size))
    assert {key: scanner.value() for key in scanner.members()} == values


@given(st.lists(VALUES, min_size=1), st.integers(1, 7), st.data())
def test_text_cut_off_anywhere_gives_its_first_elements_and_then_an_error(
    values: list[object], size: int, data: st.DataObject
) -> None:
    text = json.dumps(values)
    text = text[: data.draw(st.integers(0, len(text) - 1))]
    scanner = Scanner(pieces(text, size))
    seen: list[object] = []
    with pytest.raises(ValueError, match=r"."):
        seen.extend(scanner.value() for _ in scanner.elements())
    # A number whose end is missing is a number still.
    assert seen[:-1] == values[: len(seen)][:-1]


def test_damage_is_told_after_the_elements_before_it() -> None:
    def chunks() -> Iterator[str]:
        yield '[{"a": 1}, {"b": 2}, {"c'
        raise CutOffError("here")

    scanner = Scanner(chunks())
    seen: list[object] = []
    with pytest.raises(CutOffError, match="here"):
        seen.extend(scanner.value() for _ in scanner.elements())
    assert seen in ([{"a": 1}, {"b": 2}], [])
