"""The report of one run over one site, and the rows that it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from arpent.terms.documents import Kind
from arpent.terms.entries import Entries
from arpent.terms.findings import Finding

__all__ = [
    "FoundBy",
    "Listed",
    "Progress",
    "Report",
    "RobotsSummary",
    "SitemapRow",
    "StoppedBy",
]


class StoppedBy(StrEnum):
    """Why a run ended."""

    DONE = "done"
    BUDGET = "budget"
    MAX_FILES = "max-files"
    REFUSED = "refused"
    DISALLOWED = "disallowed"
    UNREACHABLE = "unreachable"
    INTERRUPTED = "interrupted"
    LIMIT = "limit"


class FoundBy(StrEnum):
    """How a sitemap was found."""

    ROBOTS = "robots"
    GUESS = "guess"
    INDEX = "index"
    LINK = "link"
    ARGUMENT = "argument"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRow:
    """One sitemap document of the report.

    Attributes:
        status: HTTP status, or a word of the log (timeout, robots-disallow, ...);
            None when it was never asked for.
        lastmod: What its index says of it, as written.
        entries: Entries or children listed.
    """

    url: str
    found_by: FoundBy
    parent: str | None = None
    status: int | str | None = None
    kind: Kind = Kind.UNKNOWN
    bytes: int = 0
    entries: int = 0
    lastmod: str | None = None
    complete: bool = False
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsSummary:
    """What robots.txt of the site's origin said."""

    status: int | str | None = None
    url: str | None = None
    sitemaps: tuple[str, ...] = ()
    crawl_delay: float | None = None
    groups: int = 0
    signals: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run did, found and spent; `findings` are those of no one sitemap too."""

    target: str
    origin: str | None
    started_at: datetime
    finished_at: datetime
    requests: int = 0
    hosts: Mapping[str, int] = field(default_factory=dict)
    bytes: int = 0
    entries: int = 0
    urls: int = 0
    dated: int = 0
    undated: int = 0
    complete: bool = False
    stopped_by: StoppedBy = StoppedBy.DONE
    robots: RobotsSummary = RobotsSummary()
    sitemaps: tuple[SitemapRow, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run has come.

    Attributes:
        eta_s: Seconds that the files left will take under the pause; None while
            nothing was read.
        host: Host of the site's own origin.
    """

    target: str
    files_read: int
    files_known: int
    urls: int
    bytes: int
    eta_s: float | None = None
    host: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The entries of one document that are given, and the document that lists them."""

    sitemap: str
    entries: Entries
