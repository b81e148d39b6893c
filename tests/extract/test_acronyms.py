import pytest

from papertaxa.extract.acronyms import pairs
from papertaxa.extract.pipeline import blank
from papertaxa.extract.tokenizer import words_of

NLP = blank()


def found(text: str) -> list[tuple[str, str]]:
    doc = NLP.make_doc(text)
    words = words_of(doc)
    title = words.index("\n") if "\n" in words else 0
    return [(doc[a:b].text, doc[c:d].text) for (a, b), (c, d) in pairs(words, title)]


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("we use brisk tensor folding (BTF) here", "brisk tensor folding", "BTF"),
        ("we use BTF (Brisk Tensor Folding) here", "Brisk Tensor Folding", "BTF"),
        ("many Lazy Kernel Routers (LKRs) exist", "Lazy Kernel Routers", "LKRs"),
        ("the Noisy-Space Policy Gradient (NSPG)", "Noisy-Space Policy Gradient", "NSPG"),
        (
            "our Preference-led Policy Optimization (PPO)",
            "Preference-led Policy Optimization",
            "PPO",
        ),
        ("with tree of brisk moves (TBM), we", "tree of brisk moves", "TBM"),
        (
            "a Convolutional Mossy Network (ConvMossNet)",
            "Convolutional Mossy Network",
            "ConvMossNet",
        ),
        ("with Brisk Tensor Folding 2 (BTF-2)", "Brisk Tensor Folding 2", "BTF-2"),
        ("using Augmented Guided Diffusion (AGD; ours)", "Augmented Guided Diffusion", "AGD"),
        ("BTF: Brisk Tensor Folding for trees\nText.", "Brisk Tensor Folding", "BTF"),
    ],
)
def test_long_and_short_form_are_paired(text: str, long: str, short: str) -> None:
    assert (long, short) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "a strong model (GPT-4o) wins",
        "on three tasks (QuarryBench) we",
        "it is fast (see A)",
        "(BTF)",
        "brisk tensor folding. (BTF)",
        "an open bracket (",
        "Nothing here",
        "",
    ],
)
def test_what_does_not_spell_the_short_form_is_no_pair(text: str) -> None:
    assert found(text) == []
