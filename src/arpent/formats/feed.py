"""RSS 2.0, RSS 1.0 and Atom, however broken: the items with address, title and dates.

Knows which element of an item is its address and which are its dates. Knows no date
format and judges no address. Its one idea: an item is given when it is closed, from its
own children only; what other vocabularies put beside them never stands in for them.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from arpent.formats.alerts import Alerts
from arpent.formats.jsonfeed import Feed
from arpent.formats.kinds import Sniffed
from arpent.formats.rows import RowBuilder
from arpent.formats.xml_tokens import CLOSE, OPEN, OpenTags, Scanner, attributes
from arpent.terms.documents import Kind
from arpent.terms.entries import Extensions, mark_bits
from arpent.terms.urls import is_absolute, resolve

__all__ = ["read_xml_feed"]

RELATIVE_BIT: Final = mark_bits("loc-relative")
CHILDREN: Final = 1_000
"""Most children of an item that are looked at."""
TITLE_CHARS: Final = 65_536
RESOLVED_CHARS: Final = 52_428_800
"""Most characters of bases and references that are resolved under xml:base."""

_ITEMS: Final = frozenset({b"item", b"entry"})
_TITLED: Final = frozenset({b"channel", b"feed"})
_WANTED: Final = frozenset(
    b"title link guid id pubdate date updated modified published issued created".split()
)
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_NOT_PAGES: Final = frozenset(
    {
        "edit",
        "edit-media",
        "enclosure",
        "replies",
        "license",
        "hub",
        "search",
        "next",
        "prev",
        "previous",
        "first",
        "last",
        "current",
        "icon",
    }
)
_FAMILIES: Final = (
    (b"2005/atom", "atom"),
    (b"purl.org/atom", "atom"),
    (b"purl.org/dc/", "dc"),
    (b"22-rdf-syntax", "rdf"),
    (b"purl.org/rss/1.0/modules", "other"),
    (b"purl.org/rss/", "rss"),
    (b"netscape.com/rdf", "rss"),
)
_MODIFIED: Final = ("updated", "modified", "pubdate", "date")
_PUBLISHED: Final = ("published", "issued", "created", "pubdate", "date")


@dataclass(slots=True)
class _Child:
    """A child of an item: what it is of, its name, attributes and text."""

    family: str
    local: str
    raw: bytes
    base: str
    texts: list[bytes] = field(default_factory=list)

    @property
    def text(self) -> str:
        return b"".join(self.texts).decode("utf-8", "replace").strip()


@dataclass(slots=True)
class _Element:
    local: bytes
    base: str
    item: bool = False
    child: _Child | None = None


def read_xml_feed(
    body: bytes, sniffed: Sniffed, alerts: Alerts, *, url: str, depth: int
) -> Feed:
    """Read a feed from where its root starts; never raises on content.

    Args:
        body: The document in UTF-8.
        sniffed: What `arpent.formats.kinds.sniff` said of it.
        alerts: Takes what is wrong with it.
        url: Address of the document, under which xml:base is resolved.
        depth: Elements nested deeper are passed over.

    Source: RSS 2.0 "Elements of item"; RSS 1.0 section 5.5; RFC 4287 section 4.2.7.
    """
    return _Reader(body, sniffed, alerts, url, depth).read()


class _Reader:
    def __init__(
        self, body: bytes, sniffed: Sniffed, alerts: Alerts, url: str, depth: int
    ) -> None:
        self._scanner = Scanner(
            body, alerts, at=sniffed.start, declared=set(sniffed.declared)
        )
        self._alerts = alerts
        self._atom = sniffed.kind is Kind.ATOM
        self._root_prefix = sniffed.root.rpartition(b":")[0]
        self._url = url
        self._tags: OpenTags[_Element] = OpenTags(depth)
        self._prefixes: dict[bytes, str] = {}
        self._builder = RowBuilder()
        self._item: list[_Child] | None = None
        self._about = ""
        self._title: _Child | None = None
        self._titles: list[_Child] = []
        self._bare = sniffed.bare
        self._left = RESOLVED_CHARS

    def read(self) -> Feed:
        """Read every token and return what they amount to."""
        for token, name, raw in self._scanner.tokens():
            if token == OPEN and raw is not None:
                self._open(name, raw)
            elif token == CLOSE:
                self._close(name)
            else:
                self._text(name)
        cut = self._scanner.cut or ("the feed ends early" if self._tags.items else "")
        if cut:
            self._alerts.note("xml-cut", cut, byte=len(self._scanner.body))
        titles = (_title(child) for child in self._titles)
        return Feed(
            rows=self._builder.rows(),
            title=next((title for title in titles if title), None),
            complete=not cut,
        )

    def _open(self, name: bytes, raw: bytes) -> None:
        items = self._tags.items
        base = items[-1].payload.base if items else self._url
        if b"xml" in raw:
            base = self._declare(raw, base)
        prefix, _, local = name.rpartition(b":")
        element = _Element(local, base)
        family = self._family(prefix)
        if local in _ITEMS and family == "core" and not self._tags.deeper:
            self._leave_item_before()
            if self._item is None:
                element.item = True
                self._item = []
                self._about = self._attribute(raw, b"rdf:about")
        elif items and not self._tags.deeper:
            element.child = self._child(items[-1].payload, family, local, raw, base)
        if self._tags.push(name, element):
            if raw.endswith(b"/"):
                self._leave()
        else:
            self._alerts.note("xml-too-deep", byte=self._scanner.start)
            self._tags.deeper -= raw.endswith(b"/")

    def _child(
        self, above: _Element, family: str, local: bytes, raw: bytes, base: str
    ) -> _Child | None:
        if above.child is not None:
            return above.child  # the text of what is nested in a title is its text
        if local not in _WANTED:
            return None
        child = _Child(family, local.decode("ascii"), raw, base)
        if self._item is not None:
            if above.item and len(self._item) < CHILDREN:
                self._item.append(child)
                return child
        elif above.local in _TITLED and local == b"title" and family == "core":
            self._titles = [*self._titles[:8], child]
            return child
        return None

    def _declare(self, raw: bytes, base: str) -> str:
        for name, value in attributes(raw).items():
            if name.startswith(b"xmlns:") and len(self._prefixes) < CHILDREN:
                lowered = value.lower()
                known = (word for part, word in _FAMILIES if part in lowered)
                self._prefixes[name[6:]] = next(known, "other")
            elif name == b"xml:base":
                written = self._scanner.resolve(value).decode("utf-8", "replace")
                base = self._resolve(written.strip(), base)
        return base

    def _resolve(self, text: str, base: str) -> str:
        """Return a reference resolved; nothing when a feed asks for too much."""
        self._left -= len(text) + len(base)
        if self._left < 0:
            self._alerts.note("loc-over-limit", "too much to resolve under xml:base")
            return ""
        return resolve(text, base)

    def _family(self, prefix: bytes) -> str:
        """Return what an element is of: "core" is the feed's own vocabulary."""
        if not prefix:
            return "core"
        known = self._prefixes.get(prefix, prefix.decode("utf-8", "replace"))
        own = "atom" if self._atom else "rss"
        if known == own or (prefix == self._root_prefix and known != "rdf"):
            return "core"
        return known

    def _leave_item_before(self) -> None:
        """Close an item that was not closed when the next one starts."""
        items = self._tags.items
        for number, item in enumerate(reversed(items[-3:])):
            if item.payload.item:
                self._alerts.note("xml-malformed", "an item that is not closed")
                for _ in range(number + 1):
                    self._leave()
                return

    def _close(self, name: bytes) -> None:
        tags = self._tags
        if tags.deeper and tags.leave_deeper(name):
            return
        if not tags.holds(name):
            self._alerts.note("xml-malformed", "an end tag without a start")
            return
        while tags.items[-1].name != name:
            self._alerts.note("xml-malformed", "an element that is not closed")
            self._leave()
        self._leave()

    def _leave(self) -> None:
        if self._tags.pop().payload.item:
            self._entry()

    def _text(self, text: bytes) -> None:
        items = self._tags.items
        if items and items[-1].payload.child is not None and not self._tags.deeper:
            items[-1].payload.child.texts.append(text)

    def _attribute(self, raw: bytes, name: bytes) -> str:
        value = attributes(raw).get(name, b"")
        return self._scanner.resolve(value).decode("utf-8", "replace").strip()

    # -- items -----------------------------------------------------------------------

    def _entry(self) -> None:
        children, self._item = self._item or [], None
        link, base = self._atom_link(children) if self._atom else self._link(children)
        if not link:
            self._alerts.note("loc-missing", "an item without an address")
            return
        bits = 0
        if base != self._url and not is_absolute(link):
            link, bits = self._resolve(link, base), RELATIVE_BIT
            if not link:
                return
        published = _first(children, _PUBLISHED)
        modified = _first(children, _MODIFIED) or published
        titles = (
            _title(c) for c in children if (c.local, c.family) == ("title", "core")
        )
        title = next((t for t in titles if t), None)
        more = Extensions(title=title, published=published)
        row = (
            link.encode("utf-8", "replace"),
            modified.encode() if modified else None,
            None,
            None,
        )
        self._builder.add(
            row, bits=bits, extensions=more if title or published else None
        )

    def _link(self, children: Sequence[_Child]) -> tuple[str, str]:
        """Return the address of an item of RSS, and what it is relative to."""
        links = [c for c in children if (c.local, c.family) == ("link", "core")]
        for child in links:
            if child.text:
                return child.text, child.base
        for child in children:
            if (child.local, child.family) == ("guid", "core"):
                permanent = self._attribute(child.raw, b"ispermalink").lower()
                if permanent != "false" and is_absolute(child.text):
                    return child.text, child.base
        if self._about:
            return self._about, self._url
        for child in links:
            href = self._attribute(child.raw, b"href")
            if href:
                return href, child.base
        return "", ""

    def _atom_link(self, children: Sequence[_Child]) -> tuple[str, str]:
        """Return the address of an entry of Atom, and what it is relative to."""
        fallback = ("", "")
        for child in children:
            if (child.local, child.family) != ("link", "core"):
                continue
            href = self._attribute(child.raw, b"href") or child.text
            relation = self._attribute(child.raw, b"rel").lower().rpartition("/")[2]
            if href and relation in {"", "alternate"}:
                return href, child.base
            if href and not fallback[0] and relation not in _NOT_PAGES:
                fallback = (href, child.base)
        if fallback[0]:
            return fallback
        for child in children:
            if (child.local, child.family) == ("id", "core") and is_absolute(
                child.text
            ):
                return child.text, child.base
        return "", ""


def _first(children: Sequence[_Child], names: Sequence[str]) -> str | None:
    """Return the text of the first of these names that says something."""
    for name in names:
        for child in children:
            if child.local == name and child.family in {"core", "dc", "atom"}:
                text = child.text
                if text:
                    return text
    return None


def _title(child: _Child) -> str | None:
    """Return a title as plain text: tags left out, HTML's references resolved."""
    text = _TAG.sub("", html.unescape(_TAG.sub("", child.text[:TITLE_CHARS])))
    return " ".join(text.split()) or None
