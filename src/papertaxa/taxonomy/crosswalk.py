"""Rewriting topic ids inside a YAML file, everything else being left as it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy.slug import is_slug

_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A crosswalk after a change of the taxonomy.

    Attributes:
        text: The whole file.
        replaced: How many ids were replaced.
        by_hand: What a person has to decide, with the line.
    """

    text: str
    replaced: int
    by_hand: tuple[str, ...]


def rewrite(path: str | Path, become: Callable[[str], str | None]) -> Rewritten:
    """Replace topic ids in a crosswalk, a YAML file from venue's areas or categories to topics.

    Ids are looked for among the values (a topic, or a list of topics) and among keys whose value
    is a number (a topic and its weight). Comments and layout stay.

    Args:
        path: The file.
        become: The new id of a topic; None if a person has to decide. A KeyError means that the
            text is no topic.

    Raises:
        TaxonomyError: The file cannot be read or is not YAML.
    """
    text = _text(Path(path))
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        what = " ".join(str(error).split())
        raise TaxonomyError(
            f"{path}: this is not YAML ({what}); check indents, colons, quotes and brackets there"
        ) from error
    except RecursionError as error:
        raise TaxonomyError(f"{path}: brackets are nested hundreds of levels deep") from error
    edits: dict[int, tuple[int, str]] = {}  # where an id starts -> where it ends, the new one
    by_hand: list[str] = []
    for group in _groups(root):
        seen: set[str] = set()
        for node in group:
            try:
                new = become(node.value)
            except KeyError:
                continue
            line = f"{path}, line {node.start_mark.line + 1}"
            if new is None:
                by_hand.append(f"{line}: {node.value!r} is no topic any more; name another one")
            elif new in seen:
                by_hand.append(f"{line}: {node.value!r} would make {new!r} stand twice; delete one")
            elif new != node.value:
                edits[node.start_mark.index] = (node.end_mark.index, new)
            seen.add(node.value if new is None else new)
    at, parts = 0, []
    for start, (end, new) in sorted(edits.items()):
        parts += [text[at:start], _quoted(new, text[start])]
        at = end
    return Rewritten(text="".join([*parts, text[at:]]), replaced=len(edits), by_hand=tuple(by_hand))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise TaxonomyError(
            f"{path}: it cannot be read ({error.strerror}); check the path and its rights"
        ) from error
    except UnicodeDecodeError as error:
        raise TaxonomyError(f"{path}: this is not UTF-8 text; save the file as UTF-8") from error


def _groups(root: yaml.Node | None) -> Iterator[list[yaml.ScalarNode]]:
    """Yield the scalars that may be topics; those of one list or mapping together."""
    stack, met = [root], set()
    while stack:
        node = stack.pop()
        if node is None or id(node) in met:
            continue
        met.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            yield [item for item in node.value if isinstance(item, yaml.ScalarNode)]
            stack.extend(reversed(node.value))
        elif isinstance(node, yaml.MappingNode):
            yield [key for key, value in node.value if value.tag in _NUMBERS]
            for _, value in node.value:
                if isinstance(value, yaml.ScalarNode):
                    yield [value]
            stack.extend(value for _, value in reversed(node.value))


def _quoted(new: str, mark: str) -> str:
    """Write an id as the one it replaces was written; only ids made of labels can need quotes."""
    if not is_slug(new):
        return json.dumps(new, ensure_ascii=False)
    return f"{mark}{new}{mark}" if mark in "'\"" else new
