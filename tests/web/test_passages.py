import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.text import clean
from papertaxa.web.passages import Mark, mark_given, mark_names, passages

spans = st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40), st.sampled_from("mbp")))


@given(st.text(max_size=30), spans)
def test_passages_join_to_the_text_whatever_the_marks(text, marks):
    found = passages(text, [Mark(*mark) for mark in marks])
    assert "".join(part.text for part in found) == text


def test_overlapping_marks_are_cut_at_their_ends():
    found = passages("abcdef", [Mark(0, 4, "m"), Mark(2, 6, "e1")])
    cut = [(part.text, part.kinds) for part in found]
    assert cut == [("ab", "m"), ("cd", "e1 m"), ("ef", "e1")]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Net and NetX use Net.", "Net", ["Net", "Net"]),
        ("C++ and C", "C++", ["C++"]),
        ("the Mask R-CNN", "mask r-cnn", ["Mask R-CNN"]),
        ("MaskNet masknet", "MaskNet", ["MaskNet"]),
        ("nothing", "Net", []),
        ("nothing", " ", []),
    ],
)
def test_names_are_found_as_whole_words(text, name, found):
    assert [text[m.start : m.end] for m in mark_names(text, [name], "m")] == found


def test_a_span_of_the_text_as_given_is_found_in_the_cleaned_one():
    text = clean("We use **LogNet** here")
    start = text.raw.index("LogNet")
    (mark,) = mark_given(text, start, start + 6, "m")
    assert text.text[mark.start : mark.end] == "LogNet"
    assert mark_given(text, 5, 999, "m") == []
