"""Templates and static files, read from the package once; no request names a path."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Static:
    """A file that the pages refer to."""

    data: bytes
    type: str
    etag: str


@cache
def statics() -> dict[str, Static]:
    """Return every static file by its name."""
    found = {}
    for item in files("papertaxa.web").joinpath("static").iterdir():
        suffix = item.name.rpartition(".")[2]
        if suffix in _TYPES:
            data = item.read_bytes()
            etag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
            found[item.name] = Static(data, _TYPES[suffix], etag)
    return found


@cache
def environment() -> Environment:
    """Return the templates; everything put into them is escaped, and nothing may be missing."""
    folder = files("papertaxa.web").joinpath("templates")
    texts = {
        item.name: item.read_text("utf-8")
        for item in folder.iterdir()
        if item.name.endswith(".html")
    }
    return Environment(
        loader=FunctionLoader(texts.get),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
