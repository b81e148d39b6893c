"""Words broken over lines."""

import pytest

from papertaxa.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("the optimiza-\ntion of it", "the optimization of it"),
        ("mod-  \n  els", "models"),
        ("op\u00ad\ntimal", "optimal"),
        ("a mod-\r\nel", "a model"),
    ],
)
def test_a_hyphen_that_only_broke_the_line_goes(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("state-of-the-\nart", "state-of-the-art"),
        ("state-\nof-the-art", "state-of-the-art"),
        ("a pre-\ntraining step", "a pre-training step"),
        ("a trade-\noff", "a trade-off"),
        ("Qwen-\n3 and Multi-\nAgent and GPT-\nlike", "Qwen-3 and Multi-Agent and GPT-like"),
        ("safety is safety-\ncritical", "safety is safety-critical"),
        ("wave-\nlets, and wave-lets again", "wave-lets, and wave-lets again"),
        ("CQB-\n$\\varepsilon$", "CQB-ε"),
    ],
)
def test_a_hyphen_of_the_word_itself_stays(raw, text):
    assert clean(raw).text == text


@pytest.mark.parametrize(
    "raw", ["short-\nand long-term", "pre-\nor post-hoc", "one -\ntwo", "a –\nb"]
)
def test_a_line_break_after_a_hyphen_that_ends_a_word_is_a_space(raw):
    assert clean(raw).text == raw.replace("\n", " ")
