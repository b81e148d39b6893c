"""Proposed topics as text to paste."""

import pytest

from papertaxa.taxonomy import Taxonomy, Topic, load
from papertaxa.taxonomy.suggestions import Suggestion, render

TREE = Taxonomy(
    (Topic("fruit", "Fruit: fresh"), Topic("pears", "Pears", parent="fruit"), Topic("sea", "Sea"))
)


def suggest(name, area=None, **changes):
    given = {"terms": ["stone", "pit"], "examples": [("p1", "On stones")], "papers": 4}
    return Suggestion(name=name, area=area, **(given | changes))


def read(text, tmp_path):
    file = tmp_path / "proposed.yaml"
    file.write_text(text, "utf-8")
    return load(file)


def test_topics_stand_under_their_areas_and_others_by_themselves(tmp_path):
    text = render([suggest("Plums", "fruit"), suggest("Kites"), suggest("Figs", "fruit")], TREE)
    tree = read(text, tmp_path)
    assert [(t.id, t.name, t.parent) for t in tree.topics] == [
        ("fruit", "Fruit: fresh", None),
        ("plums", "Plums", "fruit"),
        ("figs", "Figs", "fruit"),
        ("kites", "Kites", None),
    ]


def test_an_id_in_use_is_not_used_again(tmp_path):
    text = render([suggest("Pears", "fruit"), suggest("pears"), suggest("???")], TREE)
    assert {t.id for t in read(text, tmp_path).topics} == {"fruit", "pears-2", "pears-3", "topic"}


def test_words_papers_and_examples_stand_in_comments():
    text = render([suggest("Plums", "fruit")], TREE)
    assert "      # 4 papers; typical: stone, pit\n      #   p1  On stones\n" in text


@pytest.mark.parametrize(
    "wild", ["a\nb: [c", "tab\there", "null \x00 byte", "# hash", '"quoted" \\ ', "é—ü", " "]
)
def test_whatever_a_title_or_name_holds_the_result_can_be_read(wild, tmp_path):
    given = suggest(f"x{wild}", "fruit", terms=[wild], examples=[(wild, wild)])
    if "\x00" in wild:
        given = suggest("x", "fruit", terms=[wild], examples=[(wild, wild)])
    tree = read(render([given], TREE), tmp_path)
    assert len(tree.topics) == 2
    assert tree.topics[1].parent == "fruit"


def test_entries_can_be_pasted_into_the_file_they_are_meant_for(tmp_path):
    (tmp_path / "old.yaml").write_text(
        "areas:\n  - id: fruit\n    name: Fruit\n    topics:\n      - id: pears\n"
        "        name: Pears\n"
    )
    text = render([suggest("Plums", "fruit")], TREE)
    entry = text[text.index("      # 4 papers") :]
    both = (tmp_path / "old.yaml").read_text() + entry
    assert [t.id for t in read(both, tmp_path).topics] == ["fruit", "pears", "plums"]


def test_no_suggestion_is_said_so():
    assert render([], TREE) == "areas: []\n"
