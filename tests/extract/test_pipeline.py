from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from papertaxa.domain import Name, Paper
from papertaxa.errors import ModelError
from papertaxa.extract import Extractor, Names, extract, judge, load
from papertaxa.extract import pipeline as module
from papertaxa.extract.candidates import Candidate
from papertaxa.extract.judge import Found
from papertaxa.extract.pipeline import LONGEST, blank, joined
from papertaxa.text import clean_paper

RAW = Paper(
    id="new",
    title="QPX: mixing at a distance",
    abstract=(
        r"We propose \textbf{Q}uiet \textbf{P}olicy e\textbf{X}change (**QPX**), which replaces "
        "gradient hashing. Compared with FernFormer, QPX is better on QuarryBench. "
        "Gradient-Hashing is slow."
    ),
)


def names_of(extractor: Extractor, paper: Paper) -> Names:
    return next(extract(extractor, [clean_paper(paper)]))


def by_text(names: tuple[Name, ...]) -> dict[str, Name]:
    return {name.text: name for name in names}


def test_finds_methods_benchmarks_and_what_is_introduced(extractor: Extractor) -> None:
    names = names_of(extractor, RAW)
    methods = by_text(names.methods)
    assert set(by_text(names.benchmarks)) == {"QuarryBench"}
    assert {"QPX", "gradient hashing", "FernFormer"} <= set(methods)
    assert methods["QPX"].role == "proposed"
    assert methods["FernFormer"].role == "used"


def test_short_and_long_form_are_one_name(extractor: Extractor) -> None:
    names = by_text(names_of(extractor, RAW).methods)
    assert names["QPX"].canonical == "Quiet Policy eXchange"
    assert "Quiet Policy eXchange" not in names


def test_mentions_are_spans_of_the_text_as_given(extractor: Extractor) -> None:
    names = by_text(names_of(extractor, RAW).methods)
    texts = {"title": RAW.title, "abstract": RAW.abstract}
    stands = [texts[m.field][m.start : m.end] for m in names["QPX"].mentions]
    assert stands == ["QPX", r"\textbf{Q}uiet \textbf{P}olicy e\textbf{X}change", "QPX", "QPX"]
    stands = [texts[m.field][m.start : m.end] for m in names["gradient hashing"].mentions]
    assert stands == ["gradient hashing", "Gradient-Hashing"]


def test_a_name_counts_once_however_it_is_spelled(extractor: Extractor) -> None:
    names = names_of(extractor, RAW)
    texts = [name.text.lower() for name in names.methods + names.benchmarks]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("", ""),
        ("Title only with FernFormer", ""),
        ("", "We propose Quiet Policy eXchange (QPX)."),
        ("\n\n", " \n "),
        ("$$$ %% ((( ", "∇ ∑ \\ {{{ }}} ((((( ))))) — — \x00\x00"),
        ("(", "(A"),
        ("A: B", "("),
        ("  double  spaces ", "in   between  (  QPX  )"),
    ],
)
def test_no_text_is_refused(extractor: Extractor, title: str, abstract: str) -> None:
    assert isinstance(names_of(extractor, Paper(id="x", title=title, abstract=abstract)), Names)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    title=st.text(st.sampled_from("QPX :(\n—-.a$ⅻß{}\\"), max_size=30),
    abstract=st.text(max_size=120),
)
def test_every_mention_lies_within_its_field(
    extractor: Extractor, title: str, abstract: str
) -> None:
    abstract = f"{abstract} We propose QPX (Quiet Policy eXchange). {abstract}"
    names = names_of(extractor, Paper(id="x", title=title, abstract=abstract))
    for name in names.methods + names.benchmarks:
        assert name.mentions
        for mention in name.mentions:
            text = title if mention.field == "title" else abstract
            assert 0 <= mention.start < mention.end <= len(text)


def test_of_a_very_long_abstract_the_beginning_is_read(extractor: Extractor) -> None:
    abstract = RAW.abstract + " and so on" * 200_000
    paper = Paper(id="x", title=RAW.title, abstract=abstract)
    assert by_text(names_of(extractor, paper).benchmarks).keys() == {"QuarryBench"}
    assert len(joined(clean_paper(paper))) == LONGEST


def test_papers_come_back_in_order_whatever_the_batch(extractor: Extractor) -> None:
    papers = [
        clean_paper(Paper(id=str(i), abstract=f"We propose Quiet Policy eXchange (QPX{i})."))
        for i in range(7)
    ]
    one_by_one = [next(extract(extractor, [paper])) for paper in papers]
    assert list(extract(extractor, iter(papers), batch_size=3)) == one_by_one


def test_papers_are_read_as_a_stream(extractor: Extractor) -> None:
    def endless():
        while True:
            yield clean_paper(RAW)

    stream = extract(extractor, endless())
    assert next(stream) == next(stream)


def test_without_training_nothing_is_found() -> None:
    assert next(extract(Extractor(blank()), [clean_paper(RAW)])) == Names()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="nowhere: the extractor cannot be read"):
        load(tmp_path / "nowhere")


def test_an_incomplete_folder_is_named(trained: Path, tmp_path: Path) -> None:
    for file in trained.rglob("*"):
        if file.is_file() and file.name != "thresholds.json":
            copy = tmp_path / "half" / file.relative_to(trained)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    with pytest.raises(ModelError, match=r"half: the extractor cannot be read .*thresholds\.json"):
        load(tmp_path / "half")


def test_what_is_introduced_but_neither_method_nor_benchmark_stands_among_the_methods() -> None:
    nlp = blank()
    doc = nlp.make_doc("On scores \n We define the FERN score.")
    place = [word.text for word in doc].index("FERN")
    candidate = Candidate("fern", "FERN", [(place, place + 1)])
    doc.user_data[judge.KEY] = [Found(candidate, "", True, (0.2, 0.1, 0.9))]
    paper = clean_paper(Paper(id="x", title="On scores", abstract="We define the FERN score."))
    names = module._names(doc, paper)
    assert [(name.text, name.role) for name in names.methods] == [("FERN", "proposed")]
    assert names.benchmarks == ()


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ('" policy gradient', "policy gradient"),
        ("—rejection sampling", "rejection sampling"),
        ('"vanilla" policy gradient', '"vanilla" policy gradient'),
        ("“vanilla” policy gradient", "“vanilla” policy gradient"),
        ("QPX", "QPX"),
        ("—", "—"),
    ],
)
def test_a_name_is_shown_without_the_mark_before_it(found: str, shown: str) -> None:
    name = Found(Candidate("key", found, [(0, 1)]), "method", False, (0.9, 0.0, 0.1))
    assert [entry.text for entry in module._entries([name])] == [shown]
