"""The server process as the benchmarks see it: started, asked for its log, ended."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path

from benchmarks.measure import ROOT

__all__ = ["Served", "Visit", "free_port", "serving", "widths"]


@dataclass(frozen=True, slots=True)
class Visit:
    """One request in the server's log: moments of one clock, in seconds."""

    host: str
    path: str
    came_s: float
    answered_s: float


@dataclass(frozen=True, slots=True)
class Served:
    """A server that is running."""

    port: int

    def log(self) -> list[Visit]:
        """Return the log since it was last asked for."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", "/log")
            rows = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        return [Visit(*row) for row in rows]


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(port: int, folder: Path) -> Iterator[Served]:
    """Serve a folder and the small hosts while the block runs."""
    command = [sys.executable, "-m", "benchmarks.server"]
    with subprocess.Popen(
        [*command, str(port), str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "ready\n":
                raise OSError("the server of the benchmarks did not start")
            yield Served(port)
        finally:
            if process.stdin is not None:
                process.stdin.close()
            process.wait(timeout=30)


def widths(visits: list[Visit]) -> tuple[float, float]:
    """Return the shortest gap of any host, and from the first visit to the last.

    A gap below 0 means two requests of one host at once.
    """
    hosts: dict[str, list[Visit]] = {}
    for visit in sorted(visits, key=lambda v: v.came_s):
        hosts.setdefault(visit.host, []).append(visit)
    gaps = [
        after.came_s - before.answered_s
        for of_host in hosts.values()
        for before, after in pairwise(of_host)
    ]
    first = min(visit.came_s for visit in visits)
    return min(gaps), max(visit.answered_s for visit in visits) - first
