"""Sitemaps and indexes in XML that may be broken: the reader that says what is right.

Knows the elements of the protocol, where they may stand, and how a broken document is
read on. Knows no address and no date: it hands on what is written.

Its one idea: an entry is given when it is closed, by its own end tag, by the next entry
or by the end of its parent. What is cut off in the middle is left out, so the entries
of the first part of a document are the first part of its entries.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from arpent.formats.alerts import Alerts
from arpent.formats.kinds import Sniffed
from arpent.formats.namespaces import Meaning, Namespaces
from arpent.formats.rows import CHUNK_ROWS, RowBuilder, Rows
from arpent.formats.sitemap_media import Node
from arpent.formats.xml_records import FIELDS, Record
from arpent.formats.xml_tokens import CLOSE, OPEN, OpenTags, Scanner
from arpent.terms.documents import Kind

__all__ = ["Read", "read_tolerant"]

_REGULAR: Final = {
    # An entry as nearly all are written: read at once, 0.9 microseconds each.
    name: re.compile(
        rb"\s*<%b>\s*<loc>([^<]*)</loc>\s*(?:<lastmod>([^<]*)</lastmod>\s*)?"
        rb"(?:<changefreq>([^<]*)</changefreq>\s*)?"
        rb"(?:<priority>([^<]*)</priority>\s*)?</%b>" % (name, name)
    )
    for name in (b"url", b"sitemap")
}
_LEAF: Final = re.compile(
    # An element with nothing but text in it: one step in place of three.
    rb"\s*+<([A-Za-z_][\w.\-]*+(?::[\w.\-]++)?+)>([^<]*+)</\1>"
)
_RECORDS: Final = frozenset({b"url", b"sitemap"})
_ROOTS: Final = frozenset({b"urlset", b"sitemapindex"})
_KNOWN: Final = _RECORDS | _ROOTS | frozenset(FIELDS)


class _Role(IntEnum):
    """What an open element is to us."""

    ROOT = 1
    RECORD = 2
    FIELD = 3
    MEDIA = 4
    OTHER = 5


@dataclass(slots=True)
class _Element:
    role: _Role
    default: bytes
    local: bytes
    node: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was read: the pages and the children as raw columns, and whether all of it.

    Attributes:
        broken: True when elements were not closed as they were opened.
    """

    urls: Rows
    sitemaps: Rows
    complete: bool
    broken: bool = False


def read_tolerant(
    body: bytes,
    sniffed: Sniffed,
    alerts: Alerts,
    *,
    depth: int,
    extensions: bool = True,
) -> Read:
    """Read a sitemap or an index, however broken, from where its root starts.

    Args:
        body: The document in UTF-8.
        sniffed: What `arpent.formats.kinds.sniff` said of it.
        alerts: Takes what is wrong with it.
        depth: Elements nested deeper are passed over.
        extensions: Read what news, image, video and hreflang extensions say too.
    """
    return _Reader(body, sniffed, alerts, depth, extensions=extensions).read()


class _Reader:
    def __init__(
        self,
        body: bytes,
        sniffed: Sniffed,
        alerts: Alerts,
        depth: int,
        *,
        extensions: bool,
    ) -> None:
        self._scanner = Scanner(
            body, alerts, at=sniffed.start, declared=set(sniffed.declared)
        )
        self._alerts = alerts
        self._tags: OpenTags[_Element] = OpenTags(depth)
        self._names = Namespaces(sniffed)
        self._own = b"sitemap" if sniffed.kind is Kind.INDEX else b"url"
        self._builders = {b"url": RowBuilder(), b"sitemap": RowBuilder()}
        self._extensions = extensions
        self._record: Record | None = None
        self._value: list[bytes] = []
        self._roots = 0
        self._broken = False
        self._bare = sniffed.bare
        if self._bare:
            self._malformed("no root element", sniffed.start)

    def read(self) -> Read:
        """Read all of it."""
        for token, name, raw in self._scanner.tokens():
            if token == OPEN and raw is not None:
                self._open(name, raw)
            elif token == CLOSE:
                self._close(name)
            else:
                self._text(name)
        whole = self._end()
        return Read(
            urls=self._builders[b"url"].rows(),
            sitemaps=self._builders[b"sitemap"].rows(),
            complete=whole,
            broken=self._broken,
        )

    def _end(self) -> bool:
        """Say whether the document came to its end, and note it when it did not."""
        scanner = self._scanner
        open_root = bool(self._tags.items) and not self._bare
        if scanner.cut or open_root or self._record is not None:
            what = scanner.cut or "ends before its root element does"
            self._alerts.note("xml-cut", what, byte=len(scanner.body))
            return False
        return "xml-too-deep" not in self._alerts.found

    def _malformed(self, message: str, at: int) -> None:
        self._broken = True
        self._alerts.note("xml-malformed", message, byte=at)

    # -- tags --------------------------------------------------------------------

    def _open(self, name: bytes, raw: bytes) -> None:
        items = self._tags.items
        above = items[-1].payload if items else None
        default = above.default if above else b""
        if b"xmlns" in raw:
            default = self._names.declare(raw, default)
        meaning = self._names.meaning(name, default)
        if meaning.undeclared:
            self._alerts.note(
                "ns-undeclared-prefix",
                f"prefix {meaning.undeclared[:40].decode('utf-8', 'replace')!r}",
                byte=self._scanner.start,
            )
        self._note_case(name, meaning)
        element = _Element(_Role.OTHER, default, meaning.local)
        if meaning.core:
            above = self._make_way(meaning.local)
        self._assign(element, above, meaning, raw)
        closes_itself = raw.endswith(b"/")
        if self._tags.push(name, element):
            if closes_itself:
                self._leave()
        else:
            self._alerts.note("xml-too-deep", byte=self._scanner.start)
            self._tags.deeper -= closes_itself
        if not closes_itself:
            self._hurry(element.role)

    def _make_way(self, local: bytes) -> _Element | None:
        """Close what must be closed before an element of the protocol may start."""
        items = self._tags.items
        if self._record is not None and not self._tags.deeper:
            role = items[-1].payload.role
            if role is _Role.FIELD and local in _KNOWN:
                self._malformed("an element that is not closed", self._scanner.start)
                self._leave()
                role = items[-1].payload.role
            if role is _Role.RECORD and local in _RECORDS:
                self._malformed("an entry that is not closed", self._scanner.start)
                self._leave()
        return items[-1].payload if items else None

    def _assign(
        self, element: _Element, above: _Element | None, meaning: Meaning, raw: bytes
    ) -> None:
        """Decide what an element that opens is to us."""
        local, record = meaning.local, self._record
        if self._tags.deeper:
            return
        if record is None:
            self._assign_outside(element, above, meaning)
        elif above is not None and above.role is _Role.RECORD:
            if meaning.core and local in FIELDS:
                element.role = _Role.FIELD
                self._scanner.bits, self._value = 0, []
            elif meaning.core:
                self._unknown(meaning)
            elif self._extensions:
                self._media(element, record.keep(record.nodes, meaning, raw))
        elif above is not None and above.node is not None:
            self._media(element, record.keep(above.node.children, meaning, raw))

    def _media(self, element: _Element, node: Node | None) -> None:
        if node is not None:
            element.role, element.node = _Role.MEDIA, node

    def _assign_outside(
        self, element: _Element, above: _Element | None, meaning: Meaning
    ) -> None:
        """Decide what an element that stands in no entry is to us."""
        if meaning.core and meaning.local in _RECORDS:
            if above is None and not self._bare:
                self._malformed("an entry after the root", self._scanner.start)
            element.role = _Role.RECORD
            self._record = Record(meaning.local, self._scanner.start)
        elif meaning.core and meaning.local in _ROOTS:
            element.role = _Role.ROOT
            self._root()
        elif above is not None and above.role is _Role.ROOT:
            self._unknown(meaning)

    def _root(self) -> None:
        self._roots += 1
        if self._roots > 1:
            self._alerts.note("xml-two-roots", byte=self._scanner.start)

    def _unknown(self, meaning: Meaning) -> None:
        if meaning.core:
            name = meaning.local[:40].decode("utf-8", "replace")
            self._alerts.note("tag-unknown", f"<{name}>", byte=self._scanner.start)

    def _note_case(self, name: bytes, meaning: Meaning) -> None:
        if meaning.core and meaning.local in _KNOWN:
            start = self._scanner.start + 1
            if self._scanner.body[start : start + len(name)] != name:
                self._alerts.note("xml-tag-case", byte=start - 1)

    def _close(self, name: bytes) -> None:
        tags = self._tags
        if tags.deeper and tags.leave_deeper(name):
            return
        if not tags.holds(name):
            if not self._bare:
                self._malformed("an end tag without a start", self._scanner.start)
            return
        while tags.items[-1].name != name:
            self._malformed("an element that is not closed", self._scanner.start)
            self._leave()
        self._leave()
        if tags.items:
            self._hurry(tags.items[-1].payload.role)

    def _leave(self) -> None:
        """Take note of what an element said, which ends here."""
        element, record = self._tags.pop().payload, self._record
        if record is None:
            return
        if element.role is _Role.FIELD:
            self._field(record, element.local)
        elif element.role is _Role.RECORD:
            self._record = None
            record.give(self._builders[record.name], self._own, self._alerts)

    def _hurry(self, role: _Role) -> None:
        """Take what comes next in larger steps, as long as it is of the usual form."""
        if self._tags.deeper:
            return
        if role is _Role.ROOT:
            self._regular()
        elif role is _Role.RECORD or role is _Role.MEDIA:
            self._leaves()

    def _leaves(self) -> None:
        """Read children of an entry or an extension that hold only text."""
        scanner, record = self._scanner, self._record
        above = self._tags.items[-1].payload
        if record is None or self._tags.full:
            return
        outside = above.node is None
        match = _LEAF.match
        while found := match(scanner.body, scanner.at):
            name, text = found.groups()
            meaning = self._names.meaning(name.lower(), above.default)
            core = meaning.core and outside
            if meaning.undeclared or (core and name not in FIELDS):
                break
            scanner.start, scanner.at = found.start(1) - 1, found.end()
            if core:
                scanner.bits = 0
                self._value = [scanner.resolve(text) if b"&" in text else text]
                self._field(record, name)
            elif self._extensions:
                place = record.nodes if above.node is None else above.node.children
                node = record.keep(place, meaning, b"")
                if node is not None:
                    value = scanner.resolve(text) if b"&" in text else text
                    node.texts.append(value)
        scanner.bits = 0

    def _regular(self) -> None:
        """Read entries that say no more than the protocol does."""
        scanner, body = self._scanner, self._scanner.body
        items = self._tags.items
        if not self._names.plain(items[-1].payload.default):
            return
        match = _REGULAR[self._own].match
        builder = self._builders[self._own]
        at = scanner.at
        while found := match(body, at):
            at = found.end()
            row = found.groups()
            if b"&" in found.group():
                scanner.bits = 0
                loc = scanner.resolve(row[0])
                bits, scanner.bits = scanner.bits, 0
                row = (loc, *(v and scanner.resolve(v) for v in row[1:]))
                if bits:
                    builder.add(row, bits=bits)
                    continue
            builder.pending.append(row)
            if len(builder.pending) >= CHUNK_ROWS:
                builder.flush()
        scanner.at = at

    # -- what they say -------------------------------------------------------------

    def _text(self, text: bytes) -> None:
        items = self._tags.items
        if not items or self._tags.deeper:
            if not items and not text.isspace():
                self._alerts.note("xml-malformed", "text after the root")
            return
        element = items[-1].payload
        if element.role is _Role.FIELD:
            self._value.append(text)
        elif element.role is _Role.MEDIA and element.node is not None:
            element.node.texts.append(text)
        elif element.role is _Role.RECORD and self._record is not None:
            if not text.isspace():
                self._record.text.append(text)
                self._record.text_bits |= self._scanner.bits
            self._scanner.bits = 0

    def _field(self, record: Record, local: bytes) -> None:
        if record.holds(local):
            self._alerts.note("tag-repeated", byte=self._scanner.start)
        record.field(local, b"".join(self._value), self._scanner.bits)
        self._value = []
        self._scanner.bits = 0
