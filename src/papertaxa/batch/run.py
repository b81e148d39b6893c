"""Label a listing into a file that appears whole or not at all."""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from papertaxa.batch import journal
from papertaxa.batch.label import BATCH, label
from papertaxa.domain import LabelledPaper, Paper
from papertaxa.errors import OutputError
from papertaxa.files import atomic_path
from papertaxa.model import Model
from papertaxa.report import writer


def label_to_file(
    papers: Iterable[Paper],
    model: Model,
    output: Path,
    *,
    format: str,  # noqa: A002 - the option's own name
    resume: bool = False,
    key: Mapping[str, Any] | None = None,
    extract: bool = True,
    min_score: float | None = None,
    also: Collection[str] = (),
    jobs: int = 1,
) -> Counter[str]:
    """Label papers into a file, in any format, ready to go on after an interruption.

    Args:
        papers: The listing.
        model: A loaded model.
        output: The file to write; ``.gz`` at the end of its name compresses it.
        format: A name in ``papertaxa.report.FORMATS``.
        resume: Whether to go on with the rows that an interrupted run left.
        key: What identifies the run; a journal with another key is not gone on with.
        extract: Whether to look for methods and benchmarks too.
        min_score: Lowest score at which a topic is given.
        also: What is given on demand only: ``results``, ``link_kinds``.
        jobs: Number of processes.

    Returns:
        The number of rows of each status.

    Raises:
        OutputError: The output cannot be written, or the journal is of another run.
    """
    if output.is_dir():
        raise OutputError(f"{output}: is a folder; name a file in it")
    key = {"model": dict(model.manifest.files), "options": dict(key or {})}
    partial = journal.path_for(output)
    done = 0
    if resume and partial.exists():
        journal.resume(partial, key)
        done = sum(1 for _ in journal.rows(partial))
        papers = _same(papers, partial, done)
    else:
        journal.start(partial, key)
    labelled = label(
        papers, model, extract=extract, min_score=min_score, also=also, jobs=jobs, skip=done
    )
    _write(labelled, partial, keep=done > 0)
    statuses: Counter[str] = Counter()
    with atomic_path(output) as temporary, _open(temporary, output) as stream:
        rows = counted(journal.rows(partial), statuses)
        writer(format)(rows, stream, taxonomy=model.taxonomy)
    partial.unlink()
    return statuses


def counted(rows: Iterable[LabelledPaper], statuses: Counter[str]) -> Iterator[LabelledPaper]:
    """Pass rows on, counting their statuses on the way."""
    for row in rows:
        statuses[row.status] += 1
        yield row


def _write(labelled: Iterable[LabelledPaper], partial: Path, *, keep: bool) -> None:
    """Write rows to the journal as they come; a run that fails before its first leaves none."""
    try:
        with partial.open("ab") as stream:
            for number, row in enumerate(labelled, 1):
                keep = True
                journal.append(stream, row)
                if number % BATCH == 0:
                    stream.flush()
    finally:
        if not keep and sys.exc_info()[0] is not None:
            partial.unlink(missing_ok=True)


def _same(papers: Iterable[Paper], partial: Path, done: int) -> Iterator[Paper]:
    """Pass papers on, checking that the first ones are those which the journal has."""
    papers = iter(papers)
    begun = islice(papers, done)
    checked = 0
    for paper, row in zip(begun, journal.rows(partial), strict=False):
        if paper.id != row.id:
            raise OutputError(
                f"{partial}: row {checked + 1} is {row.id!r}, but the input has {paper.id!r} there:"
                " the input has changed; leave out --resume to start again"
            )
        checked += 1
        yield paper
    if checked < done:
        raise OutputError(
            f"{partial}: holds {done} rows, but the input has only {checked}: the input has "
            "changed; leave out --resume to start again"
        )
    yield from papers


def _open(temporary: Path, output: Path) -> AbstractContextManager[BinaryIO]:
    if output.suffix == ".gz":
        # No time stamp and no name in it: the same rows give the same bytes.
        return cast("AbstractContextManager[BinaryIO]", gzip.GzipFile(temporary, "wb", mtime=0))
    return temporary.open("wb")
