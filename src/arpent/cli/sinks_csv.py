"""CSV that a spreadsheet may open.

Knows RFC 4180 and what spreadsheets take for a formula. One idea: a cell that would
begin a formula, at its start or after an inner line break, gets an apostrophe before
it; JSON lines are the format that loses nothing.
"""

import re
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc

from arpent.cli.columns import (
    by_bits,
    filled,
    glued,
    in_slices,
    joined,
    json_text,
    moments,
    per_row,
    precisions,
    sitemap_column,
)
from arpent.cli.sinks import Sitemap, harmless
from arpent.terms.entries import Entries, Extensions
from arpent.terms.report import Report
from arpent.terms.visible import visible

__all__ = ["COLUMNS", "CsvSink", "safe_cell"]

COLUMNS: Final = (
    "url",
    "lastmod",
    "lastmod_text",
    "lastmod_precision",
    "sitemap",
    "marks",
    "changefreq",
    "priority",
    "news",
    "images",
    "videos",
    "alternates",
    "title",
    "published",
)

_BLANK: Final = (
    "[\\x00-\\x20\\x7f\u0085\u00a0\u1680\u180e\u2000-\u200f"
    "\u2028-\u202f\u205f-\u2064\u3000\ufeff]"
)
_FORMULA: Final = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
_DANGER: Final = f"(?:^|[\\r\\n]){_BLANK}*{_FORMULA}|^[\\t\\r\\n]"
_SPECIAL: Final = f'[",\\r\\n]|{_DANGER}'
_START: Final = re.compile(f"{_BLANK}*{_FORMULA}|[\\t\\r\\n]")
_INNER: Final = re.compile(f"(\\r\\n|[\\r\\n])(?=(?:(?![\\r\\n]){_BLANK})*{_FORMULA})")
_QUOTED: Final = re.compile('[",\r\n]')


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    Source: OWASP, CSV injection; full-width forms as spreadsheets normalise them.
    """
    inner = _INNER.sub(r"\1'", text)
    return f"'{inner}" if _START.match(text) else inner


def _written(text: str | None, *, raw: bool) -> str | None:
    if text is None:
        return None
    safe = text if raw else safe_cell(text)
    return '"' + safe.replace('"', '""') + '"' if _QUOTED.search(safe) else safe


class CsvSink:
    """Comma-separated values in UTF-8, with a header line."""

    def __init__(
        self, out: BinaryIO, *, terminal: bool = False, raw: bool = False
    ) -> None:
        """Write to `out`.

        Args:
            out: Where to.
            terminal: Escape what acts on a terminal.
            raw: Leave formulas as they are.
        """
        self._out, self._terminal, self._raw = out, terminal, raw
        self._headed = False

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:  # noqa: ARG002 -- as every sink
        """Write the rows."""
        self._head()
        listed_by = sitemap_column(sitemap, len(entries))
        start = 0
        for part in in_slices(entries):
            if len(part):
                rows = self._rows(listed_by.slice(start, len(part)), part)
                self._out.write(joined(rows, "\n").encode() + b"\n")
            start += len(part)

    def end(self, reports: Sequence[Report]) -> None:  # noqa: ARG002 -- as every sink
        """Write the header, should there have been no row."""
        self._head()

    def _head(self) -> None:
        if not self._headed:
            self._out.write(",".join(COLUMNS).encode() + b"\n")
            self._headed = True

    def _rows(self, listed_by: pa.StringArray, part: Entries) -> pa.StringArray:
        cells = [
            self._cells(part.url),
            filled(moments(part.lastmod)),
            self._cells(part.lastmod_text),
            filled(precisions(part.precision)),
            self._cells(listed_by),
            filled(by_bits(part.marks, " ".join)),
            self._cells(part.changefreq),
            self._cells(part.priority),
            *(self._cells(per_row(part, _reader(name))) for name in COLUMNS[8:]),
        ]
        return glued(*cells, between=",")

    def _cells(self, column: pa.StringArray | None) -> str | pa.StringArray:
        """Return the cells of a column as they are written."""
        if column is None or column.null_count == len(column):
            return ""
        if self._terminal:
            column = harmless(column, visible)
        special = pc.match_substring_regex(column, _SPECIAL)
        if pc.any(special).as_py():
            texts = [_written(text, raw=self._raw) for text in column.to_pylist()]
            column = pa.array(texts, pa.string())
        return filled(column)


def _reader(name: str) -> Callable[[Extensions], str | None]:
    """Return what makes the cell of one field of the extensions."""
    plain = name in {"title", "published"}

    def read(more: Extensions) -> str | None:
        value = getattr(more, name)
        if not value:
            return None
        return str(value) if plain else json_text(value)

    return read
