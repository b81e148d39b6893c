import gzip
import json
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.data import TAXONOMY, label_files
from papertaxa.domain import Label
from papertaxa.errors import LabelsError
from papertaxa.labels import read
from papertaxa.labels.parse import parse
from papertaxa.taxonomy import load

JSON = (
    '{"id": "p1", "topics": ["lemon", "fig"], "proposed": ["Zest"], "methods": [], '
    '"benchmarks": ["LimeBench"], "annotator": "x"}\n'
    "\n"
    '{"id": 7, "topics": ["apple"], "methods": null}\n'
)
CSV = (
    "id,topics,proposed,methods,benchmarks,annotator\n"
    "p1,lemon; fig,Zest,,LimeBench,x\n"
    '"p,2",apple,,"Core, Peel;Pip",,\n'
)


def fields(label: Label) -> tuple[object, ...]:
    return (label.id, label.topics, label.proposed, label.methods, label.benchmarks)


def test_json_lines_keep_order_lists_and_other_keys(write):
    first, second = read(write(JSON))
    assert fields(first) == ("p1", ("lemon", "fig"), ("Zest",), (), ("LimeBench",))
    assert first.extra == {"annotator": "x"}
    assert first.source == "a.jsonl, line 1"
    assert fields(second) == ("7", ("apple",), None, None, None)
    assert second.source == "a.jsonl, line 3"


def test_csv_lists_are_divided_by_semicolons_and_empty_cells_are_empty_lists(write):
    first, second = read(write(CSV, "a.csv"))
    assert fields(first) == ("p1", ("lemon", "fig"), ("Zest",), (), ("LimeBench",))
    assert first.extra == {"annotator": "x"}
    assert fields(second) == ("p,2", ("apple",), (), ("Core, Peel", "Pip"), ())


def test_csv_without_columns_of_names_says_that_nobody_looked(write):
    (label,) = read(write("Topics\tID\tnote\nlemon;fig\tp1\thm\n", "a.tsv"))
    assert fields(label) == ("p1", ("lemon", "fig"), None, None, None)
    assert label.extra == {"note": "hm"}


def test_a_cell_may_hold_a_line_break_and_the_source_is_where_the_row_begins(write):
    one, two = read(write('id,topics,note\np1,lemon,"a\nb"\np2,fig,\n', "a.csv"))
    assert (one.source, two.source) == ("a.csv, line 2", "a.csv, line 4")


@pytest.mark.parametrize("content", [JSON, CSV])
@pytest.mark.parametrize(
    "encode",
    [
        lambda text: gzip.compress(text.encode()),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["gzip", "bom", "utf-16", "crlf", "no last line end"],
)
def test_packing_encoding_and_line_ends_make_no_difference(write, content, encode):
    plain = read(write(content, "plain"))
    other = read(write(encode(content), "other"))
    assert [fields(label) for label in other] == [fields(label) for label in plain]
    assert [label.extra for label in other] == [label.extra for label in plain]


def test_within_a_file_the_later_row_wins_and_keeps_what_it_does_not_state(write, caplog):
    path = write(
        '{"id": "p", "topics": ["lemon"], "methods": ["Zest"], "note": "n"}\n'
        '{"id": "q", "topics": ["fig"]}\n'
        '{"id": "p", "topics": ["apple"], "date": "d"}\n'
    )
    with caplog.at_level(logging.WARNING):
        first, second = read(path)
    assert fields(first) == ("p", ("apple",), None, ("Zest",), None)
    assert first.extra == {"note": "n", "date": "d"}
    assert second.id == "q"
    (message,) = caplog.messages
    assert message.startswith("papers labelled more than once: 1; the later row wins ")
    assert message.endswith("('p': a.jsonl, line 3 over a.jsonl, line 1)")


def test_many_papers_labelled_again_are_one_warning(write, caplog):
    one = write("id,topics\np,a\nq,a\nr,a\n", "one.csv")
    two = write("id,topics\np,a\nq,b\nr,b\n", "two.csv")
    read([one, two])
    (message,) = caplog.messages
    assert message.startswith("papers labelled more than once: 2; the later row wins ")
    assert message.endswith("('q': two.csv, line 3 over one.csv, line 3; and so on)")


def test_between_files_the_one_given_later_wins(write):
    one = write('{"id": "p", "topics": ["lemon"]}\n', "one.jsonl")
    two = write("id,topics\np,fig\n", "two.csv")
    assert read([one, two])[0].topics == ("fig",)
    assert read([str(two), str(one)])[0].topics == ("lemon",)


def test_the_same_label_twice_is_no_cause_for_a_warning(write, caplog):
    (label,) = read(write('{"id": "p", "topics": ["lemon"]}\n' * 2))
    assert label.topics == ("lemon",)
    assert caplog.messages == []


def test_every_broken_row_is_named(write):
    path = write(
        '{"id": "p", "topics": ["lemon"]}\n{"id": "q",\n{"id": "r", "topics": []}\n["s"]\n'
    )
    with pytest.raises(LabelsError) as raised:
        read(path)
    lines = str(raised.value).splitlines()
    assert lines[0] == "the labels have 3 problems:"
    assert lines[1].startswith("  a.jsonl, line 2: broken JSON at column 12: ")
    assert lines[2].startswith("  a.jsonl, line 3: paper 'r' has no topic; give it one to four")
    assert lines[3].startswith("  a.jsonl, line 4: this is a JSON list, not an object; ")


def test_of_many_broken_rows_the_first_twenty_are_named(write):
    with pytest.raises(LabelsError) as raised:
        read([write("{\n" * 15, "a"), write("{\n" * 15, "b")])
    lines = str(raised.value).splitlines()
    assert len(lines) == 22
    assert lines[16].startswith("  b, line 1: ")
    assert lines[-1] == "  and 10 more"


def test_with_a_taxonomy_unknown_topics_and_areas_are_refused(write, taxonomy):
    path = write('{"id": "p", "topics": ["lemmon"]}\n{"id": "q", "topics": ["fruit"]}\n')
    assert len(read(path)) == 2
    with pytest.raises(LabelsError) as raised:
        read(path, taxonomy=taxonomy)
    assert "line 1: paper 'p': unknown topic 'lemmon' (did you mean 'lemon'?)" in str(raised.value)
    assert "line 2: paper 'q': 'fruit' is an area, not a topic" in str(raised.value)


def test_no_file_and_no_row_are_errors(write):
    with pytest.raises(LabelsError, match="no file was given"):
        read([])
    with pytest.raises(LabelsError, match="no file was given, or none has a row"):
        read(write("id,topics\n", "a.csv"))


def test_shipped_labels_are_read_against_the_shipped_taxonomy():
    labels = read(label_files(), taxonomy=load(TAXONOMY))
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in label_files())
    assert len(labels) == lines > 0
    assert all(1 <= len(label.topics) <= 4 for label in labels)


text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@settings(max_examples=40)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"id": text, "topics": st.lists(text, min_size=1)},
            optional={"methods": st.lists(text), "note": text},
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda row: row["id"],
    ),
    st.booleans(),
)
def test_any_valid_row_is_read_as_written(tmp_path_factory, rows, ascii_only):
    path = tmp_path_factory.getbasetemp() / "wild.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in rows), "utf-8")
    for row, label in zip(rows, read(path), strict=True):
        assert fields(label)[:2] == (row["id"], tuple(row["topics"]))
        assert label.methods == (tuple(row["methods"]) if "methods" in row else None)
        assert label.extra == {key: row[key] for key in row if key == "note"}


@given(st.binary(max_size=60) | st.text('{}[]":,id topcsnul1\n\\ud8', max_size=60).map(str.encode))
def test_no_content_causes_anything_but_labels_or_an_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "wild"
    path.write_bytes(data)
    items = list(parse(path))
    if items and all(isinstance(item, Label) for item in items):
        assert all(label.topics for label in read(path))
    else:
        with pytest.raises(LabelsError):
            read(path)
