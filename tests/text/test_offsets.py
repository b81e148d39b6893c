"""The way back from a cleaned text to the text as given."""

import pytest

from papertaxa.text import clean
from papertaxa.text.offsets import CLAIMED, mask


def raw_of(raw, part):
    """What stands in the raw text behind a part of the cleaned one."""
    cleaned = clean(raw)
    start = cleaned.text.index(part)
    begin, end = cleaned.raw_span(start, start + len(part))
    return raw[begin:end]


@pytest.mark.parametrize(
    ("raw", "part", "expected"),
    [
        # Markup around a name is left out.
        ("We propose **ProRL** here.", "ProRL", "ProRL"),
        (r"We propose \emph{GCR-RL} here.", "GCR-RL", "GCR-RL"),
        (r"{\bf Tri} net", "Tri", "Tri"),
        ("<em>Moss</em> grows", "Moss", "Moss"),
        ("at [Moss](https://a.org)", "Moss", "Moss"),
        (r"$\mathrm{Moss}$ grows", "Moss", "Moss"),
        (r"\ours{} wins", "ours", "ours"),
        # A pair of which one half lies within is taken whole.
        (r"the \textbf{O}ptimization step", "Optimization", r"\textbf{O}ptimization"),
        ("a **D**eep **N**et", "Deep Net", "**D**eep **N**et"),
        ("a **D**eep **N**et", "Deep", "**D**eep"),
        ("a sym*M*etry", "symMetry", "sym*M*etry"),
        (r"$\beta$-VAE", "β-VAE", r"$\beta$-VAE"),
        (r"a C$^3$ net", "C³", "C$^3$"),
        (r"a C$^{3}$ net", "C³", "C$^{3}$"),
        (r"a $\mathrm{W}^2\mathrm{R}^{2}$ net", "W²R²", r"\mathrm{W}^2\mathrm{R}^{2}"),
        (r"\textit{\textbf{S}imple \textbf{N}et}", "Simple Net", r"\textbf{S}imple \textbf{N}et"),
        ("<b>S</b>imple", "Simple", "<b>S</b>imple"),
        (r"\frac{a}{b}", "a", "a"),
        (r"\frac{a}{b}", "a/b", r"\frac{a}{b}"),
        # A character that stands for several takes them all.
        (r"by $\pi_0$ alone", "π0", r"\pi_0"),
        (r"by $\pi_0$ alone", "π", r"\pi"),
        (r"Fr\'echet mean", "é", r"\'e"),
        ("eﬀort", "f", "ﬀ"),
        ("a  b", "a b", "a  b"),
        ("A&amp;B", "A&B", "A&amp;B"),
        ("A -- B", "–", "--"),
    ],
)
def test_a_raw_span_is_the_tightest_that_holds_no_half_of_a_pair(raw, part, expected):
    assert raw_of(raw, part) == expected


@pytest.mark.parametrize(
    ("raw", "part", "expected"),
    [
        ("We propose **ProRL** here.", "**ProRL**", "ProRL"),
        ("We propose **ProRL** here.", "ProRL", "ProRL"),
        ("We propose **ProRL** here.", "**Pro", "Pro"),
        (r"$\pi_0$-FAST", r"$\pi_0$-FAST", "π0-FAST"),
        (r"$\pi_0$-FAST", r"\pi_0", "π0"),
        (r"$\pi_0$-FAST", r"\p", "π"),
        (r"see \cite{x} here", r"\cite{x}", ""),
        ("an eﬃcient way", "eﬃcient", "efficient"),
        ("two\n  lines", "two\n  lines", "two lines"),
    ],
)
def test_a_clean_span_holds_all_that_is_left_of_a_raw_part(raw, part, expected):
    cleaned = clean(raw)
    start = raw.index(part)
    begin, end = cleaned.clean_span(start, start + len(part))
    assert cleaned.text[begin:end] == expected


def test_an_empty_part_stays_empty():
    cleaned = clean("**a** b")
    assert cleaned.raw_span(0, 0) == (2, 2)
    assert cleaned.raw_span(3, 3) == (7, 7)
    assert cleaned.clean_span(4, 4) == (1, 1)
    assert clean("").raw_span(0, 0) == (0, 0)
    assert clean("").clean_span(0, 0) == (0, 0)
    assert clean(r"\cite{a}").clean_span(0, 8) == (0, 0)


@pytest.mark.parametrize("span", [(-1, 1), (0, 4), (2, 1)])
def test_a_part_outside_the_text_is_an_error(span):
    cleaned = clean("abc")
    with pytest.raises(ValueError, match="is not within a text of 3"):
        cleaned.raw_span(*span)
    with pytest.raises(ValueError, match="is not within a text of 3"):
        cleaned.clean_span(*span)


def test_a_mask_keeps_every_other_character_in_its_place():
    text = mask("abcdef", [(3, 5, ""), (1, 2, " "), (4, 5, "x")])
    assert text == f"a c{CLAIMED}{CLAIMED}f"
