"""HTML."""

import pytest

from papertaxa.text import clean
from papertaxa.text.hypertext import unescape


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<p>One</p><p>two</p>", "One two"),
        ("<strong>G</strong>raph <EM>net</EM> a<br/>b", "Graph net a b"),
        ('<a href="https://a.org/?x=1">here</a> <span class="y">z</span>', "here z"),
        ("x<sup>2</sup> and H<sub>2</sub>O 4<sup>th</sup>", "x² and H2O 4th"),
        ("<jats:p>A <jats:italic>b</jats:italic></jats:p><jats:title>c</jats:title>", "A b c"),
        ("a<!-- hidden -->b", "a b"),
        ("<think> and </think>, <eos>, <answer>", "<think> and </think>, <eos>, <answer>"),
        ("a<b and c>d, x < y, i<b>j", "a<b and c>d, x < y, i<b>j"),
        ("<b>B</b>ig, </i> alone", "Big, </i> alone"),
        ("stray </em> and <strong> go", "stray and go"),
        ("$n &lt; m$ <https://a.org/x>", "n < m https://a.org/x"),
    ],
)
def test_known_tags_go_and_all_else_stays(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("&amp; &lt;p&gt; &quot;x&quot; don&#39;t &#x27; &mdash;", "& <p> \"x\" don't ' —"),
        ("&amp;amp; and &amp;lt;", "& and <"),
        ("``x&#x27;&#x27;", "“x”"),
        ("Q&A; R&D AT&T &unknown; &notit; &", "Q&A; R&D AT&T &unknown; &notit; &"),
        ("a&nbsp;&nbsp;b", "a b"),
        ("&#0;x&#xD800;y", "\ufffdx\ufffdy"),
    ],
)
def test_character_references_are_replaced_if_known(raw, text):
    assert clean(raw).text == text


def test_unescape_leaves_no_known_reference():
    assert unescape("a&amp;b&#39;&lt;&foo;") == "a&b'<&foo;"
