"""JSON lines, and one JSON document.

Knows the record of an entry, field by field, in one place for both. One idea: each
field is a column of ready text, and a row is their concatenation, so that absent
fields cost nothing and no object is made for a plain row.
"""

import shutil
from collections.abc import Sequence
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final

import pyarrow as pa

from arpent.cli.columns import (
    by_bits,
    glued,
    in_slices,
    joined,
    json_text,
    moments,
    per_row,
    precisions,
    quoted_json,
)
from arpent.cli.reports import report_as_json
from arpent.cli.sinks import Sitemap
from arpent.terms.entries import Entries, Extensions
from arpent.terms.report import Report

__all__ = ["JsonLinesSink", "JsonSink", "json_rows"]

_SPOOL_BYTES: Final = 8_388_608


def json_rows(sitemap: Sitemap, entries: Entries) -> pa.StringArray:
    """Return one JSON object a row; absent fields are left out."""
    listed_by = json_text(sitemap) if isinstance(sitemap, str) else quoted_json(sitemap)
    dated = glued(',"lastmod":"', moments(entries.lastmod), '"')
    names = precisions(entries.precision)
    fields = [
        glued('{"url":', quoted_json(entries.url)),
        dated,
        _field("lastmod_text", quoted_json(entries.lastmod_text)),
        glued(',"lastmod_precision":"', names, '"'),
        _field("sitemap", listed_by),
        by_bits(entries.marks, lambda marks: f',"marks":{json_text(marks)}'),
    ]
    for name in ("changefreq", "priority"):
        column = getattr(entries, name)
        if column is not None and column.null_count < len(column):
            fields.append(_field(name, quoted_json(column)))
    more = per_row(entries, _more)
    if more is not None:
        fields.append(more)
    return glued(*fields, "}", missing="")


def _field(name: str, texts: str | pa.StringArray) -> str | pa.StringArray:
    """Return a field with the comma before it; null where the text is null."""
    if isinstance(texts, str):
        return f',"{name}":{texts}'
    return glued(f',"{name}":', texts)


def _more(more: Extensions) -> str | None:
    """Return the fields that extensions add to one row."""
    found = {
        "news": more.news,
        "images": more.images,
        "videos": more.videos,
        "alternates": more.alternates,
        "title": more.title,
        "published": more.published,
    }
    present = {name: value for name, value in found.items() if value}
    return "," + json_text(present)[1:-1] if present else None


class JsonLinesSink:
    """One JSON object a line, in ASCII."""

    def __init__(self, out: BinaryIO) -> None:
        """Write to `out`."""
        self._out = out

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:  # noqa: ARG002 -- as every sink
        """Write the rows."""
        for part, listed_by in _parts(sitemap, entries):
            self._out.write(joined(json_rows(listed_by, part), "\n").encode() + b"\n")

    def end(self, reports: Sequence[Report]) -> None:
        """Need no ending."""


class JsonSink:
    """One JSON document: an object for one target, an array for several.

    The first target is written as it comes; what comes of others waits in a file.
    """

    def __init__(self, out: BinaryIO, targets: Sequence[str]) -> None:
        """Write to `out` the results of these targets, in this order."""
        self._out = out
        self._targets = tuple(targets)
        self._several = len(self._targets) > 1
        self._waiting: dict[str, SpooledTemporaryFile[bytes]] = {}
        self._counts = dict.fromkeys(self._targets, 0)
        self._begun = False

    def write(self, target: str, sitemap: Sitemap, entries: Entries) -> None:
        """Write the rows, or keep them until it is their target's turn."""
        out = self._place(target)
        for part, listed_by in _parts(sitemap, entries):
            before = b",\n" if self._counts[target] else b""
            rows = joined(json_rows(listed_by, part), ",\n")
            out.write(before + rows.encode())
            self._counts[target] += len(part)

    def end(self, reports: Sequence[Report]) -> None:
        """Write what waited, and the report of each target after its entries."""
        told = dict(zip(self._targets, reports, strict=True))
        for target in self._targets:
            self._begin(target)
            kept = self._waiting.pop(target, None)
            if kept is not None:
                kept.seek(0)
                shutil.copyfileobj(kept, self._out)
                kept.close()
            report = json_text(report_as_json(told[target]))
            self._out.write(b'\n],"report":' + report.encode() + b"}")
        self._out.write(b"]\n" if self._several else b"\n")

    def _place(self, target: str) -> BinaryIO:
        if target == self._targets[0]:
            self._begin(target)
            return self._out
        if target not in self._waiting:
            self._waiting[target] = SpooledTemporaryFile(_SPOOL_BYTES)  # noqa: SIM115 -- closed when it was written out
        return self._waiting[target]  # type: ignore[return-value]

    def _begin(self, target: str) -> None:
        first = target == self._targets[0]
        if first and self._begun:
            return
        before = ("[" if self._several else "") if first else ",\n"
        text = f'{before}{{"target":{json_text(target)},"entries":[\n'
        self._out.write(text.encode())
        self._begun = True


def _parts(sitemap: Sitemap, entries: Entries) -> list[tuple[Entries, Sitemap]]:
    """Return slices of the entries, each with what lists it."""
    parts, start = [], 0
    for part in in_slices(entries):
        if len(part):
            listed_by = (
                sitemap if isinstance(sitemap, str) else sitemap.slice(start, len(part))
            )
            parts.append((part, listed_by))
        start += len(part)
    return parts
