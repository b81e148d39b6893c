from rich.cells import cell_len

from papertaxa.data import TAXONOMY
from papertaxa.taxonomy import Taxonomy, Topic, load, render

TREE = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        Topic("citrus", "Citrus", parent="fruit"),
        Topic("lemon", "柠檬", parent="citrus"),
        Topic("stone", "Stone"),
    )
)


def test_the_tree_is_indented_and_counted():
    text = render(TREE, {"fruit": (12, 9), "citrus": (12, 9), "lemon": (7, 3)})
    assert [line.split() for line in text.splitlines()] == [
        ["area,", "topic", "id", "papers", "primary"],
        ["Fruit", "fruit", "12", "9"],
        ["Citrus", "citrus", "12", "9"],
        ["柠檬", "lemon", "7", "3"],
        ["Stone", "stone", "0", "0"],
        [],
        ["2", "areas,", "3", "topics,", "9", "labelled", "papers"],
    ]
    assert "\n    柠檬 " in text


def test_columns_line_up_under_wide_letters_too():
    lines = render(TREE, {}).splitlines()[:5]
    assert {cell_len(line) for line in lines} == {80}


def test_without_counts_there_are_no_numbers():
    assert render(TREE).splitlines()[0].split() == ["area,", "topic", "id"]
    assert render(TREE).endswith("2 areas, 3 topics")


def test_the_shipped_taxonomy_fits_80_columns_with_every_id_whole():
    taxonomy = load(TAXONOMY)
    text = render(taxonomy, {})
    assert max(map(cell_len, text.splitlines())) <= 80
    words = set(text.split())
    assert all(topic.id in words for topic in taxonomy.topics)


def test_a_long_name_is_cut_with_a_sign():
    text = render(Taxonomy((Topic("a", "word " * 30),)), {})
    assert "…" in text.splitlines()[1]
    assert cell_len(text.splitlines()[1]) <= 80
