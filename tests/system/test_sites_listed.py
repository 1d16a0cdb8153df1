"""The real client lists each simulated site, and its log is the servers' log."""

import asyncio
from collections.abc import Iterable

import pytest

from arpent.demo.clock import Clock
from arpent.demo.server import Farm
from arpent.demo.sites import family
from arpent.settings import Settings
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow
from arpent.terms.report import Report
from arpent.terms.urls import origin_of
from arpent.workspace import AsyncWorkspace


def listed(farm: Farm, host: str) -> tuple[list[Entry], Report, list[LogRow]]:
    """List a site of the farm without a pause."""
    rows: list[LogRow] = []
    entries: list[Entry] = []

    async def run() -> Report:
        settings = Settings(pause_s=0, resolve=tuple(farm.resolve))
        async with AsyncWorkspace(settings, now=farm.clock.now) as workspace:
            listing = workspace.urls(host, watch=rows.append)
            async for some in listing:
                entries.extend(some.entries)
            return listing.report

    return entries, asyncio.run(run()), rows


def by_host(rows: Iterable[tuple[str, object]]) -> list[tuple[str, object]]:
    """Return the rows host by host, each in its order: hosts are asked in parallel."""
    return sorted(rows, key=lambda row: row[0])


@pytest.mark.parametrize(
    ("name", "urls", "dated", "stopped_by"),
    [
        ("verge", 60, 60, "done"),
        ("techcrunch", 200, 160, "done"),
        ("nikkei", 247, 187, "done"),
        ("asahi", 320, 0, "done"),
        ("yomiuri", 400, 0, "done"),
        ("ap", 0, 0, "refused"),
        ("reuters", 0, 0, "disallowed"),
        ("honest", 480, 480, "done"),
        ("undated", 10_236, 0, "done"),
        ("soft404", 0, 0, "done"),
        ("guess", 80, 80, "done"),
        ("linked", 40, 40, "done"),
        ("multilang", 40, 40, "done"),
        ("feeds", 50, 42, "done"),
        ("crosshost", 48, 48, "done"),
    ],
)
def test_site_gives_what_it_publishes(
    name: str, urls: int, dated: int, stopped_by: str
) -> None:
    with Farm(family(name), clock=Clock()) as farm:
        entries, report, rows = listed(farm, f"{name}.sim")
        visits = farm.log()
    assert (report.urls, len(entries), report.dated) == (urls, urls, dated)
    assert report.stopped_by == stopped_by
    ours = [(origin_of(row.url).host, row.status) for row in rows if row.sent]
    theirs = [(visit.host, visit.status) for visit in visits]
    assert by_host(ours) == by_host(theirs)


def test_reuters_costs_one_request_and_names_us_only_when_it_means_us() -> None:
    for rules, requests, urls in (
        ("plain", 1, 0),
        ("bom", 1, 0),
        ("names-mozilla", 1, 0),
        ("names-us", 3, 30),
    ):
        with Farm(family("reuters", rules=rules)) as farm:
            _, report, _ = listed(farm, "reuters.sim")
        assert (report.requests, report.urls) == (requests, urls), rules


def test_robots_in_trouble_is_never_read_as_leave() -> None:
    with Farm(family("reuters", rules="500")) as farm:
        _, report, _ = listed(farm, "reuters.sim")
    assert (report.stopped_by, report.urls) == ("unreachable", 0)


def test_good_entries_of_broken_files_are_kept() -> None:
    with Farm(family("broken")) as farm:
        entries, report, _ = listed(farm, "broken.sim")
    parts = {entry.url.split("/")[3] for entry in entries}
    assert parts == {"cut", "bare", "warning", "double", "good"}
    assert "http://broken.sim/bare/?a=1&b=2" in {entry.url for entry in entries}
    assert not report.complete


def test_crawl_delay_that_is_too_long_ends_the_host() -> None:
    with Farm(family("slow")) as farm:
        _, report, _ = listed(farm, "sloth.sim")
    assert (report.stopped_by, report.requests) == ("budget", 1)
    assert "delay-over-budget" in {finding.rule for finding in report.findings}
