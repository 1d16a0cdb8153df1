from datetime import timedelta

import pyarrow as pa

from arpent.account import Account
from arpent.terms.entries import Entries
from arpent.terms.events import Noted, Robots, Skipped, Stopped
from arpent.terms.exchange import LogRow, Step
from arpent.terms.findings import finding
from arpent.terms.report import FoundBy, RobotsSummary, SitemapRow, StoppedBy
from replay import START


def row(url: str, *, sent: bool = True, size: int = 0) -> LogRow:
    return LogRow(
        at=START,
        sent=sent,
        step=Step.SITEMAP,
        method="GET",
        url=url,
        status=200,
        bytes=size,
        ms=1,
        waited_ms=0,
        source=None,
    )


def test_an_account_adds_up_what_was_sent_by_host() -> None:
    account = Account("kelp.test", started_at=START)
    account.log(row("https://kelp.test/a", size=10))
    account.log(row("https://kelp.test/b", size=5))
    account.log(row("https://cdn.test/a", size=1))
    account.log(row("https://kelp.test/c", sent=False))
    report = account.report(finished_at=START + timedelta(seconds=3))
    assert report.requests == 3
    assert report.hosts == {"kelp.test": 2, "cdn.test": 1}
    assert report.bytes == account.bytes == 16


def test_a_run_that_did_not_end_says_interrupted() -> None:
    report = Account("kelp.test", started_at=START).report(finished_at=START)
    assert report.stopped_by is StoppedBy.INTERRUPTED
    assert not report.complete


def test_events_fill_the_report() -> None:
    account = Account("kelp.test", started_at=START)
    sitemap = SitemapRow(url="https://kelp.test/a", found_by=FoundBy.ROBOTS)
    note = finding("soft-404")
    account.take(Robots(origin="https://kelp.test", summary=RobotsSummary(groups=2)))
    account.take(Skipped(row=sitemap))
    account.take(Noted(finding=note))
    account.take(Stopped(reason=StoppedBy.DONE, complete=True))
    given = Entries.none()
    account.give(7, given)
    report = account.report(finished_at=START)
    assert report.origin == "https://kelp.test"
    assert report.robots.groups == 2
    assert report.sitemaps == (sitemap,)
    assert report.findings == (note,)
    assert (report.entries, report.urls) == (7, 0)
    assert report.complete


def test_dated_and_undated_add_up_to_the_urls_given() -> None:
    account = Account("kelp.test", started_at=START)
    some = Entries.none()
    moments = pa.array([START, None, START], pa.timestamp("us", "UTC"))
    given = Entries(
        url=pa.array(["https://a", "https://b", "https://c"]),
        lastmod=moments,
        lastmod_text=pa.array([None] * 3, pa.string()),
        precision=some.precision.repeat(3),
        marks=some.marks.repeat(3),
    )
    account.give(5, given)
    report = account.report(finished_at=START)
    assert (report.entries, report.urls, report.dated, report.undated) == (5, 3, 2, 1)


def test_repeats_are_one_finding_with_their_number() -> None:
    account = Account("kelp.test", started_at=START)
    account.give(5, Entries.none(), repeats=3)
    account.give(5, Entries.none(), repeats=2)
    (found,) = account.report(finished_at=START).findings
    assert (found.rule, found.count) == ("dup-exact", 5)
