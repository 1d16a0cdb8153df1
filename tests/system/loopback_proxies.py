"""Real proxies on the loopback interface: SOCKS 4, 4a, 5, and tunnels by CONNECT.

Whatever they are asked for, they lead to one port of this machine, and remember the
target that was named.
"""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator

from system.hostile_server import HostileServer


class SocksProxy:
    """A SOCKS 4, 4a and 5 proxy that leads every target to one port of this machine."""

    def __init__(self, port: int, *, refuse: bool = False) -> None:
        self.targets: list[tuple[str, int]] = []
        self._port = port
        self._refuse = refuse

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            version = (await reader.readexactly(1))[0]
            speak = self._five if version == 5 else self._four
            if await speak(reader, writer):
                await self._join(reader, writer)
        writer.close()

    async def _four(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        _, port, raw = struct.unpack("!BH4s", await reader.readexactly(7))
        await reader.readuntil(b"\0")
        host = socket.inet_ntoa(raw)
        if raw[:3] == b"\0\0\0":
            host = (await reader.readuntil(b"\0"))[:-1].decode()
        self.targets.append((host, port))
        writer.write(b"\0\x5a" + bytes(6))
        return True

    async def _five(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        (count,) = await reader.readexactly(1)
        await reader.readexactly(count)
        writer.write(b"\5\0")
        _, _, _, kind = await reader.readexactly(4)
        if kind == 3:
            (length,) = await reader.readexactly(1)
            host = (await reader.readexactly(length)).decode()
        else:
            host = socket.inet_ntoa(await reader.readexactly(4))
        (port,) = struct.unpack("!H", await reader.readexactly(2))
        self.targets.append((host, port))
        writer.write(b"\5\5" if self._refuse else b"\5\0")
        writer.write(b"\0\1" + bytes(6))
        await writer.drain()
        return not self._refuse

    async def _join(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(pour(reader, far_writer), pour(far_reader, writer))


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(65_536):
            writer.write(chunk)
            await writer.drain()
    finally:
        writer.close()


@contextlib.asynccontextmanager
async def socks(
    origin: HostileServer, *, refuse: bool = False
) -> AsyncIterator[tuple[SocksProxy, int]]:
    proxy = SocksProxy(origin.port, refuse=refuse)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    try:
        yield proxy, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()


@contextlib.asynccontextmanager
async def tunnels(origin: HostileServer) -> AsyncIterator[tuple[list[str], int]]:
    """Serve CONNECT; give the targets named so far, and the port of the proxy."""
    targets: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            targets.append(head.split()[1].decode())
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            far_reader, far_writer = await asyncio.open_connection(
                "127.0.0.1", origin.port
            )
            await asyncio.gather(pour(reader, far_writer), pour(far_reader, writer))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield targets, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
