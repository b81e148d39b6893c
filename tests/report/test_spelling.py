import pytest

from papertaxa.report.spelling import name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mixture of Experts", "mixtures-of-experts"),
        ("Behaviour Cloning", "behavior cloning"),
        ("Policy Optimisation", "Policy Optimization"),
        ("world modelling", "World Modeling"),
        ("MetaWorld", "Meta-World"),
        ("GNNs", "GNN"),
        ("Llama 3", "LLaMA-3"),
        ("Graph Neural Networks", "graph neural network"),
        ("$\\pi_0$", "π0"),
    ],
)
def test_spellings_of_one_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-4", "GPT-4o"),
        ("GPT-4", "GPT-4.1"),
        ("ImageNet", "ImageNet-1K"),
        ("Qwen2-7B", "Qwen27B"),
        ("SMAC", "SMACv2"),
        ("A*", "A"),
        ("policy gradient", "policy iteration"),
    ],
)
def test_versions_and_other_names_stay_apart(one, other):
    assert name_key(one) != name_key(other)
