import html
import json

import pytest

from papertaxa.taxonomy import load
from papertaxa.web.store import NEW, Author, Wanted

FIRST = Author(id="a" * 32, name="reader-1")


@pytest.fixture
def tree(tmp_path, taxonomy_file):
    file = tmp_path / "topics.yaml"
    file.write_text("# a comment\n" + taxonomy_file.read_text())
    return file


@pytest.fixture
def desk(labels, tree, make_desk):
    labels.write_text(
        "\n".join(
            json.dumps(row)
            for row in [
                {"id": "fern-01", "topics": ["offline-rl", "safe-rl"], "note": "n"},
                {"id": "fern-03", "topics": ["bandits"]},
                {"id": "elsewhere", "topics": ["bandits", "depth"]},
            ]
        )
    )
    return make_desk(labels, taxonomy=tree)


def consider(browser, **change):
    return browser.change("/taxonomy/consider", change)


def apply(browser, **change):
    ticket = consider(browser, **change).json()["ticket"]
    return browser.change("/taxonomy/apply", change | {"ticket": ticket})


def test_the_tree_is_shown_with_counts(browser):
    page = browser.get("/taxonomy")
    assert page.status_code == 200
    assert 'data-topic="bandits"' in page.text


def test_consequences_are_shown_and_nothing_is_written(browser, labels, tree):
    before = labels.read_bytes(), tree.read_bytes()
    answer = consider(browser, what="split", topic="bandits", names=["Arms", "Prices"]).json()
    text = html.unescape(answer["html"])
    assert "2 of 3" in text
    assert 'href="/review?id=fern-03"' in text
    assert "Arms, Prices" in text
    assert "elsewhere <span" in text
    assert (labels.read_bytes(), tree.read_bytes()) == before


def test_a_merge_rewrites_labels_and_keeps_everything_else(browser, labels, tree, rows, desk):
    answer = apply(browser, what="merge", topic="safe-rl", other="offline-rl").json()
    assert answer["done"] is True
    assert rows()["fern-01"] == {"id": "fern-01", "topics": ["offline-rl"], "note": "n"}
    assert load(tree).topic("offline-rl").was == ("safe-rl",)
    assert desk.topics.current() == load(tree)
    assert (tree.parent / "topics.yaml.previous").read_text().startswith("# a comment")
    assert desk.store.history("fern-01")[-1].kind == "taxonomy"


def test_what_a_removal_takes_from_labels_is_kept_aside(browser, labels, rows):
    apply(browser, what="remove", topic="bandits")
    assert {paper: row["topics"] for paper, row in rows().items()} == {
        "fern-01": ["offline-rl", "safe-rl"],
        "elsewhere": ["depth"],
    }
    kept = rows(labels.parent / "removed" / "labels.jsonl")
    assert kept["fern-03"]["topics"] == ["bandits"]


def test_a_new_name_changes_no_label(browser, labels, tree):
    before = labels.read_bytes()
    change = {"what": "rename", "topic": "depth", "name": "Depth", "aliases": ["3D"]}
    assert "0 of 3" in apply(browser, **change).json()["html"]
    assert labels.read_bytes() == before
    assert load(tree).topic("depth").name == "Depth"


@pytest.mark.parametrize(
    "change",
    [
        {"what": "add", "name": "Pricing", "other": "decisions"},
        {"what": "add", "name": "Robotics"},
        {"what": "move", "topic": "bandits", "other": "language"},
        {"what": "move", "topic": "bandits"},
    ],
)
def test_additions_and_moves_reach_the_file(browser, tree, change):
    assert apply(browser, **change).status_code == 200
    new = load(tree)
    assert len(new) == 11 + (change["what"] == "add")
    topic = change.get("topic") or change["name"].lower()
    assert new.topic(topic).parent == change.get("other")


def test_what_was_considered_on_other_files_is_not_applied(browser, labels, tree, desk):
    change = {"what": "remove", "topic": "depth"}
    ticket = consider(browser, **change).json()["ticket"]
    desk.store.decide("fern-05", Wanted(topics=("depth",)), seen=NEW, by=FIRST)
    before = labels.read_bytes(), tree.read_bytes()
    answer = browser.change("/taxonomy/apply", change | {"ticket": ticket}).json()
    assert "changed meanwhile" in answer["message"]
    assert "2 of 4" in answer["html"]
    assert (labels.read_bytes(), tree.read_bytes()) == before
    again = browser.change("/taxonomy/apply", change | {"ticket": answer["ticket"]}).json()
    assert again["done"] is True


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"what": "rename", "topic": "nope", "name": "x"}, "no topic 'nope'"),
        ({"what": "rename", "topic": "depth", "name": " "}, "a name is empty"),
        ({"what": "rename", "topic": "depth", "name": "Segmentation"}, "names both"),
        ({"what": "move", "topic": "vision", "other": "depth"}, "itself"),
        ({"what": "merge", "topic": "depth"}, "choose the topic"),
        ({"what": "split", "topic": "depth", "names": ["One"]}, "at least two"),
        ({"what": "explode", "topic": "depth"}, "what"),
        ({"what": "add", "name": "x" * 121}, "120"),
    ],
)
def test_a_change_that_makes_no_tree_is_refused_in_words(browser, labels, tree, change, why):
    before = labels.read_bytes(), tree.read_bytes()
    for path in ("/taxonomy/consider", "/taxonomy/apply"):
        response = browser.change(path, change)
        assert response.status_code == 422
        assert why in response.json()["message"]
    assert (labels.read_bytes(), tree.read_bytes()) == before


def test_with_a_broken_line_no_change_is_made(browser, labels):
    with labels.open("a") as file:
        file.write("\n{broken\n")
    response = consider(browser, what="remove", topic="depth")
    assert response.status_code == 422
    assert "line 4" in response.json()["message"]


def test_without_labels_the_tree_alone_changes(tmp_path, tree, make_desk, make_browser):
    browser = make_browser(make_desk(tmp_path / "none.jsonl", taxonomy=tree))
    assert apply(browser, what="remove", topic="depth").json()["done"] is True
    assert "depth" not in load(tree)
    assert not (tmp_path / "none.jsonl").exists()
