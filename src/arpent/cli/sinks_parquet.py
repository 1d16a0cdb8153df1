"""Parquet with real types, that DuckDB, polars and pandas open as it is.

Knows the schema. One idea: columns go in as they are, a row group is a document or
several small ones, and only the rows that have extensions are touched one by one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from arpent.cli.columns import mark_lists, precisions, sitemap_column
from arpent.cli.sinks import Sitemap
from arpent.terms.entries import Entries, Extensions
from arpent.terms.report import Report

__all__ = ["SCHEMA", "ParquetSink"]

_GROUP_ROWS: Final = 20_000
_LARGEST_GROUP: Final = 131_072
_BATCH_ROWS: Final = 16_384
"""Rows that are encoded at a time; fewer cost time in each column, empty or not."""
_TEXT: Final = pa.string()
_OTHER: Final = pa.map_(pa.string(), pa.list_(pa.string()))

_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "news": ("publication", "language", "title", "published"),
    "images": ("loc", "caption", "title", "license", "geo_location"),
    "videos": (
        "thumbnail_loc",
        "title",
        "description",
        "content_loc",
        "player_loc",
        "duration",
        "publication_date",
    ),
}
"""The fields that documents use; each costs time in every row, so others share one."""


def _struct(name: str) -> pa.DataType:
    """Return the struct of one extension; `other` has what has no field of its own."""
    return pa.struct([*((field, _TEXT) for field in _FIELDS[name]), ("other", _OTHER)])


SCHEMA: Final = pa.schema(
    [
        pa.field("url", _TEXT, nullable=False),
        pa.field("lastmod", pa.timestamp("us", "UTC")),
        pa.field("lastmod_text", _TEXT),
        pa.field("lastmod_precision", pa.dictionary(pa.int8(), _TEXT)),
        pa.field("sitemap", _TEXT, nullable=False),
        pa.field("marks", pa.list_(_TEXT)),
        pa.field("changefreq", _TEXT),
        pa.field("priority", _TEXT),
        pa.field("news", _struct("news")),
        pa.field("images", pa.list_(_struct("images"))),
        pa.field("videos", pa.list_(_struct("videos"))),
        pa.field(
            "alternates", pa.list_(pa.struct([("hreflang", _TEXT), ("href", _TEXT)]))
        ),
        pa.field("title", _TEXT),
        pa.field("published", _TEXT),
    ]
)
_REPEATING: Final = [
    "lastmod_precision",
    "sitemap",
    "marks.list.element",
    "changefreq",
    "priority",
]


class ParquetSink:
    """One table in one file, compressed with zstd."""

    def __init__(self, out: BinaryIO) -> None:
        """Write to `out`."""
        self._writer = pq.ParquetWriter(
            out,
            SCHEMA,
            compression="zstd",
            compression_level=1,
            use_dictionary=_REPEATING,
            write_statistics=["lastmod", "url"],
            write_batch_size=_BATCH_ROWS,
        )
        self._kept: list[pa.Table] = []
        self._rows = 0

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:  # noqa: ARG002 -- as every sink
        """Keep the rows; write them when they are worth a row group."""
        if not len(entries):
            return
        self._kept.append(_table(sitemap_column(sitemap, len(entries)), entries))
        self._rows += len(entries)
        if self._rows >= _GROUP_ROWS:
            self._flush()

    def end(self, reports: Sequence[Report]) -> None:  # noqa: ARG002 -- as every sink
        """Write what is kept, and the footer."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._kept:
            table = pa.concat_tables(self._kept)
            self._writer.write_table(table, row_group_size=_LARGEST_GROUP)
            self._kept, self._rows = [], 0


def _table(listed_by: pa.StringArray, entries: Entries) -> pa.Table:
    rows = len(entries)
    absent = pa.nulls(rows, _TEXT)
    ready: dict[str, pa.Array] = {
        "url": entries.url,
        "lastmod": entries.lastmod,
        "lastmod_text": entries.lastmod_text,
        "lastmod_precision": precisions(entries.precision).cast(
            SCHEMA.field("lastmod_precision").type
        ),
        "sitemap": listed_by,
        "marks": mark_lists(entries.marks),
        "changefreq": absent if entries.changefreq is None else entries.changefreq,
        "priority": absent if entries.priority is None else entries.priority,
    }
    for name, read in _READERS.items():
        kind = SCHEMA.field(name).type
        if not entries.extensions:
            ready[name] = pa.nulls(rows, kind)
            continue
        values: list[Any] = [None] * rows
        for row, more in entries.extensions.items():
            values[row] = read(more)
        ready[name] = pa.array(values, kind)
    return pa.Table.from_arrays([ready[name] for name in SCHEMA.names], schema=SCHEMA)


def _shaped(name: str, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an extension says, in the fields of its struct."""
    shaped: dict[str, Any] = {}
    other: dict[str, list[str]] = {}
    for key, value in found.items():
        if key in _FIELDS[name] and isinstance(value, str):
            shaped[key] = value
        elif isinstance(value, list | tuple):
            other[key] = [str(part) for part in value]
        elif value is not None:
            other[key] = [str(value)]
    if other:
        shaped["other"] = list(other.items())
    return shaped


_READERS: Final[dict[str, Callable[[Extensions], Any]]] = {
    "news": lambda more: _shaped("news", more.news) if more.news else None,
    "images": lambda more: [_shaped("images", i) for i in more.images] or None,
    "videos": lambda more: [_shaped("videos", v) for v in more.videos] or None,
    "alternates": lambda more: [dict(other) for other in more.alternates] or None,
    "title": lambda more: more.title or None,
    "published": lambda more: more.published or None,
}
