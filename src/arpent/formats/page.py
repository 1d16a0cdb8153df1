"""The head of an HTML page: its title, and the sitemaps and feeds that it links to.

Knows `<link>`, `<base>`, `<title>` and the Link header. Knows nothing of the page's
body. Its one idea: only the first part of a page is looked at, and scripts, styles and
comments are no markup.
"""

import html
import re
from dataclasses import dataclass
from typing import Final

from arpent.formats.alerts import Alerts
from arpent.formats.decode import decode_text
from arpent.formats.xml_tokens import OPEN, TEXT, Scanner, attributes
from arpent.terms.exchange import Headers
from arpent.terms.urls import is_absolute, resolve

__all__ = ["Alternate", "Page", "charset_of", "link_header_sitemaps", "read_page"]

HEAD_BYTES: Final = 1 << 20
"""How much of a page is looked at."""
LINKS: Final = 200
"""Most links that are given."""

_RAW_TEXT: Final = frozenset({b"script", b"style", b"textarea", b"svg", b"template"})
_CHARSET: Final = re.compile(
    r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]{1,40})", re.IGNORECASE
)
_META_CHARSET: Final = re.compile(
    rb"<meta\s[^>]{0,500}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]{1,40})",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"<([^<>]*)>((?:[^,\"<>]++|\"(?:[^\"\\]|\\.)*+\")*+)")
_PARAMETER: Final = re.compile(
    r";\s*([!#$&+\-.^_`|~0-9A-Za-z]+)\s*(?:=\s*(?:\"((?:[^\"\\]|\\.)*+)\"|([^\s;,\"]*)))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """Another form of the page that it links to, a feed or a language."""

    url: str
    type: str = ""
    title: str = ""
    hreflang: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the head of a page says; addresses are resolved."""

    title: str | None = None
    sitemaps: tuple[str, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    charset: str = "utf-8"


def charset_of(content_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type, None when there is none."""
    found = _CHARSET.search((content_type or "")[:500])
    return found.group(1) if found else None


def read_page(body: bytes, url: str, content_type: str | None = "") -> Page:
    """Read the head of a page; never raises on content.

    Args:
        body: Its bytes, free of compression.
        url: Its address, which links are resolved against.
        content_type: For its charset.

    Source: HTML section 4.2.4 (link), 4.2.3 (base).
    """
    head = body[:HEAD_BYTES]
    meta = _META_CHARSET.search(head[:4096])
    declared = meta.group(1).decode("ascii") if meta else None
    text = decode_text(head, declared=declared, header_charset=charset_of(content_type))
    reader = _Reader(text.text.encode("utf-8", "replace"), url)
    reader.read()
    return Page(
        title=" ".join(html.unescape(reader.title).split()) or None,
        sitemaps=tuple(dict.fromkeys(reader.sitemaps)),
        alternates=tuple(reader.alternates),
        charset=text.encoding,
    )


class _Reader:
    def __init__(self, body: bytes, url: str) -> None:
        self._scanner = Scanner(body, Alerts())
        self._url = url
        self._base = ""
        self._in_title = False
        self.title = ""
        self.sitemaps: list[str] = []
        self.alternates: list[Alternate] = []

    def read(self) -> None:
        """Read every token of the head that was given."""
        for token, name, raw in self._scanner.tokens():
            if token == OPEN:
                self._in_title = name == b"title" and not self.title
                self._tag(name, raw or b"")
            elif token == TEXT:
                if self._in_title:
                    self.title += name.decode("utf-8", "replace")[:65_536]
            else:
                self._in_title = False

    def _tag(self, name: bytes, raw: bytes) -> None:
        if name in _RAW_TEXT:
            body, at = self._scanner.body, self._scanner.at
            end = re.compile(b"</" + name + rb"\b", re.IGNORECASE).search(body, at)
            self._scanner.at = end.start() if end else len(body)
        elif name == b"base" and not self._base:
            self._base = resolve(self._values(raw).get("href", ""), self._url)
        elif name == b"link" and len(self.sitemaps) + len(self.alternates) < LINKS:
            self._link(self._values(raw))

    def _values(self, raw: bytes) -> dict[str, str]:
        return {
            name.decode("utf-8", "replace"): html.unescape(
                value.decode("utf-8", "replace")
            ).strip()
            for name, value in attributes(raw).items()
        }

    def _link(self, values: dict[str, str]) -> None:
        relations = values.get("rel", "").lower().split()
        href = values.get("href", "")
        if not href:
            return
        url = resolve(href, self._base or self._url)
        if not is_absolute(url):
            return
        if "sitemap" in relations:
            self.sitemaps.append(url)
        elif "alternate" in relations:
            self.alternates.append(
                Alternate(
                    url=url,
                    type=values.get("type", "").lower(),
                    title=values.get("title", ""),
                    hreflang=values.get("hreflang", ""),
                )
            )


def link_header_sitemaps(headers: Headers, url: str) -> tuple[str, ...]:
    """Return the sitemaps that Link headers name, resolved (RFC 8288 section 3)."""
    found = []
    for value in headers.all("link"):
        for target, rest in _LINK.findall(value[:65_536]):
            relation = next(
                (
                    quoted or plain
                    for name, quoted, plain in _PARAMETER.findall(rest)
                    if name.lower() == "rel"
                ),
                "",
            )
            address = resolve(target.strip(), url)
            if "sitemap" in relation.lower().split() and is_absolute(address):
                found.append(address)
    return tuple(dict.fromkeys(found))
