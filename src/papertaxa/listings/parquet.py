"""Parquet, read in batches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, cast

from papertaxa.errors import ListingError
from papertaxa.listings.columns import require_usable
from papertaxa.listings.content import Content
from papertaxa.listings.rows import Row

_BATCH = 1024
_BUFFER = 1 << 20
_PLAIN = {str, int, bool, type(None)}


def recognise(content: Content) -> bool:
    """Accept the format's magic bytes."""
    return content.head.startswith(b"PAR1")


def rows(content: Content) -> Iterator[Row]:
    """Yield one row per row, with values as JSON would hold them.

    Raises:
        ListingError: The file is cut off or damaged, or has no usable column.
    """
    import pyarrow as pa  # here, as it takes a quarter of a second that other formats do without
    from pyarrow import parquet

    if not recognise(content):
        raise ListingError(f"{content.name}: is not a Parquet file; leave out --input-format")
    try:
        # Buffered, so that a row group is not read whole.
        file = parquet.ParquetFile(content.seekable(), buffer_size=_BUFFER, pre_buffer=False)
    except (pa.ArrowException, OSError) as error:
        raise ListingError(
            f"{content.name}: the Parquet file is cut off or damaged ({_first_line(error)}); get a "
            "new copy"
        ) from error
    require_usable(_names(file.schema_arrow), name=content.name)
    start = 0
    for group in range(file.num_row_groups):
        number = start
        start += file.metadata.row_group(group).num_rows
        try:
            for batch in file.iter_batches(batch_size=_BATCH, row_groups=[group]):
                for fields in _dicts(batch):
                    number += 1
                    yield Row(f"row {number}", fields)
        except (pa.ArrowException, OSError) as error:
            yield Row(
                f"row {number + 1}",
                {},
                f"the Parquet file is damaged here ({_first_line(error)}); the rows from this one "
                f"to {start} could not be read: get a new copy",
            )


def _names(schema: Any) -> list[str]:  # noqa: ANN401  # pyarrow ships no types
    """Return the columns' names, with those within a ``content`` struct in its place."""
    import pyarrow as pa

    names: list[str] = []
    for field in schema:
        nested = field.name == "content" and pa.types.is_struct(field.type)
        names += [member.name for member in field.type] if nested else [field.name]
    return names


def _dicts(batch: Any) -> list[dict[str, object]]:  # noqa: ANN401  # pyarrow ships no types
    """Turn a batch into one dictionary per row."""
    import pyarrow as pa

    columns: dict[str, list[object]] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            values = column.to_pylist()
        except UnicodeDecodeError:
            values = column.cast(pa.binary()).to_pylist()
        # Integers and proper strings, the bulk, are JSON's already.
        if not {type(value) for value in values} <= _PLAIN:
            values = list(map(_json_able, values))
        columns[name] = values
    names = list(columns)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _json_able(value: object) -> object:
    """Turn what Arrow gives into what JSON can hold; dates and numbers of other kinds by name."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        return {str(key): _json_able(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_json_able(member) for member in value]
    isoformat = getattr(value, "isoformat", None)
    return cast("object", isoformat()) if callable(isoformat) else str(value)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(". ")
