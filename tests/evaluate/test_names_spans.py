import numpy as np
import pytest

from papertaxa.domain import Label, LabelledPaper, Mention, Name, Paper
from papertaxa.errors import LabelsError
from papertaxa.evaluate import names
from papertaxa.evaluate.names_spans import overlapping, read_spans, tally

PAPER = Paper(id="p", title="Zest on Lime-Bench", abstract="We run **ZEST** on Lime-Bench, twice.")


def span(text, label="method", field="abstract"):
    start = getattr(PAPER, field).index(text)
    return {"start": start, "end": start + len(text), "label": label, "field": field}


def gold(*spans):
    return Label(id="p", topics=("a",), extra={"spans": list(spans)}, source="x.jsonl, line 3")


def predicted(kind, *places):
    mentions = tuple(
        Mention(field=field, start=row["start"], end=row["end"])
        for field, row in ((place["field"], place) for place in places)
    )
    name = Name(text="x", canonical="x", role="used", mentions=mentions)
    return LabelledPaper(id="p", title=PAPER.title, status="ok", **{kind: (name,)})


def counts(label, prediction, **options):
    found = tally([label], [prediction], [PAPER], **options)
    return {kind: sums[0].tolist() for kind, sums in found.items()}


def test_a_place_counts_exactly_or_by_overlap():
    label = gold(span("ZEST"), span("Lime-Bench", "benchmark"))
    assert counts(label, predicted("methods", span("ZEST"))) == {
        "methods_exact": [1, 1, 1],
        "methods_overlap": [1, 1, 1],
        "benchmarks_exact": [0, 0, 1],
        "benchmarks_overlap": [0, 0, 1],
    }
    wider = counts(label, predicted("methods", span("**ZEST** on")))
    assert wider["methods_exact"] == [0, 1, 1]
    assert wider["methods_overlap"] == [1, 1, 1]


def test_places_in_the_title_and_in_the_abstract_are_not_the_same():
    label = gold(span("Lime-Bench", "benchmark", "title"), span("Lime-Bench", "DATASET"))
    found = counts(label, predicted("benchmarks", span("Lime-Bench", field="title")))
    assert found["benchmarks_exact"] == [1, 1, 2]


def test_kinds_without_a_span_and_labels_without_spans_are_not_measured():
    label = gold(span("ZEST"))
    bare = Label(id="p", topics=("a",))
    prediction = predicted("methods", span("ZEST"))
    found = tally([label, bare], [prediction] * 2, [PAPER] * 2)
    assert list(found) == ["methods_exact", "methods_overlap"]
    np.testing.assert_array_equal(found["methods_exact"], [[1, 1, 1], [0, 0, 0]])
    assert tally([bare], [prediction], [PAPER]) == {}


def test_spans_of_other_labels_are_left_out():
    assert counts(gold(span("twice", "TASK")), predicted("methods", span("twice"))) == {}


def test_generic_names_are_neither_rewarded_nor_punished():
    generic = names.folded(["zest"])
    label = gold(span("ZEST"), span("twice"))
    found = counts(label, predicted("methods", span("ZEST")), generic=generic)
    assert found["methods_exact"] == [0, 0, 1]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ([], [(0, 5)], 0),
        ([(0, 5)], [(5, 9)], 0),
        ([(0, 5)], [(4, 9)], 1),
        ([(0, 20)], [(1, 3), (4, 6)], 1),
        ([(0, 3), (4, 9)], [(1, 5), (6, 7)], 2),
        ([(0, 3), (4, 9), (12, 15)], [(2, 3), (13, 20)], 2),
    ],
)
def test_each_place_is_in_one_pair_at_most(one, other, pairs):
    left, right = ({("abstract", *place) for place in places} for places in (one, other))
    assert overlapping(left, right) == pairs == overlapping(right, left)


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ("ZEST", r"x\.jsonl, line 3: 'spans' is 'ZEST', not a list; write"),
        ([7], r"a span without a label: 7"),
        ([{"start": 0, "end": 2}], r"a span without a label"),
        (
            [{**span("ZEST"), "label": "methods"}],
            r"unknown label 'methods' .*did you mean 'method'",
        ),
        ([{**span("ZEST"), "field": "body"}], r"unknown field 'body' of a span"),
        ([{**span("ZEST"), "end": 999}], r"\d+ to 999 is not within the 37 characters of the abs"),
        ([{**span("ZEST"), "start": "9"}], r"the span '9' to"),
        ([{"label": "method"}], r"the span None to None is not within"),
    ],
)
def test_spans_of_another_form_are_refused_with_row_and_remedy(spans, said):
    label = Label(id="p", topics=("a",), extra={"spans": spans}, source="x.jsonl, line 3")
    with pytest.raises(LabelsError, match=said) as error:
        read_spans(label, PAPER)
    assert '"field": "title"' in str(error.value)


def test_measuring_names_measures_their_places_too():
    label = Label(
        id="p", topics=("a",), methods=("ZEST",), extra={"spans": [span("ZEST")]}, source="x"
    )
    found = names.tally([label], [predicted("methods", span("ZEST"))], [PAPER])
    assert list(found) == ["methods", "methods_exact", "methods_overlap"]
