import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.taxonomy.slug import is_slug, slugify


@pytest.mark.parametrize("text", ["a", "offline-rl", "3d-vision", "强化学习", "größe-2"])
def test_letters_digits_and_single_hyphens_make_an_id(text):
    assert is_slug(text)


@pytest.mark.parametrize("text", ["", "A", "a b", "a_b", "-a", "a-", "a--b", "a/b", "a\n", "a;b"])
def test_anything_else_does_not(text):
    assert not is_slug(text)


@given(st.text())
def test_what_slugify_makes_is_an_id_or_empty(text):
    slug = slugify(text)
    assert slug == "" or is_slug(slug)
