import numpy as np
import pytest

from papertaxa.classifier.calibration import calibrate, fit_calibrator


def sample(papers=1500, topics=3, shift=(0.0, 0.0, 0.0), seed=0):
    """Evidence of two numbers, of which the truth follows the first by a logistic law."""
    dice = np.random.default_rng(seed)
    evidence = dice.normal(size=(papers, topics, 2))
    chance = 1 / (1 + np.exp(-(2 * evidence[:, :, 0] - 1 + np.array(shift))))
    return evidence, (dice.random((papers, topics)) < chance).astype(float), chance


def test_probabilities_are_those_of_the_law_behind_the_data():
    evidence, truth, chance = sample()
    found = calibrate(fit_calibrator(evidence, truth, np.ones(len(truth))), evidence)
    assert np.abs(found - chance).mean() < 0.03


def test_a_topic_that_differs_is_bent_by_its_papers():
    evidence, truth, chance = sample(shift=(1.5, 0, -1.5))
    found = calibrate(fit_calibrator(evidence, truth, np.ones(len(truth))), evidence)
    np.testing.assert_allclose(found.mean(axis=0), chance.mean(axis=0), atol=0.02)


def test_a_topic_with_few_papers_stays_near_the_others():
    evidence, truth, _ = sample(papers=12)
    fitted = fit_calibrator(evidence, truth, np.ones(12))
    assert np.abs(fitted.slope - 1).max() < 0.2
    assert np.abs(fitted.shift).max() < 0.2


def test_weights_of_papers_count():
    evidence, truth, _ = sample(papers=200)
    weights = np.where(np.arange(200) < 100, 1.0, 0.0)
    half = fit_calibrator(evidence[:100], truth[:100], weights[:100])
    both = fit_calibrator(evidence, truth, weights)
    np.testing.assert_allclose(calibrate(both, evidence), calibrate(half, evidence), atol=0.02)


@pytest.mark.parametrize("answer", [0.0, 1.0])
@pytest.mark.parametrize("papers", [1, 30])
def test_where_all_answers_are_the_same_the_probability_is_near_it_but_not_sure(answer, papers):
    evidence = np.random.default_rng(0).normal(size=(papers, 2, 3))
    fitted = fit_calibrator(evidence, np.full((papers, 2), answer), np.ones(papers))
    found = calibrate(fitted, evidence)
    assert np.all(np.abs(found - answer) < 0.5)
    assert np.all((found > 0) & (found < 1))


def test_absurd_evidence_gives_a_probability():
    evidence, truth, _ = sample(papers=50)
    fitted = fit_calibrator(evidence, truth, np.ones(50))
    assert np.isfinite(calibrate(fitted, evidence * 1e9)).all()
