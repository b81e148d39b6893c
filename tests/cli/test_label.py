"""``papertaxa label``, from the call to the exit code."""

import gzip
import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from papertaxa.batch import journal
from papertaxa.cli import main

ROOT = Path(__file__).resolve().parents[2]
GOOD = (
    "We study how the ripening of the pear changes the stalk and the juice of every basket, and "
    "we propose PearNet to follow the blossom."
)


@pytest.fixture
def run(tiny_model, capfdbinary):
    """Run the command with the tiny model; give exit code, rows, and what went to stderr."""

    def label(*args, model=tiny_model):
        code = main(["label", *map(str, args), "--model", str(model)])
        out, err = capfdbinary.readouterr()
        rows = [json.loads(line) for line in out.splitlines()] if out.startswith(b"{") else []
        return code, rows, err.decode()

    return label


@pytest.fixture
def listing(tmp_path):
    """Write a listing and give its path."""

    def write(content, name="papers.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def row(**fields):
    return json.dumps(fields)


def test_every_row_gets_its_topics_and_names(run, world):
    code, rows, err = run(world.papers)
    assert (code, err) == (0, "")
    assert [row["id"] for row in rows] == list(world.texts)
    right = [row["topics"][0]["id"] == world.topics[row["id"]][0] for row in rows if row["topics"]]
    assert sum(right) >= 72  # of 80; it was trained on them
    assert all(row["areas"] for row in rows)
    named = [row for row in rows if row["benchmarks"]]
    assert len(named) >= 40


def test_mentions_are_spans_of_the_text_as_it_was_given(run, world):
    _, rows, _ = run(world.papers)
    names = [(row, name) for row in rows for name in row["methods"] + row["benchmarks"]]
    assert names
    for paper, name in names:
        text = world.texts[paper["id"]]
        surfaces = {text[m["field"]][m["start"] : m["end"]] for m in name["mentions"]}
        assert name["text"] in surfaces


def test_both_seeds_have_their_fixed_ids_and_are_ok(run):
    code, rows, _ = run(ROOT / "seeds", model=ROOT / "models" / "default")
    assert code == 0
    stems = ("000_13ea939fd516f8df", "004_f59f6454ba33b251")
    assert [row["id"] for row in rows] == [f"{s}-{n:02d}" for s in stems for n in range(1, 20)]
    assert {row["status"] for row in rows} == {"ok"}
    assert all(row["areas"] for row in rows)


def test_no_such_file(run, tmp_path):
    code, rows, err = run(tmp_path / "nowhere.jsonl")
    assert code == 2
    assert rows == []
    assert err.startswith("error: ")
    assert "nowhere.jsonl" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.jsonl", b"", "empty"),
        ("image.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR" + bytes(range(256)), "PNG"),
        ("papers.csv", b"authors,year\nA,2026\nB,2026\n", "authors"),
    ],
)
def test_an_unusable_file_is_named_with_what_is_wrong(run, listing, name, content, said):
    code, rows, err = run(listing(content, name))
    assert (code, rows) == (2, [])
    assert name in err
    assert said in err


def test_a_folder_with_nothing_readable(run, tmp_path):
    code, rows, err = run(tmp_path)
    assert (code, rows) == (2, [])
    assert str(tmp_path) in err


def test_one_broken_line_among_a_thousand_costs_one_row(run, listing):
    lines = [row(id=f"p{n}", abstract=f"{GOOD} Case {n}.") for n in range(1000)]
    lines[499] = '{"id": "p499", "abstract": "cut'
    code, rows, _ = run(listing("\n".join(lines)), "--no-extract")
    assert code == 1
    assert len(rows) == 1000
    assert [r["status"] for r in rows].count("ok") == 999
    assert rows[499]["status"] == "unreadable"
    assert "papers.jsonl, line 500" in rows[499]["reason"]


def test_rows_without_text_a_title_alone_and_twice_the_same(run, listing):
    content = [
        row(id="a", title="On the ripening of the pear and its stalk", abstract=""),
        row(id="b", title="", abstract=""),
        row(id="c", title="", abstract=GOOD),
        row(id="d", title="", abstract=GOOD),
    ]
    code, rows, _ = run(listing("\n".join(content)))
    assert code == 1
    assert [r["status"] for r in rows] == ["title-only", "empty", "ok", "duplicate"]
    assert "c" in rows[3]["reason"]
    assert rows[0]["areas"]
    assert rows[1]["primary"] is None


def test_a_two_megabyte_abstract_and_nul_bytes_are_labelled(run, listing):
    long = " ".join([GOOD] * (2_000_000 // len(GOOD)))
    content = [row(id="long", abstract=long), row(id="nul", abstract=GOOD.replace("e ", "\x00e "))]
    code, rows, err = run(listing("\n".join(content)))
    assert [r["status"] for r in rows] == ["ok", "ok"]
    assert (code, err) == (0, "")


def test_another_language_is_left_unlabelled_and_named(run, listing):
    german = (
        "Wir untersuchen, wie die Reife der Birnen von der Lagerung abhängt, und schlagen ein "
        "neues Verfahren vor, mit dem sich die Ernte besser planen lässt als bisher."
    )
    code, rows, _ = run(listing(row(id="de", abstract=german)))
    assert code == 1
    assert rows[0]["status"] == "not-english"
    assert "German" in rows[0]["reason"]
    assert rows[0]["topics"] == []


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet", "html", "txt", "jsonl.gz"])
def test_the_output_file_is_whole_and_of_the_suffixs_format(run, world, tmp_path, suffix):
    out = tmp_path / f"out.{suffix}"
    code, _, err = run(world.papers, "-o", out, "--no-extract")
    assert code == 0
    assert "80 papers: 80 ok" in err
    assert out.stat().st_size > 0
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    if suffix.endswith("gz"):
        assert len(gzip.decompress(out.read_bytes()).splitlines()) == 80


def test_an_output_folder_that_does_not_exist(run, world, tmp_path):
    code, _, err = run(world.papers, "-o", tmp_path / "no" / "out.csv")
    assert code == 2
    assert "does not exist" in err
    assert "mkdir -p" in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_output_folder_that_cannot_be_written(run, world, tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    code, _, err = run(world.papers, "-o", folder / "out.csv")
    assert code == 2
    assert "cannot be written" in err


def test_an_output_that_is_a_folder(run, world, tmp_path):
    code, _, err = run(world.papers, "-o", tmp_path, "--format", "csv")
    assert code == 2
    assert "is a folder" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-o", "out.cvs"], "did you mean '.csv'"),
        (["--resume"], "name it with -o"),
        (["--format", "parquet"], "name a file with -o"),
        (["--input-format", "jsonlines"], "did you mean 'jsonl'"),
    ],
)
def test_options_that_cannot_be(run, world, args, said):
    code, rows, err = run(world.papers, *args)
    assert (code, rows) == (2, [])
    assert said in err


def test_a_missing_model_says_how_to_get_one(run, world, tmp_path):
    code, _, err = run(world.papers, model=tmp_path / "none")
    assert code == 2
    assert "no such model folder" in err
    assert "papertaxa train" in err


def test_min_score_leaves_only_surer_topics(run, world):
    _, rows, _ = run(world.papers, "--min-score", "0.9", "--no-extract")
    assert all(topic["score"] >= 0.9 for row in rows for topic in row["topics"])
    assert all(row["areas"] for row in rows)


def test_no_extract_leaves_names_out(run, world):
    _, rows, _ = run(world.papers, "--no-extract")
    assert all(row["methods"] == row["benchmarks"] == [] for row in rows)


def test_two_processes_give_the_same_rows_in_the_same_order(run, listing):
    content = [row(id=str(n), abstract=f"{GOOD} Case {n}.") for n in range(600)]
    path = listing("\n".join(content))
    assert run(path, "--no-extract", "--jobs", "2")[1] == run(path, "--no-extract")[1]


def test_other_columns_are_passed_through(run, listing):
    _, rows, _ = run(listing(row(id="a", abstract=GOOD, authors=["X"], year=2026)))
    assert rows[0]["extra"] == {"authors": ["X"], "year": 2026}


def test_an_interrupted_run_goes_on_where_it_stopped(run, world, tmp_path, monkeypatch):
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    run(world.papers, "-o", whole, "--no-extract")
    append, written = journal.append, []

    def stop_after_thirty(stream, labelled):
        if len(written) == 30:
            raise KeyboardInterrupt
        written.append(labelled.id)
        append(stream, labelled)

    monkeypatch.setattr(journal, "append", stop_after_thirty)
    code, _, err = run(world.papers, "-o", out, "--no-extract")
    assert code == 130
    assert "--resume" in err
    assert not out.exists()
    with journal.path_for(out).open("ab") as file:
        file.write(b'{"id": "half a li')
    monkeypatch.setattr(journal, "append", append)
    code, _, _ = run(world.papers, "-o", out, "--no-extract", "--resume")
    assert code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not journal.path_for(out).exists()


def test_a_run_is_not_gone_on_with_other_options(run, world, tmp_path):
    out = tmp_path / "out.jsonl"
    journal.start(journal.path_for(out), {"model": "another"})
    code, _, err = run(world.papers, "-o", out, "--no-extract", "--resume")
    assert code == 2
    assert "leave out --resume to start again" in err


def test_standard_input_is_read(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    code, rows, _ = run("-", "--no-extract")
    assert code == 0
    assert [row["id"] for row in rows] == ["stdin-01"]
