"""From PyYAML nodes to entries: the keys a taxonomy file may have, and their nesting."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from papertaxa.errors import nearest
from papertaxa.taxonomy.entries import Entry, Reading, Word
from papertaxa.taxonomy.parse import FORM, is_null
from papertaxa.taxonomy.slug import is_slug

_TOP = ("areas", "topics")
_NESTED = ("topics", "children")
_KEYS = ("id", "name", "definition", "aliases", "parent", "was", *_NESTED)
_LISTS = ("aliases", "was")


def shape(root: yaml.Node, reading: Reading) -> None:
    """Add the topics under the outermost node to the reading, and what is wrong with its form."""
    try:
        _read_top(root, reading)
    except RecursionError:
        reading.complain(0, "the topics are nested hundreds of levels deep", FORM)


def _read_top(root: yaml.Node, reading: Reading) -> None:
    """Read the outermost level: a mapping with ``areas``, or a bare list."""
    if isinstance(root, yaml.SequenceNode):
        _read_list(root, None, reading)
        return
    if not isinstance(root, yaml.MappingNode):
        reading.complain(_line(root), "this is text, not a taxonomy", FORM)
        return
    pairs = list(_pairs(root, reading))
    if not any(key.text in _TOP for key, _ in pairs):
        found = ", ".join(repr(key.text) for key, _ in pairs[:5]) or "nothing"
        hint = next(filter(None, (nearest(key.text, _TOP) for key, _ in pairs)), "")
        message = f"this is not a taxonomy: it has neither 'areas' nor 'topics', but {found}{hint}"
        reading.complain(_line(root), message, FORM)
        return
    for key, value in pairs:
        if key.text in _TOP:
            _read_list(value, None, reading)
        else:
            _unknown(key, _TOP, reading)


def _read_list(node: yaml.Node, parent: Word | None, reading: Reading) -> None:
    """Read the topics under one node."""
    if is_null(node):
        return
    if not isinstance(node, yaml.SequenceNode):
        where = f"under {parent.text!r}" if parent else "at the top"
        reading.complain(
            _line(node), f"the topics {where} are not a list", "start each with '- id: …'"
        )
        return
    if _met(node, reading):
        return
    for item in node.value:
        if isinstance(item, yaml.ScalarNode):
            word = Word("" if is_null(item) else _string(item), _line(item))
            name = Word(_name_from(word.text), word.line)
            reading.entries.append(Entry(word, name, parent=parent))
        elif isinstance(item, yaml.MappingNode):
            _read_entry(item, parent, reading)
        else:
            remedy = "start it with '- id: …'; topics under a topic go into its 'topics:'"
            reading.complain(_line(item), "here a list stands where a topic should", remedy)


def _read_entry(node: yaml.Node, parent: Word | None, reading: Reading) -> None:
    """Read one topic written as a mapping, and those nested in it."""
    if _met(node, reading):
        return
    line = _line(node)
    words = {"id": Word("", line), "name": Word("", line), "definition": Word("", line)}
    lists: dict[str, tuple[Word, ...]] = dict.fromkeys(_LISTS, ())
    explicit: Word | None = None
    nested: list[yaml.Node] = []
    for key, value in _pairs(node, reading):
        if key.text in _NESTED:
            nested.append(value)
        elif key.text in _LISTS:
            lists[key.text] = tuple(_texts(key, value, reading))
        elif key.text == "parent" and not is_null(value):
            explicit = _word(key, value, reading)
        elif key.text in words:
            words[key.text] = _word(key, value, reading)
        elif key.text not in _KEYS:
            _unknown(key, _KEYS, reading)
    own = words["id"]
    if parent and explicit and explicit.text != parent.text:
        message = f"{own.text!r} is nested in {parent.text!r} but says 'parent: {explicit.text}'"
        reading.complain(explicit.line, message, "keep one of the two")
        explicit = None
    reading.entries.append(
        Entry(
            own,
            words["name"],
            definition=words["definition"].text,
            aliases=lists["aliases"],
            parent=explicit or parent,
            was=lists["was"],
        )
    )
    for value in nested:
        _read_list(value, own, reading)


def _pairs(node: yaml.Node, reading: Reading) -> Iterator[tuple[Word, yaml.Node]]:
    """Yield the keys and values of a mapping; a key that comes again is a problem."""
    seen: dict[str, int] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            reading.complain(_line(key), "a key is not a word", f"the keys are {', '.join(_KEYS)}")
            continue
        word = Word(_string(key), _line(key))
        if word.text in seen:
            message = f"{word.text!r} stands twice in one topic, first on line {seen[word.text]}"
            reading.complain(word.line, message, "keep one, or start a new topic with '- id: …'")
            continue
        seen[word.text] = word.line
        yield word, value


def _word(key: Word, value: yaml.Node, reading: Reading) -> Word:
    """Read a value that has to be text; numbers and the like are taken as they are spelled."""
    if not isinstance(value, yaml.ScalarNode):
        remedy = f"put the text behind '{key.text}:', in quotes if it holds a colon"
        reading.complain(_line(value), f"{key.text!r} is not text", remedy)
        return Word("", _line(value))
    return Word("" if is_null(value) else _string(value), _line(value))


def _texts(key: Word, node: yaml.Node, reading: Reading) -> Iterator[Word]:
    """Read the aliases of a topic, or the ids it had: a list of texts."""
    if is_null(node):
        return
    items = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if isinstance(node, yaml.MappingNode) or any(
        not isinstance(item, yaml.ScalarNode) for item in items
    ):
        remedy = f"write '{key.text}: [one, another]', in quotes if one holds a colon or a comma"
        what = "aliases are" if key.text == "aliases" else "ids in 'was' are"
        reading.complain(_line(node), f"the {what} not a list of texts", remedy)
        return
    for item in items:
        yield Word("" if is_null(item) else _string(item), _line(item))


def _unknown(key: Word, known: tuple[str, ...], reading: Reading) -> None:
    """Complain about a key that means nothing here."""
    message = f"unknown key {key.text!r}{nearest(key.text, known)}"
    reading.complain(key.line, message, f"the keys here are {', '.join(known)}")


def _met(node: yaml.Node, reading: Reading) -> bool:
    """Whether an anchor leads here again; saying so keeps the tree finite."""
    if id(node) in reading.met:
        remedy = "write each topic out once; anchors (&) and references (*) are not understood"
        reading.complain(_line(node), "this is referred to from a second place", remedy)
        return True
    reading.met.add(id(node))
    return False


def _name_from(topic_id: str) -> str:
    """Make a name of a bare id: ``offline-rl`` reads ``Offline rl``; other text stays."""
    return topic_id.replace("-", " ").capitalize() if is_slug(topic_id) else topic_id


def _string(node: yaml.Node) -> str:
    return str(node.value).strip()


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
