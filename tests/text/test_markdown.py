"""Markdown."""

import pytest

from papertaxa.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("**bold** *it* _it_ __Bold words__ ***both***", "bold it it Bold words both"),
        ("**C**ollapse-**A**ware and brea**K**ing", "Collapse-Aware and breaKing"),
        ("symmet*R*y (*Net*), *a*-corrected", "symmetRy (Net), a-corrected"),
        ("**a *b* c** and *a **b** c*", "a b c and a b c"),
        ("*a\n\nb* stays, *a\nb* goes", "*a b* stays, a b goes"),
        ("snake_case __init__ _x and y", "snake_case __init__ _x and y"),
        (
            "2*3*4 A* and D* x**2 + y**2 V*Bench, A*Net",
            "2*3*4 A* and D* x**2 + y**2 V*Bench, A*Net",
        ),
        ("a * b * c and **open", "a * b * c and **open"),
        (r"\*not\* and \_not\_", "*not* and _not_"),
        ("`a*b*c_d_e` ``x ` y``", "a*b*c_d_e “x ‘ y“"),
        ("`toy' and `real' ones", "‘toy' and ‘real' ones"),
        ("[text](https://a.org/x(y)z) ![fig](https://a.org/f.png)", "text fig"),
        ("[**b**](#part) [1] [a](b)", "b [1] [a](b)"),
        ("# Head\nText\n\n## Two\nMore # here", "Head Text Two More # here"),
        ("# of units", "# of units"),
        ("\n* one\n* two\n• three", "one two three"),
        ("as\n- one\n- two", "as one two"),
        ("cats\n- and dogs", "cats - and dogs"),
        ("a **$x$-net** and *\\emph{b}*", "a x-net and b"),
    ],
)
def test_markdown_reads_as_rendered_and_names_keep_their_signs(raw, text):
    assert clean(raw).text == text
