import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.features import fold, terms, tokenize

WILD = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from(" .-,'’aAsSİıßﬁ0123 of the learning")),
    max_size=80,
)


def test_words_and_phrases_of_up_to_three_words_are_terms():
    assert list(terms("Deep kernel ridge machines")) == [
        "deep",
        "kernel",
        "deep kernel",
        "ridge",
        "kernel ridge",
        "deep kernel ridge",
        "machine",
        "ridge machine",
        "kernel ridge machine",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "kernel. ridge",
        "kernel, ridge",
        "kernel (ridge)",
        "kernel of ridge",
        "kernel 17 ridge",
        "kernel https://example.org/x ridge",
        "kernel we propose ridge",
        "kernel_ridge",
    ],
)
def test_a_phrase_never_crosses_a_break(text):
    assert "kernel ridge" not in list(terms(text))
    assert {"kernel", "ridge"} <= set(terms(text))


@pytest.mark.parametrize(
    "text", ["kernel-ridge", "kernel‑ridge", "kernel \n ridge", "Kernel Ridge"]
)
def test_hyphens_and_white_space_do_not_break_a_phrase(text):
    assert "kernel ridge" in list(terms(text))


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Networks", "network"),
        ("policies", "policy"),
        ("losses", "loss"),
        ("loss", "loss"),
        ("bias", "bia"),
        ("analysis", "analysis"),
        ("corpus", "corpus"),
        ("GANs", "gan"),
        ("Stein's", "stein"),
        ("Bayes’s", "baye"),
        ("gas", "gas"),
        ("3D", "3d"),
    ],
)
def test_words_are_folded_to_lower_case_and_singular(word, folded):
    assert fold(word) == folded


@pytest.mark.parametrize("piece", ["The", "using", "2026", ".", "_", "https://a.org", "www.a.org"])
def test_breaks_fold_to_nothing(piece):
    assert fold(piece) == ""


@given(WILD)
def test_the_fast_path_finds_what_tokenize_finds(text):
    assert [token.term for token in tokenize(text)] == list(terms(text))


@given(WILD)
def test_a_token_stands_where_it_says(text):
    for token in tokenize(text):
        piece = text[token.start : token.end]
        assert token.term in list(terms(piece))
        assert piece == piece.strip()


def test_an_empty_text_has_no_terms():
    assert tokenize("") == []
