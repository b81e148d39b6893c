"""Reading and checking a taxonomy file."""

from __future__ import annotations

from pathlib import Path

from papertaxa.errors import TaxonomyError
from papertaxa.taxonomy.check import check
from papertaxa.taxonomy.entries import Problem, Reading
from papertaxa.taxonomy.tree import Taxonomy, Topic


def load(path: str | Path) -> Taxonomy:
    """Read a taxonomy from YAML or JSON.

    The file is a list of topics under ``areas:`` (or ``topics:``, or bare), each with ``id``,
    ``name`` and, if wanted, ``definition``, ``aliases`` and the topics under it in ``topics:`` (or
    ``children:``), to any depth. Instead of nesting, a topic may name its ``parent``. A bare
    string is a topic that has this text as its id. ``was`` lists the ids a topic had before.

    Raises:
        TaxonomyError: The file has problems; the message lists all of them, each with line and
            remedy.
    """
    reading = _read(Path(path))
    found = check(reading)
    if found:
        shown = "\n".join(f"  {problem}" for problem in found)
        number = "one problem" if len(found) == 1 else f"{len(found)} problems"
        raise TaxonomyError(f"{path} has {number}:\n{shown}")
    return Taxonomy(
        tuple(
            Topic(
                id=entry.id.text,
                name=entry.name.text,
                definition=entry.definition,
                parent=entry.parent.text if entry.parent else None,
                aliases=tuple(alias.text for alias in entry.aliases),
                was=tuple(word.text for word in entry.was),
            )
            for entry in reading.entries
        )
    )


def problems(path: str | Path) -> list[Problem]:
    """List everything that has to be mended before `load` accepts the file, in order of lines."""
    return check(_read(Path(path)))


def _read(path: Path) -> Reading:
    """Read a file as far as it can be understood."""
    # Labelling a listing imports this package for the model's taxonomy, and never needs YAML.
    from papertaxa.taxonomy.parse import parse
    from papertaxa.taxonomy.shape import shape

    reading = Reading()
    root = parse(path, reading)
    if root is not None:
        shape(root, reading)
    return reading
