"""JSON as it is found in listings: NaN, lone surrogates and absurd nesting included."""

from __future__ import annotations

import json

JSON_LINES_SUFFIXES = frozenset({".jsonl", ".ndjson", ".jsonlines"})

DECODER = json.JSONDecoder(parse_constant=lambda _: None, strict=False)
"""Reads NaN and Infinity, which pandas writes and JSON does not know, as null, and lets control
characters in strings pass."""


def reason(error: Exception) -> str:
    """Say in a few words why decoding failed."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg.removesuffix(" at").removesuffix(" starting")
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(error)


def may_hold_surrogates(text: str) -> bool:
    r"""Say whether JSON text has an escape such as ``\ud83d``, paired or not."""
    return "\\u" in text and ("\\ud" in text or "\\uD" in text)


def scrubbed(value: object) -> object:
    """Replace lone surrogates, which no encoding can write, with U+FFFD throughout a value."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {scrubbed(key): scrubbed(member) for key, member in value.items()}
    if isinstance(value, list):
        return [scrubbed(member) for member in value]
    return value


def type_name(value: object) -> str:
    """Name the type of a decoded value as JSON does, with an article."""
    names = {str: "a string", list: "an array", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")


def is_object(text: str) -> bool:
    """Say whether the text is one whole JSON object."""
    if not text.startswith("{"):
        return False
    try:
        return isinstance(DECODER.decode(text), dict)
    except (ValueError, RecursionError):
        return False
