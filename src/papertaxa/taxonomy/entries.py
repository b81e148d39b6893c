"""What a taxonomy file says, word for word and line for line, before it is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Problem(NamedTuple):
    """Something to mend in a taxonomy file.

    Attributes:
        line: Where, counted from 1; 0 if it concerns the whole file.
        message: What is wrong, with the bad value.
        remedy: What to do.
    """

    line: int
    message: str
    remedy: str

    def __str__(self) -> str:
        """Render as one line."""
        return f"{f'line {self.line}: ' if self.line else ''}{self.message}; {self.remedy}"


class Word(NamedTuple):
    """A string from the file and its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One topic as the file has it, not yet checked against the others.

    Attributes:
        id: As written; empty if missing.
        name: As written; empty if missing.
        definition: As written.
        aliases: As written.
        parent: The id in an explicit ``parent:``, else the id of the topic it is nested in.
        was: As written.
    """

    id: Word
    name: Word
    definition: str = ""
    aliases: tuple[Word, ...] = ()
    parent: Word | None = None
    was: tuple[Word, ...] = ()


@dataclass(slots=True)
class Reading:
    """What a file holds, and what could not be understood."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # Containers met so far: a YAML anchor may put one in two places, or into itself.
    met: set[int] = field(default_factory=set)

    def complain(self, line: int, message: str, remedy: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(line, message, remedy))
