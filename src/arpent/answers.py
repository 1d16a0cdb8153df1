"""What an answer means for the report: documents read, rows, and the summary of robots.

Pure functions from exchanges to what the report says of them.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from arpent.agenda import Item
from arpent.formats.robots_access import RobotsAccess
from arpent.formats.sitemap import read_sitemap
from arpent.terms.documents import Document, Kind
from arpent.terms.exchange import Exchange, Failure, Fault, Response, Step
from arpent.terms.findings import Finding, finding
from arpent.terms.policy import Limits
from arpent.terms.report import FoundBy, RobotsSummary, SitemapRow
from arpent.wants import Opened, Settled

__all__ = [
    "is_answer",
    "read_answer",
    "reads_as_sitemap",
    "row_of_bytes",
    "row_of_document",
    "row_of_failure",
    "summary_of_robots",
]

_CUT = {
    Fault.TOO_LARGE: "file-over-limit",
    Fault.TIMEOUT: "file-cut",
    Fault.PROTOCOL: "file-cut",
    Fault.ENCODING: "gzip-broken",
}
_PARTIAL = 206
"""A part of the document: no range is ever asked for (RFC 9110 section 15.3.7)."""


def is_answer(outcome: Exchange | None) -> bool:
    """Say whether an outcome brought a document (status 2xx)."""
    return isinstance(outcome, Response) and 200 <= outcome.status < 300  # noqa: PLR2004


def read_answer(response: Response, *, limits: Limits, extensions: bool) -> Document:
    """Read the sitemap in a response; what kept it from arriving whole is a finding."""
    url = response.request.url
    document = read_sitemap(
        response.body,
        url=url,
        content_type=response.headers.get("content-type"),
        limits=limits,
        extensions=extensions,
    )
    found = [*response.findings, *document.findings]
    if response.fault is not None:
        detail = response.fault_detail or f"{response.received_bytes:,} bytes arrived"
        found.insert(0, finding(_CUT[response.fault], detail, url=url))
    part = response.status == _PARTIAL
    if part:
        found.insert(0, finding("file-cut", "status 206: a part, unasked", url=url))
    complete = document.complete and response.fault is None and not part
    return replace(document, findings=tuple(found), complete=complete)


def row_of_document(item: Item, settled: Settled, document: Document) -> SitemapRow:
    """Return the row of a document that was read."""
    response = settled.outcome
    status = response.status if isinstance(response, Response) else None
    found: tuple[Finding, ...] = document.findings
    if settled.hops:
        redirected = f"redirects to {settled.url}"
        found = (finding("file-redirected", redirected, url=item.url), *found)
    listed = (
        len(document.sitemaps) if document.kind is Kind.INDEX else len(document.entries)
    )
    return SitemapRow(
        url=item.url,
        found_by=item.found_by,
        parent=item.parent,
        status=status,
        kind=document.kind,
        bytes=document.bytes,
        entries=listed,
        lastmod=item.child.lastmod_text if item.child else None,
        complete=document.complete,
        findings=found,
    )


def row_of_bytes(name: str, document: Document) -> SitemapRow:
    """Return the row of a document that was at hand, not fetched."""
    return SitemapRow(
        url=name,
        found_by=FoundBy.ARGUMENT,
        kind=document.kind,
        bytes=document.bytes,
        entries=len(document.sitemaps) or len(document.entries),
        complete=document.complete,
        findings=document.findings,
    )


def row_of_failure(
    item: Item, settled: Settled, access: RobotsAccess | None
) -> SitemapRow:
    """Return the row of a sitemap that could not be read, and why.

    What we gave up ourselves is no fault of anybody's: its row has no finding.
    """
    status, reason = _status(settled, access)
    rule = "index-child-broken" if item.child else _rule(settled)
    if status == "robots-disallow":
        rule = "file-blocked-by-robots"
    elif status in _LEFT:
        rule = "files-not-asked"
    told = () if status == "interrupted" else (finding(rule, reason, url=item.url),)
    return SitemapRow(
        url=item.url,
        found_by=item.found_by,
        parent=item.parent,
        status=status,
        kind=Kind.ERROR if is_http_error(settled) else Kind.UNKNOWN,
        lastmod=item.child.lastmod_text if item.child else None,
        complete=False,
        findings=told,
    )


def is_http_error(settled: Settled) -> bool:
    """Say whether a server answered, with something else than a document."""
    return settled.word is None and isinstance(settled.outcome, Response)


def _rule(settled: Settled) -> str:
    return (
        "file-not-200" if isinstance(settled.outcome, Response) else "file-unreachable"
    )


def _status(settled: Settled, access: RobotsAccess | None) -> tuple[int | str, str]:
    if settled.word == "robots-unreachable" and access is not None:
        return settled.word, f"robots.txt of its host: {access.reason}"
    if settled.word is not None:
        return settled.word, _WORDS.get(settled.word, settled.word)
    outcome = settled.outcome
    if isinstance(outcome, Failure):
        return outcome.kind.value, outcome.detail or f"no answer: {outcome.kind.value}"
    if isinstance(outcome, Response):
        message = _message(outcome)
        return outcome.status, f"answers {outcome.status}{message}"
    return "unknown", "never asked for"


_WORDS: Mapping[str, str] = {
    "robots-disallow": "announced, but robots.txt forbids to read it",
    "budget": "not asked for: the budget of requests for its host was spent",
    "delay-over-budget": "not asked for: the Crawl-delay of its host is too long",
    "refused": "not asked for: its host had refused to answer more",
    "too-many-hosts": "not asked for: the sitemaps of one site lie on too many hosts",
    "redirects": "redirects too often",
    "refused-scheme": "redirects to something that is neither http nor https",
    "refused-address": "at an address that content may not lead to",
}


_LEFT = frozenset({"budget", "delay-over-budget", "refused"})
"""Words of hosts that were left: no fault of the sitemap."""


def _message(response: Response) -> str:
    """Return what an error document says of itself, if it is one (S3 and its kin)."""
    if not 0 < len(response.body) <= 65_536:  # noqa: PLR2004
        return ""
    document = read_sitemap(response.body, url=response.request.url, extensions=False)
    if document.kind is Kind.ERROR and document.message:
        return f": {document.message}"
    return ""


def summary_of_robots(opened: Opened, *, token: str) -> RobotsSummary:
    """Return what robots.txt of an origin said, for the report."""
    outcome = opened.outcome
    status: int | str | None = None
    if isinstance(outcome, Response):
        status = (
            outcome.fault.value
            if outcome.fault and outcome.fault is not Fault.TOO_LARGE
            else outcome.status
        )
    elif outcome is not None:
        status = outcome.kind.value
    robots = opened.access.robots
    url = opened.origin.address("/robots.txt")
    if robots is None:
        return RobotsSummary(status=status, url=url)
    signals: tuple[Mapping[str, Any], ...] = tuple(asdict(s) for s in robots.signals)
    return RobotsSummary(
        status=status,
        url=url,
        sitemaps=robots.sitemaps,
        crawl_delay=robots.crawl_delay(token),
        groups=robots.groups,
        signals=signals,
    )


def reads_as_sitemap(outcome: Exchange) -> bool:
    """Say whether an outcome holds a body that a walk would read as a sitemap."""
    return is_answer(outcome) and outcome.request.step in {Step.SITEMAP, Step.GUESS}
