"""Sitemaps whose entries are all written alike, read as slices of their own bytes.

Knows the tags of a urlset as most programs write them: no attributes, no comments
inside, no reference but `&amp;`, in each entry the same fields in the same order. Knows
no tolerance: what is not of this form it leaves to others, by returning None.

Its one idea: where all entries are alike, their tags are a table with an entry a row.
Once each column of it holds nothing but its own tag, a value is what lies between two
columns, and a column of values is no more than where they start and how long they are.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.rows import Rows

__all__ = ["read_slices"]

STEP: Final = 1 << 20
"""Bytes that are looked at at a time: they stay in the processor's cache."""

_FIELDS: Final = ("loc", "lastmod", "changefreq", "priority")
_MOST: Final = 2 + 2 * len(_FIELDS)
_INLINE: Final = 12
"""Longest text that stands in its view (Arrow columnar format, "variable-size binary
view layout")."""
_SMALL: Final = np.array([(1 << 8 * n) - 1 for n in range(5)], np.uint32)
_LARGE: Final = np.array([(1 << 8 * n) - 1 for n in range(9)], np.uint64)

Views = npt.NDArray[np.uint64]
Positions = npt.NDArray[np.intp]


_TAGS: Final = {
    f"<{name}>".encode(): name
    for field in ("url", *_FIELDS)
    for name in (field, f"/{field}")
}
"""Tag as written -> its name."""


def read_slices(body: bytes, start: int, end: int) -> Rows | None:
    """Return the rows of a urlset whose entries are alike, None when they are not.

    Args:
        body: The document in valid UTF-8.
        start: Where the tag of its root starts.
        end: Where the end tag of its root ends.
    """
    tags = _first_entry(body, start, end)
    references = body.find(b"&", start, end) != -1
    if references and body.count(b"&", start, end) != body.count(b"&amp;", start, end):
        return None
    if not tags:
        return None
    octets = np.frombuffer(body, np.uint8, end - start, start)
    columns = range(1, len(tags) - 1, 2)
    views: list[list[Views]] = [[] for _ in columns]
    for table in _tables(octets, len(tags)):
        if table is None or not all(map(_stands_at, tags, [octets] * len(tags), table)):
            return None
        for out, n in zip(views, columns, strict=True):
            begins = table[n] + len(tags[n])
            out.append(_views(octets, begins, table[n + 1] - begins))
    found: dict[str, pa.StringArray] = {}
    data = pa.py_buffer(body).slice(start)
    for out, n in zip(views, columns, strict=True):
        values = _copied(np.concatenate(out), data)
        if references:
            values = pc.replace_substring(values, "&amp;", "&")
        found[_TAGS[tags[n]]] = values
    size = len(found["loc"])
    absent = dict.fromkeys(_FIELDS, pa.nulls(size, pa.string()))
    return Rows(**absent | found, marks=np.zeros(size, np.uint64))


def _tables(
    octets: npt.NDArray[np.uint8], width: int
) -> Iterator[npt.NDArray[np.intp] | None]:
    """Yield where the tags of the next entries start: a row a tag, a column an entry.

    The tags of the root are left out. The last table is None when there are too few
    tags or too many for whole entries.
    """
    left = np.zeros(0, np.intp)
    for at in range(0, len(octets), STEP):
        found = np.flatnonzero(octets[at : at + STEP] == ord("<"))
        found += at
        places = np.concatenate([left, found[1:] if at == 0 else found])
        whole = len(places) // width * width
        left = places[whole:]
        if whole:
            yield np.ascontiguousarray(places[:whole].reshape(-1, width).T)
    if len(left) != 1:
        yield None


def _at_any(octets: npt.NDArray[np.uint8], kind: str) -> npt.NDArray[Any]:
    """Return a view that gives what starts at any byte, as values of one kind."""
    of_kind = np.dtype(kind)
    shape = (len(octets) - of_kind.itemsize + 1,)
    return np.ndarray(shape, of_kind, octets, 0, (1,))


def _stands_at(tag: bytes, octets: npt.NDArray[np.uint8], places: Positions) -> bool:
    """Say whether a tag stands at all of these places."""
    return bool((_at_any(octets, f"S{len(tag)}")[places] == tag).all())


def _copied(views: Views, data: pa.Buffer) -> pa.StringArray:
    """Return the texts that views stand for, one after the other."""
    buffers = [None, pa.py_buffer(views), data]
    column = pa.Array.from_buffers(pa.string_view(), len(views), buffers)
    return column.cast(pa.string())


def _first_entry(body: bytes, start: int, end: int) -> list[bytes]:
    """Return the tags of the first entry, if it is of the usual form; else nothing.

    What stands before it must be the root's tag and no more.
    """
    tags: list[bytes] = []
    at = body.find(b"<", start + 1, end)
    root = body[start:at].rstrip()
    if not (root.startswith(b"<urlset") and root.endswith(b">")) or root[-2:] == b"/>":
        return tags
    while at != -1 and len(tags) < _MOST:
        close = body.find(b">", at, end)
        tags.append(body[at : close + 1])
        if tags[-1] not in _TAGS:
            break
        if tags[-1] == b"</url>":
            return tags if _is_usual([_TAGS[tag] for tag in tags]) else []
        at = body.find(b"<", close, end)
    return []


def _is_usual(names: list[str]) -> bool:
    """Say whether an entry has a loc, each field once, and each closed at once."""
    fields = names[1:-1:2]
    closed = names[2:-1:2] == [f"/{field}" for field in fields]
    known = set(fields) <= set(_FIELDS) and len(set(fields)) == len(fields)
    return names[0] == "url" and closed and known and "loc" in fields


def _views(
    octets: npt.NDArray[np.uint8], begins: Positions, lengths: Positions
) -> Views:
    """Return Arrow's views of texts: 16 bytes each, with the text itself if short.

    Source: Arrow columnar format, "variable-size binary view layout".
    """
    out = np.empty((len(begins), 2), np.uint64)
    words = _at_any(octets, "<u8")
    quarters = out.view(np.uint32)
    quarters[:, 0] = lengths
    quarters[:, 1] = words[begins]
    quarters[:, 2] = 0
    quarters[:, 3] = begins
    short = lengths <= _INLINE
    if short.any():
        rows = np.flatnonzero(short)
        sizes = lengths[rows]
        quarters[rows, 1] &= _SMALL[np.minimum(sizes, 4)]
        out[rows, 1] = words[begins[rows] + 4] & _LARGE[np.maximum(sizes - 4, 0)]
    return out
