"""Keys of names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.text import fold


@pytest.mark.parametrize(
    "variants",
    [
        ["MDPs", "MDP", "mdp"],
        [r"\pi_0", r"$\pi_0$", "π0", "π₀", "Pi-0", "pi 0"],
        ["β-VAE", r"$\beta$-VAE", "beta VAE", "Beta–VAEs"],
        ["V‑JEPA", "V-JEPA", "V JEPA", "VJEPA", "**V-JEPA**"],
        ["C$^3$", "C³", "C^3", "C3"],
        [r"\ell_2-PGD", "ℓ2-PGD", "ℓ₂ PGD", "L2-PGD"],
        [r"Fr\'echet mean", "Fréchet mean", "Frechet means"],
        ["diffusion models", "Diffusion Model", "diffusion-model"],
        ["iTransformers", "iTransformer"],
        ["policies", "policy"],
        ["loss", "losses"],
        ["matrices", "matrix"],
        ["VLAs", "VLA"],
        ["Peng's Q(λ)", "Peng’s Q(lambda)", r"Peng's Q($\lambda$)"],
        ["Kendall--Tau", "Kendall–tau", "Kendall-Tau"],
        ["Actor\nCritic", "actor critic"],
        ["Adam's", "Adam"],
        ["Ⅷ", "VIII"],
    ],
)
def test_spellings_of_one_name_have_one_key(variants):
    assert len({fold(variant) for variant in variants}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ["GPT-4", "GPT-4o", "GPT-4.1", "GPT-41", "GPT-4-1"],
        ["Qwen2-5", "Qwen25", "Qwen2.5"],
        ["Llama 2 7B", "Llama 27B"],
        ["A*", "A", "A+"],
        ["C", "C++", "C#"],
        ["CIFAR-10", "CIFAR-100"],
        ["MS", "M"],
        ["DICE", "DIC"],
    ],
)
def test_different_names_have_different_keys(names):
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    ["DICE", "bias", "GloVe", "ResNeXt", "MS", "class", "analysis", "corpus", "series", "Bayes"],
)
def test_an_s_that_is_no_plural_stays(name):
    assert fold(name) == name.lower()


@given(st.text(max_size=20))
def test_a_key_is_settled_and_indifferent_to_space_and_is_there(name):
    key = fold(name)
    assert fold(f"  {name}\n") == key or not name.strip()
    assert bool(key) == bool(fold(name).strip())
