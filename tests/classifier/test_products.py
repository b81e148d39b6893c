"""Products of positions by two."""

import numpy as np
import pytest

from papertaxa.classifier import products as module
from papertaxa.classifier.products import WEIGHT, learn_products


@pytest.fixture
def places():
    values = np.random.default_rng(4).normal(size=(30, 6))
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    values[7] = 0
    return values


@pytest.fixture
def share():
    return np.random.default_rng(5).normal(size=(30, 3))


def test_the_score_is_that_of_the_squared_inner_products(places, share):
    products = learn_products(places, share)
    expected = WEIGHT * (places @ places.T) ** 2 @ share
    np.testing.assert_allclose(products.score(places), expected, atol=0.06)


def test_a_paper_that_lies_nowhere_gets_nothing(places, share):
    assert not learn_products(places, share).score(places)[7].any()


def test_the_foremost_axes_are_kept_where_there_are_more(places, share, monkeypatch):
    whole = learn_products(places, share)
    monkeypatch.setattr(module, "_AXES", 2)
    part = learn_products(places, share)
    assert part.worth.shape == (3, 2)
    np.testing.assert_array_equal(np.abs(part.worth), np.abs(whole.worth[:, :2]))
    assert (np.diff(np.abs(whole.worth), axis=1) <= 0).all()


def test_scores_do_not_depend_on_how_many_papers_are_scored_at_once(places, share, monkeypatch):
    products = learn_products(places, share)
    together = products.score(places)
    monkeypatch.setattr(module, "_AT_ONCE", 7)
    np.testing.assert_allclose(products.score(places), together, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("models", [[0], [2, 1], [0, 1, 2]])
def test_the_pull_of_directions_adds_up_to_the_score(places, share, models):
    products = learn_products(places, share)
    for place in places[:9]:
        found = place @ products.pull(place, models)
        np.testing.assert_allclose(found, products.score(place[None])[0, models], atol=1e-5)
