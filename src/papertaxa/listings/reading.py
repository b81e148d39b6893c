"""Reading listings: inputs in, a stream of papers out."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from papertaxa.domain import Paper
from papertaxa.errors import ListingError
from papertaxa.listings.columns import flattened, require_usable, to_paper, usable
from papertaxa.listings.content import Content
from papertaxa.listings.formats import FORMATS, format_of, require_format
from papertaxa.listings.naming import made_up_id, stems
from papertaxa.listings.rows import CutOffError, Row
from papertaxa.listings.sources import Source, open_source, resolve

_LOG = logging.getLogger("papertaxa")
_TRIED = 100  # rows looked at before the first paper is given out
_SHOWN = 3
_DOCUMENTS = {"readme", "license", "licence", "changelog", "contributing", "notice", "authors"}
_PROSE_SUFFIXES = {"", ".txt", ".text", ".md", ".markdown"}


def read(
    inputs: Sequence[str | Path] | str | Path,
    *,
    input_format: str | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[Paper]:
    """Read the papers of all inputs, in order, as a stream.

    All inputs are opened and their first rows read before this function returns, so that a mistake
    in the last is known before work on the first begins.

    Args:
        inputs: Files, folders, patterns, or ``-`` for standard input.
        input_format: A key of `FORMATS`; None to recognise each file by its content.
        stdin: What ``-`` stands for.

    Returns:
        An iterator over the papers, each row of a listing giving exactly one; a row that cannot be
        parsed gives one that has a ``problem``. In memory is one piece of one file at a time.

    Raises:
        ListingError: An input cannot be used: it is missing, empty, binary, without a usable
            column; a folder in which nothing can be; or the format is unknown. From the iterator
            only where the rows are read and a later file has changed since.
    """
    require_format(input_format)
    opened = _usable_sources(resolve(inputs), input_format, stdin)
    return _papers(opened, input_format)


_Begun = tuple[Source, Iterator[Row] | None]  # the rows of a source that can be read only once


def _usable_sources(
    sources: Sequence[Source], input_format: str | None, stdin: BinaryIO | None
) -> list[_Begun]:
    """Try every source; leave out, with a warning, files in folders that are no listings."""
    begun: list[_Begun] = []
    skipped: dict[str, list[str]] = {}
    for source in sources:
        try:
            rows = _begin(source, input_format, stdin)
        except ListingError as error:
            if source.folder is None:
                raise
            _LOG.warning("skipped %s", error)
            skipped.setdefault(source.folder, []).append(str(error))
        else:
            begun.append((source, rows))
    used = {source.folder for source, _ in begun}
    for folder, reasons in skipped.items():
        if folder not in used:
            shown = "".join(f"\n  {reason}" for reason in reasons[:_SHOWN])
            more = f"\n  and {len(reasons) - _SHOWN} more" if len(reasons) > _SHOWN else ""
            raise ListingError(f"{folder}: nothing in this folder can be read:{shown}{more}")
    return begun


def _begin(
    source: Source, input_format: str | None, stdin: BinaryIO | None
) -> Iterator[Row] | None:
    """Read the first rows; return all of them if the source cannot be read a second time."""
    rows = _rows(source, input_format, stdin)
    first = list(islice(rows, _TRIED))
    if not first:
        raise ListingError(f"{source.name}: holds not one paper; there is nothing to label")
    parsed = [flattened(row.fields) for row in first if row.problem is None]
    if parsed and not any(usable(fields) for fields in parsed):
        require_usable(dict.fromkeys(chain.from_iterable(parsed)), name=source.name)
    if source.once:
        return chain(first, rows)
    rows.close()
    return None


def _papers(begun: Sequence[_Begun], input_format: str | None) -> Iterator[Paper]:
    for (source, rest), stem in zip(begun, stems(source for source, _ in begun), strict=True):
        rows = _rows(source, input_format, None) if rest is None else rest
        for number, row in enumerate(rows, 1):
            place = f"{source.name}, {row.place}"
            new_id = made_up_id(stem, number)
            if row.problem is None:
                yield to_paper(row.fields, source=place, fallback_id=new_id)
            else:
                yield Paper(id=new_id, source=place, problem=f"{place}: {row.problem}")


def _rows(
    source: Source, input_format: str | None, stdin: BinaryIO | None
) -> Generator[Row, None, None]:
    """Yield the rows of one source; the last one tells if the source ends before its time."""
    number = 0
    raw = open_source(source, stdin)
    try:
        with closing(Content(raw, name=source.name)) as content:
            form = FORMATS[input_format or _recognised(content, source)]
            for row in form.rows(content):
                number += 1
                yield row
    except (CutOffError, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if not number:
            raise ListingError(f"{source.name}: cannot be read: {reason}") from error
        yield Row(f"after row {number}", {}, reason)
    finally:
        if source.path is not None:
            with suppress(OSError):
                raw.close()


def _recognised(content: Content, source: Source) -> str:
    """Name the format; in folders, only what was meant as a listing is taken for prose."""
    name = format_of(content)
    if name == "text" and source.folder is not None and source.path is not None:
        stem, suffix = source.path.stem.casefold(), content.suffix
        if stem in _DOCUMENTS:
            raise ListingError(f"{source.name}: looks like documentation; name it to have it read")
        if suffix not in _PROSE_SUFFIXES:
            raise ListingError(
                f"{source.name}: not recognised as a listing; name it to have it read as plain text"
            )
    return name
