import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from papertaxa import labels as label_files
from papertaxa.errors import LabelsError, OutputError
from papertaxa.web import labelfile
from papertaxa.web.store import NEW, Author, Conflict, Saved, Store, Wanted, history_path, version

FIRST, SECOND = Author(id="a" * 32, name="reader-1"), Author(id="b" * 32, name="reader-2")


def clock():
    return datetime(2031, 4, 5, 6, 7, 8, tzinfo=UTC)


@pytest.fixture
def store(labels):
    return Store(labels, clock=clock)


def test_a_decision_is_in_the_file_when_the_call_returns(store, rows):
    wanted = Wanted(topics=("depth", "bandits"), methods=("Zed",), benchmarks=())
    result = store.decide("p", wanted, seen=NEW, by=FIRST)
    assert isinstance(result, Saved)
    assert rows() == {
        "p": {
            "id": "p",
            "topics": ["depth", "bandits"],
            "methods": ["Zed"],
            "benchmarks": [],
            "annotator": "reader-1",
            "date": "2031-04-05T06:07:08Z",
        }
    }


def test_other_rows_and_columns_stay_as_they_are(labels, rows):
    before = (
        b'{"id": "q",  "topics": ["y"], "methods": null}\n{broken\n'
        b'{"id":"p","topics":["x"],"note":"hm","score":3}'
    )
    labels.write_bytes(before)
    store = Store(labels, clock=clock)
    assert [problem.source for problem in store.snapshot().problems] == [f"{labels}, line 2"]
    seen = version(store.snapshot().labels["p"])
    store.decide("p", Wanted(topics=("z",)), seen=seen, by=FIRST)
    store.decide("new", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    first, second, third, fourth = labels.read_bytes().splitlines()
    assert [first, second] == before.splitlines()[:2]
    assert json.loads(third) == {
        "id": "p",
        "topics": ["z"],
        "note": "hm",
        "score": 3,
        "annotator": "reader-1",
        "date": "2031-04-05T06:07:08Z",
    }
    assert json.loads(fourth)["id"] == "new"


def test_names_that_were_not_looked_at_are_kept(labels, rows):
    labels.write_text('{"id": "p", "topics": ["x"], "methods": ["M"]}\n')
    store = Store(labels)
    store.decide("p", Wanted(topics=("z",)), seen=version(store.snapshot().labels["p"]), by=FIRST)
    assert rows()["p"]["methods"] == ["M"]


def test_several_rows_of_a_paper_become_one_at_the_last_ones_place(labels):
    labels.write_text(
        '{"id": "p", "topics": ["x"], "methods": ["M"]}\n{"id": "q", "topics": ["x"]}\n'
        '{"id": "p", "topics": ["y"]}\n{"id": "r", "topics": ["x"]}\n'
    )
    store = Store(labels)
    seen = version(store.snapshot().labels["p"])
    store.decide("p", Wanted(topics=("z",)), seen=seen, by=FIRST)
    assert [(label.id, label.topics, label.methods) for label in label_files.read(labels)] == [
        ("q", ("x",), None),
        ("p", ("z",), ("M",)),
        ("r", ("x",), None),
    ]


@pytest.mark.parametrize("end", ["\r\n", ""])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_survive(labels, end, bom):
    rows = '{"id": "p", "topics": ["x"]}\r\n{"id": "q", "topics": ["x"]}'
    labels.write_bytes(bom + rows.encode() + end.encode())
    store = Store(labels)
    for paper in ("p", "s"):
        seen = version(store.snapshot().labels.get(paper))
        store.decide(paper, Wanted(topics=("y",)), seen=seen, by=FIRST)
    data = labels.read_bytes()
    assert data.startswith(bom + b"{")
    assert data.count(b"\r\n") == data.count(b"\n") == 3
    assert [label.topics for label in label_files.read(labels)] == [("y",), ("x",), ("y",)]


def test_a_gzipped_file_stays_gzipped(tmp_path):
    path = tmp_path / "labels.jsonl.gz"
    label_files.write(path, [])
    store = Store(path)
    store.decide("p", Wanted(topics=("y",)), seen=NEW, by=FIRST)
    assert path.read_bytes().startswith(b"\x1f\x8b")
    assert [label.id for label in label_files.read(path)] == ["p"]


def test_a_table_keeps_its_columns_and_gets_those_it_needs(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text('Id,topics,note\nq,"x;y","a, b"\np,x,keep\n', newline="")
    store = Store(path, clock=clock)
    seen = version(store.snapshot().labels["p"])
    store.decide("p", Wanted(topics=("z", "x"), methods=("A b", "C")), seen=seen, by=FIRST)
    store.decide("r", Wanted(topics=("y",)), seen=NEW, by=FIRST)
    lines = path.read_text().splitlines()
    assert lines[0] == "Id,topics,note,methods,annotator,date"
    assert lines[1] == 'q,x;y,"a, b"'
    assert lines[2] == "p,z;x,keep,A b;C,reader-1,2031-04-05T06:07:08Z"
    assert [label.id for label in label_files.read(path)] == ["q", "p", "r"]
    assert store.undo(by=FIRST) == Saved(label=None, paper="r")
    assert [label.id for label in label_files.read(path)] == ["q", "p"]


def test_a_new_table_begins_with_its_heading(tmp_path):
    path = tmp_path / "labels.csv"
    Store(path, clock=clock).decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    assert path.read_text().splitlines()[0] == "id,topics,annotator,date"


def test_a_table_with_a_broken_quote_is_not_written_to(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text('id,topics\nq,x\np,"x\n')
    store = Store(path)
    with pytest.raises(LabelsError, match=r"line 3: broken CSV"):
        store.decide("r", Wanted(topics=("y",)), seen=NEW, by=FIRST)
    assert path.read_text() == 'id,topics\nq,x\np,"x\n'


def test_a_name_with_a_semicolon_is_refused_in_a_table(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("id,topics\nq,x\n")
    with pytest.raises(LabelsError, match="semicolon"):
        Store(path).decide("r", Wanted(topics=("y",), methods=("a;b",)), seen=NEW, by=FIRST)
    assert path.read_text() == "id,topics\nq,x\n"


def test_the_second_of_two_at_one_paper_gets_a_choice_and_both_are_kept(store, rows):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    refused = store.decide("p", Wanted(topics=("y",)), seen=NEW, by=SECOND)
    assert isinstance(refused, Conflict)
    assert (refused.theirs.topics, refused.mine.topics) == (("x",), ("y",))
    assert rows()["p"]["topics"] == ["x"]
    again = store.decide("p", Wanted(topics=("y",)), seen=NEW, by=SECOND)
    assert isinstance(again, Conflict)
    kinds = [(entry.kind, entry.after["topics"]) for entry in store.history("p")]
    assert kinds == [("decision", ["x"]), ("conflict", ["y"])], "a repeated try is one entry"
    store.decide("p", Wanted(topics=("y",)), seen=version(refused.theirs), by=SECOND)
    assert rows()["p"]["topics"] == ["y"]
    assert (rows()["p"]["annotator"], len(rows())) == ("reader-2", 1)


def test_giving_way_keeps_what_was_wanted_in_the_history(store, rows):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    store.keep_theirs("p", Wanted(topics=("y",)), by=SECOND)
    assert rows()["p"]["topics"] == ["x"]
    last = store.history("p")[-1]
    assert (last.kind, last.before["topics"], last.after["topics"]) == ("theirs", ["y"], ["x"])


def test_two_who_agree_are_no_conflict(store):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    result = store.decide("p", Wanted(topics=("x",)), seen=NEW, by=SECOND)
    assert result.changed is False


def test_an_edit_by_hand_between_two_decisions_is_merged_by_paper(store, labels, rows):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    seen = version(store.snapshot().labels["p"])
    with labels.open("a") as file:
        file.write('{"id": "q", "topics": ["y"]}\n')
    store.decide("p", Wanted(topics=("z",)), seen=seen, by=FIRST)
    assert {paper: row["topics"] for paper, row in rows().items()} == {"p": ["z"], "q": ["y"]}
    labels.write_text('{"id": "p", "topics": ["w"]}\n')
    result = store.decide("p", Wanted(topics=("v",)), seen=seen, by=FIRST)
    assert isinstance(result, Conflict)
    assert rows()["p"]["topics"] == ["w"]


def test_undo_goes_back_step_by_step_and_survives_a_restart(store, labels, rows):
    seen = NEW
    for topic in ("x", "y"):
        seen = version(store.decide("p", Wanted(topics=(topic,)), seen=seen, by=FIRST).label)
    store.decide("q", Wanted(topics=("z",)), seen=NEW, by=FIRST)
    store.decide("r", Wanted(topics=("z",)), seen=NEW, by=SECOND)
    again = Store(labels)
    assert again.undo(by=FIRST).paper == "q"
    assert again.undo(by=FIRST).label.topics == ("x",)
    third = Store(labels)
    assert third.undo(by=FIRST) == Saved(label=None, paper="p")
    assert third.undo(by=FIRST) is None
    assert list(rows()) == ["r"], "what another person decided is not taken back"


def test_undo_after_undo_and_a_new_decision_takes_back_the_new_one_first(store):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    store.decide("q", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    store.undo(by=FIRST)
    store.decide("s", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    assert [store.undo(by=FIRST).paper for _ in range(2)] == ["s", "p"]


def test_undo_does_not_overwrite_what_someone_else_changed_since(store, rows):
    mine = store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    store.decide("p", Wanted(topics=("y",)), seen=version(mine.label), by=SECOND)
    assert isinstance(store.undo(by=FIRST), Conflict)
    assert rows()["p"]["topics"] == ["y"]


def test_threads_that_write_at_once_lose_nothing(store, rows):
    def work(name):
        author = Author(id=name * 32, name=name)
        for number in range(15):
            store.decide(f"{name}{number}", Wanted(topics=("x",)), seen=NEW, by=author)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rows()) == 60
    assert len(store._journal.entries()) == 60
    assert [entry.number for entry in store._journal.entries()] == list(range(1, 61))


WRITER = """
import sys
from pathlib import Path
from papertaxa.web.store import NEW, Author, Store, Wanted
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    paper = f"{sys.argv[2]}{number}"
    store.decide(paper, Wanted(topics=("x",)), seen=NEW, by=Author(id=sys.argv[2] * 32))
    print(paper, flush=True)
"""


def writer(labels, name, number):
    command = [sys.executable, "-c", WRITER, str(labels), name, str(number)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_programs_that_write_at_once_lose_nothing(labels, rows):
    processes = [writer(labels, name, 20) for name in "ab"]
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    assert len(rows()) == 40


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals on Windows")
def test_a_kill_at_any_moment_loses_no_decision_that_was_confirmed(labels, rows):
    confirmed = []
    for round_, delay in enumerate((0.005, 0.02, 0.05)):
        process = writer(labels, "abc"[round_], 100_000)
        assert process.stdout.readline() == "ready\n"
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        confirmed += [line for line in out.split("\n")[:-1] if line]
        Store(labels)
        assert set(confirmed) <= set(rows()) if labels.exists() else not confirmed
    assert confirmed


def test_a_decision_cut_off_before_the_file_was_written_is_made_good_on_start(
    store, labels, rows, monkeypatch
):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)

    class KillError(BaseException):
        pass

    def killed(*args):
        raise KillError

    monkeypatch.setattr(labelfile, "write", killed)
    monkeypatch.setattr(store, "_append", once(store._append))
    with pytest.raises(KillError):
        store.decide("q", Wanted(topics=("y",)), seen=NEW, by=FIRST)
    monkeypatch.undo()
    assert list(rows()) == ["p"]
    again = Store(labels)
    assert list(rows()) == ["p", "q"]
    assert again.undo(by=FIRST).paper == "q"


def once(function):
    """Let a call through, and fail those that follow, as after a kill."""
    calls = []

    def call(*args):
        calls.append(args)
        if len(calls) > 1:
            raise OSError
        return function(*args)

    return call


def test_a_file_put_back_by_hand_is_left_alone_on_start(store, labels, rows):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    before = labels.read_bytes()
    store.decide("q", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    labels.write_bytes(before)
    Store(labels)
    assert list(rows()) == ["p"]


def test_a_line_of_the_history_that_a_crash_tore_spoils_no_other(store, labels):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    with history_path(labels).open("ab") as file:
        file.write(b'{"number": 2, "at": "20')
    again = Store(labels)
    again.decide("q", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    third = Store(labels)
    assert [third.undo(by=FIRST).paper for _ in range(2)] == ["q", "p"]


def test_a_disk_that_is_full_is_said_and_the_decision_does_not_count(store, rows, monkeypatch):
    store.decide("p", Wanted(topics=("x",)), seen=NEW, by=FIRST)

    def full(*args):
        raise OutputError("the disk is full")

    monkeypatch.setattr(labelfile, "write", full)
    with pytest.raises(OutputError):
        store.decide("q", Wanted(topics=("x",)), seen=NEW, by=FIRST)
    monkeypatch.undo()
    assert store.undo(by=FIRST).paper == "p"
    assert rows() == {}


def test_many_labels_change_in_one_step_or_not_at_all(store, labels, rows):
    for paper in "pqr":
        store.decide(paper, Wanted(topics=("x", "y")), seen=NEW, by=FIRST)
    old = store.snapshot()
    changes = {"p": replace(old.labels["p"], topics=("z",)), "r": None}

    def write():
        label_files.write(labels, [changes["p"], old.labels["q"]])

    store.decide("s", Wanted(topics=("x",)), seen=NEW, by=SECOND)
    assert not store.change_all(changes, unchanged_since=old, write=write, by=FIRST)
    assert list(rows()) == ["p", "q", "r", "s"]
    store.undo(by=SECOND)
    assert store.change_all(changes, unchanged_since=store.snapshot(), write=write, by=FIRST)
    assert list(rows()) == ["p", "q"]
    assert (store.history("r")[-1].kind, store.history("r")[-1].after) == ("taxonomy", None)
    assert isinstance(store.undo(by=FIRST), Conflict), "r is as the taxonomy left it"
