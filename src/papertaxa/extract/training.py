"""Training the whole extractor from labelled papers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from threadpoolctl import threadpool_limits

from papertaxa.domain import Label
from papertaxa.errors import TrainingError
from papertaxa.extract import acronyms, gazetteer, judge, tagger
from papertaxa.extract import candidates as gathering
from papertaxa.extract.candidates import Candidate
from papertaxa.extract.features import Sheet, describe
from papertaxa.extract.gazetteer import NONE, Counts, Gazetteer
from papertaxa.extract.judge_training import thresholds, train_judge
from papertaxa.extract.pipeline import blank, joined
from papertaxa.extract.spelling import Squashed, key, longest_first, mentions, squash
from papertaxa.extract.tagger import Tagger
from papertaxa.extract.tagger_training import Tagged, train_tagger
from papertaxa.extract.tokenizer import norms_of, words_of
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.wording import head
from papertaxa.text import CleanPaper, clean

_FOLDS = 3
_OFTEN = 2  # papers from which a string that was never a name is worth remembering

Gold = dict[str, tuple[str, str, bool]]
"""By key: a name as it was listed, its kind, and whether the paper introduces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What training may use besides labelled papers.

    Attributes:
        vectors: Word vectors learned from many abstracts.
        lists: Names by the gazetteer's file names.
    """

    vectors: Vectors = field(default_factory=Vectors.none)
    lists: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, extractor: Path) -> Extra:
        """Take over what an extractor's folder was trained with."""
        return cls(
            vectors=Vectors.from_disk(extractor / tagger.KEY / "vectors"),
            lists=read_lists(extractor / gazetteer.KEY),
        )


def read_lists(folder: Path) -> dict[str, list[str]]:
    """Read the gazetteer's files that a folder holds."""
    files = {name: folder / f"{name}.txt" for name in gazetteer.LISTS}
    return {name: gazetteer.read_names(file) for name, file in files.items() if file.exists()}


def train(
    examples: Sequence[tuple[CleanPaper, Label]],
    folder: Path,
    *,
    seed: int = 0,
    extra: Extra | None = None,
) -> None:
    """Train an extractor and write it.

    The tagger is trained on all papers; the judge on what taggers that were trained on the other
    papers say of each, for a tagger is too sure of papers it has learned from. Equal input and seed
    give equal files.

    Args:
        examples: Papers and their labels; papers whose names were not annotated are passed over.
        folder: Is made, and written to.
        seed: Of everything random.
        extra: Word vectors and known names.

    Raises:
        TrainingError: No label names a method or a benchmark that stands in its paper.
    """
    extra = extra or Extra()
    nlp = blank()
    listed = cast("Gazetteer", nlp.get_pipe(gazetteer.KEY))
    listed.add_lists(extra.lists)
    generic = listed.keys["generic"]
    annotated = [
        (paper, label)
        for paper, label in examples
        if label.methods is not None or label.benchmarks is not None
    ]
    docs = [nlp.make_doc(joined(paper)) for paper, _ in annotated]
    golds = [_gold(label, generic) for _, label in annotated]
    papers = [_tagged(doc, gold) for doc, gold in zip(docs, golds, strict=True)]
    if not any(paper.names for paper in papers):
        raise TrainingError(
            f"none of the {len(examples)} labels names a method or benchmark that stands in its "
            "paper; fill `methods` and `benchmarks` with strings copied from title or abstract, or "
            "train without names"
        )

    component = cast("Tagger", nlp.get_pipe(tagger.KEY))
    with threadpool_limits(1):  # matrices this small are slower on two threads
        _tag_unseen(component, docs, papers, extra.vectors, seed)
        _train_judge(nlp, docs, golds, seed)
        parameters = train_tagger(papers, extra.vectors, sizes=component.sizes, seed=seed)
    component.assign(parameters, extra.vectors)
    # The vocabulary holds the words of the training papers, and nothing reads it.
    nlp.to_disk(folder, exclude=["vocab"])


def _tag_unseen(
    component: Tagger, docs: Sequence[Doc], papers: Sequence[Tagged], vectors: Vectors, seed: int
) -> None:
    """Tag every paper by a tagger that was trained on others."""
    order = np.random.default_rng(seed).permutation(len(papers))
    folds = np.empty(len(papers), np.int64)
    folds[order] = np.arange(len(papers)) % min(_FOLDS, len(papers))
    for fold in range(int(folds.max()) + 1):
        others = [paper for paper, own in zip(papers, folds, strict=True) if own != fold]
        if not any(paper.names for paper in others):
            others = list(papers)
        parameters = train_tagger(others, vectors, sizes=component.sizes, seed=seed + 1 + fold)
        component.assign(parameters, vectors)
        unseen = [doc for doc, own in zip(docs, folds, strict=True) if own == fold]
        for _ in component.pipe(unseen):
            pass


def _gold(label: Label, generic: set[str]) -> Gold:
    def keyed(names: Iterable[str] | None) -> dict[str, str]:
        texts = [clean(name).text for name in names or ()]
        return {key(squash(text)): text for text in texts}

    methods, benchmarks = keyed(label.methods), keyed(label.benchmarks)
    proposed = keyed(label.proposed)
    result: Gold = {}
    for name, text in (proposed | benchmarks | methods).items():
        kind = "METHOD" if name in methods else "BENCHMARK" if name in benchmarks else "OTHER"
        if name and name not in generic:
            result[name] = (text, kind, name in proposed)
    return result


def _tagged(doc: Doc, gold: Gold) -> Tagged:
    words = words_of(doc)
    squashed = Squashed(norms_of(doc))
    places = mentions((text for text, _, _ in gold.values()), words, squashed)
    of = {place: name for name, found in places.items() for place in found}
    return Tagged(
        words=words,
        names=tuple((place, *gold[of[place]][1:]) for place in longest_first(of)),
    )


def _train_judge(nlp: Language, docs: Sequence[Doc], golds: Sequence[Gold], seed: int) -> None:
    """Fit the gazetteer's counts and the judge to documents that have been tagged."""
    known = cast("Gazetteer", nlp.get_pipe(gazetteer.KEY))
    component = cast("judge.Judge", nlp.get_pipe(judge.KEY))
    generic = known.keys["generic"]
    named: dict[str, int] = {}
    spellings: dict[str, str] = {}
    for gold in golds:
        for name, (text, _, _) in gold.items():
            named[name] = named.get(name, 0) + 1
            spellings.setdefault(name, text)
    known.add_known({name: (text, Counts(1, 1)) for name, text in spellings.items()})
    per_paper: list[tuple[list[Candidate], dict[str, Counts]]] = []
    totals: dict[str, Counts] = {}
    component.heads = {}
    for doc, gold in zip(docs, golds, strict=True):
        for step in (gazetteer.KEY, acronyms.KEY, gathering.KEY):
            nlp.get_pipe(step)(doc)
        # A name that no other label has would not be in the gazetteer, were this paper a new one.
        found = [
            candidate
            for candidate in doc.user_data[gathering.KEY]
            if not (
                named.get(candidate.key) == 1
                and candidate.key in gold
                and _only_listed(candidate, known)
            )
            and candidate.key not in generic
        ]
        own = {candidate.key: _counts(gold.get(candidate.key)) for candidate in found}
        per_paper.append((found, own))
        for candidate in found:
            spellings.setdefault(candidate.key, candidate.text)
            mine = own[candidate.key]
            totals[candidate.key] = _sum(totals.get(candidate.key, NONE), mine)
            if word := head(candidate.text):
                component.heads[word] = _sum(component.heads.get(word, NONE), mine)
    known.add_known({name: (spellings[name], counts) for name, counts in totals.items()})
    outcomes = [(c.methods, c.benchmarks, c.proposed) for _, own in per_paper for c in own.values()]
    if not outcomes:  # a handful of papers may have nothing in common
        return
    sheets = [
        Sheet(candidates=found, tagging=doc.user_data[tagger.KEY], norms=norms_of(doc), own=own)
        for doc, (found, own) in zip(docs, per_paper, strict=True)
        if found
    ]
    described = describe(sheets, known, component.heads)
    papers = [number for number, (found, _) in enumerate(per_paper) for _ in found]
    wanted = np.array(outcomes, np.float32)
    entries = [entry for gold in golds for entry in gold.values()]
    sums = (
        sum(kind == "METHOD" for _, kind, _ in entries),
        sum(kind == "BENCHMARK" for _, kind, _ in entries),
        sum(new for _, _, new in entries),
    )
    component.parameters = train_judge(described, wanted, seed=seed)
    component.thresholds = thresholds(described, wanted, np.array(papers), sums, seed=seed)
    known.add_known(
        {
            name: (spellings[name], counts)
            for name, counts in sorted(totals.items())
            if counts.papers >= _OFTEN or counts.methods + counts.benchmarks + counts.proposed
        }
    )
    component.heads = dict(sorted(component.heads.items()))


def _only_listed(candidate: Candidate, known: Gazetteer) -> bool:
    """Take the gazetteer's vote back; tell whether no other was cast."""
    if candidate.key not in known.keys["methods"] | known.keys["benchmarks"]:
        candidate.sources.discard("gazetteer")
    return not candidate.sources


def _counts(entry: tuple[str, str, bool] | None) -> Counts:
    if entry is None:
        return Counts(1)
    _, kind, new = entry
    return Counts(1, kind == "METHOD", kind == "BENCHMARK", new)


def _sum(one: Counts, other: Counts) -> Counts:
    return Counts(
        one.papers + other.papers,
        one.methods + other.methods,
        one.benchmarks + other.benchmarks,
        one.proposed + other.proposed,
    )
