import numpy as np
import pytest
import scipy.sparse as sp

from papertaxa.classifier import ridge as module
from papertaxa.classifier.ridge import ridge


@pytest.fixture
def problem():
    dice = np.random.default_rng(1)
    sparse = sp.random(40, 60, density=0.2, random_state=2, format="csr")
    dense = dice.normal(size=(40, 3))
    targets = (dice.random((40, 4)) < 0.4).astype(float)
    return [sparse, dense], targets


def scores(fitted, blocks):
    return fitted.bias + sum(b @ w for b, w in zip(blocks, fitted.weights, strict=True))


def test_held_out_scores_are_those_of_models_fitted_without_the_paper(problem):
    blocks, targets = problem
    fitted = ridge(blocks, targets, penalty=0.7)
    for row in (0, 17, 39):
        others = np.arange(40) != row
        # Not to the last digit: the mean of the targets is taken with the paper.
        part = ridge([b[others] for b in blocks], targets[others], penalty=0.7)
        without = part.bias + sum(b[row] @ w for b, w in zip(blocks, part.weights, strict=True))
        np.testing.assert_allclose(np.ravel(without), fitted.held_out[row], atol=0.03)


def test_models_minimise_penalised_squared_errors(problem):
    blocks, targets = problem
    fitted = ridge(blocks, targets, penalty=0.7)
    error = scores(fitted, blocks) - targets
    for block, weights in zip(blocks, fitted.weights, strict=True):
        np.testing.assert_allclose(block.T @ error + 0.7 * weights, 0, atol=1e-4)


def test_many_papers_are_fitted_step_by_step_with_the_same_result(problem, monkeypatch):
    blocks, targets = problem
    exact = ridge(blocks, targets, penalty=0.7)
    monkeypatch.setattr(module, "EXACT_UP_TO", 10)
    stepwise = ridge(blocks, targets, penalty=0.7, seed=3)
    np.testing.assert_allclose(stepwise.bias, exact.bias, atol=1e-6)
    for one, other in zip(stepwise.weights, exact.weights, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    assert np.corrcoef(stepwise.held_out.ravel(), exact.held_out.ravel())[0, 1] > 0.8


@pytest.mark.parametrize("limit", [0, 10])
@pytest.mark.parametrize("papers", [1, 2, 7])
def test_few_papers_and_constant_targets_give_finite_models(papers, limit, monkeypatch):
    monkeypatch.setattr(module, "EXACT_UP_TO", limit)
    block = sp.csr_matrix(np.eye(papers))
    fitted = ridge([block], np.ones((papers, 2)), penalty=0.5)
    assert np.isfinite(fitted.held_out).all()
    np.testing.assert_allclose(fitted.fitted, 1)


def test_squared_features_do_what_all_products_by_two_would_do_if_written_out(problem):
    blocks, targets = problem
    places = np.random.default_rng(8).normal(size=(40, 4)) / 3
    written_out = np.stack([np.outer(place, place).ravel() for place in places])
    plain = ridge([*blocks, written_out], targets, penalty=0.7)
    squared = ridge(blocks, targets, penalty=0.7, squared=places)
    np.testing.assert_allclose(squared.fitted, plain.fitted, atol=1e-4)
    np.testing.assert_allclose(squared.held_out, plain.held_out, atol=1e-4)
    np.testing.assert_allclose(squared.share, plain.share, atol=1e-4)


def test_papers_are_multiplied_strip_by_strip_with_the_same_result(problem, monkeypatch):
    blocks, targets = problem
    whole = ridge(blocks, targets, penalty=0.7)
    monkeypatch.setattr(module, "_STRIP", 7)
    strips = ridge(blocks, targets, penalty=0.7)
    np.testing.assert_allclose(strips.held_out, whole.held_out, atol=1e-4)
    np.testing.assert_allclose(strips.bias, whole.bias, atol=1e-5)
