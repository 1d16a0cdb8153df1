"""Connections: kept, lost, refused, given up."""

import asyncio
import socket
import time

import pytest

from arpent.terms.exchange import Exchange, Failure, FailureKind, Response
from system.fetching import OK, ask, client, run, until
from system.hostile_server import Asked, HostileServer, drips, plays, whole


def test_connections_are_kept_and_used_again() -> None:
    async def work() -> HostileServer:
        play = plays(whole(b"x"), keep=True)
        async with HostileServer(play) as server, client() as own:
            for _ in range(5):
                await own.fetch(ask(server.url()))
            return server

    server = run(work)
    assert (len(server.asked), server.connections) == (5, 1)


def test_kept_connection_that_dies_unanswered_is_not_asked_again() -> None:
    async def play(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        if asked.turn == 1:
            writer.write(whole(b"x"))
            return True
        return False  # hang up on the second request

    async def work() -> tuple[Exchange, HostileServer]:
        async with HostileServer(play) as server, client() as own:
            await own.fetch(ask(server.url("/1")))
            return await own.fetch(ask(server.url("/2"))), server

    outcome, server = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.PROTOCOL, True)
    assert [asked.target for asked in server.asked] == ["/1", "/2"]


def test_connection_that_the_server_closed_is_replaced_unseen() -> None:
    async def work() -> tuple[list[Exchange], HostileServer]:
        outcomes: list[Exchange] = []
        async with HostileServer(plays(whole(b"x"))) as server, client() as own:
            for _ in range(3):
                outcomes.append(await own.fetch(ask(server.url())))
                time.sleep(0.05)  # noqa: ASYNC251 -- the end must wait in the kernel
            return outcomes, server

    outcomes, server = run(work)
    assert all(isinstance(outcome, Response) for outcome in outcomes)
    assert len(server.asked) == server.connections == 3


def test_refused_connection_sent_nothing() -> None:
    async def work() -> Exchange:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
            async with client() as own:
                return await own.fetch(ask(f"http://127.0.0.1:{port}/"))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.CONNECT, False)


def test_unknown_name_is_a_dns_failure() -> None:
    async def nobody(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    async def work() -> Exchange:
        async with client(lookup=nobody) as own:
            return await own.fetch(ask("http://nowhere.example/"))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.DNS, False)
    assert "nowhere.example" in outcome.detail


def test_slow_name_ends_at_the_deadline() -> None:
    async def slow(_host: str, _port: int) -> list[str]:
        await asyncio.sleep(30)
        return []

    async def work() -> Exchange:
        async with client(lookup=slow) as own:
            return await own.fetch(ask("http://slow.example/", timeout_s=0.2))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.TIMEOUT, False)


def test_name_that_cannot_be_encoded_is_a_dns_failure() -> None:
    async def work() -> Exchange:
        async with client() as own:
            return await own.fetch(ask(f"http://{'a' * 70}.example/"))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.DNS


def test_cancelled_exchange_closes_its_connection_at_once() -> None:
    async def work() -> float:
        async with (
            HostileServer(drips(OK, b"X: y\r\n", 0.01)) as server,
            client() as own,
        ):
            task = asyncio.ensure_future(own.fetch(ask(server.url())))
            await until(lambda: bool(server.asked))
            began = time.monotonic()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until(lambda: not server.at_once)
            return time.monotonic() - began

    assert run(work) < 0.5


def test_interruption_ends_what_is_under_way_and_what_waits() -> None:
    async def work() -> tuple[list[Exchange], Exchange, float]:
        async with (
            HostileServer(drips(OK, b"X: y\r\n", 0.01)) as server,
            client() as own,
        ):
            tasks = [
                asyncio.ensure_future(own.fetch(ask(server.url()))) for _ in range(2)
            ]
            await until(lambda: bool(server.asked))
            began = time.monotonic()
            own.interrupt()
            outcomes = list(await asyncio.gather(*tasks))
            took = time.monotonic() - began
            return outcomes, await own.fetch(ask(server.url())), took

    outcomes, later, took = run(work)
    assert all(isinstance(o, Failure) for o in [*outcomes, later])
    kinds = {o.kind for o in [*outcomes, later] if isinstance(o, Failure)}
    assert kinds == {FailureKind.INTERRUPTED}
    assert [o.sent for o in outcomes if isinstance(o, Failure)] == [True, False]
    assert took < 0.5
