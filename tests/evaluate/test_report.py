import json
import time

import numpy as np
import pytest

from papertaxa.data import TAXONOMY
from papertaxa.errors import TrainingError
from papertaxa.evaluate import Predictions, measure
from papertaxa.evaluate.leaks import Leak
from papertaxa.evaluate.names import KINDS
from papertaxa.evaluate.risk import COVERAGES
from papertaxa.evaluate.topics import FIGURES
from papertaxa.taxonomy import load

SCORES = [[0.9, 0.1, 0, 0.6, 0, 0], [0.2, 0.4, 0, 0.3, 0, 0], [0, 0, 0, 0, 0.8, 1]] * 10
GOLD = [["a1", "a2"], ["b1"], ["b2", "c"]] * 10
NAMES = {
    "proposed": np.array([[1.0, 1, 2]] * 30),
    "benchmarks": np.array([[0.0, 0, 0]] * 30),
}


@pytest.fixture
def report(taxonomy, make):
    return measure(GOLD, make(SCORES), taxonomy, name_counts=NAMES, warnings=["careful"])


def test_json_has_every_figure_under_its_name_and_its_interval(report):
    plain = json.loads(json.dumps(report.to_json(), allow_nan=False))
    kept = ["n", *FIGURES, "proposed", "benchmarks", "risk_coverage", "leaks", "intervals"]
    assert list(plain) == kept
    assert plain["n"] == 30
    assert plain["topic_f1"] == 0.6667
    assert plain["proposed"] == {"precision": 1.0, "recall": 0.5, "f1": 0.6667}
    assert list(plain["intervals"]) == [*FIGURES, "proposed", "benchmarks"]
    assert plain["intervals"]["proposed"]["recall"] == [0.5, 0.5]


def test_json_has_a_row_for_each_coverage_with_intervals(report):
    rows = report.to_json()["risk_coverage"]
    assert len(rows) == len(COVERAGES)
    full, half = rows[0], rows[-1]
    assert (full["n"], full["least_score"], full["coverage"]) == (30, 0.4, 1.0)
    assert full["precision_at_1"] == report.to_json()["precision_at_1"]
    assert full["primary_topic_accuracy"] == report.to_json()["primary_topic_accuracy"]
    assert full["intervals"]["precision_at_1"] == report.to_json()["intervals"]["precision_at_1"]
    assert (half["n"], half["least_score"]) == (20, 0.9)
    assert half["precision_at_1"] == 1.0


@pytest.mark.parametrize(("kept", "words"), [(False, "left out: 2"), (True, "among them: 2")])
def test_papers_that_the_model_knew_are_counted_and_named(taxonomy, make, kept, words):
    leaks = [
        Leak(id="p", known_as="p", resemblance=None),
        Leak(id="q", known_as="r", resemblance=0.71234),
    ]
    report = measure(GOLD, make(SCORES), taxonomy, leaks=leaks, kept_leaks=kept)
    assert report.to_table().splitlines()[1].startswith(words)
    assert report.to_json()["leaks"] == {
        "n": 2,
        "left_out": not kept,
        "papers": [
            {"id": "p", "known_as": "p", "resemblance": None},
            {"id": "q", "known_as": "r", "resemblance": 0.7123},
        ],
    }


def test_a_figure_without_meaning_is_null(report):
    plain = report.to_json()
    assert plain["benchmarks"] == {"precision": None, "recall": None, "f1": None}
    assert plain["intervals"]["benchmarks"]["f1"] == [None, None]


def test_every_value_lies_in_its_interval(report):
    for name, figure in report.figures.items():
        assert figure.low <= figure.value <= figure.high, name
    assert report.figures["topic_f1"].low < report.figures["topic_f1"].high


def test_the_same_seed_gives_the_same_report(taxonomy, make):
    one, two, other = (measure(GOLD, make(SCORES), taxonomy, seed=seed) for seed in (1, 1, 2))
    assert one.to_json() == two.to_json()
    assert one.to_json() != other.to_json()


def test_the_table_fits_80_columns_and_shows_every_figure(report):
    lines = report.to_table().splitlines()
    assert max(map(len, lines)) <= 80
    for name in (*FIGURES, "proposed", "benchmarks"):
        assert sum(line.split()[:1] == [name] for line in lines) == 1, name
    assert "30 papers" in lines[0]
    assert any(line.startswith("  benchmarks  –") for line in lines)


def test_names_are_left_out_where_nobody_labelled_them(taxonomy, make):
    report = measure(GOLD, make(SCORES), taxonomy)
    assert not set(report.to_json()) & set(KINDS)
    assert "Names" not in report.to_table()


def test_warnings_and_topics_are_passed_on(report, taxonomy):
    assert report.warnings == ("careful",)
    assert [row.topic for row in report.per_topic] == list(taxonomy.labels)


def test_one_paper_can_be_measured(taxonomy, make):
    report = measure(GOLD[:1], make(SCORES[:1]), taxonomy)
    assert report.figures["topic_f1"].low == report.figures["topic_f1"].high == 0.5


def test_no_paper_is_an_error(taxonomy):
    nothing = Predictions(
        topics=[], areas=[], primary_topics=[], primary_areas=[], scores=np.zeros((0, 6))
    )
    with pytest.raises(TrainingError, match="no labelled paper"):
        measure([], nothing, taxonomy)


def test_four_thousand_papers_of_the_shipped_taxonomy_take_under_two_seconds():
    taxonomy = load(TAXONOMY)
    generator = np.random.default_rng(0)
    scores = generator.random((4000, 90))
    topics = [[taxonomy.labels[i] for i in generator.choice(90, 2, replace=False)] for _ in scores]
    predicted = Predictions(
        topics=topics,
        areas=[[taxonomy.area_of(topic) for topic in its] for its in topics],
        primary_topics=[its[0] for its in topics],
        primary_areas=[taxonomy.area_of(its[0]) for its in topics],
        scores=scores,
    )
    begun = time.process_time()
    report = measure(topics, predicted, taxonomy)
    assert time.process_time() - begun < 2
    assert report.figures["topic_f1"].value == 1


def test_kinds_of_names_too_long_for_their_column_have_a_line_of_their_own(taxonomy, make):
    counts = {"methods": np.ones((30, 3)), "benchmarks_overlap": np.ones((30, 3))}
    lines = measure(GOLD, make(SCORES), taxonomy, name_counts=counts).to_table().splitlines()
    assert max(map(len, lines)) <= 80
    at = lines.index("  benchmarks_overlap")
    methods = next(line for line in lines if line.startswith("  methods "))
    assert lines[at + 1].index("1.000") == methods.index("1.000")
