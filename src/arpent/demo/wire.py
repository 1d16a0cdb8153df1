"""Puts a reply on the wire, faults and all.

Knows bytes and sockets. Must not know which site speaks: a fault is taken from the
reply, never decided here.
"""

import asyncio
import hashlib
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from typing import Final

import brotli
import zstandard

from arpent.demo.replies import Asked, Faults, Framing, Reply

__all__ = ["Visit", "coded", "send"]

_PIECE: Final = 65_536
_BODYLESS: Final = frozenset({204, 304})


@dataclass(slots=True, kw_only=True)
class Visit:
    """One row of the server's log; times are seconds of the monotonic clock.

    Attributes:
        at: The farm's moment when the request had arrived whole.
        received_at: When the request had arrived whole.
        finished_at: Just before the last bytes were written, or when the client
            left; None while it is being answered.
        status: None when no status line was sent.
        bytes: Body bytes put on the wire, framing apart.
        proxied: The target was in absolute form: the farm was asked as a proxy.
    """

    host: str
    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    at: datetime
    received_at: float
    finished_at: float | None = None
    status: int | None = None
    bytes: int = 0
    proxied: bool = False


def coded(body: bytes, codings: tuple[str, ...]) -> bytes:
    """Return the body with these content codings applied, the first one innermost."""
    for name in codings:
        match name:
            case "gzip":
                body = _deflated(body, 31)
            case "deflate":
                body = _deflated(body, 15)
            case "raw-deflate":
                body = _deflated(body, -15)
            case "br":
                body = brotli.compress(body, quality=4)
            case "zstd":
                body = zstandard.ZstdCompressor(level=3).compress(body)
            case _:
                raise ValueError(f"{name!r} is no coding that the farm can apply")
    return body


def _deflated(body: bytes, wbits: int) -> bytes:
    machine = zlib.compressobj(6, zlib.DEFLATED, wbits)
    return machine.compress(body) + machine.flush()


async def send(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    reply: Reply,
    asked: Asked,
    visit: Visit,
) -> bool:
    """Send the reply and fill in the visit; return whether the connection lives on."""
    faults = reply.faults
    try:
        if faults.delay_s:
            await asyncio.sleep(faults.delay_s)
        if faults.silent:
            await reader.read()
            return False
        if faults.reset and faults.cut_after is None:
            _reset(writer)
            return False
        if faults.raw is not None:
            _finish(visit)
            await _write(writer, faults.raw)
            return False
        await _answer(writer, reply, asked, visit)
    except (ConnectionError, TimeoutError):
        return False
    finally:
        _finish(visit)
    wants_close = asked.header("connection").lower() == "close"
    return not faults.ends_connection and not wants_close


async def _answer(
    writer: asyncio.StreamWriter, reply: Reply, asked: Asked, visit: Visit
) -> None:
    faults = reply.faults
    plain = reply.body if isinstance(reply.body, bytes) else reply.body(asked, visit.at)
    body = coded(plain, reply.codings)
    etag = _etag(reply, body)
    status = 304 if _holds(reply, etag, asked) else reply.status
    if asked.method == "HEAD" or status in _BODYLESS:
        body, declared = b"", len(body) if asked.method == "HEAD" else None
    else:
        declared = len(body)
    head = _head(reply, status, etag, declared, visit.at)
    interim = f"HTTP/1.1 {faults.interim_status} {_phrase(faults.interim_status)}"
    for _ in range(faults.interim):
        await _write(writer, f"{interim}\r\nLink: </a.css>\r\n\r\n".encode())
    visit.status = status
    if not body and not faults.endless:
        _finish(visit)
    await _write(writer, head, faults.head_rate)
    await _send_body(writer, body, faults, visit)


def _etag(reply: Reply, body: bytes) -> str | None:
    if reply.etag is not None or not reply.tagged:
        return reply.etag
    return f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'


def _holds(reply: Reply, etag: str | None, asked: Asked) -> bool:
    """Say whether the client's copy still holds (RFC 9110 section 13.2.2)."""
    if reply.status != HTTPStatus.OK:
        return False
    wanted = asked.header("if-none-match")
    if wanted:
        tags = {tag.strip().removeprefix("W/") for tag in wanted.split(",")}
        return etag is not None and etag.removeprefix("W/") in tags
    since = asked.header("if-modified-since")
    if not since or reply.last_modified is None:
        return False
    try:
        return reply.last_modified.replace(microsecond=0) <= parsedate_to_datetime(
            since
        )
    except (ValueError, TypeError):
        return False


def _head(
    reply: Reply, status: int, etag: str | None, declared: int | None, now: datetime
) -> bytes:
    faults = reply.faults
    rows = [f"HTTP/1.1 {status} {_phrase(status)}", f"Date: {_http_date(now)}"]
    if reply.content_type:
        rows.append(f"Content-Type: {reply.content_type}")
    says = reply.says_coding
    if says is None:
        says = ", ".join(c.removeprefix("raw-") for c in reply.codings)
    if says:
        rows.append(f"Content-Encoding: {says}")
    if etag:
        rows.append(f"ETag: {etag}")
    if reply.last_modified:
        rows.append(f"Last-Modified: {_http_date(reply.last_modified)}")
    rows.extend(f"{name}: {value}" for name, value in reply.headers)
    rows.extend(_framing(faults, status, declared))
    if faults.header_bytes:
        rows.append("X-Long: " + "a" * faults.header_bytes)
    rows.extend(f"X-Many-{n}: {n}" for n in range(faults.header_count))
    if faults.ends_connection:
        rows.append("Connection: close")
    return "\r\n".join((*rows, "", "")).encode("latin-1", "replace")


def _framing(faults: Faults, status: int, declared: int | None) -> Iterator[str]:
    if faults.lengths:
        yield from (f"Content-Length: {n}" for n in faults.lengths)
    elif status in _BODYLESS:
        return
    elif faults.framing in {Framing.CHUNKED, Framing.BAD_CHUNK}:
        yield "Transfer-Encoding: chunked"
    elif faults.framing is Framing.LENGTH and not faults.endless:
        yield f"Content-Length: {declared or 0}"


async def _send_body(
    writer: asyncio.StreamWriter, body: bytes, faults: Faults, visit: Visit
) -> None:
    chunked = faults.framing in {Framing.CHUNKED, Framing.BAD_CHUNK}
    pieces = _pieces(body, faults)
    piece = next(pieces, None)
    while piece is not None:
        following = next(pieces, None)
        visit.bytes += len(piece)
        if following is None and faults.body_rate is None:
            _finish(visit)
        framed = b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece
        await _write(writer, framed, faults.body_rate)
        piece = following
        if faults.framing is Framing.BAD_CHUNK:
            _finish(visit)
            await _write(writer, b"zz\r\nno chunk\r\n")
            return
    if faults.reset:
        _reset(writer)
    elif chunked and faults.cut_after is None and visit.status not in _BODYLESS:
        await _write(writer, b"0\r\n\r\n")


def _pieces(body: bytes, faults: Faults) -> Iterator[bytes]:
    left = faults.cut_after
    while True:
        for start in range(0, len(body), _PIECE):
            piece = body[start : start + _PIECE]
            if left is not None:
                piece = piece[:left]
                left -= len(piece)
            if piece:
                yield piece
            if left == 0:
                return
        if not faults.endless or not body:
            return


async def _write(
    writer: asyncio.StreamWriter, some: bytes, rate: float | None = None
) -> None:
    if rate is None:
        writer.write(some)
        await writer.drain()
        return
    size = max(1, int(rate / 20))
    for start in range(0, len(some), size):
        writer.write(some[start : start + size])
        await writer.drain()
        await asyncio.sleep(size / rate)


def _finish(visit: Visit) -> None:
    if visit.finished_at is None:
        visit.finished_at = time.monotonic()


def _reset(writer: asyncio.StreamWriter) -> None:
    plug = writer.get_extra_info("socket")
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Odd"


def _http_date(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)
