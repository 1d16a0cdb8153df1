"""Through proxies: real ones on the loopback interface, for requests and for SOCKS."""

# ruff: noqa: SIM117 -- what is opened inside needs what is opened outside

import base64

import pytest

from arpent.terms.exchange import Exchange, Failure, FailureKind, Response
from arpent.terms.resolve import ResolveTable
from system.fetching import ask, client, run
from system.hostile_server import Asked, HostileServer, plays, whole
from system.loopback_proxies import SocksProxy, socks


async def public(_host: str, _port: int) -> list[str]:
    return ["93.184.216.34"]


async def private(_host: str, _port: int) -> list[str]:
    return ["10.0.0.1"]


def by_socks(scheme: str, url: str) -> tuple[Exchange, SocksProxy, HostileServer]:
    async def work() -> tuple[Exchange, SocksProxy, HostileServer]:
        async with HostileServer(plays(whole(b"far"), keep=True)) as origin:
            async with socks(origin) as (proxy, port):
                own = client(proxy=f"{scheme}://127.0.0.1:{port}", lookup=public)
                async with own:
                    outcome = await own.fetch(ask(url, may_be_private=False))
                return outcome, proxy, origin

    return run(work)


@pytest.mark.parametrize(
    ("scheme", "target"),
    [
        ("socks5h", "far.example"),
        ("socks5", "93.184.216.34"),
        ("socks4a", "far.example"),
        ("socks4", "93.184.216.34"),
    ],
)
def test_socks_proxy_is_told_a_name_or_an_address(scheme: str, target: str) -> None:
    outcome, proxy, origin = by_socks(scheme, "http://far.example/x")
    assert isinstance(outcome, Response), outcome
    assert outcome.body == b"far"
    assert proxy.targets == [(target, 80)]
    assert origin.asked[0].headers["host"] == "far.example"


@pytest.mark.parametrize("scheme", ["socks5h", "socks5"])
@pytest.mark.parametrize("host", ["10.0.0.1", "[::1]", "127.1", "[::ffff:127.0.0.1]"])
def test_private_literal_is_refused_before_socks(scheme: str, host: str) -> None:
    outcome, proxy, _ = by_socks(scheme, f"http://{host}/")
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_ADDRESS, False)
    assert proxy.targets == []


def test_localhost_of_the_proxy_is_refused() -> None:
    outcome, proxy, _ = by_socks("socks5h", "http://app.localhost/")
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.REFUSED_ADDRESS
    assert proxy.targets == []


def test_address_that_we_resolve_for_socks_is_guarded() -> None:
    async def work() -> tuple[Exchange, SocksProxy]:
        async with HostileServer(plays(whole(b""))) as origin:
            async with socks(origin) as (proxy, port):
                own = client(proxy=f"socks5://127.0.0.1:{port}", lookup=private)
                async with own:
                    request = ask("http://rebind.example/", may_be_private=False)
                    return await own.fetch(request), proxy

    outcome, proxy = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_ADDRESS, False)
    assert proxy.targets == []


def test_socks_proxy_that_refuses_is_a_connect_failure() -> None:
    async def work() -> Exchange:
        async with HostileServer(plays(whole(b""))) as origin:
            async with socks(origin, refuse=True) as (_, port):
                async with client(proxy=f"socks5h://127.0.0.1:{port}") as own:
                    return await own.fetch(ask("http://far.example/"))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.CONNECT, False)
    assert "proxy" in outcome.detail


def test_http_proxy_gets_the_whole_address_and_the_credentials() -> None:
    async def work() -> tuple[Exchange, Asked]:
        async with HostileServer(plays(whole(b"by proxy"))) as proxy:
            own = client(proxy=f"http://ann:p%40ss@127.0.0.1:{proxy.port}")
            async with own:
                request = ask("http://far.example/a?b=%41", may_be_private=False)
                return await own.fetch(request), proxy.asked[0]

    outcome, asked = run(work)
    assert isinstance(outcome, Response)
    assert asked.line == "GET http://far.example/a?b=%41 HTTP/1.1"
    assert asked.headers["host"] == "far.example"
    secret = base64.b64encode(b"ann:p@ss").decode()
    assert asked.headers["proxy-authorization"] == f"Basic {secret}"


def test_private_literal_is_refused_before_an_http_proxy() -> None:
    async def work() -> tuple[Exchange, HostileServer]:
        async with HostileServer(plays(whole(b""))) as proxy:
            async with client(proxy=f"http://127.0.0.1:{proxy.port}") as own:
                request = ask("http://169.254.169.254/meta", may_be_private=False)
                return await own.fetch(request), proxy

    outcome, proxy = run(work)
    assert isinstance(outcome, Failure)
    assert outcome.kind is FailureKind.REFUSED_ADDRESS
    assert proxy.connections == 0


def test_https_goes_through_a_tunnel_and_a_no_is_a_connect_failure() -> None:
    async def work() -> tuple[Exchange, Asked]:
        no = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"
        async with HostileServer(plays(no)) as proxy:
            async with client(proxy=f"http://127.0.0.1:{proxy.port}") as own:
                return await own.fetch(ask("https://far.example/")), proxy.asked[0]

    outcome, asked = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.CONNECT, False)
    assert "403" in outcome.detail
    assert asked.line == "CONNECT far.example:443 HTTP/1.1"


def test_credentials_are_told_to_the_proxy_of_a_tunnel() -> None:
    async def work() -> Asked:
        no = b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"
        async with HostileServer(plays(no)) as proxy:
            async with client(proxy=f"http://ann:b@127.0.0.1:{proxy.port}") as own:
                await own.fetch(ask("https://far.example/"))
                return proxy.asked[0]

    secret = base64.b64encode(b"ann:b").decode()
    assert run(work).headers["proxy-authorization"] == f"Basic {secret}"


def test_unreachable_proxy_is_a_connect_failure() -> None:
    async def work() -> list[Exchange]:
        outcomes = []
        for scheme in ("http", "socks5h"):
            async with client(proxy=f"{scheme}://127.0.0.1:9") as own:
                outcomes.append(await own.fetch(ask("http://far.example/")))
        return outcomes

    for outcome in run(work):
        assert isinstance(outcome, Failure)
        assert (outcome.kind, outcome.sent) == (FailureKind.CONNECT, False)
        assert "proxy" in outcome.detail


def test_proxy_of_the_environment_spares_hosts_given_by_hand_and_loopback() -> None:
    async def work() -> tuple[list[Exchange], HostileServer, HostileServer]:
        async with (
            HostileServer(plays(whole(b"direct"))) as origin,
            HostileServer(plays(whole(b"proxied"))) as proxy,
        ):
            table = ResolveTable.parse([f"a.sim:80:127.0.0.1:{origin.port}"])
            environment = {"http_proxy": f"http://127.0.0.1:{proxy.port}"}
            async with client(resolve=table, environment=environment) as own:
                urls = ("http://a.sim/", origin.url(), "http://far.example/")
                return [await own.fetch(ask(url)) for url in urls], origin, proxy

    outcomes, origin, proxy = run(work)
    bodies = [o.body for o in outcomes if isinstance(o, Response)]
    assert bodies == [b"direct", b"direct", b"proxied"]
    assert (len(origin.asked), len(proxy.asked)) == (2, 1)
