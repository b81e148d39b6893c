"""What the tests of listings share."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from papertaxa import listings
from papertaxa.domain import Paper
from papertaxa.listings.content import Content


@pytest.fixture
def papers_in(tmp_path: Path) -> Callable[..., list[Paper]]:
    """Write a file of the given name and content, and read it."""

    def read(content: str | bytes, name: str = "papers", **options: str | None) -> list[Paper]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(listings.read([path], **options))

    return read


@pytest.fixture
def content_of() -> Callable[..., Content]:
    """Open bytes or text as if they came from a file of the given name."""

    def open_content(data: str | bytes, name: str = "papers") -> Content:
        return Content(io.BytesIO(data.encode() if isinstance(data, str) else data), name=name)

    return open_content
