"""From a taxonomy file to PyYAML nodes, which know their lines.

JSON takes the same way as YAML, being nearly a part of it. No value is ever constructed from the
nodes, so a file cannot make anything happen.
"""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path

import yaml

from papertaxa.taxonomy.entries import Reading

FORM = "write 'areas:' and under it a list of '- id: …', each with 'name: …' and 'topics: …'"

_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def parse(path: Path, reading: Reading) -> yaml.Node | None:
    """Return the outermost node of a file; None, with a problem noted, where there is none."""
    text = _text(path, reading)
    return None if text is None else _compose(text, reading)


def is_null(node: yaml.Node) -> bool:
    """Whether a node is an empty value, ``~`` or ``null``."""
    return bool(node.tag == "tag:yaml.org,2002:null")


def _text(path: Path, reading: Reading) -> str | None:
    """Decode the file; UTF-8 unless a byte-order mark says UTF-16."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        reading.complain(0, "there is no such file", "check the path")
        return None
    except IsADirectoryError:
        reading.complain(0, "this is a folder", "name the YAML or JSON file in it")
        return None
    except OSError as error:
        reading.complain(
            0, f"it cannot be read ({error.strerror})", "check the path and its rights"
        )
        return None
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reading.complain(line, "this is not UTF-8 text", "save the file as UTF-8")
        return None
    if not text.strip():
        reading.complain(0, "the file is empty", FORM)
        return None
    return text


def _compose(text: str, reading: Reading) -> yaml.Node | None:
    """Parse into PyYAML nodes; what it cannot parse is noted."""
    if text.lstrip().startswith(("{", "[")):
        text = _from_json(text)
    odd = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        remedy = "delete it; a taxonomy is a plain text file"
        reading.complain(line, f"the character {odd.group()!r} does not belong in text", remedy)
        return None
    try:
        root: yaml.Node | None = yaml.compose(
            text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = error.problem or error.context or "it cannot be parsed"
        remedy = "check indents, colons, quotes and brackets here and on the line before"
        reading.complain(mark.line + 1 if mark else 0, f"the YAML breaks off: {what}", remedy)
        return None
    except RecursionError:
        reading.complain(0, "brackets are nested hundreds of levels deep", FORM)
        return None
    if root is None or is_null(root):
        reading.complain(0, "the file is empty", FORM)
        return None
    return root


def _from_json(text: str) -> str:
    """Rewrite JSON as the YAML it nearly is, line for line; any other text is returned as it is."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text  # YAML has brackets too; if it is not YAML either, its parser says where
    # JSON has tabs only between values, where YAML forbids them, and writes some letters as two
    # escapes, of which YAML accepts neither.
    return _JSON_STRING.sub(
        lambda found: json.dumps(json.loads(found.group()), ensure_ascii=False),
        text.replace("\t", " "),
    )
