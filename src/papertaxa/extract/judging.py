"""Fitting the judge, and what it goes by, to labelled papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from papertaxa.extract import acronyms, gazetteer, judge, tagger
from papertaxa.extract import candidates as gathering
from papertaxa.extract.candidates import Candidate
from papertaxa.extract.features import describe
from papertaxa.extract.gazetteer import NONE, Counts, Gazetteer
from papertaxa.extract.gold import Gold
from papertaxa.extract.judge import Judge
from papertaxa.extract.judge_training import held_out, thresholds, train_judge
from papertaxa.extract.layout import Layout, Sheet
from papertaxa.extract.network import Floats, Ints
from papertaxa.extract.rivals import rivals
from papertaxa.extract.tagger import Tagger
from papertaxa.extract.usage import Usage
from papertaxa.extract.vectors import Vectors
from papertaxa.extract.wording import Heads, head

_PAPERS = 256  # described at a time
_ENOUGH = 200  # papers that thresholds can be set by
_OFTEN = 2  # papers from which a string that was never a name is worth remembering


def fit(
    nlp: Language,
    docs: Iterable[Doc],
    golds: Sequence[Gold],
    *,
    usages: Sequence[Usage],
    drawn: Sequence[bool],
    jobs: int = 1,
    seed: int = 0,
) -> None:
    """Fit the gazetteer's counts and the judge to papers that have been tagged.

    Args:
        nlp: The pipeline; its gazetteer and its judge are changed.
        docs: The papers, tagged by taggers that had not seen them; each is let go once it is read.
        golds: What their labels say.
        usages: For each paper, how names are used elsewhere.
        drawn: For each paper, whether it was drawn at random: thresholds are set by these, if they
            are not too few, for papers chosen for being doubtful are not what a listing holds.
        jobs: Threads to use.
        seed: Of everything random.
    """
    known = cast("Gazetteer", nlp.get_pipe(gazetteer.KEY))
    component = cast("Judge", nlp.get_pipe(judge.KEY))
    generic = known.keys["generic"]
    named: dict[str, int] = {}
    spellings: dict[str, str] = {}
    for gold in golds:
        for name, (text, _, _) in gold.items():
            named[name] = named.get(name, 0) + 1
            spellings.setdefault(name, text)
    known.add_known({name: (text, Counts(1, 1)) for name, text in spellings.items()})
    per_paper: list[tuple[list[Candidate], dict[str, Counts]]] = []
    sheets: list[Sheet] = []
    totals: dict[str, Counts] = {}
    component.heads = {}
    for doc, gold, usage in zip(docs, golds, usages, strict=True):
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
        if found:
            sheets.append(judge.sheet(doc, usage, found, own))
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
    vectors = cast("Tagger", nlp.get_pipe(tagger.KEY)).vectors
    table, stages = _describe(sheets, known, component.heads, vectors)
    described = table[:, stages[0]]
    papers = np.array([number for number, (found, _) in enumerate(per_paper) for _ in found])
    wanted = np.array(outcomes, np.float32)
    # NumPy lets go of Python's lock, so two threads train two judges side by side.
    with ThreadPoolExecutor(min(jobs, 2)) as pool:
        first = pool.submit(train_judge, described, wanted, seed=seed)
        answers = pool.submit(held_out, described, wanted, papers, seed=seed).result()
        for some, rows in _pieces(sheets):
            table[rows, stages[1]] = rivals(Layout.of(some), some, answers[rows])
        second = pool.submit(train_judge, table, wanted, seed=seed + 1)
        answers = pool.submit(held_out, table, wanted, papers, seed=seed + 1).result()
        component.stages = {"first": first.result(), "second": second.result()}
    component.thresholds = _limits(answers, wanted, papers, golds, drawn)
    known.add_known(
        {
            name: (spellings[name], counts)
            for name, counts in sorted(totals.items())
            if counts.papers >= _OFTEN or counts.methods + counts.benchmarks + counts.proposed
        }
    )
    component.heads = dict(sorted(component.heads.items()))


def _limits(
    answers: Floats, wanted: Floats, papers: Ints, golds: Sequence[Gold], drawn: Sequence[bool]
) -> dict[str, float]:
    """Set thresholds by the papers that were drawn at random; by all, if these are too few."""
    measured = np.array(drawn, bool)
    if measured.sum() < _ENOUGH:
        measured[:] = True
    entries = [
        entry for gold, its in zip(golds, measured, strict=True) if its for entry in gold.values()
    ]
    sums = (
        sum(kind == "METHOD" for _, kind, _ in entries),
        sum(kind == "BENCHMARK" for _, kind, _ in entries),
        sum(new for _, _, new in entries),
    )
    counted = measured[papers]
    return thresholds(answers[counted], wanted[counted], sums)


def _describe(
    sheets: Sequence[Sheet], known: Gazetteer, heads: Heads, vectors: Vectors
) -> tuple[Floats, tuple[slice, slice]]:
    """Describe the candidates of all papers in one table, in half precision: it takes gigabytes.

    Returns:
        The table, one row per candidate; and which columns are filled, and which are left for what
        is thought of the rivals.
    """
    table, stages = np.zeros((0, 0), np.float16), (slice(0), slice(0))
    for some, rows in _pieces(sheets):
        layout = Layout.of(some)
        described = describe(layout, some, known, heads, vectors)
        if not rows.start:
            beside = rivals(layout, some, np.zeros((len(described), len(judge.OUTCOMES)), "f"))
            width, more = described.shape[1], beside.shape[1]
            stages = slice(width), slice(width, width + more)
            table = np.zeros((sum(len(s.candidates) for s in sheets), width + more), np.float16)
        table[rows, stages[0]] = described
    return table, stages


def _pieces(sheets: Sequence[Sheet]) -> Iterator[tuple[Sequence[Sheet], slice]]:
    """Part the papers into batches; say which rows their candidates have."""
    row = 0
    for start in range(0, len(sheets), _PAPERS):
        some = sheets[start : start + _PAPERS]
        rows = slice(row, row + sum(len(its.candidates) for its in some))
        row = rows.stop
        yield some, rows


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
