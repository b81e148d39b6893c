"""The trained tagger: how probable it is that a name begins, goes on, or is new, at every token.

A small network scores the tags (:mod:`network`), a linear chain turns the scores into probabilities
(:mod:`crf`). Later components need probabilities rather than one best answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import srsly
from spacy.attrs import ORTH
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import minibatch
from spacy.vocab import Vocab

from papertaxa.extract import crf, network
from papertaxa.extract.network import Floats, Ints, Parameters
from papertaxa.extract.places import COUNT, places, title_length
from papertaxa.extract.tokenizer import words_of
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.words import PARTS, ROWS, Lexicon

KINDS = ("METHOD", "BENCHMARK", "OTHER")
"""Kinds of names; OTHER is for what a paper introduces that is neither, such as a metric."""

TAGS = crf.tags(KINDS)
KEY = "papertaxa_tagger"
"""Of the :class:`Tagging` in a document's ``user_data``."""

_CLOSES = (")", ",", ";")
_COLONS = (":", "—", "–")


@dataclass(frozen=True, slots=True)
class Tagging:
    """What the tagger says of one paper.

    Attributes:
        tags: Probability of each of :data:`TAGS` (column) at each token (row).
        new: For each token, the log odds that a name there is one that the paper introduces.
        title: How many tokens are the title's.
        colon: Where in the title a colon or dash stands; 0 for none.
    """

    tags: Floats
    new: Floats
    title: int
    colon: int


def shape(*, width: int, depth: int, pieces: int, vectors: Vectors) -> network.Shape:
    """Return the shape of a tagger's network: one output per tag, and one for new names."""
    return network.Shape(
        rows=ROWS,
        parts=PARTS,
        vector=vectors.width,
        places=COUNT,
        width=width,
        depth=depth,
        pieces=pieces,
        outputs=len(TAGS) + 1,
    )


def layout(words: list[str]) -> tuple[int, int]:
    """Find a paper's title: how many tokens it has, and where it is parted by a colon or dash."""
    title = title_length(words)
    return title, next((at for at in range(title) if words[at] in _COLONS), 0)


class Tagger:
    """The spaCy component; it reads tokens and writes a :class:`Tagging`."""

    def __init__(self, vocab: Vocab, name: str, *, width: int, depth: int, pieces: int) -> None:
        """Make an untrained tagger.

        Args:
            vocab: The pipeline's.
            name: The component's.
            width: Units of each layer.
            depth: Number of convolutions.
            pieces: Linear pieces of each unit.
        """
        self.name = name
        self.vocab = vocab
        self.sizes = {"width": width, "depth": depth, "pieces": pieces}
        self.assign({}, Vectors.none())

    def assign(self, parameters: Parameters, vectors: Vectors) -> None:
        """Take trained parameters, and the vectors they were trained with."""
        self.parameters = parameters
        self.vectors = vectors
        if not parameters:
            return
        first, pairs = crf.barriers(TAGS)
        self._first = parameters["first"] + first
        self._pairs = parameters["pairs"] + pairs
        self._lexicon = Lexicon(parameters, vectors)

    def __call__(self, doc: Doc) -> Doc:
        """Tag one paper."""
        if len(doc):
            self._tag([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Tag papers, many at a time."""
        for docs in minibatch(stream, batch_size):  # type: ignore[no-untyped-call] # spaCy's
            self._tag([doc for doc in docs if len(doc)])
            yield from docs

    def _tag(self, docs: list[Doc]) -> None:
        if not docs or not self.parameters:
            return
        strings = self.vocab.strings
        orths: list[Ints] = [np.asarray(doc.to_array(ORTH), np.uint64) for doc in docs]
        lengths = np.array([len(doc) for doc in docs], np.int64)
        lexicon = self._lexicon
        marks = [*(strings.add(mark) for mark in ("(", *_CLOSES))]
        rows = lexicon.rows([*np.concatenate(orths).tolist(), *marks], strings)
        rows, marks_rows = rows[: -len(marks)], rows[-len(marks) :]
        layouts = [layout(words_of(doc)) for doc in docs]
        titles, colons = np.array(layouts, np.int64).T
        ground = places(
            rows,
            lexicon.capital[rows],
            lengths,
            titles,
            colons,
            int(marks_rows[0]),
            marks_rows[1:],
        )
        ends = np.cumsum(lengths)
        scores = network.scores(self.parameters, lexicon.parts, rows, ground)
        tags = crf.probabilities(scores[:, : len(TAGS)], lengths, self._first, self._pairs)
        for doc, (title, colon), start, end in zip(
            docs, layouts, ends - lengths, ends, strict=True
        ):
            doc.user_data[KEY] = Tagging(tags[start:end], scores[start:end, -1], title, colon)

    def to_disk(self, path: Path, **_: object) -> None:
        """Write the parameters as arrays, the sizes as JSON."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        srsly.write_json(path / "sizes.json", self.sizes)
        for name in sorted(self.parameters):
            np.save(path / f"{name}.npy", self.parameters[name], allow_pickle=False)
        self.vectors.to_disk(path / "vectors")

    def from_disk(self, path: Path, **_: object) -> Tagger:
        """Read what :meth:`to_disk` wrote."""
        path = Path(path)
        self.sizes = srsly.read_json(path / "sizes.json")
        parameters = {
            file.stem: np.load(file, allow_pickle=False) for file in sorted(path.glob("*.npy"))
        }
        self.assign(parameters, Vectors.from_disk(path / "vectors"))
        return self


@Language.factory(KEY, default_config={"width": 64, "depth": 4, "pieces": 2})
def create_tagger(nlp: Language, name: str, width: int, depth: int, pieces: int) -> Tagger:
    """Make the component."""
    return Tagger(nlp.vocab, name, width=width, depth=depth, pieces=pieces)
