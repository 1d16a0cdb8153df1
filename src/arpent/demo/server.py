"""The farm: many virtual hosts behind one loopback port, with a log of every visit.

Knows HTTP/1.1 as a server. Must not know what the sites are about. A TLS greeting is
turned away at once and is no visit, so that clients fall back to plain http.
"""

import asyncio
import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Iterable
from types import TracebackType
from typing import Final, Self

from arpent.demo.clock import Clock
from arpent.demo.replies import Asked, Reply, Site, text
from arpent.demo.wire import Visit, send

__all__ = ["Farm"]

_SUFFIX: Final = ".sim"
_TLS_GREETING: Final = b"\x16"
_TLS_ALERT: Final = bytes.fromhex("15 03 01 00 02 02 28")  # fatal, handshake_failure
_UNKNOWN: Final = text(b"no such host on this farm\n", status=421)
_BAD: Final = text(b"that was no request\n", status=400)
_HEAD_LIMIT: Final = 262_144


class Farm:
    """Serve sites on 127.0.0.1; use it as a context manager, plain or async.

    Plain, it runs on a thread of its own; async, on the running loop.

    Args:
        sites: One a host name.
        clock: What the sites take as now.
    """

    def __init__(self, sites: Iterable[Site], *, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.sites: dict[str, Site] = {}
        self.visits: list[Visit] = []
        self.tls_greetings = 0
        self.port = 0
        self._turns: dict[tuple[str, str], int] = defaultdict(int)
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._failure: BaseException | None = None
        self.add(*sites)

    def add(self, *sites: Site) -> None:
        """Add sites, or put others in their place; allowed while it is serving."""
        for site in sites:
            self.sites[site.host.lower()] = site

    @property
    def resolve(self) -> list[str]:
        """Return the `--resolve` texts that lead every host of the farm here."""
        others = [name for name in self.sites if not name.endswith(_SUFFIX)]
        return [
            f"{name}:{port}:127.0.0.1:{self.port}"
            for name in (f"*{_SUFFIX}", *others)
            for port in (80, 443)
        ]

    def log(self, host: str | None = None) -> list[Visit]:
        """Return the visits to a host, or all of them, in order of arrival."""
        rows = list(self.visits)
        return rows if host is None else [row for row in rows if row.host == host]

    def forget(self) -> None:
        """Empty the log and begin every turn anew."""
        self.visits.clear()
        self._turns.clear()
        self.tls_greetings = 0

    async def __aenter__(self) -> Self:
        """Start to serve on the running loop."""
        self._server = await asyncio.start_server(
            self._connected, "127.0.0.1", 0, backlog=1024, limit=_HEAD_LIMIT
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop, and drop every open connection."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()

    def __enter__(self) -> Self:
        """Start to serve on a thread of its own.

        Raises:
            OSError: No port of the loopback interface could be had.
        """
        started = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(started,), name="arpent-farm", daemon=True
        )
        self._thread.start()
        started.wait()
        if self._failure is not None:
            self._thread.join()
            raise self._failure
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the thread, and drop every open connection."""
        if self._loop is not None and self._stop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join()

    def _run(self, started: threading.Event) -> None:
        try:
            asyncio.run(self._stay(started))
        except OSError as error:
            self._failure = error
        finally:
            started.set()

    async def _stay(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with self:
            started.set()
            await self._stop.wait()

    async def _connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            await self._converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client left: that is its right
        except asyncio.CancelledError:
            writer.transport.abort()  # the farm closes
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _converse(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        while first := await reader.read(1):
            if first == _TLS_GREETING:
                self.tls_greetings += 1
                writer.write(_TLS_ALERT)
                return
            try:
                head = first + await reader.readuntil(b"\r\n\r\n")
            except asyncio.LimitOverrunError:
                return
            asked, proxied = _read(head)
            await _skip_body(reader, asked)
            if not await self._serve(reader, writer, asked, proxied=proxied):
                return

    async def _serve(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        asked: Asked,
        *,
        proxied: bool,
    ) -> bool:
        received = time.monotonic()
        key = (asked.host, asked.target)
        turn, self._turns[key] = self._turns[key], self._turns[key] + 1
        asked = Asked(asked.method, asked.host, asked.target, asked.headers, turn)
        visit = Visit(
            host=asked.host,
            method=asked.method,
            target=asked.target,
            headers=asked.headers,
            at=self.clock.now(),
            received_at=received,
            proxied=proxied,
        )
        self.visits.append(visit)
        return await send(reader, writer, self._reply(asked), asked, visit)

    def _reply(self, asked: Asked) -> Reply:
        if not asked.target.startswith("/"):
            return _BAD.but(close=True)
        site = self.sites.get(asked.host)
        return _UNKNOWN if site is None else site.reply(asked, self.clock.now())


def _read(head: bytes) -> tuple[Asked, bool]:
    """Read a request's head; say too whether its target was in absolute form."""
    first, *rows = head.decode("latin-1").split("\r\n")
    method, _, rest = first.partition(" ")
    target = rest.rpartition(" ")[0]
    headers = tuple(
        (name.strip().lower(), value.strip())
        for name, colon, value in (row.partition(":") for row in rows)
        if colon
    )
    authority = next((value for name, value in headers if name == "host"), "")
    proxied = target.lower().startswith("http://")
    if proxied:
        authority, slash, path = target[7:].partition("/")
        target = slash + path or "/"
    host = authority.lower()
    if not host.endswith("]"):
        host = host.rpartition(":")[0] or host
    return Asked(method, host, target, headers), proxied


async def _skip_body(reader: asyncio.StreamReader, asked: Asked) -> None:
    length = asked.header("content-length")
    if length.isdigit():
        await reader.readexactly(min(int(length), _HEAD_LIMIT))
