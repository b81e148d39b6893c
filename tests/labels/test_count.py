from papertaxa.domain import Label
from papertaxa.labels import counts

LABELS = [
    Label(id="1", topics=("lemon", "fig")),
    Label(id="2", topics=("fig",)),
    Label(id="3", topics=("stone", "lemon")),
]


def test_papers_and_primary_are_counted_for_the_topics_that_occur():
    assert counts(LABELS) == {"lemon": (2, 1), "fig": (2, 1), "stone": (1, 1)}


def test_with_a_taxonomy_areas_count_each_paper_once_and_unused_topics_are_zero(taxonomy):
    counted = counts(LABELS, taxonomy=taxonomy)
    assert counted["fruit"] == (3, 2)
    assert counted["apple"] == (0, 0)
    assert counted["fig"] == (2, 1)
    assert list(counted) == [topic.id for topic in taxonomy.topics]


def test_topics_outside_the_taxonomy_are_left_out(taxonomy):
    assert "kiwi" not in counts([Label(id="1", topics=("kiwi",))], taxonomy=taxonomy)


def test_no_labels_no_counts():
    assert counts([]) == {}
