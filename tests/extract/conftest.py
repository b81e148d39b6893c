from pathlib import Path

import pytest

from papertaxa.domain import Label, Paper
from papertaxa.extract import Extra, Extractor, load, train
from papertaxa.text import CleanPaper, clean_paper

Example = tuple[CleanPaper, Label]

# Invented papers about invented methods, in the phrases that abstracts use.
NAMES = [
    ("Brisk Tensor Folding", "BTF", "gradient hashing", "QuarryBench", "MossNet-7B"),
    ("Lazy Kernel Routing", "LKR", "spectral gating", "TidePool-1K", "FernFormer"),
    ("Sparse Orbit Matching", "SOM", "orbit sampling", "GraniteQA", "Plover-3B"),
    ("Quiet Policy Mixing", "QPM", "gradient hashing", "QuarryBench", "FernFormer"),
    ("Nested Prior Tuning", "NPT", "spectral gating", "TidePool-1K", "Plover-3B"),
    ("Amber Graph Pooling", "AGP", "orbit sampling", "GraniteQA", "MossNet-7B"),
]


def example(number: int, names: tuple[str, ...]) -> Example:
    long, short, known, data, model = names
    paper = Paper(
        id=f"p{number}",
        title=f"{short}: a lighter way to train",
        abstract=(
            f"Training is slow. We propose **{long}** ({short}), which replaces {known}. "
            f"Compared with {model}, {short} is better on {data}. {known.capitalize()} is costly."
        ),
    )
    label = Label(
        id=paper.id,
        topics=("x",),
        proposed=(long, short),
        methods=(long, short, known, model),
        benchmarks=(data,),
    )
    return clean_paper(paper), label


@pytest.fixture(scope="session")
def examples() -> list[Example]:
    return [example(number, names) for number, names in enumerate(NAMES)]


@pytest.fixture(scope="session")
def trained(examples: list[Example], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extractor") / "extractor"
    train(examples, folder, seed=0, extra=Extra(lists={"generic": ["fine-tuning"]}))
    return folder


@pytest.fixture(scope="session")
def extractor(trained: Path) -> Extractor:
    return load(trained)
