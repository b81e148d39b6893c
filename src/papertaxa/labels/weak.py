"""Weak labels: the topics that a venue's area, a category or an author's keyword stands for.

A crosswalk says what a value implies. What it does not say is unknown, never negative: a paper
with the keyword "GRPO" may be about anything else as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from papertaxa.errors import LabelsError, nearest
from papertaxa.labels.problem import Problem
from papertaxa.taxonomy import Taxonomy

_KEYS = ("field", "entries")
_FORM = (
    "write 'field: …' (a column of the listing) and 'entries:', under it 'value: {topic: share}'"
)
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_NO_LETTER = re.compile(r"[\W_]+")
_PLURALS = (  # ending -> what it becomes
    (re.compile(r"(?<=\w\w)ies\b"), "y"),
    (re.compile(r"(?<=ss|ch|sh)es\b"), ""),
    (re.compile(r"(?<=\w\w[^\Wsui])s\b"), ""),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one value implies.

    Attributes:
        value: The value as the file writes it.
        topics: For each topic implied, the share of papers with the value that have the topic, in
            (0, 1]; None where too few labelled papers have the value to tell. No topic at all
            means that the value was looked at and implies none.
    """

    value: str
    topics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosswalk:
    """A crosswalk.

    Attributes:
        path: The file.
        field: The column of a listing that holds the values.
        entries: By folded value (see `fold_value`).
    """

    path: Path
    field: str
    entries: Mapping[str, Entry]

    def entry(self, value: str) -> Entry | None:
        """Return what is said about a value; None if nothing is."""
        return self.entries.get(fold_value(value))

    def topics(self, values: Iterable[str], *, unmeasured: float) -> dict[str, float]:
        """Return the topics that a paper's values imply, each with the highest of its shares.

        Args:
            values: What stands in the field.
            unmeasured: The share to assume where none was measured.
        """
        implied: dict[str, float] = {}
        for entry in filter(None, map(self.entry, values)):
            for topic, share in entry.topics.items():
                sure = unmeasured if share is None else share
                implied[topic] = max(sure, implied.get(topic, 0.0))
        return implied


def fold_value(value: str) -> str:
    """Bring spellings of a value together: case, hyphens, plural, an abbreviation in brackets."""
    text = value.casefold()
    words = _NO_LETTER.sub(" ", _IN_BRACKETS.sub("", text) or text).strip()
    for ending, singular in _PLURALS:
        words = ending.sub(singular, words)
    return words


def load_crosswalk(path: str | Path, taxonomy: Taxonomy) -> Crosswalk:
    """Read a crosswalk.

    Args:
        path: A YAML file with ``field`` and ``entries``; an entry's value is a mapping from topics
            to shares, a topic, or a list of topics.
        taxonomy: What the topics are from.

    Raises:
        LabelsError: The file has problems; the message lists all of them, each with line and
            remedy.
    """
    path = Path(path)
    found: list[Problem] = []
    crosswalk = _crosswalk(path, taxonomy, found)
    if found or crosswalk is None:
        shown = "\n".join(f"  {problem}" for problem in found)
        number = "one problem" if len(found) == 1 else f"{len(found)} problems"
        raise LabelsError(f"{path} has {number}:\n{shown}")
    return crosswalk


def _crosswalk(path: Path, taxonomy: Taxonomy, found: list[Problem]) -> Crosswalk | None:
    root = _root(path, found)
    if root is None:
        return None
    if not isinstance(root, yaml.MappingNode):
        found.append(Problem(str(path), "this is no crosswalk", _FORM))
        return None
    parts = {_shown(key): node for key, node in root.value}
    for key, _ in root.value:
        if _shown(key) not in _KEYS:
            what = f"the key {_shown(key)!r} is not known{nearest(_shown(key), _KEYS)}"
            found.append(Problem(_at(path, key), what, "put what it says under 'entries:'"))
    field, listed = parts.get("field"), parts.get("entries")
    if not isinstance(field, yaml.ScalarNode) or not field.value:
        found.append(Problem(str(path), "it does not say which field it is about", _FORM))
    if not isinstance(listed, yaml.MappingNode):
        found.append(Problem(str(path), "it has no entries", _FORM))
        return None
    entries: dict[str, Entry] = {}
    lines: dict[str, int] = {}
    for key, node in listed.value:
        value = _shown(key)
        folded = fold_value(value)
        if not folded:
            what = f"the value {value!r} has no letter or digit"
            found.append(Problem(_at(path, key), what, "delete the entry"))
        elif folded in lines:
            what = f"{value!r} stands twice, first on line {lines[folded]}"
            found.append(Problem(_at(path, key), what, "keep one of the two"))
        lines.setdefault(folded, key.start_mark.line + 1)
        topics = dict(_topics(path, value, node, taxonomy, found))
        entries[folded] = Entry(value=value, topics=topics)
    return Crosswalk(path=path, field=field.value if field else "", entries=entries)


def _root(path: Path, found: list[Problem]) -> yaml.Node | None:
    """Parse into nodes, which know their lines; None, with a problem noted, if that fails."""
    what, remedy, line = "the file is empty", _FORM, 0
    try:
        root: yaml.Node | None = yaml.compose(
            path.read_bytes().decode("utf-8-sig"),
            Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),
        )
    except OSError as error:
        what, remedy = f"it cannot be read ({error.strerror})", "check the path and its rights"
    except UnicodeDecodeError:
        what, remedy = "this is not UTF-8 text", "save the file as UTF-8"
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        what = f"the YAML breaks off: {error.problem or error.context}"
        remedy = "check indents, colons, quotes and brackets here and on the line before"
    except yaml.YAMLError as error:  # a character that is no text
        what, remedy = " ".join(str(error).split()), "delete the character"
    except RecursionError:
        what = "brackets are nested hundreds of levels deep"
    else:
        if root is not None:
            return root
    found.append(Problem(f"{path}, line {line}" if line else str(path), what, remedy))
    return None


def _topics(
    path: Path, value: str, node: yaml.Node, taxonomy: Taxonomy, found: list[Problem]
) -> Iterator[tuple[str, float | None]]:
    """Yield the topics of an entry with their shares; what is wrong is noted."""
    pairs: list[tuple[yaml.Node, yaml.Node | None]] = [(node, None)]
    if isinstance(node, yaml.MappingNode):
        pairs = node.value
    elif isinstance(node, yaml.SequenceNode):
        pairs = [(item, None) for item in node.value]
    seen = set()
    for key, number in pairs:
        topic = _shown(key)
        wrong = ""
        if topic not in taxonomy.index:
            hint = nearest(topic, taxonomy.labels)
            wrong, remedy = f"{topic!r} is no topic{hint}", "name one of the taxonomy's topics"
        elif topic in seen:
            wrong, remedy = f"{topic!r} stands twice", "keep it once"
        share = None if number is None else _share(number)
        if number is not None and share is None:
            wrong = f"the share of {topic!r} is {_shown(number)!r}"
            remedy = "write a number above 0 and up to 1, or list the topic without one"
        if wrong:
            found.append(Problem(_at(path, key), f"entry {value!r}: {wrong}", remedy))
        seen.add(topic)
        yield topic, share


def _share(node: yaml.Node) -> float | None:
    if node.tag not in _NUMBERS:
        return None
    try:
        share = float(node.value)
    except ValueError:  # 0x10 and the like are numbers to YAML
        return None
    return share if 0 < share <= 1 else None


def _shown(node: yaml.Node) -> str:
    """Return what a value says; dots for a list or a mapping, which has no place there."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) else "…"


def _at(path: Path, node: yaml.Node) -> str:
    return f"{path}, line {node.start_mark.line + 1}"
