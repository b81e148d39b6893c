"""From a labels file to labels, row by row: a row that cannot be used spoils no other."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from papertaxa.domain import Label
from papertaxa.errors import nearest
from papertaxa.labels.problem import Problem

NAMES = ("proposed", "methods", "benchmarks")
COLUMNS = ("id", "topics", *NAMES)
_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_JSON_SUFFIXES = {".json", ".jsonl", ".ndjson"}
_FORM = 'write one object a line: {"id": "…", "topics": ["…"]}'


def parse(path: Path) -> Iterator[Label | Problem]:
    """Yield every label of a JSON Lines or CSV file, gzipped or not, and every row's problem."""
    data = unpack(path)
    if isinstance(data, Problem):
        yield data
    elif is_json_lines(data, path):
        yield from _parse_json_lines(data, path)
    else:
        yield from _parse_csv(data, path)


def is_json_lines(data: bytes, path: Path) -> bool:
    """Tell JSON Lines from CSV by the first character, else by the suffix."""
    names = [suffix for suffix in path.suffixes if suffix != ".gz"]
    suffix = names[-1].lower() if names else ""
    return data.startswith((b"{", b"[")) or suffix in _JSON_SUFFIXES


def unpack(path: Path) -> bytes | Problem:
    """Read and unpack a file, as UTF-8 without a byte-order mark."""
    try:
        data = path.read_bytes()
        if data.startswith(_GZIP):
            data = gzip.decompress(data)
        if data.startswith(_UTF16):
            data = data.decode("utf-16").encode()
    except FileNotFoundError:
        return Problem(str(path), "there is no such file", "check the path")
    except IsADirectoryError:
        return Problem(str(path), "this is a folder", "name the files in it")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return Problem(str(path), "the gzip data is cut off or damaged", "pack the file again")
    except UnicodeError:
        return Problem(str(path), "the text is cut off or damaged", "save the file as UTF-8")
    except OSError as error:
        return Problem(str(path), f"it cannot be read ({error.strerror})", "check its rights")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        return Problem(str(path), "the file is empty", _FORM)
    return data


def _parse_json_lines(data: bytes, path: Path) -> Iterator[Label | Problem]:
    """Parse one object a line; empty lines are skipped."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        source = f"{path}, line {number}"
        try:
            row = json.loads(
                line.decode(), object_pairs_hook=_unique_keys, parse_constant=_no_constant
            )
            if b"\\u" in line:  # half of a surrogate pair is legal JSON, but no text
                json.dumps(row, ensure_ascii=False).encode()
        except UnicodeDecodeError:
            yield Problem(source, "this is not UTF-8 text", "save the file as UTF-8")
        except UnicodeEncodeError:
            yield Problem(source, "it holds half a character (\\ud…)", "write the character itself")
        except json.JSONDecodeError as error:
            message = f"broken JSON at column {error.colno}: {error.msg}"
            yield Problem(source, message, "mend or delete the line")
        except (ValueError, RecursionError) as error:
            yield Problem(source, f"broken JSON: {error}", "mend or delete the line")
        else:
            yield _label(row, source)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object with a key that stands twice, where JSON would drop the first."""
    row = dict(pairs)
    if len(row) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(
            f"the key {next(key for key in keys if keys.count(key) > 1)!r} comes twice"
        )
    return row


def _no_constant(name: str) -> object:
    """Refuse NaN and Infinity, which are not JSON."""
    raise ValueError(f"{name} is no JSON value")


def _label(row: object, source: str) -> Label | Problem:
    """Make a label of one JSON object."""
    if not isinstance(row, dict):
        return Problem(source, f"this is a JSON {type(row).__name__}, not an object", _FORM)
    paper_id = row.get("id")
    if isinstance(paper_id, int) and not isinstance(paper_id, bool):
        paper_id = str(paper_id)
    if not isinstance(paper_id, str) or not paper_id.strip():
        hint = "" if "id" in row else nearest("id", row)
        message = f"no usable 'id', but {paper_id!r}" if "id" in row else f"no 'id'{hint}"
        return Problem(source, message, "give the id that the paper has in its listing")
    lists: dict[str, tuple[str, ...] | None] = {}
    for key in COLUMNS[1:]:
        value = row.get(key)
        if value is None:
            lists[key] = None
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            lists[key] = tuple(value)
        else:
            shown = json.dumps(value, ensure_ascii=False)[:60]
            message = f"{key!r} of paper {paper_id!r} is not a list of strings: {shown}"
            return Problem(source, message, f'write "{key}": ["…", "…"]')
    extra = {key: value for key, value in row.items() if key not in COLUMNS}
    return _assemble(paper_id, lists, extra, source)


def _assemble(
    paper_id: str, lists: dict[str, tuple[str, ...] | None], extra: dict[str, object], source: str
) -> Label | Problem:
    """Make a label of checked parts, if it has a topic."""
    topics = lists["topics"]
    if not topics:
        hint = nearest("topics", extra) if topics is None else ""
        message = f"paper {paper_id!r} has {'no topics' if topics is None else 'no topic'}{hint}"
        return Problem(source, message, "give it one to four, the primary one first, or delete it")
    return Label(
        id=paper_id,
        topics=topics,
        proposed=lists["proposed"],
        methods=lists["methods"],
        benchmarks=lists["benchmarks"],
        extra=extra,
        source=source,
    )


def _parse_csv(data: bytes, path: Path) -> Iterator[Label | Problem]:
    """Parse a table with a heading, columns divided by commas or tabs."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        remedy = "save the file as 'CSV UTF-8'"
        yield Problem(f"{path}, line {line}", "this is not UTF-8 text", remedy)
        return
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True)
    heading: list[str] | None = None
    while True:
        source = f"{path}, line {rows.line_num + 1}"
        try:
            cells = next(rows, None)
        except csv.Error as error:
            remedy = "check the quotes; a quote inside quotes is written twice"
            yield Problem(source, f"broken CSV ({error})", remedy)
            return  # after a broken quote no line's beginning is certain
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        if heading is None:
            heading = [_column(cell) for cell in cells]
            problem = _check_heading(heading, str(path))
            if problem:
                yield problem
                return
        else:
            yield _label_from_cells(heading, cells, source)


def delimiter(text: str) -> str:
    """Tell a table divided by tabs from one divided by commas, by its heading."""
    return "\t" if "\t" in text.lstrip().split("\n", 1)[0] else ","


def _column(cell: str) -> str:
    """Take a heading as it is, but the known columns in any case."""
    return cell.strip().lower() if cell.strip().lower() in COLUMNS else cell.strip()


def _check_heading(heading: list[str], source: str) -> Problem | None:
    """Check that a table has the columns it needs, once each."""
    for column in ("id", "topics"):
        if column not in heading:
            found = ", ".join(repr(name) for name in heading[:10])
            message = f"no column {column!r}{nearest(column, heading)}; the columns are {found}"
            return Problem(source, message, "the first line names the columns: id,topics")
    twice = next((name for name in heading if heading.count(name) > 1), None)
    if twice is not None:
        return Problem(source, f"two columns are called {twice!r}", "rename or delete one")
    return None


def _label_from_cells(heading: list[str], cells: list[str], source: str) -> Label | Problem:
    """Make a label of one row of a table; lists are joined by semicolons."""
    if len(cells) > len(heading):
        message = f"{len(cells)} cells, but the heading has {len(heading)}"
        return Problem(source, message, "put a cell that holds a comma in quotes")
    row = dict(zip(heading, cells, strict=False))
    paper_id = row.get("id", "").strip()
    if not paper_id:
        return Problem(source, "no id", "give the id that the paper has in its listing")
    lists = {key: _split(row[key]) if key in row else None for key in COLUMNS[1:]}
    extra: dict[str, object] = {key: value for key, value in row.items() if key not in COLUMNS}
    return _assemble(paper_id, lists, extra, source)


def _split(cell: str) -> tuple[str, ...]:
    parts: Iterable[str] = (part.strip() for part in cell.split(";"))
    return tuple(part for part in parts if part)
