"""What the first look at the dates of a site is shown, and the three lists."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from arpent.listing import Surroundings
from arpent.terms.changes import Changes
from arpent.terms.exchange import Exchange, Request
from arpent.terms.policy import Policy
from arpent.terms.target import read_target
from arpent.usecases.changed import ChangedRun
from replay import START, Reply, Server, index, robots

S = "https://kelp.test"


def dated(*dates: str) -> bytes:
    rows = "".join(
        f"<url><loc>{S}/{n}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>"
        for n, date in enumerate(dates)
    )
    return (
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'
    ).encode()


def changes(
    body: bytes,
    *,
    since: datetime,
    headers: Mapping[str, str] | None = None,
    listed_at: str = "",
) -> Changes:
    server = Server(
        {
            f"{S}/robots.txt": robots(f"Sitemap: {S}/i.xml"),
            f"{S}/i.xml": Reply(body=index((f"{S}/a.xml", listed_at))),
            f"{S}/a.xml": Reply(body=body, headers=headers or {}),
        }
    )

    async def fetch(request: Request) -> Exchange:
        return server.fetch(request)

    around = Surroundings(fetch=fetch, clock=lambda: START, domain_of=str)
    run = ChangedRun(read_target(S), since=since, policy=Policy(), around=around)
    return asyncio.run(run.answer())


def test_the_three_lists_are_apart_and_newest_comes_first() -> None:
    body = dated("2026-10-01", "2026-10-30", "", "2026-10-31T10:00:00Z")
    answer = changes(body, since=datetime(2026, 10, 30, 12, tzinfo=UTC))
    assert [entry.url for entry in answer.changed] == [f"{S}/3", f"{S}/1"]
    assert [entry.url for entry in answer.undated] == [f"{S}/2"]
    assert (answer.unchanged, answer.total) == (1, 4)


def test_dates_of_the_making_of_the_file_are_told_by_header_or_index() -> None:
    made = datetime(2026, 10, 20, 3, tzinfo=UTC)
    body = dated(*[f"{made:%Y-%m-%dT%H:%M:%SZ}"] * 30)
    since = made - timedelta(days=1)
    told = {"last-modified": f"{made:%a, %d %b %Y %H:%M:%S} GMT"}
    assert changes(body, since=since).dates.kind == "suspect-batch"
    assert changes(body, since=since, headers=told).dates.kind == "generation"
    listed = changes(body, since=since, listed_at="2026-10-20T03:10:00+00:00")
    assert listed.dates.kind == "generation"
