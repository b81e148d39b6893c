import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from papertaxa.errors import LabelsError
from papertaxa.labels.rewrite import rewrite
from papertaxa.labels.rows import rows


def after(path: Path, change=lambda label: label) -> bytes:
    (labels,) = rows(path).values()
    return rewrite(path, labels, [change(label) for label in labels])


def prune(label):
    """Paper p gets another topic, paper q goes."""
    return {"p": replace(label, topics=("fig", "plum")), "q": None}.get(label.id, label)


def test_rows_that_do_not_change_stay_letter_for_letter(write):
    odd = '{ "topics" : ["lemon"],"id":"r" , "x": 1.50 }'
    path = write(f'{{"id": "p", "topics": ["a"]}}\n\n{{"id": "q", "topics": ["a"]}}\r\n{odd}')
    assert after(path, prune).decode() == f'{{"id": "p", "topics": ["fig", "plum"]}}\n{odd}\n'


def test_a_table_stays_a_table_with_its_divider_and_line_ends(write):
    path = write('note,ID,Topics\r\nx,p,a;b\r\ny,q,a\r\n"z, z",r,a\r\n', "a.csv")
    assert after(path, prune) == b'note,ID,Topics\r\nx,p,fig;plum\r\n"z, z",r,a\r\n'
    path = write("id\ttopics\np\ta\n", "a.tsv")
    assert after(path, prune) == b"id\ttopics\np\tfig;plum\n"


def test_the_byte_order_mark_by_which_spreadsheets_know_utf8_stays(write):
    path = write("\ufeffid,topics,note\np,a,ü\n", "a.csv")
    assert after(path, prune).decode() == "\ufeffid,topics,note\np,fig;plum,ü\n"


def test_a_packed_file_stays_packed_with_the_same_bytes_each_time(write):
    path = write(gzip.compress(b'{"id": "p", "topics": ["a"]}\n'), "a.jsonl.gz")
    assert gzip.decompress(after(path, prune)) == b'{"id": "p", "topics": ["fig", "plum"]}\n'
    assert after(path, prune) == after(path, prune)


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_a_file_that_changed_meanwhile_is_not_overwritten(write, name):
    text = {"a.jsonl": '{"id": "p", "topics": ["a"]}\n', "a.csv": "id,topics\np,a\n"}[name]
    path = write(text, name)
    (labels,) = rows(path).values()
    write(text + text.splitlines()[-1] + "\n", name)
    with pytest.raises(LabelsError, match=f"{name}: the file has changed since it was read"):
        rewrite(path, labels, labels)


def test_a_file_that_is_gone_meanwhile_is_an_error(write):
    path = write('{"id": "p", "topics": ["a"]}\n')
    (labels,) = rows(path).values()
    path.unlink()
    with pytest.raises(LabelsError, match="there is no such file"):
        rewrite(path, labels, labels)
