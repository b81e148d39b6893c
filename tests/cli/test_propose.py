"""``papertaxa taxonomy propose``, from the call to the exit code."""

import json

import pytest

from papertaxa.cli import main
from papertaxa.taxonomy import load

VOLCANO = ["lava", "crater", "magma", "eruption", "ash", "vent", "caldera", "basalt"]


@pytest.fixture
def run(tiny_model, capsys):
    def propose(*args):
        code = main(["taxonomy", "propose", *map(str, args), "--model", str(tiny_model)])
        out, err = capsys.readouterr()
        return code, out, err

    return propose


@pytest.fixture
def listing(tmp_path, world):
    rows = [
        {
            "id": f"v{n}",
            "title": "" if n else "A first look at lava",
            "abstract": f"Seven years of the {VOLCANO[n]} and the {VOLCANO[n - 1]} at one lava "
            f"crater, and of the {VOLCANO[n - 2]}, are told by those who were there.",
        }
        for n in range(8)
    ]
    rows += list(world.texts.values())[::10]
    rows += [{"id": "none", "title": "", "abstract": ""}]
    file = tmp_path / "listing.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return file


def test_the_output_is_a_taxonomy_to_paste_from(run, listing, tmp_path):
    code, out, err = run(listing, "--level", "0")
    assert code == 0
    assert err.startswith("16 papers, 16 of which may fit no topic; ")
    (tmp_path / "proposed.yaml").write_text(out)
    tree = load(tmp_path / "proposed.yaml")
    assert any(
        set(topic.name.lower().split()) <= {*VOLCANO, "seven", "years"} for topic in tree.topics
    )
    assert "# 8 papers; typical: " in out


def test_json_lists_every_paper_with_its_title_or_beginning(run, listing):
    code, out, _ = run(listing, "--level", "0", "--json")
    proposals = json.loads(out)
    assert code == 0
    volcano = next(its for its in proposals if its["papers"][0]["id"].startswith("v"))
    titles = {paper["id"]: paper["title"] for paper in volcano["papers"]}
    assert set(titles) == {f"v{n}" for n in range(8)}
    assert titles["v0"] == "A first look at lava"
    assert titles["v1"].startswith("Seven years of the crater")
    assert titles["v1"].endswith("…")


def test_nothing_to_propose_is_no_error(run, listing):
    code, out, err = run(listing, "--level", "1")
    assert (code, out) == (0, "areas: []\n")
    assert "0 topics proposed" in err


def test_a_missing_file_is_named(run, tmp_path):
    code, out, err = run(tmp_path / "absent.csv")
    assert (code, out) == (2, "")
    assert "absent.csv: no such file" in err
