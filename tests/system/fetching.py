"""What the tests of the fetcher share: a client, a request, and a bounded run."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from arpent.http.client import Client
from arpent.terms.exchange import (
    Exchange,
    Failure,
    Request,
    Response,
    Step,
)
from system.hostile_server import HostileServer, Play

AGENT = "Mozilla/5.0 (compatible; arpent/test; +https://arpent.example)"
OK = b"HTTP/1.1 200 OK\r\n"


def now() -> datetime:
    return datetime(2026, 11, 20, tzinfo=UTC)


def client(**options: Any) -> Client:
    return Client(now=now, user_agent=AGENT, **options)


def ask(url: str, **options: Any) -> Request:
    settings: dict[str, Any] = {"step": Step.SITEMAP, "may_be_private": True}
    settings |= {"pause_s": 0.0, "timeout_s": 5.0} | options
    return Request(url=url, **settings)


T = TypeVar("T")


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(20):
            return await work()

    return asyncio.run(bounded())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 -- a server of the test is watched
        await asyncio.sleep(0.01)


def fetched(play: Play, **options: Any) -> tuple[Exchange, HostileServer]:
    """Return what one request to a server comes to, and the server."""

    async def work() -> tuple[Exchange, HostileServer]:
        async with HostileServer(play) as server, client() as own:
            return await own.fetch(ask(server.url("/a"), **options)), server

    return run(work)


def responded(play: Play, **options: Any) -> Response:
    outcome, _ = fetched(play, **options)
    assert isinstance(outcome, Response), outcome
    return outcome


def failed(play: Play, **options: Any) -> Failure:
    outcome, _ = fetched(play, **options)
    assert isinstance(outcome, Failure), outcome
    return outcome
