import pytest

from papertaxa.extract.acronyms import pairs
from papertaxa.extract.pipeline import blank
from papertaxa.extract.tokenizer import words_of
from papertaxa.text import clean

NLP = blank()
MARKED = [
    r"\textbf{D}istribution-\textbf{M}oss \textbf{F}olding (DMF)",
    r"\underline{D}istribution-\underline{M}oss \underline{F}olding (\textbf{DMF})",
    "**D**istribution-**M**oss **F**olding (DMF)",
    "<b>D</b>istribution-<b>M</b>oss <b>F</b>olding (DMF)",
]


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
        # Digits and symbols.
        ("with 3D Brisk Splatting (3DBS)", "3D Brisk Splatting", "3DBS"),
        ("with the 4D Moss View Module (4D-MVM)", "4D Moss View Module", "4D-MVM"),
        ("the Brisk Brave Folding (B2F)", "Brisk Brave Folding", "B2F"),
        (
            "a Moss Regularization for kernel Routing (MR²)",
            "Moss Regularization for kernel Routing",
            "MR²",
        ),
        ("with C³ (Cautious Crab Counting)", "Cautious Crab Counting", "C³"),
        ("as Brisk Tensor Folding+ (BTF+)", "Brisk Tensor Folding+", "BTF+"),
        # Letters from inside words.
        ("Quiet Policy eXchange (QPX)", "Quiet Policy eXchange", "QPX"),
        ("for Brisk Hypergraphs (BHG)", "Brisk Hypergraphs", "BHG"),
        ("of explainable moss (XM)", "explainable moss", "XM"),
        # Plurals.
        ("Brisk Tensor Networks (BTNs) and", "Brisk Tensor Networks", "BTNs"),
        ("BTNs (brisk tensor networks) and", "brisk tensor networks", "BTNs"),
        # Linking words, and a long form after the short one.
        ("we call it TOM (Tree of Moss)", "Tree of Moss", "TOM"),
        # The title.
        ("Brisk Tensor Folding (BTF) for trees\nText.", "Brisk Tensor Folding", "BTF"),
        (
            "Brisk Tensor Folding for trees\nWe show that BTF is fast.",
            "Brisk Tensor Folding",
            "BTF",
        ),
        ("Slow: Brisk Tensor Folding\nOur BTFs are fast.", "Brisk Tensor Folding", "BTFs"),
        # Quotation marks.
        ("the “Brisk Tensor Folding” (BTF)", "Brisk Tensor Folding", "BTF"),
        ('the "Brisk Tensor Folding" (BTF)', "Brisk Tensor Folding", "BTF"),
        # Letters that markup with spaces around it has torn off.
        ("via B risk - T ensor F olding (BTF)", "B risk - T ensor F olding", "BTF"),
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
        "Brisk Tensors\nWe show that BT is fast.",
        "Brisk Tensor Folding-based trees\nWe show that BTX is fast.",
        "we use μP (see below)",
        "",
    ],
)
def test_what_does_not_spell_the_short_form_is_no_pair(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("raw", MARKED)
def test_letters_marked_by_markup_are_part_of_the_long_form(raw: str) -> None:
    assert found(clean(raw).text) == [("Distribution-Moss Folding", "DMF")]


def test_a_pair_is_not_made_twice_for_the_title() -> None:
    text = "Brisk Tensor Folding\nWe study brisk tensor folding (BTF). BTF is fast, says BTF."
    assert found(text) == [("brisk tensor folding", "BTF")]
