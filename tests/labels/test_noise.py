import pytest

from papertaxa.labels.noise import EntryNoise, measure
from papertaxa.labels.weak import load_crosswalk

VALUES = {
    "1": ["citrus", "Lemonade"],
    "2": ["lemonade", "harvest"],
    "3": ["stone fruit", "unheard of"],
    "4": ["citrus"],
    "not labelled": ["citrus"],
}
TOPICS = {"1": ["lemon"], "2": ["plum", "fig"], "3": ["plum"], "4": ["apple"], "no values": ["fig"]}


@pytest.fixture
def noise(write, taxonomy):
    text = """
field: keywords
entries:
  citrus: {lemon: 0.9, apple: 0.5}
  lemonade: [lemon]
  stone fruit: [plum]
  harvest: []
"""
    return measure(load_crosswalk(write(text, "cw.yaml"), taxonomy), VALUES, TOPICS)


def test_each_entry_is_counted_on_the_labelled_papers_that_have_its_value(noise):
    assert noise.entries == (
        EntryNoise(value="citrus", topic="lemon", papers=2, right=1),
        EntryNoise(value="citrus", topic="apple", papers=2, right=1),
        EntryNoise(value="lemonade", topic="lemon", papers=2, right=1),
        EntryNoise(value="stone fruit", topic="plum", papers=1, right=1),
    )


def test_a_topic_implied_by_two_values_counts_once_a_paper(noise):
    assert (noise.described, noise.implied, noise.given, noise.right) == (4, 6, 5, 3)
    assert noise.precision == 3 / 6
    assert noise.recall == 3 / 5


def test_few_papers_do_not_make_a_share_sure():
    certain = EntryNoise(value="a", topic="fig", papers=10, right=10)
    assert certain.share == pytest.approx(11 / 12)
    assert EntryNoise(value="a", topic="fig", papers=0, right=0).share == 0.5


def test_nothing_to_measure_is_no_error(write, taxonomy):
    empty = measure(load_crosswalk(write("field: k\nentries: {}\n", "cw.yaml"), taxonomy), {}, {})
    assert (empty.precision, empty.recall, empty.entries) == (1.0, 1.0, ())
