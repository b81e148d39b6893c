import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertaxa.data import LABELS, TAXONOMY
from papertaxa.errors import LabelsError
from papertaxa.labels.weak import fold_value, load_crosswalk
from papertaxa.taxonomy import load
from papertaxa.taxonomy.crosswalk import rewrite

SHIPPED = sorted((LABELS / "crosswalks").glob("*.yaml"))
GOOD = """
field: keywords
entries:
  Citrus Fruits: {lemon: 0.9, apple: 0.5}
  stone-fruit: [plum]
  tree: pear
  harvest: []
"""


@pytest.fixture
def crosswalk(write, taxonomy):
    return lambda text: load_crosswalk(write(text, "cw.yaml"), taxonomy)


def test_an_entry_gives_topics_with_their_shares(crosswalk):
    found = crosswalk(GOOD)
    assert found.field == "keywords"
    assert found.entry("citrus fruit").topics == {"lemon": 0.9, "apple": 0.5}
    assert found.entry("stone fruit").topics == {"plum": None}
    assert found.entry("Trees").topics == {"pear": None}


def test_a_value_that_implies_nothing_differs_from_one_that_nobody_looked_at(crosswalk):
    found = crosswalk(GOOD)
    assert found.entry("harvest").topics == {}
    assert found.entry("weather") is None


def test_values_imply_each_topic_with_its_highest_share(crosswalk):
    text = GOOD + "  lemonade: {lemon: 0.6}\n  grove: {lemon: 0.95}\n"
    values = ["lemonade", "Grove", "citrus fruits", "stone fruit", "weather", "harvest"]
    assert crosswalk(text).topics(values, unmeasured=0.7) == {
        "lemon": 0.95,
        "apple": 0.5,
        "plum": 0.7,
    }
    assert crosswalk(text).topics([], unmeasured=0.7) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Off-Policy Evaluation", "off policy  evaluation"),
        ("Large Language Models (LLMs)", "large language model"),
        ("decision processes", "decision process"),
        ("policies", "Policy"),
        ("Fruit->Stone fruit / other", "fruit stone fruit other"),
        ("(pear)", "pear"),
    ],
)
def test_spellings_of_a_value_are_one(one, other):
    assert fold_value(one) == fold_value(other)


@pytest.mark.parametrize(("one", "other"), [("cs.CV", "cs.CL"), ("bias", "bi"), ("3D", "2D")])
def test_different_values_stay_apart(one, other):
    assert fold_value(one) != fold_value(other)


@given(st.text())
def test_folding_twice_changes_nothing_more(text):
    assert fold_value(fold_value(text)) == fold_value(text)


BAD = {
    "unknown topic": (
        "field: k\nentries:\n  a: [plum]\n  b: [lemmon]\n",
        "cw.yaml, line 4: entry 'b': 'lemmon' is no topic (did you mean 'lemon'?); name one of",
    ),
    "an area is no topic": ("field: k\nentries: {a: fruit}\n", "'fruit' is no topic"),
    "nothing instead of no topic": ("field: k\nentries:\n  a:\n", "entry 'a': '' is no topic"),
    "a list as topic": ("field: k\nentries: {a: [[plum]]}\n", "entry 'a': '…' is no topic"),
    "topic twice": ("field: k\nentries: {a: [fig, fig]}\n", "'fig' stands twice; keep it once"),
    "share above 1": ("field: k\nentries: {a: {fig: 1.5}}\n", "the share of 'fig' is '1.5'"),
    "share of 0": ("field: k\nentries: {a: {fig: 0}}\n", "write a number above 0 and up to 1"),
    "share is a word": ("field: k\nentries: {a: {fig: high}}\n", "the share of 'fig' is 'high'"),
    "share in base 16": ("field: k\nentries: {a: {fig: 0x1}}\n", "the share of 'fig' is '0x1'"),
    "value twice": (
        "field: k\nentries:\n  Figs: [fig]\n  fig: [fig]\n",
        "line 4: 'fig' stands twice, first on line 3; keep one of the two",
    ),
    "value without letters": ("field: k\nentries: {'--': [fig]}\n", "no letter or digit"),
    "share is a list": ("field: k\nentries: {a: {fig: [1]}}\n", "the share of 'fig' is '…'"),
    "a list as value": ("field: k\nentries: {[a]: fig}\n", "the value '…' has no letter"),
    "a list as key": ("field: k\nentries: {}\n[a]: b\n", "the key '…' is not known"),
    "no field": ("entries: {a: fig}\n", "it does not say which field it is about"),
    "no entries": ("field: k\n", "it has no entries"),
    "misspelt key": (
        "field: k\nentrys: {}\nentries: {}\n",
        "line 2: the key 'entrys' is not known (did you mean 'entries'?)",
    ),
    "a list": ("- a\n", "this is no crosswalk"),
    "empty": ("# nothing\n", "the file is empty"),
    "not YAML": ("field: k\nentries: {a: [fig\n", "the YAML breaks off"),
    "not text": (b"field: \xff\n", "this is not UTF-8 text"),
    "a character that is no text": ("field: \x01\n", "delete the character"),
    "brackets without end": ("[" * 5000, "nest"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_named_with_place_value_and_remedy(crosswalk, case):
    text, message = BAD[case]
    with pytest.raises(LabelsError, match=re.escape(message)) as error:
        crosswalk(text)
    assert "cw.yaml" in str(error.value)


def test_all_problems_are_listed_at_once(crosswalk):
    with pytest.raises(LabelsError, match=r"^cw\.yaml has 3 problems:") as error:
        crosswalk("field: k\nmore: 1\nentries:\n  a: [kiwi]\n  b: {fig: 2}\n")
    assert str(error.value).count("\n") == 3


def test_a_missing_file_is_an_error(tmp_path, taxonomy):
    with pytest.raises(LabelsError, match="check the path and its rights"):
        load_crosswalk(tmp_path / "none.yaml", taxonomy)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_crosswalks_fit_the_shipped_taxonomy(path):
    found = load_crosswalk(path, load(TAXONOMY))
    shares = [share for entry in found.entries.values() for share in entry.topics.values()]
    assert found.field in {"topic", "categories", "keywords"}
    assert shares
    assert all(share is None or share >= 0.5 for share in shares)


def test_every_topic_stands_in_some_shipped_crosswalk():
    taxonomy = load(TAXONOMY)
    implied = {
        topic
        for path in SHIPPED
        for entry in load_crosswalk(path, taxonomy).entries.values()
        for topic in entry.topics
    }
    assert implied >= set(taxonomy.labels)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_change_of_the_taxonomy_reaches_every_topic_of_a_shipped_crosswalk(path):
    taxonomy = load(TAXONOMY)
    entries = load_crosswalk(path, taxonomy).entries.values()

    def become(topic: str) -> str:
        return f"new-{taxonomy.labels[taxonomy.index[topic]]}"

    found = rewrite(path, become)
    assert found.replaced == sum(len(entry.topics) for entry in entries)
    assert found.by_hand == ()
