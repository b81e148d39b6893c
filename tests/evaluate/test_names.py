import numpy as np
import pytest

from papertaxa.data import LABELS
from papertaxa.domain import Label, LabelledPaper, Mention, Name, Paper
from papertaxa.errors import LabelsError
from papertaxa.evaluate.names import figures, folded, predicted_names, read_generic, tally

PAPER = Paper(
    id="p",
    title="Zest: peeling at scale",
    abstract=(
        "We propose Zonal Estimation by Slicing Twice (ZEST), tried on **Lime-Bench** "
        "against random forests."
    ),
)


def name(text: str, canonical: str = "", role: str = "used", *spans: str) -> Name:
    """A name with a mention for each given piece of the abstract."""
    starts = [PAPER.abstract.index(span) for span in spans]
    return Name(
        text=text,
        canonical=canonical or text,
        role=role,
        mentions=tuple(
            Mention(field="abstract", start=start, end=start + len(span))
            for start, span in zip(starts, spans, strict=True)
        ),
    )


ZEST = name(
    "ZEST",
    "Zonal Estimation by Slicing Twice",
    "proposed",
    "ZEST",
    "Zonal Estimation by Slicing Twice",
)
LIME = name("Lime-Bench", "", "used", "**Lime-Bench**")
FOREST = name("random forests", "", "used", "random forests")


def predict(*, methods: tuple[Name, ...] = (), benchmarks: tuple[Name, ...] = ()) -> LabelledPaper:
    return LabelledPaper(
        id="p", title=PAPER.title, status="ok", methods=methods, benchmarks=benchmarks
    )


def count(gold: Label, prediction: LabelledPaper, kind: str, **options: object) -> list[float]:
    return tally([gold], [prediction], [PAPER], **options)[kind][0].tolist()


def test_a_pair_counts_as_both_forms_where_both_stand_in_the_paper():
    found = predicted_names(predict(methods=(ZEST,)), PAPER)
    assert found["methods"] == folded(["ZEST", "Zonal Estimation by Slicing Twice"])


def test_a_long_form_that_does_not_stand_in_the_paper_does_not_count():
    known = name("ZEST", "Some Name From A List", "used", "ZEST")
    assert predicted_names(predict(methods=(known,)), PAPER)["methods"] == folded(["ZEST"])


def test_a_canonical_form_counts_as_a_word_and_not_as_part_of_one():
    shadow = name("ZEST", "Slic", "used", "ZEST")
    assert predicted_names(predict(methods=(shadow,)), PAPER)["methods"] == folded(["ZEST"])
    whole = name("ZEST", "SLICING", "used", "ZEST")
    assert predicted_names(predict(methods=(whole,)), PAPER)["methods"] == folded(
        ["ZEST", "slicing"]
    )


def test_a_mention_is_read_in_its_place_whatever_markup_it_cuts_through():
    cut = Name(
        text="Lime-Bench",
        canonical="Lime-Bench",
        role="used",
        mentions=(
            Mention(
                field="abstract",
                start=PAPER.abstract.index("Lime-Bench"),
                end=PAPER.abstract.index("** against") + 1,
            ),
        ),
    )
    assert predicted_names(predict(benchmarks=(cut,)), PAPER)["benchmarks"] == folded(
        ["Lime-Bench"]
    )


def test_proposed_names_come_from_both_kinds():
    lime = name("Lime-Bench", "", "proposed", "**Lime-Bench**")
    found = predicted_names(predict(methods=(ZEST, FOREST), benchmarks=(lime,)), PAPER)
    assert found["proposed"] == folded(["ZEST", "Zonal Estimation by Slicing Twice", "Lime-Bench"])
    assert found["benchmarks"] == folded(["Lime-Bench"])


def test_every_spelling_that_is_marked_counts_in_title_and_abstract():
    odd = Name(
        text="peel",
        canonical="peel",
        role="used",
        mentions=(
            Mention(field="title", start=0, end=4),
            Mention(field="abstract", start=0, end=10),
        ),
    )
    found = predicted_names(predict(methods=(odd,)), PAPER)
    assert found["methods"] == folded(["peel", "Zest", "We propose"])


@pytest.mark.parametrize("spelling", ["Lime-Bench", "lime-bench", "**Lime-Bench**", "Lime Bench"])
def test_spellings_and_markup_make_no_difference(spelling):
    gold = Label(id="p", topics=("a",), benchmarks=(spelling, "Lime-Bench"))
    assert count(gold, predict(benchmarks=(LIME,)), "benchmarks") == [1, 1, 1]


def test_singular_and_plural_are_one_name():
    gold = Label(id="p", topics=("a",), methods=("random forest", "random forests"))
    assert count(gold, predict(methods=(FOREST,)), "methods") == [1, 1, 1]


def test_missed_and_wrong_names_are_counted():
    gold = Label(id="p", topics=("a",), methods=("ZEST", "Zonal Estimation by Slicing Twice"))
    assert count(gold, predict(methods=(FOREST,)), "methods") == [0, 1, 2]
    assert count(gold, predict(methods=(FOREST, ZEST)), "methods") == [2, 3, 2]


def test_generic_names_are_neither_rewarded_nor_punished():
    generic = folded(["random forest"])
    gold = Label(id="p", topics=("a",), methods=("Random Forests", "ZEST"))
    assert count(gold, predict(methods=(FOREST,)), "methods", generic=generic) == [0, 0, 1]


def test_kinds_that_nobody_labelled_are_not_measured():
    gold = [
        Label(id="p", topics=("a",), methods=("ZEST",), benchmarks=None),
        Label(id="p", topics=("a",), methods=None),
    ]
    predicted = [predict(methods=(FOREST,), benchmarks=(LIME,))] * 2
    counts = tally(gold, predicted, [PAPER, PAPER])
    assert list(counts) == ["methods"]
    np.testing.assert_array_equal(counts["methods"], [[0, 1, 1], [0, 0, 0]])


def test_figures_are_micro_averages():
    got = figures(np.array([[3.0, 4.0, 6.0]]))
    assert {key: value[0] for key, value in got.items()} == pytest.approx(
        {"precision": 0.75, "recall": 0.5, "f1": 0.6}
    )


def test_the_shipped_list_of_generic_names_is_read_folded():
    generic = read_generic(LABELS / "gazetteer" / "generic.txt")
    assert folded(["attention", "Self-Attention", "LLM", "KV cache"]) <= generic
    assert not folded(["LoRA", "GNN"]) & generic


def test_a_missing_list_is_an_error(tmp_path):
    with pytest.raises(LabelsError, match=r"none\.txt: the list of generic names cannot be read"):
        read_generic(tmp_path / "none.txt")
