"""https: certificates are checked, names are kept, and failures are called tls."""

import asyncio
import ssl

import pytest
import trustme

from arpent.terms.exchange import Exchange, Failure, FailureKind, Response
from arpent.terms.resolve import ResolveTable
from system.fetching import ask, client, run
from system.hostile_server import HostileServer, plays, whole
from system.loopback_proxies import socks, tunnels


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def server_side(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*names).configure_cert(context)
    return context


def client_side(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


def over_tls(
    server_tls: ssl.SSLContext, client_tls: ssl.SSLContext | None, host: str
) -> tuple[Exchange, HostileServer]:
    async def work() -> tuple[Exchange, HostileServer]:
        play = plays(whole(b"safe"), keep=True)
        async with HostileServer(play, tls=server_tls) as server:
            table = ResolveTable.parse([f"{host}:443:127.0.0.1:{server.port}"])
            async with client(resolve=table, tls=client_tls) as own:
                await own.fetch(ask(f"https://{host}/"))
                return await own.fetch(ask(f"https://{host}/")), server

    return run(work)


def test_certificate_is_checked_against_the_name_not_the_address(
    authority: trustme.CA,
) -> None:
    outcome, server = over_tls(
        server_side(authority, "site.example"), client_side(authority), "site.example"
    )
    assert isinstance(outcome, Response), outcome
    assert outcome.body == b"safe"
    assert [asked.headers["host"] for asked in server.asked] == ["site.example"] * 2
    assert server.connections == 1


def test_certificate_of_another_host_is_a_tls_failure(authority: trustme.CA) -> None:
    outcome, server = over_tls(
        server_side(authority, "other.example"), client_side(authority), "site.example"
    )
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.TLS, False)
    assert "certificate" in outcome.detail
    assert server.asked == []


def test_self_signed_certificate_is_a_tls_failure(authority: trustme.CA) -> None:
    outcome, server = over_tls(
        server_side(authority, "site.example"), None, "site.example"
    )
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.TLS, False)
    assert server.asked == []


@pytest.mark.parametrize(
    "greeting",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x15\x03\x01\x00\x02\x02\x28", b""],
    ids=["plain", "alert", "closed"],
)
def test_port_without_tls_is_a_tls_failure(greeting: bytes) -> None:
    async def work() -> Exchange:
        async def answer(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter
        ) -> None:
            await reader.read(1)
            writer.write(greeting)
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, client() as own:
            return await own.fetch(ask(f"https://127.0.0.1:{port}/"))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.TLS, False)


def test_silent_handshake_ends_at_the_deadline() -> None:
    async def work() -> Exchange:
        async def silent(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter
        ) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, client() as own:
            return await own.fetch(ask(f"https://127.0.0.1:{port}/", timeout_s=0.3))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.TIMEOUT, False)
    assert outcome.elapsed_s < 1


@pytest.mark.parametrize("scheme", ["http", "socks5h", "socks5", "socks4a"])
@pytest.mark.parametrize("name", ["site.example", "other.example"])
def test_certificate_is_checked_through_a_proxy_too(
    authority: trustme.CA, scheme: str, name: str
) -> None:
    async def public(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    async def work() -> Exchange:
        tls = server_side(authority, name)
        async with HostileServer(plays(whole(b"safe")), tls=tls) as origin:
            proxies = tunnels if scheme == "http" else socks
            async with proxies(origin) as (_, port):
                own = client(
                    proxy=f"{scheme}://127.0.0.1:{port}",
                    lookup=public,
                    tls=client_side(authority),
                )
                async with own:
                    request = ask("https://site.example/", may_be_private=False)
                    return await own.fetch(request)

    outcome = run(work)
    if name == "site.example":
        assert isinstance(outcome, Response), outcome
        assert outcome.body == b"safe"
    else:
        assert isinstance(outcome, Failure)
        assert (outcome.kind, outcome.sent) == (FailureKind.TLS, False)
