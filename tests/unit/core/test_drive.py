"""The loop, with a fetch that answers from a dict."""

import asyncio
from collections.abc import Sequence

from arpent.drive import drive
from arpent.terms.events import Event, Stopped
from arpent.terms.exchange import Exchange, Failure, FailureKind, LogRow, Request
from arpent.walk import Walk
from replay import Reply, Server, robots, sitemap, stop_of, urls_of

S = "https://kelp.test"
SITE = {
    f"{S}/robots.txt": robots("User-agent: *", "Disallow: /no", "Sitemap: /a.xml")
    , f"{S}/a.xml": sitemap(f"{S}/1"),
}  # fmt: skip


async def collect(server: Server, rows: list[LogRow]) -> Sequence[Event]:
    async def fetch(request: Request) -> Exchange:
        await asyncio.sleep(0)
        return server.fetch(request)

    stop = asyncio.Event()
    events = drive(Walk(S), fetch, watch=rows.append, stop=stop)
    return [event async for event in events]


def test_every_exchange_is_logged_and_every_event_given() -> None:
    server, rows = Server(SITE), list[LogRow]()
    events = asyncio.run(collect(server, rows))
    assert [row.url for row in rows] == server.asked
    assert urls_of(events) == {f"{S}/1"}
    assert isinstance(stop_of(events), Stopped)


def test_requests_never_made_are_logged_as_not_sent() -> None:
    site = dict(SITE) | {f"{S}/robots.txt": robots("User-agent: *", "Disallow: /")}
    rows: list[LogRow] = []
    asyncio.run(collect(Server(site), rows))
    unsent = [row for row in rows if not row.sent]
    assert {row.status for row in unsent} == {"robots-disallow"}
    assert sum(row.sent for row in rows) == 1


def test_large_bodies_are_read_on_a_thread() -> None:
    many = [f"{S}/page-{n}-{'x' * 40}" for n in range(2_000)]
    site = dict(SITE) | {f"{S}/a.xml": sitemap(*many)}
    events = asyncio.run(collect(Server(site), []))
    assert urls_of(events) == set(many)


def test_a_stopped_loop_logs_what_was_under_way_and_ends() -> None:
    async def run() -> tuple[list[LogRow], list[Event]]:
        stop = asyncio.Event()
        rows: list[LogRow] = []

        async def fetch(request: Request) -> Exchange:
            if request.url.endswith("/robots.txt"):
                return Server(SITE).fetch(request)
            await stop.wait()
            return Failure(request=request, kind=FailureKind.INTERRUPTED, sent=True)

        events: list[Event] = []
        loop = asyncio.get_running_loop()
        loop.call_later(0.05, stop.set)
        async for event in drive(Walk(S), fetch, watch=rows.append, stop=stop):
            events.append(event)  # noqa: PERF401 -- kept though the loop is stopped
        return rows, events

    rows, events = asyncio.run(run())
    assert [row.status for row in rows] == [200, "interrupted"]
    assert not any(isinstance(event, Stopped) for event in events)


def test_what_is_given_up_at_once_does_not_end_the_walk_as_done() -> None:
    async def run() -> list[Event]:
        stop = asyncio.Event()

        async def fetch(request: Request) -> Exchange:
            if request.url.endswith("/robots.txt"):
                return Server(SITE).fetch(request)
            stop.set()
            return Failure(request=request, kind=FailureKind.INTERRUPTED, sent=True)

        events = drive(Walk(S), fetch, watch=lambda _: None, stop=stop)
        return [event async for event in events]

    assert not any(isinstance(event, Stopped) for event in asyncio.run(run()))


def test_a_fetch_that_never_ends_does_not_keep_a_stopped_loop() -> None:
    async def run() -> list[LogRow]:
        stop = asyncio.Event()
        rows: list[LogRow] = []

        async def fetch(_: Request) -> Exchange:
            await asyncio.sleep(60)
            raise AssertionError("it was to be given up")

        asyncio.get_running_loop().call_later(0.01, stop.set)
        async for _ in drive(Walk(S), fetch, watch=rows.append, stop=stop):
            pass
        return rows

    assert asyncio.run(asyncio.wait_for(run(), timeout=5)) == []


def test_what_is_left_is_cancelled_when_the_reader_leaves() -> None:
    cancelled: list[str] = []

    async def run() -> None:
        async def fetch(request: Request) -> Exchange:
            if request.url.endswith("/robots.txt"):
                lines = ("Sitemap: /a.xml", "Sitemap: https://cdn.test/b.xml")
                site = {request.url: robots(*lines)}
                return Server(site).fetch(request)
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append(request.url)
                raise
            return Server({}).fetch(request)

        events = drive(Walk(S), fetch, watch=lambda _: None, stop=asyncio.Event())
        async for event in events:
            if not isinstance(event, Stopped):
                break
        await asyncio.sleep(0)
        await events.aclose()

    asyncio.run(asyncio.wait_for(run(), timeout=5))
    assert len(cancelled) <= 2


def test_failures_are_told_from_answers() -> None:
    site = {f"{S}/robots.txt": Reply(failure=FailureKind.DNS)}
    rows: list[LogRow] = []
    asyncio.run(collect(Server(site), rows))
    assert [(row.status, row.sent) for row in rows] == [("dns", False)]
