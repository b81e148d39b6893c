"""Every command has help and is documented."""

import argparse
from pathlib import Path

import pytest

from papertaxa.cli import COMMANDS, parser

ROOT = Path(__file__).resolve().parents[2]


def commands(root=None, prefix=""):
    """The names of all commands, with their parsers and their one-line help."""
    for action in (root or parser())._actions:
        if isinstance(action, argparse._SubParsersAction):
            summaries = {choice.dest: choice.help for choice in action._choices_actions}
            for name, sub in action.choices.items():
                yield f"{prefix}{name}", sub, summaries.get(name)
                yield from commands(sub, f"{prefix}{name} ")


ALL = list(commands())


def test_the_command_line_has_every_registered_command():
    assert len(ALL) >= len(COMMANDS)
    top = {name for name, _, _ in ALL if " " not in name}
    assert top == {module.__name__.rsplit(".", 1)[1] for module in COMMANDS}


@pytest.mark.parametrize(("name", "sub", "summary"), ALL, ids=[name for name, _, _ in ALL])
def test_every_command_and_every_argument_has_help(name, sub, summary):
    assert summary
    arguments = [a for a in sub._actions if not isinstance(a, argparse._SubParsersAction)]
    assert all(argument.help for argument in arguments)


@pytest.mark.parametrize("name", [name for name, _, _ in ALL])
def test_every_command_is_documented(name):
    documented = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert f"papertaxa {name}" in documented


@pytest.mark.parametrize(("name", "sub", "summary"), ALL, ids=[name for name, _, _ in ALL])
def test_every_option_is_documented(name, sub, summary):
    documented = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    long_options = [
        option
        for action in sub._actions
        for option in action.option_strings
        if option.startswith("--") and option != "--help"
    ]
    assert all(option in documented for option in long_options)
