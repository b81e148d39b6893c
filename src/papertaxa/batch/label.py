"""Label a listing: screen each paper, predict in batches, keep the order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from papertaxa.batch.screen import LABELLED, Seen, screen
from papertaxa.domain import LabelledPaper, Paper, Status
from papertaxa.model import Model, load_version, predict
from papertaxa.text import CleanPaper, clean_paper

BATCH = 256
"""Papers predicted at a time: large enough for the arrays to pay, small enough to stream."""

Screened = tuple[Paper, CleanPaper | None, Status, str | None]


def label(
    papers: Iterable[Paper],
    model: Model,
    *,
    extract: bool = True,
    min_score: float | None = None,
    also: Collection[str] = (),
    jobs: int = 1,
    skip: int = 0,
) -> Iterator[LabelledPaper]:
    """Label papers, one row out for each row in, in order.

    Args:
        papers: The listing, read as a stream: never more than a few batches are held.
        model: A loaded model.
        extract: Whether to look for methods and benchmarks too.
        min_score: Lowest score at which a topic is given, where it is above the topic's own.
        also: What is given on demand only: ``results``, ``link_kinds``.
        jobs: Number of processes; -1 for one a core.
        skip: Rows at the start that were labelled before: read, so that duplicates of them are
            found, but not labelled again.

    Yields:
        The labelled papers.
    """
    batches = _batches(islice(_screened(papers), skip, None))
    if jobs == 1:
        for batch in batches:
            yield from label_batch(batch, model, extract=extract, min_score=min_score, also=also)
        return
    from joblib import Parallel, delayed  # loaded only where several processes are asked for

    work = (
        delayed(_label_in_worker)(
            batch, model.folder, extract=extract, min_score=min_score, also=also
        )
        for batch in batches
    )
    for rows in Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="2*n_jobs")(work):
        yield from rows


def label_batch(
    batch: list[Screened],
    model: Model,
    *,
    extract: bool,
    min_score: float | None,
    also: Collection[str] = (),
) -> list[LabelledPaper]:
    """Label one batch of screened papers."""
    good = [clean for _, clean, status, _ in batch if clean is not None and status in LABELLED]
    predictions = iter(predict(model, good, extract_names=extract, min_score=min_score, also=also))
    rows = []
    for paper, clean, status, reason in batch:
        row = LabelledPaper(
            id=paper.id,
            title=paper.title,
            status=status,
            reason=reason,
            results=() if "results" in also else None,
            link_kinds=() if "link_kinds" in also else None,
            extra=paper.extra,
        )
        if clean is not None and status in LABELLED:
            row = next(predictions).onto(row)
        rows.append(row)
    return rows


def _screened(papers: Iterable[Paper]) -> Iterator[Screened]:
    seen = Seen()
    for paper in papers:
        clean = clean_paper(paper)
        status, reason = screen(paper, clean, seen)
        yield paper, clean if status in LABELLED else None, status, reason


def _batches(rows: Iterator[Screened]) -> Iterator[list[Screened]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


@lru_cache(maxsize=1)
def _loaded(folder: Path, *, extract: bool) -> Model:
    """A worker process loads the model once, not once a batch."""
    return load_version(folder, extract=extract)


def _label_in_worker(
    batch: list[Screened],
    folder: Path,
    *,
    extract: bool,
    min_score: float | None,
    also: Collection[str],
) -> list[LabelledPaper]:
    model = _loaded(folder, extract=extract)
    return label_batch(batch, model, extract=extract, min_score=min_score, also=also)
