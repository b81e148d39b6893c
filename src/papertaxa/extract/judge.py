"""The judge: which candidates of a paper are methods, which benchmarks, and which it introduces.

A paper's names count once each, so they are judged once each, on everything the paper and the
labelled papers say of them (:mod:`features`), by a small neural network of one hidden layer. They
are judged again by a second one that also sees the first answers about all candidates of the paper
(:mod:`rivals`; stacked generalization, Wolpert 1992).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import numpy as np
import srsly
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import minibatch

from papertaxa.extract import candidates as gathering
from papertaxa.extract import tagger
from papertaxa.extract.candidates import Candidate
from papertaxa.extract.features import describe
from papertaxa.extract.gazetteer import KEY as GAZETTEER
from papertaxa.extract.gazetteer import Counts, Gazetteer
from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Parameters
from papertaxa.extract.rivals import rivals
from papertaxa.extract.tokenizer import norms_of, words_of
from papertaxa.extract.usage import Usage

KEY = "papertaxa_judge"
"""Of the list of :class:`Found` in a document's ``user_data``, and of the component."""

OUTCOMES = ("method", "benchmark", "proposed")

STAGES: Final = ("first", "second")

FEATURES: Final = 5
"""Version of what the judge looks at: to be raised whenever :mod:`features` or what it is made of
changes, so that a judge trained on other features is refused rather than misled."""

CLIP = np.float32(5)  # deviations from the mean beyond which a feature says no more
_VERSION = "features"
_USAGE = "usage"
_BLOCK = 384  # candidates that the processor's cache holds; a multiple of what BLAS takes at once


@dataclass(frozen=True, slots=True)
class Found:
    """A name of a paper.

    Attributes:
        candidate: What it was before.
        kind: ``method`` or ``benchmark``; empty for what is neither, but introduced.
        proposed: Whether the paper introduces it.
        probabilities: Of each of :data:`OUTCOMES`.
    """

    candidate: Candidate
    kind: str
    proposed: bool
    probabilities: tuple[float, float, float]


def probabilities(parameters: Parameters, *described: Floats) -> Floats:
    """Compute how probable each outcome is for each described candidate.

    Args:
        parameters: Means and deviations of the features, and the layers.
        described: One row per candidate; the columns may be spread over several arrays.

    Returns:
        One row per candidate, one column per outcome.
    """
    weight, bias = parameters["out.weight"], parameters["out.bias"]
    result = np.empty((len(described[0]), bias.size), bias.dtype)
    for start in range(0, len(result), _BLOCK):
        rows = slice(start, start + _BLOCK)
        # Training keeps its table in half precision.
        parts = [part[rows] for part in described]
        scaled = np.concatenate(parts, axis=1, dtype=np.float32)
        scaled -= parameters["mean"]
        scaled /= parameters["deviation"]
        np.clip(scaled, -CLIP, CLIP, out=scaled)
        hidden = scaled @ parameters["hidden.weight"]
        hidden += parameters["hidden.bias"]
        np.maximum(hidden, 0, out=hidden)
        result[rows] = 1 / (1 + np.exp(-(hidden @ weight + bias)))
    return result


def sheet(
    doc: Doc,
    usage: Usage,
    found: Sequence[Candidate] | None = None,
    own: Mapping[str, Counts] | None = None,
) -> Sheet:
    """Bring together what is known of one paper that has been tagged.

    Args:
        doc: The paper.
        usage: How names are used elsewhere.
        found: Its candidates, if not all of them.
        own: In training, what its own label added to the gazetteer's counts, by key.
    """
    return Sheet(
        candidates=doc.user_data[gathering.KEY] if found is None else found,
        tagging=doc.user_data[tagger.KEY],
        words=words_of(doc),
        norms=norms_of(doc),
        usage=usage,
        own=own,
    )


class Judge:
    """The spaCy component; it reads candidates and writes names."""

    def __init__(self, nlp: Language, name: str) -> None:
        """Make a judge that knows nothing, and so finds nothing."""
        self._nlp = nlp
        self.name = name
        self.stages: dict[str, Parameters] = {}
        self.thresholds = dict.fromkeys(OUTCOMES, 0.5)
        self.heads: dict[str, Counts] = {}
        self.usage = Usage.none()
        for kind in tagger.KINDS:
            nlp.vocab.strings.add(kind)

    def __call__(self, doc: Doc) -> Doc:
        """Judge the candidates of one paper."""
        self._judge([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Judge the candidates of papers, many at a time."""
        for docs in minibatch(stream, batch_size):  # type: ignore[no-untyped-call] # spaCy's
            self._judge(docs)
            yield from docs

    def _judge(self, docs: Sequence[Doc]) -> None:
        for doc in docs:
            doc.user_data[KEY] = []
        some = [doc for doc in docs if self.stages and doc.user_data.get(gathering.KEY)]
        if not some:
            return
        rows = iter(self.answers(some).tolist())
        generic = cast("Gazetteer", self._nlp.get_pipe(GAZETTEER)).keys["generic"]
        for doc in some:
            for candidate in doc.user_data[gathering.KEY]:
                name = self._decide(candidate, next(rows))
                if name and candidate.key not in generic:
                    doc.user_data[KEY].append(name)

    def answers(self, docs: Sequence[Doc]) -> Floats:
        """Say of every candidate how probable each outcome is.

        Args:
            docs: Papers, each with some candidates.

        Returns:
            One row per candidate, one column per outcome.
        """
        gazetteer = cast("Gazetteer", self._nlp.get_pipe(GAZETTEER))
        sheets = [sheet(doc, self.usage) for doc in docs]
        layout = Layout.of(sheets)
        vectors = cast("tagger.Tagger", self._nlp.get_pipe(tagger.KEY)).vectors
        described = describe(layout, sheets, gazetteer, self.heads, vectors)
        compared = rivals(layout, sheets, probabilities(self.stages["first"], described))
        return probabilities(self.stages["second"], described, compared)

    def _decide(self, candidate: Candidate, row: list[float]) -> Found | None:
        method, benchmark, proposed = row
        limits = self.thresholds
        over_method = method / limits["method"]
        over_benchmark = benchmark / limits["benchmark"]
        kind = ""
        if max(over_method, over_benchmark) > 1:
            kind = "method" if over_method >= over_benchmark else "benchmark"
        new = proposed > limits["proposed"]
        if not kind and not new:
            return None
        return Found(candidate, kind, new, (method, benchmark, proposed))

    def to_disk(self, path: Path, **_: object) -> None:
        """Write arrays, thresholds, the counts of last words, and how names are used."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        srsly.write_json(path / "thresholds.json", {**self.thresholds, _VERSION: FEATURES})
        for stage, parameters in self.stages.items():
            for name in sorted(parameters):
                np.save(path / f"{stage}.{name}.npy", parameters[name], allow_pickle=False)
        rows = (
            f"{word}\t{c.papers}\t{c.methods}\t{c.benchmarks}" for word, c in self.heads.items()
        )
        (path / "heads.tsv").write_text("\n".join([*rows, ""]), "utf-8")
        self.usage.to_disk(path / _USAGE)

    def from_disk(self, path: Path, **_: object) -> Judge:
        """Read what :meth:`to_disk` wrote."""
        path = Path(path)
        self.thresholds = srsly.read_json(path / "thresholds.json")
        version = self.thresholds.pop(_VERSION, None)
        files = {stage: sorted(path.glob(f"{stage}.*.npy")) for stage in STAGES}
        if sum(map(bool, files.values())) == 1:
            raise ValueError(f"{path.name} lacks the files of one stage")
        known = sum(map(len, files.values()))
        if version != FEATURES or known < len(list(path.glob("*.npy"))):
            raise ValueError(f"{path.name} was written by another version")
        self.stages = {
            stage: {
                file.stem.removeprefix(f"{stage}."): np.load(file, allow_pickle=False)
                for file in some
            }
            for stage, some in files.items()
            if some
        }
        self.heads = {}
        for line in (path / "heads.tsv").read_text("utf-8").split("\n"):
            if line:
                word, *numbers = line.split("\t")
                self.heads[word] = Counts(*map(int, numbers))
        self.usage = Usage.from_disk(path / _USAGE)
        return self


@Language.factory(KEY)
def create_judge(nlp: Language, name: str) -> Judge:
    """Make the component."""
    return Judge(nlp, name)
