import time

import numpy as np
import pytest

from papertaxa.evaluate import bootstrap
from papertaxa.evaluate.bootstrap import interval, resampled_sums


def test_every_resample_draws_as_many_papers_as_there_are():
    sums = resampled_sums(np.ones((37, 1)), resamples=50)
    assert sums.shape == (50, 1)
    assert (sums == 37).all()


def test_columns_are_resampled_together():
    column = np.arange(20.0)
    sums = resampled_sums(np.column_stack([column, 2 * column]))
    np.testing.assert_allclose(sums[:, 1], 2 * sums[:, 0])


def test_the_same_seed_draws_the_same_and_another_seed_does_not():
    rows = np.arange(20.0)[:, None]
    np.testing.assert_array_equal(resampled_sums(rows, seed=3), resampled_sums(rows, seed=3))
    assert (resampled_sums(rows, seed=3) != resampled_sums(rows, seed=4)).any()


def test_working_in_pieces_draws_the_same(monkeypatch):
    rows = np.arange(30.0)[:, None]
    whole = resampled_sums(rows, resamples=11)
    monkeypatch.setattr(bootstrap, "_CELLS", 60)
    np.testing.assert_array_equal(resampled_sums(rows, resamples=11), whole)


def test_the_interval_of_a_mean_is_that_of_the_normal_approximation():
    rows = np.random.default_rng(1).random((500, 1))
    low, high = interval(resampled_sums(rows, resamples=4000)[:, 0] / 500)
    half = 1.96 * rows.std() / np.sqrt(500)
    assert low == pytest.approx(rows.mean() - half, abs=half / 10)
    assert high == pytest.approx(rows.mean() + half, abs=half / 10)


def test_an_interval_leaves_out_resamples_without_meaning():
    values = np.append(np.linspace(0, 1, 101), np.nan)
    assert interval(values) == pytest.approx((0.025, 0.975))
    assert interval(values, level=0.9) == pytest.approx((0.05, 0.95))
    assert np.isnan(interval(np.array([np.nan]))).all()


def test_four_thousand_papers_take_under_two_seconds():
    rows = np.ones((4000, 400))
    begun = time.process_time()
    resampled_sums(rows)
    assert time.process_time() - begun < 2
