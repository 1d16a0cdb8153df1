"""What a document is: decided by its first tags, never by its name or its type.

Knows the roots of sitemaps and feeds, and what is printed before them by mistake.
Knows nothing of what is inside. Its one idea: the first tag that can be a root decides,
where comments are passed over and the tags of an error message are not roots.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from arpent.formats.alerts import Alerts
from arpent.formats.xml_tokens import OPEN, TEXT, Scanner, attributes
from arpent.terms.documents import Kind

__all__ = ["SITEMAP_NAMESPACE", "Sniffed", "is_sitemap_namespace", "sniff"]

SITEMAP_NAMESPACE: Final = b"http://www.sitemaps.org/schemas/sitemap/0.9"

JUNK_BYTES: Final = 65_536
"""How far text that is no markup may stand before the root; comments do not count."""
JUNK_TAGS: Final = 1_000

_ROOTS: Final = {
    b"urlset": Kind.URLSET,
    b"sitemapindex": Kind.INDEX,
    b"rss": Kind.RSS,
    b"rdf": Kind.RSS,
    b"feed": Kind.ATOM,
    b"html": Kind.HTML,
    b"head": Kind.HTML,
    b"body": Kind.HTML,
    b"error": Kind.ERROR,
    b"errors": Kind.ERROR,
    b"errorresponse": Kind.ERROR,
    # Where the root is missing, its first child still says what it was.
    b"url": Kind.URLSET,
    b"sitemap": Kind.INDEX,
    b"channel": Kind.RSS,
}
_BARE: Final = frozenset({b"url", b"sitemap", b"channel"})
_MESSAGE_TAGS: Final = frozenset(
    b"a abbr b big blockquote br center code div em font hr i li ol p pre s samp small "
    b"span strong table tbody td tfoot th thead tr tt u ul".split()
)
"""Tags of messages that servers print; they may stand before a root."""
_HTML_TAGS: Final = frozenset(
    b"title meta link script style iframe frameset noscript form main section article "
    b"header footer nav aside h1 h2 h3 h4 h5 h6 img svg button input template".split()
)
_OWN_NAMESPACE: Final = re.compile(
    rb"https?:/{1,2}(?:www\.)?(?:sitemaps\.org/schemas?/sitemap/"
    rb"|google\.com/schemas/sitemap/0\.)",
    re.IGNORECASE,
)
_HTML_DOCTYPE: Final = re.compile(rb"<!doctype\s+html\b", re.IGNORECASE)
_BLANKS: Final = b" \t\r\n\x0b\x0c\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sniffed:
    """What a document starts with.

    Attributes:
        root: Name of the root in lower case, with its prefix.
        start: Where the root's tag starts.
        raw: The root's attributes, as written.
        junk: True when something that is no markup of its own stands before the root.
        bare: True when the root itself is missing (its first child stands there).
        declared: Names of the entities that a DOCTYPE before the root declares.
        alerts: What is wrong with what stands before the root.
    """

    kind: Kind
    root: bytes = b""
    start: int = 0
    raw: bytes = b""
    junk: bool = False
    bare: bool = False
    declared: frozenset[bytes] = frozenset()
    alerts: Alerts = field(default_factory=Alerts)

    def namespace(self) -> bytes:
        """Return the namespace of the root, empty when it has none."""
        prefix = self.root.rpartition(b":")[0]
        name = b"xmlns:" + prefix if prefix else b"xmlns"
        return attributes(self.raw).get(name, b"").strip()


def is_sitemap_namespace(uri: bytes) -> bool:
    """Say whether a namespace is the protocol's, in any of the forms in the wild."""
    return _OWN_NAMESPACE.match(uri) is not None


def sniff(body: bytes) -> Sniffed:
    """Return what a document in UTF-8 is.

    TEXT is what is no markup and no JSON; whether it lists an address is not known yet.
    """
    head = body[:4096].lstrip(_BLANKS)
    if not head and not body.strip(_BLANKS):
        return Sniffed(kind=Kind.EMPTY)
    if head.startswith((b"{", b"[")):
        return Sniffed(kind=Kind.JSONFEED)
    marked = head.startswith(b"<")
    found = _sniff_markup(body if marked else body[:JUNK_BYTES], marked=marked)
    return found or Sniffed(kind=Kind.UNKNOWN if marked else Kind.TEXT)


def _sniff_markup(body: bytes, *, marked: bool) -> Sniffed | None:
    scanner = Scanner(body, Alerts())
    junk_bytes = tags = 0
    for token, name, raw in scanner.tokens():
        local = name.rpartition(b":")[2]
        if token == TEXT:
            junk_bytes += len(name.strip(_BLANKS))
        elif token == OPEN and local in _ROOTS:
            return Sniffed(
                kind=_ROOTS[local],
                root=name,
                start=scanner.start,
                raw=raw or b"",
                junk=bool(junk_bytes or tags),
                bare=local in _BARE,
                declared=frozenset(scanner.declared),
                alerts=scanner.alerts,
            )
        elif marked and token == OPEN and local not in _MESSAGE_TAGS:
            return Sniffed(kind=Kind.HTML) if local in _HTML_TAGS else None
        else:
            tags += 1
        if junk_bytes > JUNK_BYTES or tags > JUNK_TAGS:
            break
    if marked and (tags or _HTML_DOCTYPE.search(body[:JUNK_BYTES])):
        return Sniffed(kind=Kind.HTML)
    return None
