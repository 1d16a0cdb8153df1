"""The address guard over real sockets: nothing private is reached."""

import pytest

from arpent.terms.exchange import Exchange, Failure, FailureKind, Response
from arpent.terms.resolve import ResolveTable
from system.fetching import ask, client, run
from system.hostile_server import HostileServer, plays, whole


def test_literal_private_address_is_refused_before_it_is_dialled() -> None:
    async def work() -> tuple[Exchange, HostileServer]:
        async with HostileServer(plays(whole(b""))) as server, client() as own:
            request = ask(server.url(), may_be_private=False)
            return await own.fetch(request), server

    outcome, server = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_ADDRESS, False)
    assert server.connections == 0


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "127.0.0.1."]
)
def test_odd_spellings_of_loopback_are_refused(host: str) -> None:
    async def work() -> tuple[Exchange, HostileServer]:
        async with HostileServer(plays(whole(b""))) as server, client() as own:
            request = ask(server.url(host=host), may_be_private=False)
            return await own.fetch(request), server

    outcome, server = run(work)
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.REFUSED_ADDRESS
    assert server.connections == 0


def test_name_that_rebinds_to_a_private_address_is_refused_at_the_socket() -> None:
    answers = [["127.0.0.1"], ["::ffff:127.0.0.1"], ["10.0.0.1", "127.0.0.1"]]

    async def rebinding(_host: str, _port: int) -> list[str]:
        return answers.pop(0)

    async def work() -> tuple[list[Exchange], HostileServer]:
        async with HostileServer(plays(whole(b""))) as server:
            outcomes = []
            for _ in range(3):
                async with client(lookup=rebinding) as own:
                    url = server.url(host="rebind.example")
                    outcomes.append(await own.fetch(ask(url, may_be_private=False)))
            return outcomes, server

    outcomes, server = run(work)
    for outcome in outcomes:
        assert isinstance(outcome, Failure)
        assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_ADDRESS, False)
        assert "rebind.example leads to" in outcome.detail
    assert server.connections == 0


def test_permitted_connection_is_not_used_for_a_request_that_is_not() -> None:
    async def home(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    async def work() -> tuple[list[Exchange], HostileServer]:
        play = plays(whole(b""), keep=True)
        async with HostileServer(play) as server, client(lookup=home) as own:
            url = server.url(host="typed.example")
            outcomes = [
                await own.fetch(ask(url, may_be_private=permitted))
                for permitted in (True, False, True)
            ]
            return outcomes, server

    outcomes, server = run(work)
    assert [type(outcome) for outcome in outcomes] == [Response, Failure, Response]
    assert (len(server.asked), server.connections) == (2, 1)


def test_all_addresses_may_be_allowed() -> None:
    async def work() -> Exchange:
        own = client(allow_private=True)
        async with HostileServer(plays(whole(b""))) as server, own:
            return await own.fetch(ask(server.url(), may_be_private=False))

    assert isinstance(run(work), Response)


@pytest.mark.parametrize("port", [22, 25, 6667, 10080, 8])
def test_ports_of_other_services_are_refused_to_content(port: int) -> None:
    async def work() -> Exchange:
        async with client() as own:
            url = f"http://93.184.216.34:{port}/"
            return await own.fetch(ask(url, may_be_private=False))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.REFUSED_ADDRESS
    assert str(port) in outcome.detail


def test_address_given_by_hand_is_allowed_and_keeps_the_host_header() -> None:
    async def work() -> tuple[list[Exchange], HostileServer]:
        async with HostileServer(plays(whole(b""), keep=True)) as server:
            table = ResolveTable.parse(
                [
                    f"*.sim:80:127.0.0.1:{server.port}",
                    f"192.0.2.7:80:127.0.0.1:{server.port}",
                    f"[2001:db8::1]:8080:127.0.0.1:{server.port}",
                ]
            )
            async with client(resolve=table) as own:
                urls = (
                    "http://a.sim/",
                    "http://192.0.2.7/x",
                    "http://[2001:db8::1]:8080/",
                )
                outcomes = [
                    await own.fetch(ask(url, may_be_private=False)) for url in urls
                ]
            return outcomes, server

    outcomes, server = run(work)
    assert all(isinstance(outcome, Response) for outcome in outcomes), outcomes
    hosts = [asked.headers["host"] for asked in server.asked]
    assert hosts == ["a.sim", "192.0.2.7", "[2001:db8::1]:8080"]
