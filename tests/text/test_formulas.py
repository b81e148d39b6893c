"""Where formulas begin and end."""

import pytest

from papertaxa.text import clean
from papertaxa.text.formulas import braces, displays, dollars


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("costs $5 and $10", "costs $5 and $10"),
        (
            "from $5-$10 to $1.5 million, or US$5 to US$10",
            "from $5-$10 to $1.5 million, or US$5 to US$10",
        ),
        ("pays $10. We use $k$-means", "pays $10. We use k-means"),
        ("an $8B model", "an $8B model"),
        ("set $HOME and $PATH", "set $HOME and $PATH"),
        ("$8$–$12$% or $ K $-means", "8–12% or K-means"),
        (r"$5 \times 3$ and $2$", "5 × 3 and 2"),
        ("$$a = b$$ and $x$$y$", "a = b and xy"),
        (r"$\text{a $b$ c}$ then $d$", "a b c then d"),
        (r"top-\$p\$ for \$5 or \$6", "top-p for $5 or $6"),
        (r"\( x \) and \[ y \]", "x and y"),
        ("in $a\n\nb$ two paragraphs", "in $a b$ two paragraphs"),
        ("one $ sign", "one $ sign"),
        ("$", "$"),
    ],
)
def test_formulas_and_money_are_told_apart(raw, text):
    assert clean(raw).text == text


def test_dollars_gives_closing_signs_and_their_width():
    assert dollars("$a$ $$b$$") == {0: (2, 1), 4: (7, 2)}


def test_displays_pairs_the_nearest_brackets():
    assert displays(r"\(a\) \[b\)") == {0: (3, 5)}


def test_braces_leaves_escaped_and_open_ones_out():
    assert braces(r"{a{b}} \{c} {d") == {0: 5, 2: 4}
