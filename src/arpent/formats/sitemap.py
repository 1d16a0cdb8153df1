"""The front door of reading: bytes to a `Document`, whatever they are.

Knows the order of the steps: unpack, decode, sniff, read, settle addresses and dates.
Knows no format from inside. Its one idea: the content decides everything; neither the
name nor the type of a document changes how it is read.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.alerts import Alerts
from arpent.formats.dates_columns import read_dates
from arpent.formats.decode import declared_encoding, decode_text, unpack
from arpent.formats.feed import read_xml_feed
from arpent.formats.jsonfeed import read_json_feed
from arpent.formats.kinds import SITEMAP_NAMESPACE, Sniffed, is_sitemap_namespace, sniff
from arpent.formats.locs import read_locs
from arpent.formats.page import charset_of
from arpent.formats.rows import Rows
from arpent.formats.text_list import read_text_list
from arpent.formats.xml_fast import read_fast
from arpent.formats.xml_tokens import TEXT, Scanner
from arpent.formats.xml_tolerant import Read, read_tolerant
from arpent.terms.documents import Child, Document, Kind
from arpent.terms.entries import Entries, Precision, mark_bits, mark_names
from arpent.terms.findings import Finding
from arpent.terms.policy import Limits
from arpent.terms.rules import MARKS

__all__ = ["read_feed", "read_sitemap"]

MOST_URLS: Final = 50_000
MESSAGE_CHARS: Final = 500
_BOM: Final = b"\xef\xbb\xbf"
_XML_BLANKS: Final = " \t\r\n"
_UTF8_NAMES: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
_RELATIVE: Final = np.uint64(mark_bits("loc-relative"))
_BAD_BYTES: Final = "loc-bad-bytes"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decoded:
    """A document in UTF-8, and how it came to be so."""

    body: bytes
    encoding: str = "utf-8"
    findings: tuple[Finding, ...] = ()
    bad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """What the caller asked for, and what is collected on the way."""

    url: str
    limits: Limits
    alerts: Alerts
    extensions: bool
    accelerate: bool
    cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """What a reader made of a document, addresses and dates settled."""

    kind: Kind
    entries: Entries
    sitemaps: tuple[Child, ...] = ()
    complete: bool = True
    title: str | None = None
    message: str | None = None


def read_sitemap(
    body: bytes,
    *,
    url: str,
    content_type: str | None = "",
    limits: Limits = Limits(),  # noqa: B008 -- frozen
    extensions: bool = True,
    accelerate: bool = True,
) -> Document:
    """Read a sitemap, index, feed or list of addresses; never raises on content.

    The same bytes give the same document.

    Args:
        body: Its bytes, compressed or not.
        url: Its address: relative addresses are resolved against it. When it is no
            http or https address, they are kept as written, and marked.
        content_type: For the charset only, and only when the bytes allow it.
        limits: Bounds of bytes, nesting and addresses.
        extensions: Read news, images, videos and alternates too.
        accelerate: Use the fast reader where it gives the same rows.

    Returns:
        The document; `complete` is False when something is known to be missing.
    """
    unpacked = unpack(
        body,
        limit_bytes=limits.document_bytes,
        layers=limits.compression_layers,
        url=url,
    )
    decoded = _decode(unpacked.body, content_type)
    alerts = Alerts()
    job = _Job(
        url=url,
        limits=limits,
        alerts=alerts,
        extensions=extensions,
        accelerate=accelerate,
        cut=not unpacked.complete,
    )
    outcome = _read(decoded, job, nothing=not body)
    _note_marks(outcome, alerts)
    return Document(
        url=url,
        kind=outcome.kind,
        entries=outcome.entries,
        sitemaps=outcome.sitemaps,
        findings=(
            *unpacked.findings,
            *(_placed(found, url) for found in decoded.findings),
            *alerts.findings(decoded.body, url),
        ),
        complete=outcome.complete and unpacked.complete,
        bytes=len(unpacked.body),
        encoding=decoded.encoding,
        title=outcome.title,
        message=outcome.message,
    )


def read_feed(
    body: bytes,
    *,
    url: str,
    content_type: str | None = "",
    limits: Limits = Limits(),  # noqa: B008 -- frozen
) -> Document:
    """Read a feed; what else it is shows in `kind`. Never raises on content."""
    return read_sitemap(body, url=url, content_type=content_type, limits=limits)


def _decode(body: bytes, content_type: str | None) -> _Decoded:
    """Return a document in UTF-8; one that is so already is not copied."""
    declared = declared_encoding(body)
    named = (declared or "utf-8").strip().lower()
    plain = named in _UTF8_NAMES and b"\x00" not in body[:4]
    if plain and (body.isascii() or _is_utf8(body)):
        return _Decoded(body=body.removeprefix(_BOM))
    text = decode_text(body, declared=declared, header_charset=charset_of(content_type))
    return _Decoded(
        body=text.text.encode("utf-8", "replace"),
        encoding=text.encoding,
        findings=text.findings,
        bad=text.bad,
    )


def _is_utf8(body: bytes) -> bool:
    offsets = pa.py_buffer(np.array([0, len(body)], np.int32))
    whole = pa.StringArray.from_buffers(1, offsets, pa.py_buffer(body))
    try:
        whole.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _placed(found: Finding, url: str) -> Finding:
    return replace(found, where=replace(found.where, url=url))


def _read(decoded: _Decoded, job: _Job, *, nothing: bool) -> _Outcome:
    body = decoded.body
    sniffed = sniff(body)
    kind = sniffed.kind
    if kind is Kind.EMPTY:
        if job.cut and not nothing:
            job.alerts.note("file-not-sitemap", "nothing could be read")
            return _Outcome(kind=Kind.UNKNOWN, entries=Entries.none(), complete=False)
        job.alerts.note("file-zero-bytes", "" if nothing else "nothing but blanks")
        return _Outcome(kind=kind, entries=Entries.none())
    if kind in {Kind.URLSET, Kind.INDEX}:
        _note_prolog(body, sniffed, job.alerts)
        return _read_sitemap_xml(decoded, sniffed, job)
    if kind in {Kind.RSS, Kind.ATOM}:
        _note_prolog(body, sniffed, job.alerts)
        feed = read_xml_feed(
            body, sniffed, job.alerts, url=job.url, depth=job.limits.xml_depth
        )
        entries = _entries(feed.rows, decoded, job)
        return _Outcome(
            kind=kind, entries=entries, complete=feed.complete, title=feed.title
        )
    if kind is Kind.HTML:
        job.alerts.note("file-not-sitemap", "an HTML page")
        return _Outcome(kind=kind, entries=Entries.none())
    if kind is Kind.ERROR:
        message = _message(body, sniffed)
        job.alerts.note("root-not-sitemap", message)
        return _Outcome(
            kind=kind, entries=Entries.none(), complete=False, message=message
        )
    return _read_plain(decoded, kind, job)


def _read_plain(decoded: _Decoded, kind: Kind, job: _Job) -> _Outcome:
    """Read what is no markup: JSON, or a list of lines."""
    body, alerts = decoded.body, job.alerts
    if kind is Kind.JSONFEED:
        feed = read_json_feed(body, alerts, limit_bytes=job.limits.page_bytes)
        if feed is not None:
            entries = _entries(feed.rows, decoded, job)
            return _Outcome(kind=kind, entries=entries, title=feed.title)
    if kind is not Kind.UNKNOWN:
        rows = read_text_list(body, alerts, cut=job.cut)
        if rows is not None:
            return _Outcome(kind=Kind.TEXT, entries=_counted(rows, decoded, job))
        alerts.found.pop("txt-only-urls", None)
    alerts.note("file-not-sitemap")
    return _Outcome(kind=Kind.UNKNOWN, entries=Entries.none(), complete=False)


def _read_sitemap_xml(decoded: _Decoded, sniffed: Sniffed, job: _Job) -> _Outcome:
    body, alerts, kind = decoded.body, job.alerts, sniffed.kind
    read: Read | None = None
    if job.accelerate and kind is Kind.URLSET and not decoded.bad:
        read = read_fast(body, sniffed, extensions=job.extensions)
    if read is None:
        read = read_tolerant(
            body,
            sniffed,
            alerts,
            depth=job.limits.xml_depth,
            extensions=job.extensions,
        )
    entries = _counted(read.urls, decoded, job)
    children = _children(read.sitemaps, decoded, job)
    if not len(entries) and not children:
        if read.broken or (not read.complete and not len(read.urls)):
            alerts.note("file-not-sitemap", "nothing could be read")
            return _Outcome(kind=Kind.UNKNOWN, entries=entries, complete=False)
        alerts.note("file-empty" if kind is Kind.URLSET else "index-empty")
    if (len(entries) and kind is Kind.INDEX) or (children and kind is Kind.URLSET):
        alerts.note("xml-mixed-roots")
    return _Outcome(
        kind=kind, entries=entries, sitemaps=children, complete=read.complete
    )


# -- what all formats share ----------------------------------------------------------


def _counted(rows: Rows, decoded: _Decoded, job: _Job) -> Entries:
    entries = _entries(rows, decoded, job)
    if len(entries) > MOST_URLS:
        job.alerts.note("file-too-many-urls", f"{len(entries):,} entries")
    return entries


def _entries(rows: Rows, decoded: _Decoded, job: _Job) -> Entries:
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
    moments, precision, date_marks = read_dates(texts)
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


def _trimmed(column: pa.StringArray) -> pa.StringArray:
    if column.null_count == len(column):
        return column
    return pc.utf8_trim(column, characters=_XML_BLANKS)


def _present(column: pa.StringArray) -> pa.StringArray | None:
    return None if column.null_count == len(column) else _trimmed(column)


def _children(rows: Rows, decoded: _Decoded, job: _Job) -> tuple[Child, ...]:
    entries = _entries(rows, decoded, job)
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


def _note_marks(outcome: _Outcome, alerts: Alerts) -> None:
    """Note each mark of the entries and children once, with its count."""
    marks = outcome.entries.marks
    every = int(np.bitwise_or.reduce(marks)) if len(marks) else 0
    for number, name in enumerate(MARKS):
        if every >> number & 1 and name not in alerts.found:
            rows = np.flatnonzero(marks & np.uint64(1 << number))
            alerts.note(name, entry=int(rows[0]), count=len(rows))
    for child in outcome.sitemaps:
        for name in child.marks:
            if name != "loc-relative":
                alerts.note(name)


def _note_prolog(body: bytes, sniffed: Sniffed, alerts: Alerts) -> None:
    """Note what is wrong up to the root's tag."""
    alerts.found.update(sniffed.alerts.found)
    if sniffed.junk:
        alerts.note("xml-leading-whitespace", "text before the document", byte=0)
    elif not body.startswith(b"<"):
        alerts.note("xml-leading-whitespace", "blanks before the document", byte=0)
    if sniffed.kind not in {Kind.URLSET, Kind.INDEX} or sniffed.bare:
        return
    uri = sniffed.namespace()
    if not uri:
        alerts.note("ns-missing", byte=sniffed.start)
    elif uri != SITEMAP_NAMESPACE:
        known = "a known variant of it" if is_sitemap_namespace(uri) else "another one"
        message = f"{uri[:100].decode('utf-8', 'replace')!r}, {known}"
        alerts.note("ns-wrong", message, byte=sniffed.start)


def _message(body: bytes, sniffed: Sniffed) -> str:
    """Return what an error document says of itself."""
    scanner = Scanner(body[: sniffed.start + 65_536], Alerts(), at=sniffed.start)
    words = [
        " ".join(text.decode("utf-8", "replace").split())
        for token, text, _ in scanner.tokens()
        if token == TEXT
    ]
    return ": ".join(word for word in words if word)[:MESSAGE_CHARS]
