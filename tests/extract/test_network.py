import numpy as np
import pytest

from papertaxa.extract import network
from papertaxa.extract.network import Ground, Parameters, Shape
from papertaxa.extract.network_training import Pass

SHAPE = Shape(rows=(20, 20), parts=(4, 4), vector=3, places=5, width=6, depth=3, outputs=4)
SIZES = (9, 1, 20)
WORDS = 12
RNG = np.random.default_rng(0)
FEATURES = RNG.integers(0, 20, (WORDS, 2))
VECTORS = RNG.standard_normal((WORDS, 3))
INDEX = RNG.integers(0, WORDS, sum(SIZES))
PLACES = RNG.integers(0, 5, sum(SIZES))
ERRORS = RNG.standard_normal((sum(SIZES), 4))


def ground(index: np.ndarray, places: np.ndarray, sizes: tuple[int, ...]) -> Ground:
    papers = np.repeat(np.arange(len(sizes)), sizes)
    groups = np.unique(papers * WORDS + index, return_inverse=True)[1]
    return Ground(places, groups, np.cumsum(sizes) - np.array(sizes))


@pytest.fixture
def parameters() -> Parameters:
    drawn = network.initial(SHAPE, np.random.default_rng(1))
    noise = np.random.default_rng(2)
    return {name: drawn[name] + 0.1 * noise.standard_normal(drawn[name].shape) for name in drawn}


def forward(parameters: Parameters, dropout: float = 0.0) -> Pass:
    return Pass(
        parameters,
        features=FEATURES,
        vectors=VECTORS,
        index=INDEX,
        ground=ground(INDEX, PLACES, SIZES),
        dropout=dropout,
        rng=np.random.default_rng(3),
    )


def scores(parameters: Parameters, start: int, stop: int, sizes: tuple[int, ...]) -> np.ndarray:
    words = network.word_part(parameters, FEATURES, VECTORS)
    index = INDEX[start:stop]
    return network.scores(parameters, words, index, ground(index, PLACES[start:stop], sizes))


@pytest.mark.parametrize("name", sorted(network.initial(SHAPE, RNG)))
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_gradients_are_those_of_finite_differences(
    parameters: Parameters, name: str, dropout: float
) -> None:
    given = forward(parameters, dropout).gradients(ERRORS)[name]
    gradient = np.zeros(parameters[name].shape)
    gradient[given[0] if isinstance(given, tuple) else slice(None)] = (
        given[1] if isinstance(given, tuple) else given
    )
    largest = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
    totals = []
    for change in (1e-5, -2e-5):
        parameters[name][largest] += change
        totals.append((forward(parameters, dropout).scores * ERRORS).sum())
    assert gradient[largest] == pytest.approx((totals[0] - totals[1]) / 2e-5, rel=2e-3)


def test_labelling_scores_as_training_does_without_dropout(parameters: Parameters) -> None:
    assert np.allclose(scores(parameters, 0, 30, SIZES), forward(parameters).scores)


def test_tokens_are_scored_alike_in_blocks_of_any_size(
    parameters: Parameters, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scores(parameters, 0, 30, SIZES)
    monkeypatch.setattr(network, "_BLOCK", 4)
    assert np.allclose(scores(parameters, 0, 30, SIZES), whole)


def test_papers_side_by_side_do_not_see_each_other(parameters: Parameters) -> None:
    alone = [scores(parameters, a, b, (b - a,)) for a, b in ((0, 9), (9, 10), (10, 30))]
    assert np.allclose(np.concatenate(alone), scores(parameters, 0, 30, SIZES))


def test_what_surrounds_a_word_reaches_its_other_places(parameters: Parameters) -> None:
    parameters["paper.weight"][:] = 0
    index = np.array([0, 1, *[2] * 30, 0, 1])
    changed = index.copy()
    changed[0] = 3
    words = network.word_part(parameters, FEATURES, VECTORS)
    at_end = [
        network.scores(parameters, words, i, ground(i, np.zeros(len(i), int), (len(i),)))[-1]
        for i in (index, changed)
    ]
    assert not np.allclose(*at_end)
    parameters["elsewhere.weight"][:] = 0
    at_end = [
        network.scores(parameters, words, i, ground(i, np.zeros(len(i), int), (len(i),)))[-1]
        for i in (index, changed)
    ]
    assert np.allclose(*at_end)
