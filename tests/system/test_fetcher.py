"""One exchange over real sockets: what is sent, and what answers come to."""

import asyncio
import gzip
import socket
import time

import pytest

from arpent.terms.exchange import (
    Exchange,
    Failure,
    FailureKind,
    Fault,
    Response,
    Validators,
)
from system.fetching import AGENT, OK, ask, client, failed, fetched, now, responded, run
from system.hostile_server import Asked, HostileServer, drips, floods, plays, whole


def test_request_says_who_asks_and_what_can_be_read() -> None:
    _, server = fetched(plays(whole(b"x")))
    (asked,) = server.asked
    assert asked.line == "GET /a HTTP/1.1"
    assert asked.headers["user-agent"] == AGENT
    assert asked.headers["host"] == f"127.0.0.1:{server.port}"
    assert "gzip" in asked.headers["accept-encoding"]
    assert "cookie" not in asked.headers


@pytest.mark.parametrize(
    "target",
    ["/a?", "/a%2Fb/%7euser", "/a/../b/./c", "/?q=%41+b&&x=%ff", "//x//", "/a;b='\"<>"],
)
def test_address_is_sent_as_it_is_given(target: str) -> None:
    async def work() -> str:
        async with HostileServer(plays(whole(b""))) as server, client() as own:
            await own.fetch(ask(server.url(target)))
            return server.asked[0].target

    assert run(work) == target


def test_validators_make_the_request_conditional() -> None:
    validators = Validators(etag='W/"1"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT")
    outcome, server = fetched(
        plays(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"),
        validators=validators,
    )
    assert isinstance(outcome, Response)
    assert (outcome.status, outcome.body, outcome.fault) == (304, b"", None)
    assert server.asked[0].headers["if-none-match"] == 'W/"1"'
    assert server.asked[0].headers["if-modified-since"].startswith("Mon, 01")


def test_validators_with_a_line_break_are_left_out() -> None:
    _, server = fetched(
        plays(whole(b"")), validators=Validators(etag='"a"\r\nX-Evil: 1')
    )
    assert not {"x-evil", "if-none-match"} & set(server.asked[0].headers)


def test_own_headers_go_only_where_the_request_says_so() -> None:
    async def work() -> list[dict[str, str]]:
        own = client(headers=[("X-Key", "secret"), ("accept", "text/x")])
        async with HostileServer(plays(whole(b""))) as server, own:
            await own.fetch(ask(server.url(), own_headers=True))
            await own.fetch(ask(server.url(), own_headers=False))
            return [asked.headers for asked in server.asked]

    with_own, without = run(work)
    assert (with_own["x-key"], with_own["accept"]) == ("secret", "text/x")
    assert "x-key" not in without


def test_cookies_are_never_sent_back() -> None:
    async def work() -> list[Asked]:
        play = plays(whole(b"", "Set-Cookie: a=b; Path=/"), keep=True)
        async with HostileServer(play) as server, client() as own:
            for _ in range(2):
                await own.fetch(ask(server.url()))
            return server.asked

    assert all("cookie" not in asked.headers for asked in run(work))


@pytest.mark.parametrize("url", ["ftp://h.example/", "file:///etc/passwd", "data:,x"])
def test_other_schemes_are_refused(url: str) -> None:
    async def work() -> Exchange:
        async with client() as own:
            return await own.fetch(ask(url))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_SCHEME, False)


@pytest.mark.parametrize("url", ["http://h.example/\r\nX: 1", "http://h.example/ é"])
def test_addresses_that_break_the_request_line_are_refused(url: str) -> None:
    async def work() -> Exchange:
        async with client() as own:
            return await own.fetch(ask(url))

    outcome = run(work)
    assert isinstance(outcome, Failure)
    assert (outcome.kind, outcome.sent) == (FailureKind.REFUSED_ADDRESS, False)


def test_redirect_is_an_answer_and_not_followed() -> None:
    outcome, server = fetched(
        plays(whole(b"moved", "Location: /b", status="302 Found"))
    )
    assert isinstance(outcome, Response)
    assert (outcome.status, outcome.headers.get("location")) == (302, "/b")
    assert len(server.asked) == 1


def test_outcome_tells_bytes_and_moments() -> None:
    packed = gzip.compress(b"abc" * 1000)
    answer = responded(plays(whole(packed, "Content-Encoding: gzip")))
    assert answer.body == b"abc" * 1000
    assert answer.received_bytes == len(packed)
    assert answer.started_at == now()
    assert 0 < answer.elapsed_s < 5


def test_interim_answers_are_skipped() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
    assert responded(plays(early * 2000 + whole(b"at last"))).body == b"at last"


def test_endless_interim_answers_end_at_the_deadline() -> None:
    began = time.monotonic()
    outcome = failed(floods(b"", b"HTTP/1.1 103 Early\r\n\r\n" * 500), timeout_s=0.5)
    assert (outcome.kind, outcome.sent) == (FailureKind.TIMEOUT, True)
    assert time.monotonic() - began < 2


def test_switching_protocols_is_no_answer() -> None:
    outcome = failed(
        plays(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
    )
    assert (outcome.kind, outcome.sent) == (FailureKind.PROTOCOL, True)


def test_dripped_head_ends_at_the_deadline() -> None:
    outcome = failed(drips(OK, b"X: y\r\n", 0.05), timeout_s=0.4)
    assert (outcome.kind, outcome.sent) == (FailureKind.TIMEOUT, True)
    assert 0.39 < outcome.elapsed_s < 1.5


def test_dripped_body_ends_at_the_deadline_with_what_came() -> None:
    head = OK + b"Content-Length: 100000\r\n\r\n"
    answer = responded(drips(head, b"d", 0.02), timeout_s=0.4)
    assert (answer.status, answer.fault) == (200, Fault.TIMEOUT)
    assert set(answer.body) == {ord("d")}
    assert 0.39 < answer.elapsed_s < 1.5


@pytest.mark.parametrize("framing", [b"Transfer-Encoding: chunked\r\n\r\n", b"\r\n"])
def test_endless_body_is_cut_at_the_limit(framing: bytes) -> None:
    wave = b"x" * 65_536
    if framing.strip():
        wave = b"10000\r\n" + wave + b"\r\n"
    answer = responded(floods(OK + framing, wave), limit_bytes=512_000)
    assert (answer.fault, len(answer.body)) == (Fault.TOO_LARGE, 512_000)
    assert answer.received_bytes <= 1 << 20


def test_body_of_exactly_the_limit_is_whole() -> None:
    answer = responded(plays(whole(b"x" * 5000)), limit_bytes=5000)
    assert (answer.fault, len(answer.body)) == (None, 5000)


def test_body_shorter_than_announced_is_a_fault() -> None:
    answer = responded(plays(OK + b"Content-Length: 100\r\n\r\nonly this"))
    assert (answer.fault, answer.body) == (Fault.PROTOCOL, b"only this")


def test_broken_chunk_is_a_fault_and_keeps_what_came() -> None:
    answer = responded(
        plays(OK + b"Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\nZZ\r\nxx")
    )
    assert (answer.fault, answer.body) == (Fault.PROTOCOL, b"abcd")


def test_chunked_body_without_its_end_is_a_fault() -> None:
    answer = responded(
        plays(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"4\r\nabcd\r\n")
    )
    assert (answer.fault, answer.body) == (Fault.PROTOCOL, b"abcd")


@pytest.mark.parametrize("framing", [b"Content-Length: 100\r\n\r\n", b"\r\n"])
def test_reset_within_the_body_is_a_fault(framing: bytes) -> None:
    async def play(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + framing + b"begun")
        await writer.drain()
        await asyncio.sleep(0.05)
        raw = writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        writer.transport.abort()

    answer = responded(play)
    assert (answer.fault, answer.body) == (Fault.PROTOCOL, b"begun")


def test_gzip_that_ends_early_is_a_fault_and_keeps_what_came() -> None:
    packed = gzip.compress(b"".join(b"%d," % n for n in range(20_000)))
    answer = responded(plays(whole(packed[:-500], "Content-Encoding: gzip")))
    assert answer.fault is Fault.PROTOCOL
    assert answer.body.startswith(b"0,1,2,")


def test_coding_that_is_a_lie_gives_the_bytes_as_they_are() -> None:
    answer = responded(plays(whole(b"<urlset/>" * 9, "Content-Encoding: gzip")))
    assert answer.body == b"<urlset/>" * 9


def test_unknown_coding_is_a_fault() -> None:
    answer = responded(plays(whole(b"?" * 40, "Content-Encoding: compress")))
    assert answer.fault is Fault.ENCODING


@pytest.mark.parametrize(
    "answer",
    [
        b"garbage\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        OK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        OK + b"Content-Length: -3\r\n\r\nabc",
        OK + b"X: " + b"y" * 1_048_576 + b"\r\n\r\n",
        OK + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)) + b"\r\n",
        b"HTTP/1.1 200 " + b"O" * 100_000 + b"\r\n\r\n",
        b"",
    ],
    ids=range(9),
)
def test_what_is_no_http_is_a_failure_that_was_sent(answer: bytes) -> None:
    outcome = failed(plays(answer))
    assert (outcome.kind, outcome.sent) == (FailureKind.PROTOCOL, True)
    assert outcome.detail.startswith("127.0.0.1 ")


def test_stored_fields_are_bounded_and_readable() -> None:
    many = [f"X-{n}: y" for n in range(230)]
    answer = responded(plays(whole(b"", "Long: " + "y" * 20_000, *many)))
    assert len(answer.headers.fields) == 200
    assert len(answer.headers.get("long")) == 8192


def test_fields_in_latin_1_and_utf_8_are_both_read() -> None:
    head = (
        OK + "A: é\r\n".encode() + "B: é\r\nContent-Length: 0\r\n\r\n".encode("latin-1")
    )
    answer = responded(plays(head))
    assert (answer.headers.get("a"), answer.headers.get("b")) == ("é", "é")


def test_server_that_speaks_first_is_heard() -> None:
    async def work() -> Exchange:
        async def greet(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter
        ) -> None:
            writer.write(whole(b"hello"))
            await reader.readuntil(b"\r\n\r\n")
            writer.close()
            await writer.wait_closed()

        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, client() as own:
            return await own.fetch(ask(f"http://127.0.0.1:{port}/"))

    outcome = run(work)
    assert isinstance(outcome, Response)
    assert outcome.body == b"hello"
