"""Plays a case of robots.txt over real HTTP to a walk with the real client.

The host `ferme.example` is led to the farm as `--resolve` would; cases that come before
any server (a closed port, an unknown name, a failing handshake) are led elsewhere.
"""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from arpent.demo.replies import Answer, Site
from arpent.demo.server import Farm
from arpent.demo.wire import Visit
from arpent.drive import drive
from arpent.formats.robots_access import RobotsAccess
from arpent.http.client import Client
from arpent.terms.events import Event, Found, Skipped, Stopped
from arpent.terms.exchange import Headers, LogRow, Request, Response, Step
from arpent.terms.policy import Policy
from arpent.terms.report import SitemapRow
from arpent.terms.resolve import ResolveTable
from arpent.walk import Walk
from farm.given import reply_of, site_of

__all__ = ["HOST", "ORIGIN", "Played", "kept", "plain", "play_sequence", "play_site"]

HOST = "ferme.example"
ORIGIN = f"http://{HOST}"
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
POLICY = Policy(pause_s=0, guess=False)
SHORT = Policy(pause_s=0, guess=False, robots_timeout_s=0.7)
"""Servers that never end are given less than a second in place of twenty."""

_BOUND_S = 20


@dataclass(kw_only=True)
class Played:
    """What came of a case."""

    walk: Walk
    rows: list[LogRow] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def access(self) -> RobotsAccess:
        known = self.walk.access(self.walk.origin)
        assert known is not None
        return known

    @property
    def warnings(self) -> set[str]:
        return {found.rule for found in self.access.findings}

    @property
    def stopped(self) -> Stopped:
        last = self.events[-1]
        assert isinstance(last, Stopped)
        return last

    @property
    def sitemaps(self) -> list[SitemapRow]:
        return [e.row for e in self.events if isinstance(e, Found | Skipped)]

    def sent(self, *steps: Step) -> list[str]:
        return [r.url for r in self.rows if r.sent and (not steps or r.step in steps)]

    def unsent(self, word: str) -> list[str]:
        return [r.url for r in self.rows if not r.sent and r.status == word]


def plain(url: str) -> str:
    """Return an address on the farm, which speaks no TLS."""
    return url.replace("https://", "http://", 1)


def kept(given: Mapping[str, Any]) -> Response:
    """Return the answer of an earlier run that a case begins with."""
    cached = given["cached"]
    fields = tuple((n.lower(), v) for n, v in cached.get("headers", {}).items())
    return Response(
        request=Request(url=f"{ORIGIN}/robots.txt", step=Step.ROBOTS),
        status=cached["status"],
        headers=Headers(fields),
        body=cached.get("body", "").encode(),
        started_at=NOW - timedelta(seconds=given["age_s"]),
    )


def play_sequence(given: Sequence[Mapping[str, Any]]) -> Played:
    """Play answers for robots.txt, each next one where the one before leads."""
    copies = [kept(one) for one in given if "cached" in one]
    answers = [
        {**one, "location": plain(one["location"])} if "location" in one else one
        for one in given
        if "cached" not in one
    ]
    error = answers[0].get("error")
    known = {f"{ORIGIN}/robots.txt": copy for copy in copies}
    match error:
        case "connect-refused":
            return _run(Site(host=HOST), known, port=closed_port())
        case "dns-failure":
            return _run(Site(host=HOST), known, target="http://unknown.invalid")
        case "tls-failure":
            return _run(Site(host=HOST), known, target=f"https://{HOST}")
        case _:
            slow = any("drip" in a or a.get("error") == "read-timeout" for a in answers)
            site = site_of(HOST, answers)
            return _run(site, known, policy=SHORT if slow else POLICY)


def play_site(
    robots: Mapping[str, Any],
    others: Mapping[str, Mapping[str, Any]],
    *,
    target: str = ORIGIN,
) -> Played:
    """Play a site of a robots.txt and other addresses (by path)."""
    answers: dict[str, Answer] = {"/robots.txt": reply_of(robots)}
    answers |= {path: reply_of(given) for path, given in others.items()}
    return _run(Site(host=HOST, answers=answers), {}, target=target)


def closed_port() -> int:
    """Return a port of the loopback interface on which nobody listens."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        port: int = plug.getsockname()[1]
        return port


async def no_name(host: str, port: int) -> list[str]:
    """Find no address for any name."""
    raise socket.gaierror(socket.EAI_NONAME, f"no name {host}:{port}")


def _run(
    site: Site,
    known: Mapping[str, Response],
    *,
    target: str = ORIGIN,
    port: int | None = None,
    policy: Policy = POLICY,
) -> Played:
    async def work() -> Played:
        async with asyncio.timeout(_BOUND_S), Farm([site]) as farm:
            to = port or farm.port
            rules = [f"{HOST}:{number}:127.0.0.1:{to}" for number in (80, 443)]
            client = Client(
                now=lambda: NOW,
                user_agent="arpent/test",
                resolve=ResolveTable.parse(rules),
                lookup=no_name,
            )
            walk = Walk(target, policy=policy, now=NOW, kept_robots=known)
            played = Played(walk=walk)

            async def fetch(request: Request) -> Any:
                played.requests.append(request)
                return await client.fetch(request)

            began = asyncio.get_running_loop().time()
            async with client:
                stop = asyncio.Event()
                async for event in drive(
                    walk, fetch, watch=played.rows.append, stop=stop
                ):
                    played.events.append(event)
            played.seconds = asyncio.get_running_loop().time() - began
            played.visits = farm.log()
            return played

    return asyncio.run(work())
