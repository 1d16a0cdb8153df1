"""Sitemaps of the usual form: entries alike as slices, others by an accelerator.

Knows what xml2arrow gets right and what it is silent about (a cut file, two roots, an
`image:loc` in place of a `loc`). Knows no tolerance: whatever it cannot prove to be of
the usual form it leaves to `xml_tolerant`, by returning None.

Its one idea: the proof is a count. All start tags of the document are found in its
bytes; when those of the protocol are as many as the values that came out, and there are
no others, then nothing was passed over, put elsewhere or read twice.
"""

import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from arpent.formats.kinds import Sniffed
from arpent.formats.rows import RowBuilder, Rows
from arpent.formats.xml_slices import read_slices
from arpent.formats.xml_tolerant import Read

__all__ = ["read_fast"]

TAGS: Final = 1_500_000
"""Most tags that are looked at at once: 24 bytes each while it lasts."""

_END: Final = b"</urlset>"
_AFTER: Final = re.compile(rb"(?>\s+|<!--(?>[^<-]+|-(?!->))*+-->)*+")
_FOREIGN: Final = (b":lastmod", b":changefreq", b":priority")
_FIELDS: Final = ("loc", "lastmod", "changefreq", "priority")


def _word(text: bytes) -> tuple[np.uint64, np.uint64]:
    """Return the first eight bytes of a tag as a number, and which of them count."""
    size = min(len(text), 8)
    mask = (1 << 8 * size) - 1
    return np.uint64(int.from_bytes(text[:8], "little")), np.uint64(mask)


_URL, _LOC, _ROOT = _word(b"<url>"), _word(b"<loc>"), _word(b"<urlset")
_OTHERS: Final = tuple(_word(b"<%b>" % n.encode()) for n in _FIELDS[1:])
_COMMENT, _CDATA = _word(b"<!--"), _word(b"<![CDATA")


@cache
def _parser() -> Any:  # noqa: ANN401 -- the library has no types
    """Return the accelerator, made once; None where it is not installed."""
    with suppress(ImportError):
        maker = import_module("xml2arrow").XmlToArrowParser
        with as_file(files("arpent.formats") / "xml_fast.yaml") as path:
            return maker(str(path))
    return None


def read_fast(body: bytes, sniffed: Sniffed, *, extensions: bool) -> Read | None:
    """Return the rows of a urlset, or None when it must be read tolerantly.

    Args:
        body: The document in valid UTF-8, without byte order mark.
        sniffed: What `arpent.formats.kinds.sniff` said of it.
        extensions: Extensions are wanted, which this reader cannot give.
    """
    usual = sniffed.root == b"urlset" and not sniffed.junk and not sniffed.alerts.found
    end = body.rfind(_END) + len(_END)
    if not usual or end < len(_END) or not _AFTER.fullmatch(body, end):
        return None
    alike = read_slices(body, sniffed.start, end)
    if alike is not None:
        return Read(urls=alike, sitemaps=RowBuilder().rows(), complete=True)
    parser = _parser()
    if parser is None:
        return None
    counts = _count(body, sniffed.start, end, extensions=extensions)
    if counts is None:
        return None
    try:
        batch = parser.parse(body)["rows"]
    except Exception:  # noqa: BLE001 -- any of its errors means: not of the usual form
        return None
    return _rows(batch, counts)


def _rows(batch: pa.RecordBatch, counts: tuple[int, ...]) -> Read | None:
    """Return the columns, if there are as many values as tags."""
    columns = [batch.column(name) for name in _FIELDS]
    values = (batch.num_rows, *(len(c) - c.null_count for c in columns))
    if values != counts or not batch.num_rows or values[0] != values[1]:
        return None
    loc, lastmod, changefreq, priority = columns
    rows = Rows(
        loc=loc,
        lastmod=lastmod,
        changefreq=changefreq,
        priority=priority,
        marks=np.zeros(batch.num_rows, np.uint64),
    )
    return Read(urls=rows, sitemaps=RowBuilder().rows(), complete=True)


def _count(
    body: bytes, start: int, end: int, *, extensions: bool
) -> tuple[int, ...] | None:
    """Return how many url, loc, lastmod, changefreq and priority tags start.

    None when a tag is anything else: an attribute, a prefix (unless extensions are not
    wanted), an unknown name, a declaration; or when a loc is not first in its url.
    """
    octets = np.frombuffer(body, np.uint8, end - start, start)
    opening = octets == ord("<")
    if np.count_nonzero(opening) > TAGS:
        return None
    places = np.flatnonzero(opening)
    second = octets[places + 1]
    closing = second == ord("/")
    marks = (second == ord("!")) | (second == ord("?"))
    words = np.ndarray((end - start - 7,), np.dtype("<u8"), octets, 0, (1,))
    if marks.any() and not _inert(words, places[marks]):
        return None
    tags = words[places[~(closing | marks)]]
    urls, locs = _equal(tags, _URL), _equal(tags, _LOC)
    others = [_equal(tags, word) for word in _OTHERS]
    number = [int(np.count_nonzero(found)) for found in (urls, locs, *others)]
    ordered = bool(np.array_equal(np.flatnonzero(locs), np.flatnonzero(urls) + 1))
    if not ordered or not len(tags) or not _equal(tags[:1], _ROOT)[0]:
        return None
    if sum(number) + 1 != len(tags):
        known = urls | locs | others[0] | others[1] | others[2]
        known[0] = True
        if extensions or not _all_prefixed(tags[~known]):
            return None
        if any(word in body for word in _FOREIGN):
            return None
    return tuple(number)


def _equal(
    tags: npt.NDArray[np.uint64], word: tuple[np.uint64, np.uint64]
) -> npt.NDArray[np.bool_]:
    value, mask = word
    found: npt.NDArray[np.bool_] = (tags & mask) == value
    return found


def _inert(words: npt.NDArray[np.uint64], places: npt.NDArray[np.intp]) -> bool:
    """Say whether all of these are comments, CDATA sections or instructions."""
    found = words[np.minimum(places, len(words) - 1)]
    question = (found & np.uint64(0xFFFF)) == np.uint64(int.from_bytes(b"<?", "little"))
    return bool((_equal(found, _COMMENT) | _equal(found, _CDATA) | question).all())


def _all_prefixed(tags: npt.NDArray[np.uint64]) -> bool:
    """Say whether all of these have a short prefix, as the extensions have."""
    octets = tags.view(np.uint8).reshape(-1, 8)
    colon = octets == ord(":")
    ended = np.isin(octets, list(b"> /\t\r\n"))
    before = np.where(colon.any(1), colon.argmax(1), 8)
    after = np.where(ended.any(1), ended.argmax(1), 8)
    return bool((before < after).all())
