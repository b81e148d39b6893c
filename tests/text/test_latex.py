"""LaTeX at large: groups, dashes, quotes, ties."""

import pytest

from papertaxa.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("pages 1--5 --- all", "pages 1–5 — all"),
        ("``quoted'' and `half'", "“quoted” and ‘half'"),
        (r"$\textbf{``quoted''}$ and $f''$", "“quoted” and f''"),
        ("Figure~3 of Smith~et~al.~2", "Figure 3 of Smith et al. 2"),
        ("~10% or 5~10 or a ~ b", "~10% or 5~10 or a ~ b"),
        ("----", "----"),
        ("a {Proper} noun, {BERT}: x", "a Proper noun, BERT: x"),
        ("{a potential net}", "a potential net"),
        ("{{Bert}} 1{,}485 x{--}y", "Bert 1,485 x–y"),
        ("the set {a, b} and {0, 1}", "the set {a, b} and {0, 1}"),
        (r"{43\% of all, in part}", "43% of all, in part"),
        ("F${}^2$SA", "F²SA"),
        ("open { brace", "open { brace"),
        ("closed } brace", "closed } brace"),
        (r"open \textbf{brace", "open brace"),
        (r"line \\ break\\and more", "line break and more"),
        (r"twice escaped 12\\% $\\mathbb{R}$", "twice escaped 12% R"),
        ("a lone \\", "a lone \\"),
    ],
)
def test_text_mode_reads_as_typeset(raw, text):
    assert clean(raw).text == text
