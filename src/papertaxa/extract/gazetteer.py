"""Names known beforehand: from the gazetteer's files, and from the labels that were trained on.

A known name is a candidate wherever it stands, whatever the tagger thinks; how often it was a name
where it stood in labelled papers is what the judge goes by.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import srsly
from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract.spelling import Slice, key, squash
from papertaxa.extract.tokenizer import norms_of

KEY = "papertaxa_gazetteer"
"""Of the list of known names in a document's ``user_data``, and of the component."""

LISTS = ("methods", "benchmarks", "ambiguous", "generic")
"""The files: one name a line, ``#`` begins a comment; ``ambiguous`` names are words too,
``generic`` ones are never names."""

_COMMENT = re.compile(r"(?:^|\s)#.*")
_COUNTS = "known.tsv"
_REACH = "reach.json"
_NEVER = "\t0\t0\t0"  # ends the row of what was never a name
_MOST_TOKENS = 8
_STOPS = frozenset(",.;:()[]!?\n")
_SHORTEST = 2
_HYPHEN = re.compile(r"[-‐-–]")
_PLURAL = 2  # letters that a plural adds at most: policies to policy


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many labelled papers a name stood, and in how many it was what.

    Attributes:
        papers: Where it stood at all.
        methods: Where it was a method.
        benchmarks: Where it was a benchmark.
        proposed: Where it was introduced.
    """

    papers: int = 0
    methods: int = 0
    benchmarks: int = 0
    proposed: int = 0

    def without(self, own: Counts) -> Counts:
        """Take one paper's own share off, so that a paper is not judged by its own label."""
        return Counts(
            max(self.papers - own.papers, 0),
            max(self.methods - own.methods, 0),
            max(self.benchmarks - own.benchmarks, 0),
            max(self.proposed - own.proposed, 0),
        )


NONE = Counts()


def read_names(path: Path) -> list[str]:
    """Read a file of the gazetteer."""
    lines = (_COMMENT.sub("", line).strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if line]


class Gazetteer:
    """The spaCy component; it writes all known names, overlapping ones too."""

    def __init__(self) -> None:
        """Begin with no names."""
        self.lists: dict[str, list[str]] = {name: [] for name in LISTS}
        self._rows: dict[str, str] = {}  # as in the file, for most are never asked for
        self._counts: dict[str, Counts] = {}
        self._index()

    @property
    def known(self) -> dict[str, tuple[str, Counts]]:
        """Names seen in labelled papers: a spelling and counts by key."""
        return {name: (row.split("\t")[0], _parse(row)) for name, row in self._rows.items()}

    def add_lists(self, lists: dict[str, list[str]]) -> None:
        """Take the names of the gazetteer's files."""
        self.lists = {name: list(lists.get(name, ())) for name in LISTS}
        self._index()

    def add_known(self, known: dict[str, tuple[str, Counts]]) -> None:
        """Take names seen in labelled papers: a spelling and counts by key."""
        self._rows = {
            name: f"{spelling}\t{c.papers}\t{c.methods}\t{c.benchmarks}\t{c.proposed}"
            for name, (spelling, c) in known.items()
        }
        self._counts = {}
        self._index()

    def _index(self) -> None:
        """Lay the names out for `find`."""
        self._gather()
        begins: set[str] = set()
        for surface in self._entries.values():
            word = surface.split(maxsplit=1)[0]
            begins.add(squash(word))
            if not word.isalnum():
                begins.add(squash(_HYPHEN.split(word, maxsplit=1)[0]))
        # First token -> letters of the longest name that it begins, of whatever words; a name may
        # also be one token, joined by hyphens or not at all: TidePool-1K for Tide Pool 1K.
        begins |= self._entries.keys()
        self._reach = {first: len(first) for first in begins}
        for whole in self._entries:
            longest = len(whole) + _PLURAL
            for end in range(len(whole) + 1):
                first = whole[:end]
                if first in begins and self._reach[first] < longest:
                    self._reach[first] = longest
        # What begins only itself goes without saying.
        for whole in self._entries:
            if self._reach[whole] == len(whole) + _PLURAL:
                del self._reach[whole]

    def _gather(self) -> None:
        """Bring all names together: a spelling by key."""
        by_list = {
            name: [(key(squash(entry)), entry) for entry in self.lists[name]] for name in LISTS
        }
        self.keys = {name: {whole for whole, _ in entries} for name, entries in by_list.items()}
        names = {
            whole: row.partition("\t")[0]
            for whole, row in self._rows.items()
            if not row.endswith(_NEVER)
        }
        ambiguous = self.keys["ambiguous"]
        for name in ("methods", "benchmarks"):
            names |= {pair[0]: pair[1] for pair in by_list[name] if pair[0] not in ambiguous}
        self._entries = {whole: text for whole, text in names.items() if len(whole) >= _SHORTEST}

    def counts(self, name: str) -> Counts:
        """Return what labelled papers say of a key."""
        row = self._rows.get(name)
        if row is None:
            return NONE
        if name not in self._counts:
            self._counts[name] = _parse(row)
        return self._counts[name]

    def find(self, norms: Sequence[str]) -> list[Slice]:
        """Find the known names of a paper.

        Args:
            norms: Its tokens, squashed.

        Returns:
            Every run of tokens that is a known name.
        """
        found = []
        entries, stops, reach = self._entries, _STOPS, self._reach
        for start, first in enumerate(norms):
            longest = reach.get(first)
            if longest is None:
                # Only a final s can be a plural's.
                if (key(first) if first[-1:] == "s" else first) not in entries:
                    continue
                longest = len(first) + _PLURAL
            joined = ""
            for end, norm in enumerate(norms[start : start + _MOST_TOKENS], start + 1):
                if norm in stops:
                    break
                joined += norm
                if len(joined) > longest:
                    break
                if norm and (key(joined) if norm[-1] == "s" else joined) in entries:
                    found.append((start, end))
        return found

    def __call__(self, doc: Doc) -> Doc:
        """Find the known names of one paper."""
        doc.user_data[KEY] = self.find(norms_of(doc))
        return doc

    def to_disk(self, path: Path, **_: object) -> None:
        """Write the lists as they were, and the counts as a table."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        for name in LISTS:
            (path / f"{name}.txt").write_text("\n".join([*self.lists[name], ""]), "utf-8")
        rows = (f"{name}\t{row}" for name, row in self._rows.items())
        (path / _COUNTS).write_text("\n".join([*rows, ""]), "utf-8")
        # Takes a while to compute.
        srsly.write_json(path / _REACH, dict(sorted(self._reach.items())))

    def from_disk(self, path: Path, **_: object) -> Gazetteer:
        """Read what :meth:`to_disk` wrote."""
        path = Path(path)
        self.lists = {name: read_names(path / f"{name}.txt") for name in LISTS}
        lines = (path / _COUNTS).read_text("utf-8").split("\n")
        self._rows = dict([line.split("\t", 1) for line in lines if line])
        self._counts = {}
        self._gather()
        self._reach = srsly.read_json(path / _REACH)
        return self


def _parse(row: str) -> Counts:
    return Counts(*map(int, row.split("\t")[1:]))


@Language.factory(KEY)
def create_gazetteer(nlp: Language, name: str) -> Gazetteer:  # noqa: ARG001 - as spaCy calls it
    """Make the component."""
    return Gazetteer()
