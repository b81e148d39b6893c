"""Links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.text import links
from papertaxa.text.addresses import located


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("no link, e.g. none; a.b", ()),
        ("at https://a.org/x.", ("https://a.org/x",)),
        (
            "(https://a.org/x), https://a.org/y; and http://b.io!",
            ("https://a.org/x", "https://a.org/y", "http://b.io"),
        ),
        ("https://a.org/x_(y) (see https://a.org/z)", ("https://a.org/x_(y)", "https://a.org/z")),
        (
            r"\url{https://a.org/b_c}. \href{https://a.org/d\_e}{here}",
            ("https://a.org/b_c", "https://a.org/d_e"),
        ),
        (
            "[t](https://a.org/x) **https://a.org/y** `https://a.org/z`",
            ("https://a.org/x", "https://a.org/y", "https://a.org/z"),
        ),
        ("[https://a.org](https://a.org)", ("https://a.org",)),
        (
            '<a href="https://a.org/?x=1&amp;y=2">t</a><p>https://b.org</p>',
            ("https://a.org/?x=1&y=2", "https://b.org"),
        ),
        ("&quot;https://a.org/x&quot; <https://b.org>", ("https://a.org/x", "https://b.org")),
        (
            r"https://a.org/\~me https://a.org/{\_}x https://a.org/100\%",
            ("https://a.org/~me", "https://a.org/_x", "https://a.org/100%"),
        ),
        ("at github.com/me/tool. and www.a.org/x", ("github.com/me/tool", "www.a.org/x")),
        ("HTTPS://A.org/X", ("HTTPS://A.org/X",)),
        ("见https://a.org/x。还有https://b.org", ("https://a.org/x", "https://b.org")),
        ("https://a.org/x https://a.org/x", ("https://a.org/x",)),
        ("me@mail.com/x https:// www.", ()),
    ],
)
def test_links_are_found_without_what_only_surrounds_them(raw, found):
    assert links(raw) == found


@given(
    st.lists(
        st.sampled_from(
            ["https://", "www.", "a.org/", "(", ")", "&quot;", "\\_", ".", "x", " ", "{", "}"]
        ),
        max_size=30,
    )
)
def test_links_never_hold_space_or_markup(parts):
    for link in links("".join(parts)):
        assert not set(link) & set(' {}\\"')
        assert link[-1] not in ".,;:"
        assert link.count(")") <= link.count("(")


def test_addresses_are_given_with_their_places():
    raw = r"See \url{https://example.org/a\_b}, and www.example.org/c."
    found = located(raw)
    assert [address for _, _, address in found] == list(links(raw))
    assert [raw[start:end] for start, end, _ in found] == [
        r"https://example.org/a\_b",
        "www.example.org/c",
    ]
