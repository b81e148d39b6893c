"""What README says can be done."""

import csv
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from papertaxa.cli import main, parser

README = Path(__file__).resolve().parents[1] / "README.md"


def commands():
    """Each papertaxa command in a code block of README, without its comment."""
    blocks = re.findall(r"```\w*\n(.*?)```", README.read_text("utf-8"), flags=re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("papertaxa ")]


def test_readme_has_commands():
    assert {command[1] for command in commands()} >= {"label", "train", "review", "models"}


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_command_of_readme_parses(command):
    assert parser().parse_args(command[1:]).run


def test_the_commands_of_readme_run_one_after_the_other(
    world, tiny_model, tmp_path, monkeypatch, capsys
):
    """With a small model in the place of the default one; the page is tested elsewhere."""
    shutil.copytree(tiny_model, tmp_path / "models" / "default")
    shutil.copy(world.labels, tmp_path / "papers.labels.jsonl")
    with (tmp_path / "papers.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, ["id", "title", "abstract"])
        table.writeheader()
        table.writerows(world.texts.values())
    monkeypatch.chdir(tmp_path)
    for place in ("papertaxa.cli.train", "papertaxa.model.folder"):
        monkeypatch.setattr(f"{place}.DEFAULT_MODEL", tmp_path / "models" / "default")
    a_paper = next(iter(world.texts))
    for written in commands():
        command = [a_paper if part == "paper-17" else part for part in written]
        if command[1] != "review":
            assert main(command[1:]) == 0, (command, capsys.readouterr().err)
    with (tmp_path / "labelled.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == len(world.texts)
    assert json.loads((tmp_path / "mine" / "manifest.json").read_text())["counts"]["papers"] == 80
