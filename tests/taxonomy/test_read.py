import gzip
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from papertaxa.data import TAXONOMY
from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy import Taxonomy, Topic, dumps_json, load, problems

NESTED = """\
areas:
  - id: fruit
    name: Fruit
    topics:
      - id: citrus
        name: Citrus
        definition: "Sour: mostly."
        aliases: [agrumes, "lime, and such"]
        children:
          - {id: lemon, name: Lemon}
  - id: stone
    name: Stone
"""
TREE = Taxonomy(
    (
        Topic("fruit", "Fruit"),
        Topic("citrus", "Citrus", "Sour: mostly.", "fruit", ("agrumes", "lime, and such")),
        Topic("lemon", "Lemon", parent="citrus"),
        Topic("stone", "Stone"),
    )
)
EXPLICIT = """\
topics:
  - {id: lemon, name: Lemon, parent: citrus}
  - {id: citrus, name: Citrus, definition: "Sour: mostly.", parent: fruit,
     aliases: [agrumes, "lime, and such"]}
  - {id: fruit, name: Fruit, parent: null}
  - {id: stone, name: Stone}
"""


@pytest.fixture
def write(tmp_path):
    def write(content: str | bytes, name: str = "taxonomy.yaml") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_nested_topics_are_read_to_any_depth(write):
    assert load(write(NESTED)) == TREE


def test_a_topic_may_say_which_ids_it_had(write):
    path = write(
        "- {id: citrus, name: Citrus, was: [lemon, lime]}\n- {id: fig, name: Fig, was: ~}\n"
    )
    assert [topic.was for topic in load(path).topics] == [("lemon", "lime"), ()]


def test_parents_may_be_named_instead_and_may_come_later(write):
    assert load(write(EXPLICIT)) == TREE


@pytest.mark.parametrize("indent", [None, 2, "\t"])
def test_json_is_read_however_it_is_indented(write, indent):
    text = json.dumps(yaml.safe_load(NESTED), indent=indent)
    assert load(write(text, "taxonomy.json")) == TREE


def test_json_escapes_beyond_the_basic_plane_are_joined(write):
    taxonomy = load(write('[{"id": "joy", "name": "\\ud83d\\ude00 \\/ joy"}]', "t.json"))
    assert taxonomy.name("joy") == "😀 / joy"


def test_what_a_model_carries_can_be_read_as_a_file(write):
    assert load(write(dumps_json(TREE), "taxonomy.json")) == TREE


def test_a_list_of_strings_is_a_flat_taxonomy(write):
    taxonomy = load(write("- offline-rl\n- 强化学习\n- A/B Testing\n"))
    assert [(t.id, t.name) for t in taxonomy.topics] == [
        ("offline-rl", "Offline rl"),
        ("强化学习", "强化学习"),
        ("A/B Testing", "A/B Testing"),
    ]
    assert taxonomy.labels == taxonomy.areas


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_encodings_with_a_mark_are_read(write, encoding):
    assert load(write("- {id: a, name: Ähre}\n".encode(encoding))).name("a") == "Ähre"


def test_windows_line_ends_make_no_difference(write):
    assert load(write(NESTED.replace("\n", "\r\n"))) == TREE


def test_values_that_look_like_numbers_or_truth_are_text(write):
    taxonomy = load(write("- {id: 3, name: No}\n- {id: on, name: 1e3}\n"))
    assert [(t.id, t.name) for t in taxonomy.topics] == [("3", "No"), ("on", "1e3")]


CIRCLE = """\
- id: a
  name: A
  parent: b
- {id: b, name: B, parent: c}
- {id: c, name: C, parent: a}
"""

BAD = {
    "duplicate id": (
        "- {id: a, name: A}\n- {id: b, name: B}\n- {id: a, name: C}\n",
        [(3, "the id 'a' stands twice, first on line 1")],
    ),
    "unknown parent": (
        "- {id: fruit, name: Fruit}\n- id: lemon\n  name: Lemon\n  parent: fruits\n",
        [(4, "'lemon' has the unknown parent 'fruits' (did you mean 'fruit'?)")],
    ),
    "cycle": (
        CIRCLE,
        [(3, "topics stand under each other in a circle: a under b under c under a")],
    ),
    "own parent": (
        "- {id: a, name: A, parent: a}\n",
        [(1, "topics stand under each other in a circle: a under a")],
    ),
    "nested and another parent": (
        "- id: a\n  name: A\n  topics:\n    - {id: b, name: B, parent: c}\n- {id: c, name: C}\n",
        [(4, "'b' is nested in 'a' but says 'parent: c'")],
    ),
    "empty name": (
        "- id: a\n  name: ''\n- id: b\n  name:\n- id: c\n",
        [(2, "'a' has an empty name"), (4, "'b' has an empty name"), (5, "'c' has an empty name")],
    ),
    "no id": ("- name: Offline RL\n", [(1, "the topic 'Offline RL' has no id")]),
    "not a slug": (
        "- {id: Offline_RL, name: Offline}\n- {id: a--b, name: B}\n- {id: ab-, name: AB}\n",
        [
            (1, "the id 'Offline_RL' is not lower-case letters, digits and single hyphens"),
            (2, "the id 'a--b' is not"),
            (3, "the id 'ab-' is not"),
        ],
    ),
    "siblings of one name": (
        "- {id: a, name: Same}\n- {id: b, name: same}\n",
        [(2, "'same' names both 'a' (line 1) and 'b'")],
    ),
    "siblings sharing an alias": (
        "- {id: a, name: A, aliases: [x]}\n- id: b\n  name: B\n  aliases:\n    - y\n    - X\n",
        [(6, "'X' names both 'a' (line 1) and 'b'")],
    ),
    "alias twice": (
        "- {id: a, name: A, aliases: [x, x]}\n",
        [(1, "'x' stands twice among the names of 'a'")],
    ),
    "empty alias": ("- {id: a, name: A, aliases: ['']}\n", [(1, "'a' has an empty alias")]),
    "unknown key": (
        "- id: a\n  name: A\n  definitoin: x\n",
        [(3, "unknown key 'definitoin' (did you mean 'definition'?)")],
    ),
    "unknown key at the top": (
        "version: 3\nareas:\n  - {id: a, name: A}\n",
        [(1, "unknown key 'version'")],
    ),
    "key twice": (
        "- id: a\n  name: A\n  id: b\n  name: B\n",
        [
            (3, "'id' stands twice in one topic, first on line 1"),
            (4, "'name' stands twice in one topic, first on line 2"),
        ],
    ),
    "yaml syntax": ("areas:\n  - id: a\n    name: [A\n", [(4, "the YAML breaks off")]),
    "tab indent": ("areas:\n\t- a\n", [(2, "the YAML breaks off")]),
    "two documents": ("- a\n---\n- b\n", [(2, "the YAML breaks off")]),
    "not a list": ("areas: fruit\n", [(1, "the topics at the top are not a list")]),
    "topics not a list": (
        "- id: a\n  name: A\n  topics: {id: b}\n",
        [(3, "the topics under 'a' are not a list")],
    ),
    "list in a list": ("- [a, b]\n", [(1, "here a list stands where a topic should")]),
    "name not text": ("- id: a\n  name: {x: y}\n", [(2, "'name' is not text"), (2, "empty name")]),
    "aliases not texts": (
        "- {id: a, name: A, aliases: {x: y}}\n",
        [(1, "the aliases are not a list of texts")],
    ),
    "earlier ids not texts": (
        "- {id: a, name: A, was: {x: y}}\n",
        [(1, "the ids in 'was' are not a list of texts")],
    ),
    "empty earlier id": ("- {id: a, name: A, was: ['']}\n", [(1, "'a' has an empty id in 'was'")]),
    "key not a word": ("- id: a\n  name: A\n  [x]: y\n", [(3, "a key is not a word")]),
    "anchor": (
        "- &x {id: a, name: A}\n- *x\n",
        [(1, "this is referred to from a second place")],
    ),
    "anchor into itself": (
        "- &x\n  id: a\n  name: A\n  topics: [*x]\n",
        [(1, "this is referred to from a second place")],
    ),
    "prose": ("Some words about fruit\n", [(1, "this is text, not a taxonomy")]),
    "other mapping": (
        "\narea:\n  - a\n",
        [(2, "not a taxonomy: it has neither 'areas' nor 'topics', but 'area' (did you mean")],
    ),
    "no topic": ("areas: []\n", [(0, "the taxonomy has no topic")]),
    "empty": ("", [(0, "the file is empty")]),
    "only a comment": ("# nothing\n", [(0, "the file is empty")]),
    "null": ("~\n", [(0, "the file is empty")]),
    "latin-1": (b"- a\n- \xe4\n", [(2, "this is not UTF-8 text")]),
    "binary": (b"- a\n\0\1", [(2, "the character '\\x00' does not belong in text")]),
    "gzip": (gzip.compress(b"- a\n", mtime=0), [(1, "this is not UTF-8 text")]),
    "deep brackets": ("[" * 100_000, [(None, "")]),
}


@pytest.mark.parametrize("case", BAD)
def test_each_problem_is_found_with_line_and_remedy(write, case):
    content, expected = BAD[case]
    path = write(content)
    found = problems(path)
    assert len(found) == len(expected), found
    for problem, (line, message) in zip(found, expected, strict=True):
        assert line in (problem.line, None)
        assert message in problem.message
        assert problem.remedy
    with pytest.raises(TaxonomyError) as raised:
        load(path)
    assert str(raised.value).startswith(f"{path} has ")
    for problem in found:
        assert str(problem) in str(raised.value)


def test_all_problems_are_listed_at_once_in_order_of_lines(write):
    path = write("- {id: B, name: b}\n- {id: a, nmae: A}\n- {id: a, name: x, parent: q}\n")
    assert [problem.line for problem in problems(path)] == [1, 2, 2, 3, 3]


def test_a_problem_reads_as_one_line(write):
    (problem,) = problems(write("- id: Offline RL\n  name: Offline\n"))
    assert str(problem) == (
        "line 1: the id 'Offline RL' is not lower-case letters, digits and single hyphens; "
        "write 'id: offline-rl'"
    )


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(TaxonomyError, match=r"none\.yaml has one problem:\n  there is no"):
        load(tmp_path / "none.yaml")
    with pytest.raises(TaxonomyError, match="this is a folder"):
        load(tmp_path)


def test_the_shipped_taxonomy_has_no_problems():
    assert problems(TAXONOMY) == []
    taxonomy = load(TAXONOMY)
    assert (len(taxonomy.areas), len(taxonomy.labels)) == (20, 90)


def test_every_shipped_node_has_a_definition_or_topics_and_two_to_eight_aliases():
    for topic in load(TAXONOMY).topics:
        assert topic.definition or topic.parent is None, topic.id
        assert 2 <= len(topic.aliases) <= 8, topic.id


def test_no_shipped_name_or_alias_belongs_to_two_nodes():
    names = [
        name.casefold() for topic in load(TAXONOMY).topics for name in (topic.name, *topic.aliases)
    ]
    assert sorted(set(names)) == sorted(names)


@settings(max_examples=200)
@given(text=st.text(alphabet="ab:-[]{}&*!|>'\"#, \n\tidnametopics", max_size=60))
def test_no_text_causes_anything_but_problems(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "wild.yaml"
    path.write_text(text)
    if problems(path):
        with pytest.raises(TaxonomyError):
            load(path)
    else:
        assert len(load(path)) > 0


@given(data=st.binary(max_size=40))
def test_no_bytes_cause_anything_but_problems(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "wild.bin"
    path.write_bytes(data)
    for problem in problems(path):
        assert problem.message
        assert problem.remedy
