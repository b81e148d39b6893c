import pytest

from papertaxa.extract.phrases import LEVELS, metric_of, phrases, states_a_result


def matched(phrase, text):
    match = phrases()[phrase].search(text)
    assert match is not None
    return match


@pytest.mark.parametrize(
    ("phrase", "text", "metric"),
    [
        ("by", "improves the zero-shot accuracy of pears by 3%", "zero-shot accuracy"),
        ("by", "outperforms the best accuracy by 3%", None),  # whom, not what
        ("by", "improves recall, precision by 3%", None),  # of two metrics neither is sure
        ("by", "reduces the AUC risk by 3%", None),
        ("by", "outperforms plums by 3% in F1 score", "F1 score"),
        ("noun", "a 3% MAUVE score gain", "MAUVE score"),
        ("noun-of", "accuracy improvements of 3%", "accuracy"),
        ("from-to", "raises recall from 1% to 3%", "recall"),
        ("of", "a hit rate of 3%", "hit rate"),
        ("on", "reaches 3% on pears", None),
    ],
)
def test_the_metric_is_what_the_phrase_names(phrase, text, metric):
    assert metric_of(matched(phrase, text)) == metric


@pytest.mark.parametrize(
    ("phrase", "text", "states"),
    [
        ("by", "increasing the training set by 10×", False),
        ("by", "reducing training steps by 10×", True),
        ("by", "shrinks it by 10%", False),
        ("from-to", "raises recall from 3% to 1%", False),
        ("from-to", "reduces recall from 3% to 1%", True),
        ("from-to", "grows from 1 to 3", False),
        ("level", "by 6 mIoU on A and 9 mIoU on B", False),
        ("level", "reaches 6 mIoU on A", True),
        ("level", "with a 3 accuracy", False),
        ("level", "with a 0.3 accuracy", True),
        ("of", "a score of 3 minutes", False),
        ("of", "a score of 3, and", True),
        ("on", "scores 20 points on average", False),
    ],
)
def test_what_only_looks_like_a_result_is_told_from_one(phrase, text, states):
    match = matched(phrase, text)
    assert states_a_result(phrase, match, metric_of(match)) is states


def test_every_phrase_says_value_and_unit_and_changes_say_their_direction():
    for phrase, pattern in phrases().items():
        groups = pattern.groupindex
        assert {"value", "unit"} <= groups.keys()
        if phrase not in LEVELS:
            assert "up" in groups or phrase == "signed"
