"""A raw server on the loopback interface that says, byte by byte, what a test wants.

Knows sockets, and HTTP only as far as the end of a request's head. Every request is
logged with its connection and moments, so that tests can compare.
"""

import asyncio
import contextlib
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

Play = Callable[["Asked", asyncio.StreamWriter], Awaitable[bool | None]]
"""Answers a request; returns True to keep the connection open."""


@dataclass(slots=True)
class Asked:
    """One request as it arrived."""

    line: str
    headers: dict[str, str]
    connection: int
    turn: int
    reader: asyncio.StreamReader = field(repr=False)
    arrived_at: float = 0.0
    ended_at: float = 0.0

    @property
    def target(self) -> str:
        return self.line.split(" ")[1]


class HostileServer:
    """Serve on 127.0.0.1; use it as an async context manager."""

    def __init__(self, play: Play, *, tls: ssl.SSLContext | None = None) -> None:
        self.asked: list[Asked] = []
        self.connections = 0
        self.at_once = 0
        self.most_at_once = 0
        self.port = 0
        self._play = play
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._connected, "127.0.0.1", 0, ssl=self._tls, backlog=1024
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        scheme = "https" if self._tls else "http"
        return f"{scheme}://{host}:{self.port}{path}"

    def _connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.connections += 1
        task = asyncio.ensure_future(self._converse(reader, writer, self.connections))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _converse(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        connection: int,
    ) -> None:
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                while await self._turn(reader, writer, connection):
                    pass
        finally:
            writer.close()
            with contextlib.suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _turn(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        connection: int,
    ) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *fields = head.rstrip("\r\n").split("\r\n")
        pairs = (text.partition(":") for text in fields)
        asked = Asked(
            line=line,
            headers={name.lower(): value.strip() for name, _, value in pairs},
            connection=connection,
            turn=len(self.asked) + 1,
            reader=reader,
            arrived_at=time.monotonic(),
        )
        self.asked.append(asked)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            keep = await self._play(asked, writer)
            await writer.drain()
        finally:
            self.at_once -= 1
            asked.ended_at = time.monotonic()
        return bool(keep)


def plays(*pieces: bytes, keep: bool = False) -> Play:
    """Answer every request with these bytes."""

    async def play(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        del asked
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        return keep

    return play


def drips(start: bytes, drop: bytes, every_s: float) -> Play:
    """Answer with a start, then with a drop now and then, for ever."""

    async def play(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        del asked
        writer.write(start)
        while True:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(every_s)

    return play


def floods(start: bytes, wave: bytes) -> Play:
    """Answer with a start, then with waves as fast as they are taken."""
    return drips(start, wave, 0)


def whole(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    """Return an answer with a proper length."""
    lines = [f"HTTP/1.1 {status}", *fields, f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
