"""A document that was read: its kind, its entries or children, and what is wrong."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arpent.terms.entries import Entries
from arpent.terms.findings import Finding

__all__ = ["Child", "Document", "Kind"]


class Kind(StrEnum):
    """What a document is, decided by its content."""

    URLSET = "urlset"
    INDEX = "index"
    TEXT = "text"
    RSS = "rss"
    ATOM = "atom"
    JSONFEED = "jsonfeed"
    HTML = "html"
    EMPTY = "empty"
    ERROR = "error"
    UNKNOWN = "unknown"

    @property
    def lists_urls(self) -> bool:
        """Say whether a document of this kind can list pages."""
        return self in _LISTS


_LISTS = frozenset({Kind.URLSET, Kind.TEXT, Kind.RSS, Kind.ATOM, Kind.JSONFEED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A sitemap that an index lists; `url` is absolute, as the site meant it."""

    url: str
    lastmod: datetime | None = None
    lastmod_text: str | None = None
    lastmod_precision: str | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a reader made of some bytes; it never raises on content.

    Attributes:
        complete: False when something is known to be missing.
        bytes: Size after decompression.
        title: Title of a feed.
        message: What an error document says of itself.
    """

    url: str
    kind: Kind
    entries: Entries
    sitemaps: tuple[Child, ...] = ()
    findings: tuple[Finding, ...] = ()
    complete: bool = True
    bytes: int = 0
    encoding: str = "utf-8"
    title: str | None = None
    message: str | None = None
