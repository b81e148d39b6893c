import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.extract.spelling import Squashed, key, longest_first, mentions, squash


def find(name: str, words: str) -> list[str]:
    tokens = words.split()
    places = mentions([name], tokens, Squashed([squash(token) for token in tokens]))
    return [" ".join(tokens[start:end]) for start, end in places[key(squash(name))]]


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        (
            "diffusion model",
            "Diffusion Models and diffusion-model",
            ["Diffusion Models", "diffusion-model"],
        ),
        ("diffusion policies", "one diffusion policy , two", ["diffusion policy"]),
        ("diffusion policy", "two diffusion policies", ["diffusion policies"]),
        ("VAE", "a VAE and VAEs", ["VAE", "VAEs"]),
        ("Meta-World", "MetaWorld , Meta World", ["MetaWorld", "Meta World"]),
        ("GPT-4", "GPT-4o and GPT-4 , GPT-4.1", ["GPT-4"]),
        ("SAM", "sam uses SAM", ["SAM"]),
        ("Dream", "we dream of Dream and DREAM", ["Dream", "DREAM"]),
        ("adam", "Adam and adam", ["Adam", "adam"]),
        ("loss", "a loss , losses", ["loss", "losses"]),
        ("brisk folding", "“ Brisk ” folding , it", ["Brisk ” folding"]),
        ("gradient descent", "gradient and descent", []),
    ],
)
def test_every_spelling_is_found_and_no_other_name(name, words, found) -> None:
    assert find(name, words) == found


@given(
    st.lists(st.text(st.sampled_from("ab-s y"), max_size=4), max_size=8), st.text("abs", min_size=1)
)
def test_what_is_found_is_a_run_of_whole_tokens_that_reads_as_the_name(tokens, name) -> None:
    norms = [squash(token) for token in tokens]
    for start, end in Squashed(norms).find(name):
        assert 0 <= start < end <= len(tokens)
        assert "".join(norms[start:end]).startswith(name)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)).map(lambda p: (p[0], p[0] + p[1]))))
def test_chosen_runs_do_not_overlap_and_none_fits_beside_them(runs) -> None:
    chosen = longest_first(runs)
    taken = [token for start, end in chosen for token in range(start, end)]
    assert len(taken) == len(set(taken))
    assert all(not set(taken).isdisjoint(range(start, end)) for start, end in runs)


def test_a_line_break_is_never_inside_a_name() -> None:
    assert (
        Squashed([squash(token) for token in ("brisk", "\n", "tuning")]).find("brisktuning") == []
    )
