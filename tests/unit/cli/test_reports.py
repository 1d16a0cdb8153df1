"""Reports, log rows and changes have the fields that were promised."""

import json
from datetime import UTC, datetime, timedelta, timezone

from arpent.cli.reports import (
    changes_as_json,
    log_row_as_json,
    moment_text,
    report_as_json,
)
from arpent.terms.changes import Changes, Dates
from arpent.terms.documents import Kind
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow, Step
from arpent.terms.findings import finding
from arpent.terms.report import FoundBy, Report, RobotsSummary, SitemapRow

NOW = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)

FIELDS = [
    "target",
    "origin",
    "started_at",
    "finished_at",
    "requests",
    "hosts",
    "bytes",
    "entries",
    "urls",
    "dated",
    "undated",
    "complete",
    "stopped_by",
    "robots",
    "sitemaps",
    "findings",
]


def test_report_has_the_promised_fields_in_order() -> None:
    row = SitemapRow(
        url="https://e.com/s.xml",
        found_by=FoundBy.ROBOTS,
        kind=Kind.URLSET,
        status=200,
        findings=(finding("xml-cut", line=3),),
    )
    report = Report(
        target="e.com",
        origin="https://e.com",
        started_at=NOW,
        finished_at=NOW,
        hosts={"e.com": 2},
        robots=RobotsSummary(status=200, signals=({"use": "ai-train"},)),
        sitemaps=(row,),
        findings=(finding("file-empty"),),
    )
    got = report_as_json(report)
    assert list(got) == FIELDS
    assert list(got["robots"]) == (
        ["status", "url", "sitemaps", "crawl_delay", "groups", "signals"]
    )
    assert list(got["sitemaps"][0]) == [
        "url",
        "found_by",
        "parent",
        "status",
        "kind",
        "bytes",
        "entries",
        "lastmod",
        "complete",
        "findings",
    ]
    found = got["sitemaps"][0]["findings"][0]
    assert (found["rule"], found["severity"], found["where"]) == (
        "xml-cut",
        "error",
        {"line": 3},
    )
    assert json.loads(json.dumps(got)) == got


def test_log_row_has_the_promised_fields_in_order() -> None:
    row = LogRow(
        at=NOW,
        sent=True,
        step=Step.ROBOTS,
        method="GET",
        url="https://e.com/robots.txt",
        status=200,
        bytes=1,
        ms=2,
        waited_ms=3,
        source=None,
    )
    got = log_row_as_json(row)
    assert list(got) == (
        [
            "at",
            "sent",
            "step",
            "method",
            "url",
            "status",
            "bytes",
            "ms",
            "waited_ms",
            "from",
        ]
    )
    assert got["at"] == "2024-05-06T07:08:09Z"


def test_changes_have_the_promised_fields_in_order() -> None:
    changes = Changes(
        site="e.com",
        since=NOW,
        total=2,
        changed=(Entry(url="a", lastmod=NOW),),
        undated=(Entry(url="b"),),
        unchanged=0,
        dates=Dates(kind="hint", sentence="maybe"),
    )
    assert changes_as_json(changes) == {
        "site": "e.com",
        "since": "2024-05-06T07:08:09Z",
        "total": 2,
        "changed": [{"url": "a", "lastmod": "2024-05-06T07:08:09Z"}],
        "undated": [{"url": "b"}],
        "unchanged": 0,
        "dates": {"class": "hint", "sentence": "maybe"},
    }


def test_moments_are_utc_with_a_fraction_only_where_there_is_one() -> None:
    east = timezone(timedelta(hours=2))
    assert moment_text(datetime(2024, 1, 2, 3, tzinfo=east)) == "2024-01-02T01:00:00Z"
    fraction = datetime(2024, 1, 2, 3, 4, 5, 120_000, tzinfo=UTC)
    assert moment_text(fraction) == "2024-01-02T03:04:05.12Z"
