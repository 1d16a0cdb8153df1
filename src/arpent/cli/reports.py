"""Reports, findings, log rows and changes as JSON values, field by field.

Knows the names that product.md promises, and nothing of files. One idea: what is
promised is written out here by hand, so that renaming a field of ours breaks a test
and not a user.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from arpent.terms.changes import Changes
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow
from arpent.terms.findings import Finding
from arpent.terms.report import Report, SitemapRow

__all__ = [
    "changes_as_json",
    "entry_as_json",
    "log_row_as_json",
    "moment_text",
    "report_as_json",
]


def moment_text(moment: datetime) -> str:
    """Return RFC 3339 in UTC; a fraction stands only where there is one."""
    utc = moment.astimezone(UTC)
    whole = utc.strftime("%Y-%m-%dT%H:%M:%S").zfill(19)
    fraction = f".{utc.microsecond:06d}".rstrip("0") if utc.microsecond else ""
    return f"{whole}{fraction}Z"


def report_as_json(report: Report) -> dict[str, Any]:
    """Return a report as product.md names its fields."""
    robots = report.robots
    return {
        "target": report.target,
        "origin": report.origin,
        "started_at": moment_text(report.started_at),
        "finished_at": moment_text(report.finished_at),
        "requests": report.requests,
        "hosts": dict(report.hosts),
        "bytes": report.bytes,
        "entries": report.entries,
        "urls": report.urls,
        "dated": report.dated,
        "undated": report.undated,
        "complete": report.complete,
        "stopped_by": report.stopped_by.value,
        "robots": {
            "status": robots.status,
            "url": robots.url,
            "sitemaps": list(robots.sitemaps),
            "crawl_delay": robots.crawl_delay,
            "groups": robots.groups,
            "signals": [_plain(signal) for signal in robots.signals],
        },
        "sitemaps": [_sitemap(row) for row in report.sitemaps],
        "findings": [_finding(found) for found in report.findings],
    }


def _sitemap(row: SitemapRow) -> dict[str, Any]:
    return {
        "url": row.url,
        "found_by": row.found_by.value,
        "parent": row.parent,
        "status": row.status,
        "kind": row.kind.value,
        "bytes": row.bytes,
        "entries": row.entries,
        "lastmod": row.lastmod,
        "complete": row.complete,
        "findings": [_finding(found) for found in row.findings],
    }


def _finding(found: Finding) -> dict[str, Any]:
    where = {
        "url": found.where.url,
        "line": found.where.line,
        "column": found.where.column,
        "byte": found.where.byte,
        "entry": found.where.entry,
    }
    return {
        "rule": found.rule,
        "severity": found.severity.value,
        "where": {name: value for name, value in where.items() if value is not None},
        "message": found.message,
        "count": found.count,
    }


def log_row_as_json(row: LogRow) -> dict[str, Any]:
    """Return a row of the request log as product.md names its fields."""
    return {
        "at": moment_text(row.at),
        "sent": row.sent,
        "step": row.step.value,
        "method": row.method,
        "url": row.url,
        "status": row.status,
        "bytes": row.bytes,
        "ms": row.ms,
        "waited_ms": row.waited_ms,
        "from": row.source,
    }


def entry_as_json(entry: Entry) -> dict[str, Any]:
    """Return the record of one entry; absent fields are left out."""
    found = {
        "url": entry.url,
        "lastmod": moment_text(entry.lastmod) if entry.lastmod else None,
        "lastmod_text": entry.lastmod_text,
        "lastmod_precision": entry.lastmod_precision,
        "sitemap": entry.sitemap,
        "marks": list(entry.marks) or None,
        "changefreq": entry.changefreq,
        "priority": entry.priority,
        "news": _plain(entry.news) or None,
        "images": [_plain(image) for image in entry.images] or None,
        "videos": [_plain(video) for video in entry.videos] or None,
        "alternates": [dict(other) for other in entry.alternates] or None,
        "title": entry.title or None,
        "published": entry.published or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def changes_as_json(changes: Changes) -> dict[str, Any]:
    """Return the answer of `changed` as product.md names its fields."""
    return {
        "site": changes.site,
        "since": moment_text(changes.since),
        "total": changes.total,
        "changed": [entry_as_json(entry) for entry in changes.changed],
        "undated": [entry_as_json(entry) for entry in changes.undated],
        "unchanged": changes.unchanged,
        "dates": {"class": changes.dates.kind, "sentence": changes.dates.sentence},
    }


def _plain(value: object) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a value of JSON's own types."""
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    if isinstance(value, datetime):
        return moment_text(value)
    return value
