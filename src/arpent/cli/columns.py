"""Columns of text for the formats: moments, marks, precisions, JSON, lines of bytes.

Knows Arrow and the shape of entries; knows no file. One idea: work on whole columns,
and make a Python object only for the rows that need one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from json.encoder import encode_basestring_ascii
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.terms.columns import constant
from arpent.terms.entries import (
    Entries,
    Entry,
    Extensions,
    Precision,
    mark_bits,
    mark_names,
)

__all__ = [
    "as_columns",
    "by_bits",
    "filled",
    "in_slices",
    "joined",
    "json_text",
    "mark_lists",
    "moments",
    "per_row",
    "precisions",
    "quoted_json",
    "sitemap_column",
    "written_bytes",
]

_ROWS: Final = 8_192
_SECOND: Final = 1_000_000
_SPACE, _DELETE, _QUOTE, _BACKSLASH, _ASCII = 0x20, 0x7F, 0x22, 0x5C, 0x80


def in_slices(entries: Entries, rows: int = _ROWS) -> Iterator[Entries]:
    """Yield the entries in slices, so that text made of them stays small."""
    if len(entries) <= rows:
        yield entries
        return
    for start in range(0, len(entries), rows):
        part = slice(start, min(start + rows, len(entries)))
        size = part.stop - part.start
        yield replace(
            entries,
            url=entries.url.slice(start, size),
            lastmod=entries.lastmod.slice(start, size),
            lastmod_text=entries.lastmod_text.slice(start, size),
            precision=entries.precision[part],
            marks=entries.marks[part],
            changefreq=_slice(entries.changefreq, start, size),
            priority=_slice(entries.priority, start, size),
            extensions={
                row - start: entries.extensions[row]
                for row in range(start, part.stop)
                if row in entries.extensions
            }
            if entries.extensions
            else {},
        )


def _slice(column: pa.StringArray | None, start: int, size: int) -> Any:  # noqa: ANN401 -- pyarrow is untyped
    return None if column is None else column.slice(start, size)


def moments(lastmod: pa.TimestampArray) -> pa.StringArray:
    """Return RFC 3339 texts in UTC; a fraction stands only where there is one."""
    missing = lastmod.is_null().to_numpy(zero_copy_only=False)
    micros = lastmod.cast(pa.int64()).fill_null(constant(0)).to_numpy()
    whole = np.datetime_as_string((micros // _SECOND).astype("M8[s]"))
    texts = glued(pa.array(whole, pa.string()), "Z")
    fractions = micros % _SECOND
    if fractions.any():
        rows = texts.to_pylist()
        for row in np.flatnonzero(fractions).tolist():
            digits = f"{int(fractions[row]):06d}".rstrip("0")
            rows[row] = f"{rows[row][:-1]}.{digits}Z"
        texts = pa.array(rows, pa.string())
    if missing.any():
        texts = pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)
    return texts


def by_bits(
    bits: npt.NDArray[np.uint64], render: Callable[[tuple[str, ...]], str]
) -> pa.StringArray:
    """Return a text for the marks of each row, null where there is none."""
    if not bits.any():
        return pa.nulls(len(bits), pa.string())
    kinds, which = np.unique(bits, return_inverse=True)
    texts = [render(mark_names(int(k))) if k else None for k in kinds.tolist()]
    return pa.array(texts, pa.string()).take(pa.array(which.ravel()))


def mark_lists(bits: npt.NDArray[np.uint64]) -> pa.ListArray:
    """Return the names of the marks of each row, null where there is none."""
    kind = pa.list_(pa.string())
    if not bits.any():
        return pa.nulls(len(bits), kind)
    kinds, which = np.unique(bits, return_inverse=True)
    names = [list(mark_names(int(k))) if k else None for k in kinds.tolist()]
    return pa.array(names, kind).take(pa.array(which.ravel()))


def precisions(codes: npt.NDArray[np.uint8]) -> pa.StringArray:
    """Return the names of precisions, null where there is none."""
    names = [p.name.lower() if p else None for p in Precision]
    return pa.array(names, pa.string()).take(pa.array(codes))


def per_row(
    entries: Entries, render: Callable[[Extensions], str | None]
) -> pa.StringArray | None:
    """Return a text for what extensions say of each row; None when no row has one."""
    if not entries.extensions:
        return None
    texts: list[str | None] = [None] * len(entries)
    for row, more in entries.extensions.items():
        texts[row] = render(more)
    return pa.array(texts, pa.string())


def sitemap_column(sitemap: str | pa.StringArray, rows: int) -> pa.StringArray:
    """Return the documents that list the rows, as a column."""
    if isinstance(sitemap, str):
        return pa.array([sitemap], pa.string()).take(pa.array(np.zeros(rows, np.int8)))
    return sitemap


def glued(
    *parts: str | pa.StringArray, between: str = "", missing: str | None = None
) -> pa.StringArray:
    """Return the parts of each row as one text.

    Args:
        *parts: Columns, and texts that every row has.
        between: Stands between two parts.
        missing: Stands for a null; without it a null makes its row null.
    """
    told = [constant(p) if isinstance(p, str) else p for p in (*parts, between)]
    if missing is None:
        return pc.binary_join_element_wise(*told)
    return pc.binary_join_element_wise(
        *told, null_handling="replace", null_replacement=missing
    )


def filled(column: pa.StringArray, missing: str = "") -> pa.StringArray:
    """Return the column with a text in place of nulls."""
    return column.fill_null(constant(missing)) if column.null_count else column


def joined(column: pa.StringArray, between: str) -> str:
    """Return all texts of a column without nulls, joined."""
    lists = pa.ListArray.from_arrays(pa.array([0, len(column)], pa.int32()), column)
    text: str = pc.binary_join(lists, between)[0].as_py()
    return text


def written_bytes(column: pa.StringArray) -> npt.NDArray[np.uint8]:
    """Return the bytes of all texts of a column, end to end."""
    if not len(column) or column.null_count == len(column):
        return np.zeros(0, np.uint8)
    offsets = np.frombuffer(column.buffers()[1], np.int32)
    first = int(offsets[column.offset])
    last = int(offsets[column.offset + len(column)])
    return np.frombuffer(column.buffers()[2], np.uint8)[first:last]


def json_text(value: object) -> str:
    """Return JSON in ASCII, compact; DEL is escaped too."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), default=_plain)
    return text.replace("\x7f", "\\u007f")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def quoted_json(column: pa.StringArray) -> pa.StringArray:
    """Return each text as a JSON string with its quotes; nulls stay null."""
    found = written_bytes(column)
    plain = (
        (found >= _SPACE)
        & (found < _DELETE)
        & (found != _QUOTE)
        & (found != _BACKSLASH)
    )
    if bool(plain.all()):
        return glued('"', column, '"')
    texts = (
        None if text is None else encode_basestring_ascii(text)
        for text in column.to_pylist()
    )
    if bool((found == _DELETE).any()):
        texts = (t and t.replace("\x7f", "\\u007f") for t in texts)
    return pa.array(list(texts), pa.string())


def as_columns(entries: Iterable[Entry]) -> tuple[pa.StringArray, Entries]:
    """Return the column of sitemaps, and entries as columns.

    Args:
        entries: As the use cases give them.
    """
    rows = list(entries)
    extensions: dict[int, Extensions] = {}
    for number, row in enumerate(rows):
        more = Extensions(
            news=row.news,
            images=row.images,
            videos=row.videos,
            alternates=row.alternates,
            title=row.title,
            published=row.published,
        )
        if more != Extensions():
            extensions[number] = more
    codes = [Precision[(r.lastmod_precision or "none").upper()] for r in rows]
    return pa.array([r.sitemap or "" for r in rows], pa.string()), Entries(
        url=pa.array([r.url for r in rows], pa.string()),
        lastmod=pa.array([r.lastmod for r in rows], pa.timestamp("us", "UTC")),
        lastmod_text=pa.array([r.lastmod_text for r in rows], pa.string()),
        precision=np.array(codes, np.uint8),
        marks=np.array([mark_bits(*r.marks) for r in rows], np.uint64),
        changefreq=pa.array([r.changefreq for r in rows], pa.string()),
        priority=pa.array([r.priority for r in rows], pa.string()),
        extensions=extensions,
    )
