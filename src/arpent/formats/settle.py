"""From raw rows to entries and children: addresses and dates settled, faults counted.

Knows what all formats share: columns as written on one side, `Entries` on the other.
Knows no format. Its one idea: one way for all rows, so that two readers that give the
same rows give the same entries.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.alerts import Alerts
from arpent.formats.dates import read_feed_date
from arpent.formats.dates_columns import read_dates
from arpent.formats.locs import read_locs
from arpent.formats.rows import Rows
from arpent.terms.documents import Child
from arpent.terms.entries import Entries, Precision, mark_bits, mark_names
from arpent.terms.findings import Finding
from arpent.terms.policy import Limits

__all__ = ["Decoded", "Job", "children_of", "counted", "entries_of", "read_feed_dates"]

MOST_URLS: Final = 50_000
"""Most entries of a file, and most children of an index (sitemaps.org)."""
TEXT_CHARS: Final = 65_536
"""Most characters of a text that is kept beside an address."""
_XML_BLANKS: Final = " \t\r\n"
_RELATIVE: Final = np.uint64(mark_bits("loc-relative"))
ReadDates = Callable[
    [pa.StringArray],
    tuple[pa.TimestampArray, npt.NDArray[np.uint8], npt.NDArray[np.uint64]],
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A document in UTF-8, and how it came to be so."""

    body: bytes
    encoding: str = "utf-8"
    findings: tuple[Finding, ...] = ()
    bad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What the caller asked for, and what is collected on the way."""

    url: str
    limits: Limits
    alerts: Alerts
    extensions: bool
    accelerate: bool
    cut: bool


def counted(rows: Rows, decoded: Decoded, job: Job) -> Entries:
    """Return the entries of a list that may be too long."""
    entries = entries_of(rows, decoded, job)
    if len(entries) > MOST_URLS:
        job.alerts.note("file-too-many-urls", f"{len(entries):,} entries")
    return entries


def entries_of(
    rows: Rows, decoded: Decoded, job: Job, read: ReadDates = read_dates
) -> Entries:
    """Settle addresses and dates of raw rows."""
    if not len(rows):
        return Entries.none()
    locs = read_locs(
        rows.loc, base=job.url, limits=job.limits, alerts=job.alerts, bad=decoded.bad
    )
    lastmod, changefreq, priority = rows.lastmod, rows.changefreq, rows.priority
    marks, extensions = rows.marks, rows.extensions
    if not locs.kept.all():
        chosen = pa.array(locs.kept)
        lastmod, changefreq, priority = (
            column.filter(chosen) for column in (lastmod, changefreq, priority)
        )
        marks = marks[locs.kept]
        moved = np.cumsum(locs.kept) - 1
        extensions = {
            int(moved[row]): more for row, more in extensions.items() if locs.kept[row]
        }
    texts = _trimmed(lastmod)
    moments, precision, date_marks = read(texts)
    return Entries(
        url=locs.url,
        lastmod=moments,
        lastmod_text=texts,
        precision=precision,
        marks=marks | locs.marks | date_marks,
        changefreq=_present(changefreq),
        priority=_present(priority),
        extensions=extensions,
    )


def read_feed_dates(
    texts: pa.StringArray,
) -> tuple[pa.TimestampArray, npt.NDArray[np.uint8], npt.NDArray[np.uint64]]:
    """Read dates where the forms of RFC 822 are as good as those of W3C."""
    readings = [None if t is None else read_feed_date(t) for t in texts.to_pylist()]
    moments = pa.array(
        [r.moment if r else None for r in readings], pa.timestamp("us", "UTC")
    )
    precision = np.array([r.precision if r else 0 for r in readings], np.uint8)
    marks = [mark_bits(*r.marks) if r else 0 for r in readings]
    return moments, precision, np.array(marks, np.uint64)


def _trimmed(column: pa.StringArray) -> pa.StringArray:
    if column.null_count == len(column):
        return column
    trimmed = pc.utf8_trim(column, characters=_XML_BLANKS)
    if (pc.max(pc.binary_length(trimmed)).as_py() or 0) <= TEXT_CHARS:
        return trimmed
    return pc.utf8_slice_codeunits(trimmed, 0, TEXT_CHARS)


def _present(column: pa.StringArray) -> pa.StringArray | None:
    return None if column.null_count == len(column) else _trimmed(column)


def children_of(rows: Rows, decoded: Decoded, job: Job) -> tuple[Child, ...]:
    """Return the rows of an index as children."""
    entries = entries_of(rows, decoded, job)
    relative = int(np.count_nonzero(entries.marks & _RELATIVE))
    if relative:
        job.alerts.note("index-child-relative", count=relative)
    if len(entries) > MOST_URLS:
        job.alerts.note("index-too-many", f"{len(entries):,} children")
    children = tuple(
        Child(
            url=url,
            lastmod=moment,
            lastmod_text=text,
            lastmod_precision=Precision(precision).name.lower() if precision else None,
            marks=mark_names(bits) if bits else (),
        )
        for url, moment, text, precision, bits in zip(
            entries.url.to_pylist(),
            entries.lastmod.to_pylist(),
            entries.lastmod_text.to_pylist(),
            entries.precision.tolist(),
            entries.marks.tolist(),
            strict=True,
        )
    )
    twice = len(children) - len({child.url for child in children})
    if twice:
        job.alerts.note("index-child-dup", count=twice)
    return children
