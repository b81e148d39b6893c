"""Unicode forms."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.text import clean
from papertaxa.text.unicode import plain


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("eﬃcient ﬁne ﬂow ﬀ", "efficient fine flow ff"),
        ("ＡＢＣ：１２", "ABC:12"),
        ("𝒪(𝑛) 𝛽 ℝ ℤ Ⅷ", "O(n) β R Z VIII"),
        ("C³ π₀ ℓ2 ½ ™ … “x” – —", "C³ π₀ ℓ2 ½ ™ … “x” – —"),
        ("V‑JEPA kNN‐LM", "V-JEPA kNN-LM"),
        ("cafe\u0301 n\u0303 \u1112\u1161\u11ab", "café ñ 한"),
        ("µP ϵ Ω", "μP ε Ω"),
        ("a\u00a0b\u2009c\u3000d\u2028e", "a b c d e"),
        ("a\u00adb\u200bc\ufeffd\x00e\x07f", "abcdef"),
        ("x\ud800y", "xy"),
        ("a\x0bb\x0cc", "a b c"),
        ("中文，日本語。", "中文,日本語。"),
    ],
)
def test_a_character_has_one_form(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize("first", ["a", "b", "1", " ", "中"])
@given(st.text(st.characters(categories=["Mn", "Lo"]), max_size=6))
def test_letters_and_marks_are_composed(first, marks):
    text = clean(first + marks).text
    assert unicodedata.is_normalized("NFC", text) or clean(marks).text != plain(marks)


def test_plain_gives_the_same_forms_without_a_way_back():
    assert plain("ﬁ\u00ad e\u0301\u00a0𝒪") == "fi é O"
