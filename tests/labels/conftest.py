from pathlib import Path

import pytest

from papertaxa.taxonomy import Taxonomy, Topic


@pytest.fixture(scope="session")
def taxonomy():
    return Taxonomy(
        (
            Topic("fruit", "Fruit"),
            Topic("lemon", "Lemon", parent="fruit", aliases=("citrus limon",)),
            Topic("apple", "Apple", parent="fruit"),
            Topic("plum", "Plum", parent="fruit"),
            Topic("pear", "Pear", parent="fruit"),
            Topic("fig", "Fig", parent="fruit"),
            Topic("stone", "Stone"),
        )
    )


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file into the working folder, so that messages show its bare name."""
    monkeypatch.chdir(tmp_path)

    def write(content: str | bytes, name: str = "a.jsonl") -> Path:
        path = Path(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
