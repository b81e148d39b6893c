import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.data import label_files
from papertaxa.domain import Label
from papertaxa.errors import OutputError
from papertaxa.labels import dumps, read, write

text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
names = st.none() | st.lists(text).map(tuple)
some_labels = st.builds(
    Label,
    id=text,
    topics=st.lists(text, min_size=1).map(tuple),
    proposed=names,
    methods=names,
    benchmarks=names,
    extra=st.dictionaries(st.sampled_from(["note", "date", "Ω"]), text | st.integers() | st.none()),
)


@pytest.mark.parametrize("path", label_files(), ids=lambda path: path.name)
def test_a_shipped_file_comes_out_byte_for_byte(tmp_path, path):
    write(tmp_path / "out.jsonl", read(path))
    assert (tmp_path / "out.jsonl").read_bytes() == path.read_bytes()


def test_what_nobody_looked_for_is_left_out_and_other_keys_come_last():
    label = Label(id="p", topics=("a",), methods=(), extra={"date": "x"}, source="here")
    assert dumps(label) == '{"id": "p", "topics": ["a"], "methods": [], "date": "x"}'


@settings(max_examples=40)
@given(st.lists(some_labels, min_size=1, max_size=3, unique_by=lambda label: label.id))
def test_any_labels_are_read_back_as_they_were(tmp_path_factory, labels):
    path = tmp_path_factory.getbasetemp() / "out.jsonl"
    write(path, labels)
    assert [dumps(label) for label in read(path)] == [dumps(label) for label in labels]
    assert [label.methods for label in read(path)] == [label.methods for label in labels]


def test_a_gzipped_file_has_the_same_bytes_each_time(tmp_path):
    labels = [Label(id="p", topics=("a",))]
    write(tmp_path / "a.jsonl.gz", labels)
    first = (tmp_path / "a.jsonl.gz").read_bytes()
    write(tmp_path / "a.jsonl.gz", labels)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == first
    assert gzip.decompress(first) == b'{"id": "p", "topics": ["a"]}\n'


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    with pytest.raises(TypeError):
        write(path, [Label(id="p", topics=("a",), extra={"x": object()})])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_output_error(tmp_path):
    with pytest.raises(OutputError, match="none"):
        write(tmp_path / "none" / "a.jsonl", [Label(id="p", topics=("a",))])
