"""The server of the benchmarks: one site of files, and many small polite hosts.

A process of its own, so that its cost is nobody else's. It keeps a log of every request
by host, with the moment it came and the moment its answer was handed to the network.
`GET /log` gives the log and forgets it; it ends when its standard input does.

    python -m benchmarks.server PORT FOLDER
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Final

from benchmarks.sizes import FILES, HOST_FILES, LATENCY_S, SMALL_URLS

__all__ = ["serve"]

_SMALL: Final = "small-"
_HEAD: Final = (
    "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n"
    "Server: bench\r\n\r\n"
)
_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_ENTRY: Final = (
    "<url><loc>{home}/{file}/article-{row:05d}-of-the-day-with-a-longer-name-of-its-own"
    ".html</loc><lastmod>2025-06-01T12:00:{row:02d}+00:00</lastmod>"
    "<changefreq>weekly</changefreq><priority>0.8</priority></url>\n"
)


class Pages:
    """What is answered: documents by host and path."""

    def __init__(self, folder: Path) -> None:
        """Read the documents of the large site into memory."""
        files = [path for path in folder.rglob("*") if path.is_file()]
        self._large = {f"/{p.relative_to(folder)}": p.read_bytes() for p in files}

    def find(self, host: str, path: str) -> tuple[str, str, bytes]:
        """Return status, type and body."""
        if host.startswith(_SMALL):
            return self._small(f"http://{host}", path)
        if path == "/robots.txt":
            return _text(f"User-agent: *\nSitemap: http://{host}/index-{FILES}.xml\n")
        if path == "/":
            return "200 OK", "text/html", b"<!doctype html><title>bench</title>"
        if path in self._large:
            kind = "application/gzip" if path.endswith(".gz") else "application/xml"
            return "200 OK", kind, self._large[path]
        return "404 Not Found", "text/plain", b"no such thing\n"

    def _small(self, home: str, path: str) -> tuple[str, str, bytes]:
        if path == "/robots.txt":
            lines = (f"Sitemap: {home}/{n}.xml\n" for n in range(HOST_FILES))
            return _text("User-agent: *\nDisallow: /private/\n" + "".join(lines))
        if path.endswith(".xml"):
            rows = "".join(
                _ENTRY.format(home=home, file=path[1:-4], row=row)
                for row in range(SMALL_URLS)
            )
            body = f'<urlset xmlns="{_SITEMAP}">\n{rows}</urlset>\n'
            return "200 OK", "application/xml", body.encode()
        return "404 Not Found", "text/plain", b"no such thing\n"


def _text(body: str) -> tuple[str, str, bytes]:
    return "200 OK", "text/plain", body.encode()


class Server:
    """Documents, latency and log that all connections share."""

    def __init__(self, pages: Pages, latency_s: float) -> None:
        """Start with an empty log."""
        self.pages = pages
        self.latency_s = latency_s
        self.log: list[tuple[str, str, float, float]] = []

    def take_log(self) -> bytes:
        """Return the log as JSON and forget it."""
        log, self.log = self.log, []
        return json.dumps(log).encode()


class Connection(asyncio.Protocol):
    """One connection: requests without bodies, answered one after another."""

    def __init__(self, server: Server) -> None:
        """Wait for the first bytes."""
        self._server = server
        self._buffer = b""
        self._out: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way out."""
        if isinstance(transport, asyncio.Transport):
            self._out = transport

    def data_received(self, data: bytes) -> None:
        """Take each whole request."""
        self._buffer += data
        while b"\r\n\r\n" in self._buffer:
            head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
            self._take(head.decode("latin-1"))

    def _take(self, head: str) -> None:
        came = time.monotonic()
        line, *fields = head.split("\r\n")
        method, path, _ = line.split(" ", 2)
        named = {k.lower(): v.strip() for k, _, v in (f.partition(":") for f in fields)}
        host = named.get("host", "")
        if path == "/log":
            self._send("200 OK", "application/json", self._server.take_log(), method)
            return
        small = host.startswith(_SMALL)
        asyncio.get_running_loop().call_later(
            self._server.latency_s if small else 0,
            self._answer,
            host,
            path,
            came,
            method,
        )

    def _answer(self, host: str, path: str, came: float, method: str) -> None:
        status, kind, body = self._server.pages.find(host, path)
        self._server.log.append((host, path, came, time.monotonic()))
        self._send(status, kind, body, method)

    def _send(self, status: str, kind: str, body: bytes, method: str) -> None:
        if self._out is None or self._out.is_closing():
            return
        head = _HEAD.format(status=status, kind=kind, size=len(body)).encode()
        self._out.write(head if method == "HEAD" else head + body)


async def serve(port: int, folder: Path) -> None:
    """Serve until standard input ends."""
    server = Server(Pages(folder), LATENCY_S)
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(
        lambda: Connection(server), "127.0.0.1", port, backlog=2048
    )
    async with listening:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
