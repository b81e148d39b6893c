"""``papertaxa report``, from the call to the exit code."""

import csv
import io
import json

import pytest

from papertaxa.cli import main


@pytest.fixture
def run(capfdbinary):
    def report(*args):
        code = main(["report", *map(str, args)])
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return report


def name(text, canonical=None, role="used"):
    return {"text": text, "canonical": canonical or text, "role": role, "mentions": []}


def labelled(paper_id, *methods, topics=(), benchmarks=(), status="ok"):
    return json.dumps(
        {
            "id": paper_id,
            "title": f"Title {paper_id}",
            "status": status,
            "reason": None,
            "primary": None,
            "topics": [{"id": t, "area": "reinforcement-learning", "score": 0.9} for t in topics],
            "areas": [],
            "confident": True,
            "methods": list(methods),
            "benchmarks": list(benchmarks),
            "links": [],
        }
    )


@pytest.fixture
def output(tmp_path):
    """What `papertaxa label` would have written of three papers."""
    path = tmp_path / "labelled.jsonl"
    path.write_text(
        "\n".join(
            [
                labelled("a", name("PPOF", "Pear Picking Order"), topics=["offline-rl"]),
                labelled("b", name("PPOFs"), benchmarks=[name("PomeBench")], topics=["offline-rl"]),
                labelled("c", name("pear picking orders"), topics=["exploration"]),
            ]
        )
        + "\n"
    )
    return path


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_names_are_counted_under_one_name(run, output):
    code, out, err = run(output, "--format", "csv", "--aliases", "/dev/null")
    assert (code, err) == (0, "")
    found = rows(out)
    assert [(row["name"], row["short"], row["papers"]) for row in found] == [
        ("Pear Picking Order", "PPOF", "3"),
        ("PomeBench", "", "1"),
    ]
    assert (found[0]["offline-rl"], found[0]["exploration"]) == ("2", "1")


def test_standard_input_is_read(run, output, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(output.read_bytes())))
    code, out, err = run("-", "--format", "csv")
    assert (code, err) == (0, "")
    assert [row["name"] for row in rows(out)] == ["Pear Picking Order", "PomeBench"]


def test_a_user_s_aliases_join_and_part_names(run, output, tmp_path):
    aliases = tmp_path / "aliases.tsv"
    aliases.write_text("Pear Picking Order\tPicking\nPPOFs\tPPOF\n")
    _, out, _ = run(output, "--format", "csv", "--aliases", aliases)
    assert {row["name"]: row["papers"] for row in rows(out)} == {
        "Picking": "2",
        "PPOF": "1",
        "PomeBench": "1",
    }


def test_a_broken_file_of_aliases_is_told_by_line(run, output, tmp_path):
    aliases = tmp_path / "aliases.tsv"
    aliases.write_text("# mine\nPPOF = Pear\n")
    code, out, err = run(output, "--aliases", aliases)
    assert (code, out) == (2, "")
    assert "aliases.tsv, line 2: 'PPOF = Pear' has no tab" in err


def test_without_a_terminal_a_page_is_written(run, output):
    code, out, _ = run(output)
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert "Offline RL" in out


@pytest.mark.parametrize(
    ("suffix", "said"),
    [
        (".txt", "PPOF (Pear Picking Order)"),
        (".csv", "Pear Picking Order,PPOF,3"),
        (".jsonl", '"papers": 3'),
        (".html", "</html>"),
    ],
)
def test_the_suffix_tells_the_format(run, output, tmp_path, suffix, said):
    out = tmp_path / f"report{suffix}"
    code, _, err = run(output, "-o", out, "--aliases", "/dev/null")
    assert code == 0
    assert "2 names of 3 papers" in err
    assert said in out.read_text("utf-8")


def test_the_same_input_gives_the_same_bytes(run, output):
    assert run(output, "--format", "html") == run(output, "--format", "html")


def test_only_the_most_frequent_names_are_listed_if_asked(run, output):
    assert len(rows(run(output, "--format", "csv", "--min-papers", "2")[1])) == 1
    assert len(rows(run(output, "--format", "csv", "--top", "1")[1])) == 2  # one of each kind


def test_names_are_counted_by_area_too(run, output):
    _, out, _ = run(output, "--format", "jsonl", "--by", "area")
    assert "areas" in json.loads(out.splitlines()[0])


def test_topics_of_another_taxonomy_are_shown_by_their_names(run, output, tmp_path):
    taxonomy = tmp_path / "taxonomy.yaml"
    taxonomy.write_text(
        "areas:\n- {id: pome, name: Pome, topics: [{id: offline-rl, name: Picked pears}]}\n"
    )
    _, out, _ = run(output, "--format", "table", "--taxonomy", taxonomy)
    assert "Picked pears (2)" in out
    assert "exploration (1)" in out  # not of it: shown as it is


def test_rows_that_were_not_ok_give_the_exit_code_of_label(run, output):
    with output.open("a") as file:
        file.write(labelled("d", status="empty") + "\n")
    code, out, _ = run(output, "--format", "table")
    assert code == 1
    assert "4 papers (3 ok, 1 empty)" in out


def test_a_row_of_another_form_is_named(run, output):
    with output.open("a") as file:
        file.write('{"id": "d", "title": "T"}\n')
    code, out, err = run(output, "--format", "csv")
    assert (code, out) == (2, "")
    assert "labelled.jsonl, line 4" in err
    assert "not labelled" in err


def test_a_listing_is_labelled_first(run, world, tiny_model):
    code, out, _ = run(world.papers, "--model", tiny_model, "--format", "csv")
    assert code == 0
    found = {row["name"]: row for row in rows(out)}
    assert int(found["PomeBench"]["papers"]) >= 20
    assert int(found["PomeBench"]["pears"]) >= 10


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-o", "report.parquet"], "choose one by the suffix"),
        (["-o", "report.csv.gz"], "choose one by the suffix"),
        (["-o", "report.cvs"], "did you mean '.csv'"),
        (["-o", "none/report.csv"], "does not exist"),
    ],
)
def test_outputs_that_cannot_be(run, output, args, said, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(output, *args)
    assert (code, out) == (2, "")
    assert said in err


def test_a_missing_input_is_named(run, tmp_path):
    code, _, err = run(tmp_path / "none.jsonl")
    assert code == 2
    assert "none.jsonl" in err


def test_a_number_of_names_is_positive(run, output):
    with pytest.raises(SystemExit) as error:
        run(output, "--top", "0")
    assert error.value.code == 2
