"""The file of aliases: names that are one, though no spelling tells and no paper says so.

One alias a line, a tab, and the name it stands for; ``#`` begins a comment. A name that stands for
itself is kept apart from what it would have been joined with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from papertaxa.data import LABELS
from papertaxa.errors import LabelsError
from papertaxa.report.spelling import name_key

ALIASES = LABELS / "aliases.tsv"
"""The file that ships."""

_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Aliases:
    """Which names stand for which, whatever their spelling.

    Attributes:
        target: Key of an alias -> key of the name it stands for.
        shown: Key of a name that aliases stand for -> the name as the file spells it.
    """

    target: Mapping[str, str]
    shown: Mapping[str, str]


NONE = Aliases({}, {})


def read_aliases(path: str | Path) -> Aliases:
    """Read and check a file of aliases.

    Args:
        path: UTF-8 text: ``alias``, a tab, ``name``.

    Returns:
        The aliases by the keys of `papertaxa.report.spelling.name_key`.

    Raises:
        LabelsError: The file cannot be read, or has problems; the message lists them all, each
            with its line and what to do.
    """
    lines = _lines(Path(path))
    problems: list[str] = []
    rows: dict[str, tuple[int, str, str]] = {}  # key -> line, alias, name
    for number, line in lines:
        row = _row(line)
        if isinstance(row, str):
            problems.append(f"line {number}: {row}")
            continue
        alias, name = row
        before = rows.setdefault(name_key(alias), (number, alias, name))
        if name_key(before[2]) != name_key(name):
            problems.append(
                f"line {number}: {alias!r} stands for {name!r} here and for {before[2]!r} in line "
                f"{before[0]}; keep one of the two lines"
            )
    for number, alias, name in rows.values():
        onwards = rows.get(name_key(name))
        if onwards and name_key(onwards[2]) != name_key(name):
            problems.append(
                f"line {number}: {alias!r} stands for {name!r}, which is itself an alias in line "
                f"{onwards[0]}; write {onwards[2]!r} instead"
            )
    if problems:
        number_of = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        shown = "\n".join(f"  {path}, {problem}" for problem in problems)
        raise LabelsError(f"{path} has {number_of}:\n{shown}")
    target = {key: name_key(name) for key, (_, _, name) in rows.items()}
    shown_names: dict[str, str] = {}
    for _, _, name in rows.values():
        shown_names.setdefault(name_key(name), name)
    return Aliases(target, shown_names)


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise LabelsError(
            f"{path}: the aliases cannot be read ({error.strerror}); check the name"
        ) from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise LabelsError(
            f"{path}, line {line}: is not UTF-8; save the file as UTF-8 text"
        ) from error
    numbered = enumerate(text.splitlines(), 1)
    return [(n, line) for n, line in numbered if line.strip() and not line.lstrip().startswith("#")]


def _row(line: str) -> tuple[str, str] | str:
    """The two names of a line, or what is wrong with it."""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) == 1:
        return f"{cells[0]!r} has no tab; write the alias, a tab, and the name it stands for"
    if len(cells) > _COLUMNS:
        return (
            f"{cells[0]!r} is followed by {len(cells) - 1} names; an alias stands for one name: "
            "give each alias a line of its own"
        )
    if not all(cells):
        which = "alias" if not cells[0] else "name"
        return f"the {which} is empty in {line.strip()!r}; fill it in, or delete the line"
    return cells[0], cells[1]
