"""What a walk tells: documents found, findings, requests declined, and the end."""

from dataclasses import dataclass

from arpent.terms.documents import Document
from arpent.terms.exchange import Declined, Response
from arpent.terms.findings import Finding
from arpent.terms.report import FoundBy, RobotsSummary, SitemapRow, StoppedBy

__all__ = ["Event", "Found", "Noted", "Robots", "Skipped", "Stopped", "Unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A document was read: its row of the report and what it lists.

    Attributes:
        url: The address it was asked for (before redirects).
        found_by: How the walk came to it.
    """

    url: str
    found_by: FoundBy
    row: SitemapRow
    document: Document
    response: Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchanged:
    """A conditional request was answered 304: what was kept still holds."""

    url: str
    row: SitemapRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A sitemap that could not be read; its row says why."""

    row: SitemapRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """What robots.txt of the site's own origin said."""

    origin: str
    summary: RobotsSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A finding that belongs to no one sitemap."""

    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The walk ended. `complete` is True when nothing is known to be missing."""

    reason: StoppedBy
    complete: bool


Event = Found | Unchanged | Skipped | Robots | Noted | Declined | Stopped
