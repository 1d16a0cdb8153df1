"""The farm plays what its replies say, and its log is what clients did."""

import asyncio
import gzip
import http.client
import socket
import time
from datetime import timedelta

import brotli
import pytest
import zstandard

from arpent.demo.clock import OPENING, Clock
from arpent.demo.replies import Faults, Framing, Reply, Site, Turns, moved, text
from arpent.demo.server import Farm
from arpent.demo.sites import family
from farm.simulated import ask, connected

BODY = b"<urlset>" + b"0123456789" * 200 + b"</urlset>"


def serving(**answers: Reply | Turns) -> Farm:
    """Return a farm of one site, x.sim, with one address a keyword."""
    return Farm([Site(host="x.sim", answers={f"/{n}": a for n, a in answers.items()})])


def raw(farm: Farm, request: bytes, *, read: int = 65_536) -> bytes:
    """Send bytes on a connection of their own and return what comes until it ends."""
    got = b""
    with socket.create_connection(("127.0.0.1", farm.port), timeout=5) as plug:
        plug.sendall(request)
        while len(got) < read and (piece := plug.recv(65_536)):
            got += piece
    return got


def get(target: str, host: str = "x.sim", more: str = "") -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode()


# -- hosts, log, life


def test_each_host_answers_for_itself_on_one_port(farm: Farm) -> None:
    assert ask(farm, "verge.sim", "/")[0] == 200
    assert ask(farm, "AP.sim:80", "/")[0] == 403
    assert ask(farm, "nobody.sim", "/")[0] == 421


def test_connection_is_kept_alive_across_requests_and_hosts(farm: Farm) -> None:
    with connected(farm) as connection:
        for host in ("verge.sim", "ap.sim", "verge.sim"):
            connection.request("GET", "/robots.txt", headers={"Host": host})
            assert b"User-agent" in connection.getresponse().read()
        plug = connection.sock
        connection.request("GET", "/", headers={"Host": "verge.sim"})
        connection.getresponse().read()
        assert connection.sock is plug


def test_log_has_one_row_a_request_with_its_status_and_bytes(farm: Farm) -> None:
    before = time.monotonic()
    _, _, body = ask(farm, "verge.sim", "/rss/index.xml?a=1", X_Test="yes")
    after = time.monotonic()
    (row,) = farm.log("verge.sim")
    assert (row.method, row.target) == ("GET", "/rss/index.xml?a=1")
    assert (row.status, row.bytes) == (200, len(body))
    assert ("x-test", "yes") in row.headers
    assert row.at == OPENING
    assert row.finished_at is not None
    assert before <= row.received_at <= row.finished_at <= after


def test_forgetting_empties_the_log_and_begins_turns_anew() -> None:
    with serving(a=Turns((text(b"one"), text(b"two")))) as farm:
        assert [ask(farm, "x.sim", "/a")[2] for _ in range(3)] == [
            b"one",
            b"two",
            b"two",
        ]
        farm.forget()
        assert farm.log() == []
        assert ask(farm, "x.sim", "/a")[2] == b"one"


def test_tls_greeting_is_turned_away_at_once_and_is_no_visit(farm: Farm) -> None:
    hello = bytes.fromhex("16030100c8010000c40303") + bytes(190)
    started = time.monotonic()
    answer = raw(farm, hello)
    assert answer[:1] == b"\x15"
    assert time.monotonic() - started < 1
    assert farm.tls_greetings == 1
    assert farm.log() == []


def test_resolve_leads_every_host_here_on_both_ports() -> None:
    with Farm([Site(host="a.sim"), Site(host="b.example")]) as farm:
        assert farm.resolve == [
            f"*.sim:80:127.0.0.1:{farm.port}",
            f"*.sim:443:127.0.0.1:{farm.port}",
            f"b.example:80:127.0.0.1:{farm.port}",
            f"b.example:443:127.0.0.1:{farm.port}",
        ]


def test_farm_answers_as_a_proxy_too(farm: Farm) -> None:
    answer = raw(
        farm, get("http://verge.sim/robots.txt", "verge.sim", "Connection: close\r\n")
    )
    assert answer.startswith(b"HTTP/1.1 200")
    (row,) = farm.log("verge.sim")
    assert row.proxied
    assert row.target == "/robots.txt"


def test_nonsense_is_answered_with_400(farm: Farm) -> None:
    assert raw(farm, b"HELO farm\r\n\r\n").startswith(b"HTTP/1.1 400")


def test_farm_closes_with_connections_still_open() -> None:
    with serving(hang=Reply(faults=Faults(silent=True))) as farm:
        plug = socket.create_connection(("127.0.0.1", farm.port), timeout=5)
        idle = socket.create_connection(("127.0.0.1", farm.port), timeout=5)
        plug.sendall(get("/hang"))
        while not farm.log("x.sim"):
            time.sleep(0.005)
    for connection in (plug, idle):
        try:
            assert connection.recv(1) == b""
        except ConnectionResetError:
            pass
        finally:
            connection.close()


def test_farm_runs_on_the_loop_of_its_user() -> None:
    async def visit() -> tuple[bytes, int]:
        async with serving(a=text(b"hello")) as farm:
            reader, writer = await asyncio.open_connection("127.0.0.1", farm.port)
            writer.write(get("/a", more="Connection: close\r\n"))
            answer = await reader.read()
            writer.close()
            await writer.wait_closed()
            return answer, len(farm.log("x.sim"))

    answer, visits = asyncio.run(visit())
    assert answer.endswith(b"hello")
    assert visits == 1


def test_body_follows_the_hand_moved_clock() -> None:
    clock = Clock()
    with Farm(family("generation"), clock=clock) as farm:
        first = ask(farm, "generation.sim", "/sitemap.xml")
        clock.move(timedelta(hours=1))
        second = ask(farm, "generation.sim", "/sitemap.xml")
    assert b"2026-11-20T09:30:15" in first[2]
    assert b"2026-11-20T10:30:15" in second[2]
    assert second[1]["date"] == "Fri, 20 Nov 2026 10:30:15 GMT"


# -- conditional answers, codings, redirects


def test_known_etag_is_answered_304_without_body(farm: Farm) -> None:
    target = "/sitemaps/posts.xml"
    _, headers, body = ask(farm, "verge.sim", target)
    again = ask(farm, "verge.sim", target, If_None_Match=f'W/"x", {headers["etag"]}')
    assert (again[0], again[2]) == (304, b"")
    assert len(body) > 0
    assert ask(farm, "verge.sim", target, If_None_Match='"other"')[0] == 200


def test_if_modified_since_is_held_against_last_modified() -> None:
    with serving(a=Reply(body=b"x", last_modified=OPENING)) as farm:
        _, headers, _ = ask(farm, "x.sim", "/a")
        same, older = headers["last-modified"], "Fri, 20 Nov 2026 09:30:14 GMT"
        assert ask(farm, "x.sim", "/a", If_Modified_Since=same)[0] == 304
        assert ask(farm, "x.sim", "/a", If_Modified_Since=older)[0] == 200
        assert ask(farm, "x.sim", "/a", If_Modified_Since="yesterday")[0] == 200


def test_codings_are_applied_in_order_and_said_so(farm: Farm) -> None:
    plain = ask(farm, "faults.sim", "/chunked.xml")[2]
    read = {
        "gzip": gzip.decompress,
        "br": brotli.decompress,
        "zstd": zstandard.ZstdDecompressor().decompressobj().decompress,
    }
    for name, undo in read.items():
        _, headers, body = ask(farm, "faults.sim", f"/{name}.xml")
        assert headers["content-encoding"] == name
        assert undo(body) == plain
    _, headers, body = ask(farm, "faults.sim", "/gzip-twice.xml")
    assert headers["content-encoding"] == "gzip, gzip"
    assert gzip.decompress(gzip.decompress(body)) == plain


def test_content_encoding_can_lie(farm: Farm) -> None:
    _, said, body = ask(farm, "faults.sim", "/gzip-lie.xml")
    assert said["content-encoding"] == "gzip"
    assert body.startswith(b"<?xml")
    _, unsaid, body = ask(farm, "faults.sim", "/gzip-unsaid.xml")
    assert "content-encoding" not in unsaid
    assert body.startswith(b"\x1f\x8b")


def test_unknown_coding_of_a_site_is_a_mistake_of_its_author() -> None:
    from arpent.demo.wire import coded  # noqa: PLC0415 -- one use

    with pytest.raises(ValueError, match="zorp"):
        coded(b"", ("zorp",))


def test_redirects_lead_on_round_and_away() -> None:
    with serving(a=moved("/b", status=308), b=moved("/a")) as farm:
        assert ask(farm, "x.sim", "/a")[:2][0] == 308
        assert ask(farm, "x.sim", "/b")[1]["location"] == "/a"


def test_retry_after_is_told_once_and_then_the_document_comes(farm: Farm) -> None:
    first = ask(farm, "faults.sim", "/busy.xml")
    assert (first[0], first[1]["retry-after"]) == (503, "1")
    assert ask(farm, "faults.sim", "/busy.xml")[0] == 200


# -- faults on the wire


def test_delay_comes_before_the_first_byte() -> None:
    with serving(a=Reply(body=BODY).but(delay_s=0.2)) as farm:
        started = time.monotonic()
        ask(farm, "x.sim", "/a")
        assert 0.2 <= time.monotonic() - started < 2


@pytest.mark.parametrize("faults", [{"head_rate": 1_500}, {"body_rate": 15_000}])
def test_bytes_drip_at_the_rate_given(faults: dict[str, float]) -> None:
    with serving(a=Reply(body=BODY).but(**faults)) as farm:
        started = time.monotonic()
        assert ask(farm, "x.sim", "/a")[2] == BODY
        assert 0.07 <= time.monotonic() - started < 2


@pytest.mark.parametrize(
    "faults",
    [{"cut_after": 300}, {"lengths": (100_000,)}, {"cut_after": 300, "reset": True}],
)
def test_body_that_ends_early_is_seen_by_the_client(faults: dict[str, object]) -> None:
    with serving(a=Reply(body=BODY).but(**faults)) as farm:
        with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
            ask(farm, "x.sim", "/a")
        (row,) = farm.log("x.sim")
        assert row.bytes == (300 if "cut_after" in faults else len(BODY))


def test_broken_chunk_is_seen_by_the_client() -> None:
    with (
        serving(a=Reply(body=BODY).but(framing=Framing.BAD_CHUNK)) as farm,
        pytest.raises(http.client.IncompleteRead),
    ):
        ask(farm, "x.sim", "/a")


@pytest.mark.parametrize("framing", [Framing.CHUNKED, Framing.CLOSE])
def test_other_framings_bring_the_body_whole(framing: Framing) -> None:
    with serving(a=Reply(body=BODY).but(framing=framing)) as farm:
        assert ask(farm, "x.sim", "/a")[2] == BODY


def test_reset_and_silence_bring_no_status() -> None:
    answers = {
        "a": Reply().but(reset=True),
        "b": Reply().but(silent=True),
        "c": Reply().but(raw=b"220 smtp\r\n"),
    }
    with serving(**answers) as farm:
        with pytest.raises(ConnectionError):
            ask(farm, "x.sim", "/a")
        with pytest.raises(http.client.BadStatusLine):
            ask(farm, "x.sim", "/c")
        connection = http.client.HTTPConnection("127.0.0.1", farm.port, timeout=0.2)
        connection.request("GET", "/b", headers={"Host": "x.sim"})
        with pytest.raises(TimeoutError):
            connection.getresponse()
        connection.close()
        assert [row.status for row in farm.log("x.sim")] == [None, None, None]


def test_interim_answers_come_before_the_real_one() -> None:
    with serving(a=Reply(body=BODY).but(interim=3)) as farm:
        answer = raw(farm, get("/a", more="Connection: close\r\n"))
    assert answer.count(b"HTTP/1.1 103 ") == 3
    assert answer.index(b"HTTP/1.1 200 ") > answer.rindex(b"HTTP/1.1 103 ")


def test_lengths_and_headers_can_be_false_and_huge() -> None:
    answers = {
        "two": Reply(body=BODY).but(lengths=(20, 30)),
        "long": Reply().but(header_bytes=100_000),
        "many": Reply().but(header_count=500),
    }
    with serving(**answers) as farm:
        close = "Connection: close\r\n"
        assert raw(farm, get("/two")).count(b"\r\nContent-Length: ") == 2
        assert len(raw(farm, get("/long", more=close), read=10**6)) > 100_000
        assert raw(farm, get("/many", more=close)).count(b"\r\nX-Many-") == 500


def test_endless_body_goes_on_until_the_client_leaves() -> None:
    with serving(a=Reply(body=BODY).but(endless=True)) as farm:
        assert len(raw(farm, get("/a"), read=3_000_000)) >= 3_000_000
        deadline = time.monotonic() + 5
        while farm.log("x.sim")[0].finished_at is None and time.monotonic() < deadline:
            time.sleep(0.01)
        assert farm.log("x.sim")[0].finished_at is not None


def test_head_request_brings_the_length_without_the_body(farm: Farm) -> None:
    with connected(farm) as connection:
        connection.request("HEAD", "/", headers={"Host": "verge.sim"})
        response = connection.getresponse()
        assert int(response.headers["Content-Length"]) > 0
        assert response.read() == b""
