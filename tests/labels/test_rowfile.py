import pytest

from papertaxa.errors import OutputError
from papertaxa.labels.rowfile import rows_beside, write_rows


def test_rows_are_json_lines_in_any_script(tmp_path):
    write_rows(tmp_path / "a.jsonl", [{"id": "ü", "n": 1}, {"id": "桃"}])
    assert (tmp_path / "a.jsonl").read_text("utf-8") == '{"id": "ü", "n": 1}\n{"id": "桃"}\n'


def test_rows_appear_only_if_what_they_accompany_succeeds(tmp_path):
    with rows_beside(tmp_path / "a.jsonl", [{"id": "p"}]):
        assert not (tmp_path / "a.jsonl").exists()
    assert (tmp_path / "a.jsonl").read_text() == '{"id": "p"}\n'
    with pytest.raises(ZeroDivisionError), rows_beside(tmp_path / "b.jsonl", [{"id": "p"}]):
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_rows_that_cannot_be_written_stop_what_they_accompany(tmp_path):
    begun = []
    with pytest.raises(OutputError, match="none"), rows_beside(tmp_path / "none" / "a.jsonl", []):
        begun.append(True)
    assert begun == []


def test_without_a_file_nothing_is_written(tmp_path):
    with rows_beside(None, [{"id": "p"}]):
        pass
    assert list(tmp_path.iterdir()) == []
