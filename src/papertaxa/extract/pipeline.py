"""The pipeline as a whole: made from its config, loaded from a folder, run on papers."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from threadpoolctl import ThreadpoolController

from papertaxa.domain import Mention, Name, Result, Role
from papertaxa.errors import ModelError

# Importing a component registers it.
from papertaxa.extract import (
    acronyms,
    candidates,
    gazetteer,
    judge,
    language,
    results,
    tagger,
    tokenizer,
)
from papertaxa.extract.judge import Found
from papertaxa.extract.places import BREAK
from papertaxa.extract.results import Stated
from papertaxa.extract.spelling import Slice, longest_first
from papertaxa.extract.tokenizer import words_of
from papertaxa.text import CleanPaper, fold

REGISTERED = (acronyms, candidates, gazetteer, judge, language, results, tagger, tokenizer)

LONGEST = 20_000
"""Characters of a paper that are read; a longer abstract is a whole paper pasted by mistake."""

_CONFIG = Path(__file__).with_name("config.cfg")
_THREADS = ThreadpoolController()  # made once, for it looks through all libraries
_ZONE = 512  # papers after which spaCy may forget their words
_MARKS = '"”»—– '


@dataclass(frozen=True, slots=True)
class Extractor:
    """A trained pipeline.

    Attributes:
        nlp: The spaCy pipeline.
    """

    nlp: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of one paper.

    Attributes:
        methods: Methods, in order of first appearance; and what the paper introduces that is
            neither method nor benchmark, such as a metric.
        benchmarks: Benchmarks and datasets, in order of first appearance.
        results: Figures that the abstract states; empty unless asked for.
    """

    methods: tuple[Name, ...] = ()
    benchmarks: tuple[Name, ...] = ()
    results: tuple[Result, ...] = ()


def blank() -> Language:
    """Make an untrained pipeline from the config."""
    return spacy.util.load_model_from_config(spacy.util.load_config(_CONFIG), auto_fill=True)


def load(folder: Path) -> Extractor:
    """Load a trained pipeline.

    Args:
        folder: What :func:`~papertaxa.extract.train` wrote.

    Returns:
        The pipeline.

    Raises:
        ModelError: The folder is missing or incomplete.
    """
    try:
        nlp = blank().from_disk(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(
            f"{folder}: the extractor cannot be read ({error}); train it again, or restore the "
            "folder from where it came"
        ) from error
    return Extractor(nlp)


def joined(paper: CleanPaper) -> str:
    """Lay a paper's texts end to end, as the pipeline reads them."""
    return f"{paper.title.text}{BREAK}{paper.abstract.text}"[:LONGEST]


def extract(
    extractor: Extractor,
    papers: Iterable[CleanPaper],
    *,
    batch_size: int = 64,
    with_results: bool = False,
) -> Iterator[Names]:
    """Find the names of papers.

    Args:
        extractor: A trained pipeline.
        papers: Cleaned papers, in any number; they are read as a stream.
        batch_size: Papers that are processed side by side.
        with_results: Whether to look for the figures that abstracts state, too.

    Yields:
        The names of each paper, in order. Only the first 20,000 characters of a paper are read.
    """
    stream = iter(papers)
    nlp = extractor.nlp
    if with_results and results.KEY not in nlp.pipe_names:
        nlp.add_pipe(results.KEY)
    left_out = [] if with_results else [results.KEY]
    while chunk := list(islice(stream, _ZONE)):
        with nlp.memory_zone(), _THREADS.limit(limits=1), uncollected():
            docs = nlp.pipe(map(joined, chunk), batch_size=batch_size, disable=left_out)
            found = [_names(doc, paper) for doc, paper in zip(docs, chunk, strict=True)]
        yield from found


@contextmanager
def uncollected() -> Iterator[None]:
    """Hold Python's garbage collector, which would go through the papers and the model in vain."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@dataclass(slots=True)
class _Entry:
    text: str
    canonical: str
    kind: str
    proposed: bool
    places: list[Slice]
    keys: set[str]


def _names(doc: Doc, paper: CleanPaper) -> Names:
    found: list[Found] = doc.user_data.get(judge.KEY, [])
    stated = tuple(_result(each, doc.text, paper) for each in doc.user_data.get(results.KEY, ()))
    if not found:
        return Names(results=stated)
    entries = _entries(found)
    kept = set(longest_first({place for entry in entries for place in entry.places}))
    starts, words = doc.to_array("IDX").tolist(), words_of(doc)
    result: dict[str, list[Name]] = {"method": [], "benchmark": []}
    for entry in entries:
        places = [place for place in entry.places if place in kept] or entry.places
        role: Role = "proposed" if entry.proposed else "used"
        result[entry.kind or "method"].append(
            Name(
                text=entry.text,
                canonical=entry.canonical,
                role=role,
                mentions=tuple(
                    _mention(starts[start], starts[end - 1] + len(words[end - 1]), paper)
                    for start, end in sorted(places)
                ),
            )
        )
    return Names(
        methods=tuple(result["method"]),
        benchmarks=tuple(result["benchmark"]),
        results=stated,
    )


def _result(stated: Stated, text: str, paper: CleanPaper) -> Result:
    return Result(
        value=stated.value,
        unit=stated.unit,
        metric=stated.metric,
        change=stated.change,
        direction=stated.direction,
        baseline=stated.baseline,
        hedge=stated.hedge,
        benchmark=text[slice(*stated.benchmark)] if stated.benchmark else None,
        mention=_mention(*stated.span, paper),
    )


def _mention(start: int, end: int, paper: CleanPaper) -> Mention:
    title = len(paper.title.text)
    if start < title:
        begin, stop = paper.title.raw_span(start, end)
        return Mention(field="title", start=begin, end=stop)
    begin, stop = paper.abstract.raw_span(start - title - 1, end - title - 1)
    return Mention(field="abstract", start=begin, end=stop)


def _bare(text: str) -> str:
    """Leave out a dash before a name, or a quotation mark that closes before it."""
    bare = text.lstrip(_MARKS)
    return text if not bare or text[:1] in bare else bare


def _entries(found: list[Found]) -> list[_Entry]:
    """Bring the two forms of a name, and spellings that fold to one, into one entry each."""
    entries: list[_Entry] = []
    by_candidate: dict[int, _Entry] = {}
    by_key: dict[str, _Entry] = {}
    for name in found:
        candidate = name.candidate
        text = _bare(candidate.text)
        folded = fold(text)
        entry = by_key.get(folded)
        partner = candidate.partner
        if entry is None and partner is not None:
            entry = by_candidate.get(id(partner))
        if entry is None:
            entry = _Entry(text, text, name.kind, name.proposed, [], set())
            entries.append(entry)
        elif partner is not None and id(partner) in by_candidate:
            entry.canonical = max(entry.text, text, key=len)
            entry.text = min(entry.text, text, key=len)
        entry.kind = entry.kind or name.kind
        entry.proposed = entry.proposed or name.proposed
        entry.places = sorted({*entry.places, *candidate.places})
        by_key[folded] = entry
        by_candidate[id(candidate)] = entry
    return entries
