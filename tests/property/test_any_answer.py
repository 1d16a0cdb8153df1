"""Whatever a server says, an exchange comes to an outcome, and never raises."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from arpent.terms.exchange import Failure, Fault, Response
from system.fetching import ask, client, run
from system.hostile_server import HostileServer, plays

LINES = st.sampled_from(
    [
        b"HTTP/1.1 200 OK",
        b"HTTP/1.0 200",
        b"HTTP/1.1 103 Early Hints",
        b"HTTP/1.1 204 No Content",
        b"HTTP/1.1 304 Not Modified",
        b"HTTP/2 200",
        b"HTTP/1.1 999 ?",
        b"Content-Length: 5",
        b"Content-Length: 99999999999999999999",
        b"Content-Length: x",
        b"Transfer-Encoding: chunked",
        b"Transfer-Encoding: gzip, chunked",
        b"Content-Encoding: gzip",
        b"Content-Encoding: br, zstd, deflate",
        b"Connection: keep-alive, close, upgrade",
        b"Location: http://[",
        b"Set-Cookie: \xff=\x00; Domain=..",
        b"5",
        b"abcde",
        b"0",
        b"FFFFFFFFFFFFFFFFFFFF",
        b": no name",
        b" folded",
        b"",
    ]
)
LINE = st.one_of(LINES, st.binary(max_size=40))
PIECES = st.lists(
    st.lists(LINE, max_size=8).map(lambda lines: b"".join(x + b"\r\n" for x in lines)),
    max_size=4,
)


@given(start=st.sampled_from([b"", b"HTTP/1.1 200 OK\r\n"]), pieces=PIECES)
def test_any_answer_comes_to_an_outcome(start: bytes, pieces: list[bytes]) -> None:
    async def work() -> None:
        play = plays(start, *pieces)
        async with HostileServer(play) as server, client() as own:
            outcome = await own.fetch(ask(server.url(), limit_bytes=50, timeout_s=2))
            await asyncio.sleep(0)
            if isinstance(outcome, Failure):
                assert outcome.sent
                assert outcome.detail
            else:
                assert isinstance(outcome, Response)
                assert len(outcome.body) <= 50
                assert outcome.fault is None or isinstance(outcome.fault, Fault)
            assert len(server.asked) == 1

    run(work)


@given(url=st.one_of(st.text(), st.text().map("http://{}".format)))
def test_any_text_in_place_of_an_address_comes_to_an_outcome(url: str) -> None:
    async def nobody(_host: str, _port: int) -> list[str]:
        raise OSError("nobody")

    async def work() -> None:
        async with client(lookup=nobody) as own:
            outcome = await own.fetch(ask(url, may_be_private=False))
            assert isinstance(outcome, Failure)
            assert not outcome.sent

    run(work)
