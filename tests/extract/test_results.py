from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.domain import Paper
from papertaxa.extract import Extractor, extract
from papertaxa.extract.results import find
from papertaxa.text import clean_paper


def stated(text, *benchmarks):
    places = sorted((text.index(name), text.index(name) + len(name)) for name in benchmarks)
    return find(text, places)


def one(text, *benchmarks):
    (result,) = stated(text, *benchmarks)
    return result


@pytest.mark.parametrize(
    ("text", "value", "unit", "metric", "direction"),
    [
        ("PearNet improves accuracy by 3.2% over plums.", "3.2", "%", "accuracy", "better"),
        ("It increases the success rate by up to 12%.", "12", "%", "success rate", "up"),
        ("It reduces inference time by 2.5×.", "2.5", "×", "inference time", "down"),
        ("It outperforms plums by 4.1 points.", "4.1", "points", None, "better"),
        ("It outperforms plums by 3 points in F1 score.", "3", "points", "F1 score", "better"),
        ("This gives a 3.2% accuracy gain on fruit.", "3.2", "%", "accuracy", "better"),
        ("This is a 2× speedup over plums.", "2", "×", None, "better"),
        ("We see a 30% reduction in memory usage.", "30", "%", "memory usage", "down"),
        ("We see accuracy gains of up to 3.2%.", "3.2", "%", "accuracy", "better"),
        ("We see an improvement of 3.2% in recall.", "3.2", "%", "recall", "better"),
        ("PearNet has 5% higher accuracy than plums.", "5", "%", "accuracy", "up"),
        ("PearNet has 5% lower error than plums.", "5", "%", "error", "down"),
        ("PearNet runs 17× faster than plums.", "17", "×", "faster", "better"),
        ("PearNet is better (+3.2% on fruit).", "3.2", "%", None, "up"),
        ("Without it, accuracy degrades by 9%.", "9", "%", None, "worse"),
        ("It improves error by 10–45%.", "10–45", "%", "error", "better"),
    ],
)
def test_changes_are_found_with_their_direction(text, value, unit, metric, direction):
    result = one(text)
    assert result.change
    assert (result.value, result.unit, result.metric) == (value, unit, metric)
    assert result.direction == direction


@pytest.mark.parametrize(
    ("text", "value", "unit", "metric"),
    [
        ("PearNet achieves 97.4% accuracy on fruit.", "97.4", "%", "accuracy"),
        ("PearNet achieves a 97.4% success rate.", "97.4", "%", "success rate"),
        ("PearNet reaches 57.2 AP on fruit.", "57.2", "", "AP"),
        ("PearNet attains an accuracy of 97.4%.", "97.4", "%", "accuracy"),
        ("PearNet attains an FID of 2.21, better than plums.", "2.21", "", "FID"),
        ("PearNet yields 51.9% mAP@50:95.", "51.9", "%", "mAP@50:95"),
        ("PearNet reaches 79.1% on fruit.", "79.1", "%", None),
        ("PearNet gets a mean squared error of 0.21.", "0.21", "", "mean squared error"),
    ],
)
def test_levels_are_found_with_their_metric(text, value, unit, metric):
    result = stated(text)[0]
    assert (result.value, result.unit, result.metric) == (value, unit, metric)
    assert not result.change
    assert result.direction is None


def test_from_and_to_are_one_result():
    text = "PearNet raises ripeness accuracy from 50% to 77%."
    result = one(text)
    assert (result.baseline, result.value, result.metric) == ("50", "77", "accuracy")
    assert result.direction == "up"
    assert not result.change
    assert text[slice(*result.span)] == "50% to 77%"


def test_what_is_said_of_the_value_is_kept():
    assert one("It improves recall by up to 3%.").hedge == "up to"
    assert one("It costs less than a 1% accuracy drop.").hedge == "less than"
    assert one("It improves recall by 3%.").hedge == ""


@pytest.mark.parametrize(
    "text",
    [
        "We train on 10% of the labels and 3 datasets.",
        "A model with 7B parameters and 32 layers from 1k to 88k nodes.",
        "It takes O((ln T)^(d+1)) steps in an (N+2)-player game.",
        "We increase the training set by 10×.",
        "It increases accuracy from 80% to 20%.",
        "An amortized time of 2.36 minutes is needed.",
        "Plums score about 20 points on average lower.",
        "In 2024, 5 of 9 pears were 3 days old.",
        "",
    ],
)
def test_what_is_no_result_is_left_alone(text):
    assert find(text) == []


@pytest.mark.parametrize(
    ("text", "benchmark"),
    [
        ("It improves accuracy by 3.2% on PomeBench.", "PomeBench"),
        ("It reaches 57.2 AP on the challenging PomeBench benchmark.", "PomeBench"),
        ("On PomeBench, it improves accuracy by 3.2%.", "PomeBench"),
        ("On the PomeBench benchmark, it reaches 57.2 AP.", "PomeBench"),
        ("It improves accuracy by 3.2% over plums on PomeBench.", "PomeBench"),
        ("It improves accuracy by 3.2% on PomeBench and PlumBench.", None),
        ("It improves accuracy by 3.2% on PomeBench-like fruit.", None),
        ("It improves accuracy by 3.2%. We use PomeBench.", None),
        ("Trained with PomeBench, it improves accuracy by 3.2%.", None),
        ("On PomeBench and PlumBench, it improves accuracy by 3.2%.", None),
    ],
)
def test_a_benchmark_is_given_only_where_the_words_tie_it_to_the_figure(text, benchmark):
    names = [name for name in ("PomeBench", "PlumBench") if name in text]
    found = one(text, *names).benchmark
    assert (None if found is None else text[slice(*found)]) == benchmark


def test_two_levels_on_one_benchmark_both_belong_to_it():
    text = "It reaches 57.2 AP and 79.4 mIoU on PomeBench."
    found = stated(text, "PomeBench")
    assert [result.value for result in found] == ["57.2", "79.4"]
    assert [text[slice(*result.benchmark)] for result in found] == ["PomeBench"] * 2


def test_the_former_and_the_latter_of_two_benchmarks_are_told_apart():
    text = (
        "On PomeBench and PlumBench, it reaches 57.2 AP and 79.4 mIoU on the former, and 56.9 mIoU "
        "on the latter."
    )
    found = stated(text, "PomeBench", "PlumBench")
    names = [text[slice(*result.benchmark)] for result in found]
    assert names == ["PomeBench", "PomeBench", "PlumBench"]
    alone = "On PomeBench, it reaches 57.2 AP on the latter."
    assert one(alone, "PomeBench").benchmark is None


def test_each_of_two_benchmarks_gets_its_own_figure():
    text = "We see gains of +3.5% on PomeBench, +2.9% on PlumBench."
    found = stated(text, "PomeBench", "PlumBench")
    assert [text[slice(*result.benchmark)] for result in found] == ["PomeBench", "PlumBench"]


def test_figures_that_belong_to_several_things_respectively_are_left_alone():
    text = "It improves accuracy by 3.2% and 4.5% on PomeBench and PlumBench, respectively."
    assert stated(text, "PomeBench", "PlumBench") == []


def test_results_do_not_overlap_and_come_in_reading_order():
    text = (
        "It achieves 97% recall, a 3.2% accuracy gain and a 2× speedup. It improves recall by 9%."
    )
    spans = [result.span for result in find(text)]
    assert spans == sorted(spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert len(spans) == 4


def test_the_pipeline_gives_spans_of_the_text_as_given_on_demand(extractor: Extractor):
    paper = Paper(
        id="x",
        title="QPX",
        abstract=r"We propose QPX. It improves \textbf{accuracy} by 3.2\% on QuarryBench.",
    )
    (names,) = extract(extractor, [clean_paper(paper)], with_results=True)
    (result,) = names.results
    assert paper.abstract[result.mention.start : result.mention.end] == r"3.2\%"
    assert (result.metric, result.benchmark) == ("accuracy", "QuarryBench")
    (without,) = extract(extractor, [clean_paper(paper)])
    assert without.results == ()
    assert without.methods == names.methods


@given(
    st.lists(
        st.sampled_from(
            [
                "improves", "accuracy", "by", "from", "to", "50%", "3.2", "×", "up to", "on", "B",
                "respectively", ",", ".", "and", "a", "gain", "of", "+1%", "in", "\n", "reaches",
            ]
        ),
        max_size=30,
    )
)  # fmt: skip
def test_any_text_gives_spans_within_it(words):
    text = " ".join(words)
    places = [(at, at + 1) for at, char in enumerate(text) if char == "B"]
    for result in find(text, places):
        assert 0 <= result.span[0] < result.span[1] <= len(text)
        assert result.value in text[slice(*result.span)]
        assert result.benchmark is None or result.benchmark in places


@pytest.mark.parametrize(
    "piece",
    ["a ", "1", "up to ", "improves ", "from 1 to ", "average ", "memory ", "word-", "+1% "],
)
def test_a_long_text_of_one_kind_of_word_is_read_to_its_end(piece):
    text = piece * (16_000 // len(piece)) + ". It improves recall by 9%."
    assert find(text)[-1].metric == "recall"
