"""Text sitemaps: one address a line (sitemaps.org: text file).

Knows lines. Knows no markup and judges no address. Its one idea: the lines are a column
of strings over the document's own bytes, so a list of a million costs no object a line.
"""

from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.alerts import Alerts
from arpent.formats.rows import Rows

__all__ = ["read_text_list"]

_ABSOLUTE: Final = r"^[A-Za-z][A-Za-z0-9+.\-]*://"
_LINE_ENDS: Final = np.isin(np.arange(256), [10, 13])
_BLANKS: Final = " \t\r\n\x00\x0b\x0c\u00a0\ufeff"


def read_text_list(body: bytes, alerts: Alerts, *, cut: bool) -> Rows | None:
    """Return the lines that are absolute addresses; None when there is none.

    Args:
        body: The document in UTF-8.
        alerts: Takes how many lines are something else.
        cut: The document is known to end early, so its last line may be half a line.
    """
    ends = np.flatnonzero(_LINE_ENDS[np.frombuffer(body, np.uint8)]) + 1
    bounds = np.concatenate(([0], ends, [] if cut else [len(body)])).astype(np.int32)
    lines = pa.StringArray.from_buffers(
        len(bounds) - 1, pa.py_buffer(bounds), pa.py_buffer(body)
    )
    trimmed = pc.utf8_trim(lines, characters=_BLANKS)
    written = pc.not_equal(pc.binary_length(trimmed), 0)
    address = pc.match_substring_regex(trimmed, _ABSOLUTE)
    junk = pc.and_not(written, address)
    count = pc.sum(junk).as_py() or 0
    found = trimmed.filter(address)
    if count:
        first = pc.index(junk, True).as_py()
        alerts.note("txt-only-urls", byte=int(bounds[first]), count=count)
    if not len(found):
        return None
    tabs = pc.match_substring(found, "\t")
    if pc.any(tabs).as_py():
        alerts.note(
            "txt-only-urls", "columns after the address", count=pc.sum(tabs).as_py()
        )
        found = pc.replace_substring_regex(found, r"\s*\t(?s:.*)$", "")
    nothing = pa.nulls(len(found), pa.string())
    return Rows(
        loc=found,
        lastmod=nothing,
        changefreq=nothing,
        priority=nothing,
        marks=np.zeros(len(found), np.uint64),
    )
