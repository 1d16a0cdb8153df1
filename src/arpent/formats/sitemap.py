"""The front door of reading: bytes to a `Document`, whatever they are.

Knows the order of the steps: unpack, decode, sniff, read, settle. Knows no format from
inside. Its one idea: the content decides everything; neither the
name nor the type of a document changes how it is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pyarrow as pa

from arpent.formats.alerts import Alerts
from arpent.formats.decode import Unpacked, declared_encoding, decode_text, unpack
from arpent.formats.feed import read_xml_feed
from arpent.formats.jsonfeed import Feed, read_json_feed
from arpent.formats.kinds import SITEMAP_NAMESPACE, Sniffed, is_sitemap_namespace, sniff
from arpent.formats.page import charset_of
from arpent.formats.settle import (
    Decoded,
    Job,
    children_of,
    counted,
    entries_of,
    read_feed_dates,
)
from arpent.formats.text_list import read_text_list
from arpent.formats.xml_fast import read_fast
from arpent.formats.xml_tokens import TEXT, Scanner
from arpent.formats.xml_tolerant import Read, read_tolerant
from arpent.terms.documents import Child, Document, Kind
from arpent.terms.entries import Entries
from arpent.terms.findings import Finding
from arpent.terms.policy import Limits
from arpent.terms.rules import MARKS

__all__ = ["read_feed", "read_sitemap"]

MESSAGE_CHARS: Final = 500
_BOM: Final = b"\xef\xbb\xbf"
_UTF8_NAMES: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})


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
    job = Job(
        url=url,
        limits=limits,
        alerts=alerts,
        extensions=extensions,
        accelerate=accelerate,
        cut=not unpacked.complete,
    )
    outcome = _read(decoded, job, nothing=not body)
    _note_marks(outcome, alerts)
    return _document(unpacked, decoded, outcome, alerts, url)


def _document(
    unpacked: Unpacked, decoded: Decoded, outcome: _Outcome, alerts: Alerts, url: str
) -> Document:
    return Document(
        url=url,
        kind=outcome.kind,
        entries=outcome.entries,
        sitemaps=outcome.sitemaps,
        findings=(*unpacked.findings, *_findings(decoded, alerts, url)),
        complete=unpacked.complete and _is_whole(outcome, alerts),
        bytes=len(unpacked.body),
        encoding=decoded.encoding,
        title=outcome.title,
        message=outcome.message,
    )


def _findings(decoded: Decoded, alerts: Alerts, url: str) -> Iterator[Finding]:
    """Yield what was found wrong with the text and in it."""
    yield from (_placed(found, url) for found in decoded.findings)
    yield from alerts.findings(decoded.body, url)


def _is_whole(outcome: _Outcome, alerts: Alerts) -> bool:
    """Say whether a reader came to the end and dropped no address."""
    return outcome.complete and "loc-over-limit" not in alerts.found


def read_feed(
    body: bytes,
    *,
    url: str,
    content_type: str | None = "",
    limits: Limits = Limits(),  # noqa: B008 -- frozen
) -> Document:
    """Read a feed; what else it is shows in `kind`. Never raises on content."""
    return read_sitemap(body, url=url, content_type=content_type, limits=limits)


def _decode(body: bytes, content_type: str | None) -> Decoded:
    """Return a document in UTF-8; one that is so already is not copied."""
    declared = declared_encoding(body)
    named = (declared or "utf-8").strip().lower()
    plain = named in _UTF8_NAMES and b"\x00" not in body[:4]
    if plain and (body.isascii() or _is_utf8(body)):
        return Decoded(body=body.removeprefix(_BOM))
    text = decode_text(body, declared=declared, header_charset=charset_of(content_type))
    return Decoded(
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


def _read(decoded: Decoded, job: Job, *, nothing: bool) -> _Outcome:
    body = decoded.body
    sniffed = sniff(body)
    kind = sniffed.kind
    if kind is Kind.EMPTY:
        return _read_nothing(job, nothing=nothing)
    if kind in {Kind.URLSET, Kind.INDEX}:
        _note_prolog(body, sniffed, job.alerts)
        return _read_sitemap_xml(decoded, sniffed, job)
    if kind in {Kind.RSS, Kind.ATOM}:
        _note_prolog(body, sniffed, job.alerts)
        feed = read_xml_feed(
            body, sniffed, job.alerts, url=job.url, depth=job.limits.xml_depth
        )
        return _feed(kind, feed, decoded, job)
    if kind in {Kind.HTML, Kind.ERROR}:
        return _read_message(body, sniffed, job)
    return _read_plain(decoded, kind, job)


def _read_nothing(job: Job, *, nothing: bool) -> _Outcome:
    if job.cut and not nothing:
        job.alerts.note("file-not-sitemap", "nothing could be read")
        return _Outcome(kind=Kind.UNKNOWN, entries=Entries.none(), complete=False)
    job.alerts.note("file-zero-bytes", "" if nothing else "nothing but blanks")
    return _Outcome(kind=Kind.EMPTY, entries=Entries.none())


def _read_message(body: bytes, sniffed: Sniffed, job: Job) -> _Outcome:
    """Read what a server says in place of a sitemap."""
    if sniffed.kind is Kind.HTML:
        job.alerts.note("file-not-sitemap", "an HTML page")
        return _Outcome(kind=Kind.HTML, entries=Entries.none(), complete=False)
    message = _message(body, sniffed)
    job.alerts.note("root-not-sitemap", message)
    return _Outcome(
        kind=Kind.ERROR, entries=Entries.none(), complete=False, message=message
    )


def _feed(kind: Kind, feed: Feed, decoded: Decoded, job: Job) -> _Outcome:
    entries = entries_of(feed.rows, decoded, job, read=read_feed_dates)
    return _Outcome(
        kind=kind, entries=entries, complete=feed.complete, title=feed.title
    )


def _read_plain(decoded: Decoded, kind: Kind, job: Job) -> _Outcome:
    """Read what is no markup: JSON, or a list of lines."""
    body, alerts = decoded.body, job.alerts
    if kind is Kind.JSONFEED:
        feed = read_json_feed(body, alerts, limit_bytes=job.limits.page_bytes)
        if feed is not None:
            return _feed(kind, feed, decoded, job)
    if kind is not Kind.UNKNOWN:
        rows = read_text_list(body, alerts, cut=job.cut)
        if rows is not None:
            return _Outcome(kind=Kind.TEXT, entries=counted(rows, decoded, job))
        alerts.found.pop("txt-only-urls", None)
    alerts.note("file-not-sitemap")
    return _Outcome(kind=Kind.UNKNOWN, entries=Entries.none(), complete=False)


def _read_sitemap_xml(decoded: Decoded, sniffed: Sniffed, job: Job) -> _Outcome:
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
    entries = counted(read.urls, decoded, job)
    children = children_of(read.sitemaps, decoded, job)
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
