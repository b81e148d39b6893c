"""The imports form the graph that CONTRIBUTING describes, and modules stay small."""

import ast
from pathlib import Path

import pytest

import papertaxa

ROOT = Path(papertaxa.__file__).parent
LAYERS = (
    ("errors", "domain", "data", "__init__"),
    ("files", "processes"),
    ("taxonomy", "text", "listings", "labels"),
    ("features", "classifier", "extract"),
    ("model",),
    ("train", "evaluate", "batch", "report"),
    ("web",),
    ("cli", "__main__"),
)
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}
# Within one layer these may be used by their neighbours: labels speak of topics, the classifier of
# features, and a run of a listing is written by report.
SIBLINGS = {
    ("labels", "taxonomy"),
    ("labels", "text"),
    ("classifier", "features"),
    ("evaluate", "batch"),
    ("train", "evaluate"),
    ("train", "batch"),
    ("batch", "report"),
    ("__main__", "cli"),
}
MODULES = sorted(path for path in ROOT.rglob("*.py") if "_data" not in path.parts)


def part_of(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    parts = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = (
                [f"papertaxa.{alias.name}" for alias in node.names]
                if node.module == "papertaxa"
                else [node.module]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        parts |= {name.split(".")[1] for name in names if name.startswith("papertaxa.")}
    return parts & RANK.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_from_earlier_layers(path):
    own = part_of(path)
    assert own in RANK, f"{own} has no place in the layers: give it one"
    if own == "__init__":
        return  # the front door imports what it offers, lazily
    for other in imported_parts(path) - {own}:
        earlier = RANK[other] < RANK[own]
        assert earlier or (own, other) in SIBLINGS, f"{own} must not import {other}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_is_longer_than_500_lines(path):
    assert len(path.read_text("utf-8").splitlines()) <= 500


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_but_the_command_line_prints(path):
    if part_of(path) == "cli":
        return
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert calls == []
