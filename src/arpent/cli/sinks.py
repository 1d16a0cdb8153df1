"""Where entries go: one sink a format, each fed whole documents as columns.

Knows what every format must do, and the two plain ones: URLs, and a table for people;
knows no file names. One idea: a stranger's text can neither break its line nor steer a
terminal.
"""

from collections.abc import Callable, Sequence
from typing import BinaryIO, Final, Protocol, TypeAlias

import pyarrow as pa

from arpent.cli.columns import (
    by_bits,
    filled,
    in_slices,
    joined,
    moments,
    written_bytes,
)
from arpent.terms.entries import Entries
from arpent.terms.report import Report
from arpent.terms.visible import one_line, visible

__all__ = ["Sink", "Sitemap", "TableSink", "UrlSink", "harmless"]

Sitemap: TypeAlias = str | pa.StringArray
"""The document that lists the rows, or one for each row."""

_SPACE, _DELETE = 0x20, 0x7F
_DATE_WIDTH: Final = 20


class Sink(Protocol):
    """Takes entries, document by document, and ends with the reports."""

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:
        """Take the entries that one document, or several, list."""

    def end(self, reports: Sequence[Report]) -> None:
        """Finish what was written; the stream is not closed."""


class UrlSink:
    """One URL a line. A URL can never break its line: controls are escaped."""

    def __init__(self, out: BinaryIO, *, terminal: bool = False) -> None:
        """Write to `out`; for a terminal, escape what hides or reorders text too."""
        self._out, self._escape = out, visible if terminal else one_line

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:  # noqa: ARG002 -- as every sink
        """Write the URLs."""
        for part in in_slices(entries):
            if len(part):
                lines = joined(harmless(part.url, self._escape), "\n")
                self._out.write(lines.encode() + b"\n")

    def end(self, reports: Sequence[Report]) -> None:
        """Need no ending."""


class TableSink:
    """Date, URL and marks in columns, for people."""

    def __init__(self, out: BinaryIO) -> None:
        """Write to `out`; everything is escaped as for a terminal."""
        self._out = out

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:  # noqa: ARG002 -- as every sink
        """Write the rows."""
        for part in in_slices(entries):
            if not len(part):
                continue
            dates = filled(moments(part.lastmod), "-").to_pylist()
            marks = filled(by_bits(part.marks, _in_brackets)).to_pylist()
            urls = harmless(part.url, visible).to_pylist()
            rows = zip(dates, urls, marks, strict=True)
            lines = "\n".join(f"{d:<{_DATE_WIDTH}}  {u}{m}" for d, u, m in rows)
            self._out.write(lines.encode() + b"\n")

    def end(self, reports: Sequence[Report]) -> None:
        """Need no ending."""


def _in_brackets(marks: tuple[str, ...]) -> str:
    return f"  [{', '.join(marks)}]"


def harmless(column: pa.StringArray, escape: Callable[[str], str]) -> pa.StringArray:
    """Return a column of texts, escaped where any of them needs a look."""
    found = written_bytes(column)
    if bool(((found >= _SPACE) & (found < _DELETE)).all()):
        return column
    texts = [None if text is None else escape(text) for text in column.to_pylist()]
    return pa.array(texts, pa.string())
