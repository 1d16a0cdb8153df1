"""Text sitemaps: one address a line (sitemaps.org: text file).

Knows lines. Knows no markup and judges no address. Its one idea: lines are columns of
strings over a window of the document's own bytes, so a list of a million costs no
object a line, and lines of junk cost no memory.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.alerts import Alerts
from arpent.formats.rows import Rows
from arpent.terms.columns import constant

__all__ = ["read_text_list"]

WINDOW_BYTES: Final = 1 << 20
_LINE_END: Final = re.compile(rb"[\r\n]")
_ABSOLUTE: Final = r"^[A-Za-z][A-Za-z0-9+.\-]*://"
_LINE_ENDS: Final = np.isin(np.arange(256), [10, 13])
_BLANKS: Final = " \t\r\n\x00\x0b\x0c\u00a0\ufeff"


@dataclass(frozen=True, slots=True)
class _Window:
    """Some whole lines of the document, and where they start."""

    body: bytes
    start: int


def read_text_list(body: bytes, alerts: Alerts, *, cut: bool) -> Rows | None:
    """Return the lines that are absolute addresses; None when there is none.

    Args:
        body: The document in UTF-8.
        alerts: Takes how many lines are something else.
        cut: The document is known to end early, so its last line may be half a line.
    """
    size = len(body)
    if cut:
        size = max(body.rfind(b"\n"), body.rfind(b"\r")) + 1
    found, start = [], 0
    while start < size:
        line_end = _LINE_END.search(body, min(start + WINDOW_BYTES, size), size)
        end = line_end.end() if line_end else size
        found.append(_addresses(_Window(body[start:end], start), alerts))
        start = end
    loc = pa.concat_arrays(found) if found else pa.array([], pa.string())
    if not len(loc):
        return None
    nothing = pa.nulls(len(loc), pa.string())
    return Rows(
        loc=loc,
        lastmod=nothing,
        changefreq=nothing,
        priority=nothing,
        marks=np.zeros(len(loc), np.uint64),
    )


def _addresses(window: _Window, alerts: Alerts) -> pa.StringArray:
    ends = np.flatnonzero(_LINE_ENDS[np.frombuffer(window.body, np.uint8)]) + 1
    bounds = np.concatenate(([0], ends, [len(window.body)])).astype(np.int32)
    lines = pa.StringArray.from_buffers(
        len(bounds) - 1, pa.py_buffer(bounds), pa.py_buffer(window.body)
    )
    trimmed = pc.utf8_trim(lines, characters=_BLANKS)
    address = pc.match_substring_regex(trimmed, _ABSOLUTE)
    junk = pc.and_not(pc.not_equal(pc.binary_length(trimmed), constant(0)), address)
    count = pc.sum(junk).as_py() or 0
    if count:
        first = window.start + int(bounds[pc.index(junk, True).as_py()])
        alerts.note("txt-only-urls", byte=first, count=count)
    found = trimmed.filter(address)
    columns = pc.sum(pc.match_substring(found, "\t")).as_py() or 0
    if columns:
        message = "columns after the address"
        alerts.note("txt-only-urls", message, byte=window.start, count=columns)
        found = pc.replace_substring_regex(found, r"\s*\t(?s:.*)$", "")
    return found
