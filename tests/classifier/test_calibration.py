import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

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
    evidence, truth, _ = sample(papers=2400)
    weights = np.where(np.arange(2400) < 1200, 1.0, 0.0)
    half = fit_calibrator(evidence[:1200], truth[:1200], weights[:1200])
    both = fit_calibrator(evidence, truth, weights)
    np.testing.assert_allclose(calibrate(both, evidence), calibrate(half, evidence), atol=0.02)


def test_few_papers_move_the_regression_less_than_many():
    evidence, truth, _ = sample(papers=2000)
    few = fit_calibrator(evidence[:60], truth[:60], np.ones(60))
    many = fit_calibrator(evidence, truth, np.ones(2000))
    assert 0 < few.weights[0] < many.weights[0]


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


def test_a_number_that_is_constant_but_for_noise_gets_no_weight():
    """Where every paper has one topic, scores add up to 1, give or take the machine's noise."""
    dice = np.random.default_rng(2)
    papers = 300
    truth = np.eye(3)[dice.integers(3, size=papers)]
    score = truth + dice.normal(scale=0.2, size=truth.shape)
    constant = 1 + dice.choice([-1, 0, 1], size=truth.shape) * 2e-16
    calibrator = fit_calibrator(np.stack([score, constant], axis=-1), truth, np.ones(papers))
    assert abs(calibrator.weights[1]) < 1
    shifted = calibrate(calibrator, np.stack([score, constant + 1e-12], axis=-1))
    assert shifted[truth > 0].min() > 0.01


def test_few_papers_stay_near_what_is_expected_and_many_do_as_they_like():
    evidence, truth, _ = sample(papers=2000)
    expected = np.full(evidence.shape[-1], 0.7)
    few = fit_calibrator(evidence[:10], truth[:10], np.ones(10), expected)
    np.testing.assert_allclose(few.weights, expected, atol=0.05)
    free = fit_calibrator(evidence, truth, np.ones(2000))
    many = fit_calibrator(evidence, truth, np.ones(2000), expected)
    np.testing.assert_allclose(many.weights, free.weights, rtol=0.05, atol=0.05)


def test_with_many_papers_it_is_logistic_regression():
    evidence, truth, _ = sample(papers=1000)
    flat, answers = evidence.reshape(-1, evidence.shape[-1]), truth.ravel()
    model = LogisticRegression(C=1e6, tol=1e-8, max_iter=1000).fit(flat, answers)
    found = fit_calibrator(evidence, truth, np.ones(1000))
    np.testing.assert_allclose(found.weights, model.coef_[0], rtol=0.02, atol=0.02)
