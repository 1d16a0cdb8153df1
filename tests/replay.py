"""Sites as plain dicts, and a loop that plays a walk against them, in any order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from arpent.terms.events import Event, Found, Stopped
from arpent.terms.exchange import (
    Exchange,
    Failure,
    FailureKind,
    Fault,
    Headers,
    Request,
    Response,
)
from arpent.terms.policy import Policy
from arpent.terms.report import StoppedBy
from arpent.walk import Walk

START = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    failure: FailureKind | None = None
    sent: bool = False
    fault: Fault | None = None


Site = Mapping[str, Reply | Sequence[Reply]]


def urlset(*urls: str) -> bytes:
    rows = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'
    ).encode()


def index(*children: str | tuple[str, str]) -> bytes:
    rows = ""
    for child in children:
        url, date = child if isinstance(child, tuple) else (child, "")
        dated = f"<lastmod>{date}</lastmod>" if date else ""
        rows += f"<sitemap><loc>{url}</loc>{dated}</sitemap>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex '
        f'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</sitemapindex>'
    ).encode()


def sitemap(*urls: str) -> Reply:
    return Reply(body=urlset(*urls), headers={"content-type": "application/xml"})


def robots(*lines: str) -> Reply:
    return Reply(body="\n".join(lines).encode(), headers={"content-type": "text/plain"})


class Server:
    """Answers requests from a dict; an address that is not in it answers 404."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.requests: list[Request] = []
        self._times: dict[str, int] = {}

    def fetch(self, request: Request) -> Exchange:
        self.requests.append(request)
        reply = self.site.get(request.url, Reply(status=404))
        if not isinstance(reply, Reply):
            turn = self._times.get(request.url, 0)
            self._times[request.url] = turn + 1
            reply = reply[min(turn, len(reply) - 1)]
        started_at = START + timedelta(seconds=len(self.requests))
        if reply.failure is not None:
            return Failure(
                request=request,
                kind=reply.failure,
                sent=reply.sent,
                started_at=started_at,
                elapsed_s=0.1,
            )
        return Response(
            request=request,
            status=reply.status,
            headers=Headers(tuple((k.lower(), v) for k, v in reply.headers.items())),
            body=reply.body[: request.limit_bytes],
            received_bytes=len(reply.body),
            fault=reply.fault,
            started_at=started_at,
            elapsed_s=0.1,
        )

    @property
    def asked(self) -> list[str]:
        return [request.url for request in self.requests]


def first(_waiting: Sequence[Request]) -> int:
    return 0


def play(
    walk: Walk, server: Server, choose: Callable[[Sequence[Request]], int] = first
) -> list[Event]:
    """Run a walk to its end; `choose` says which outstanding request is answered."""
    events: list[Event] = []
    waiting: list[Request] = []
    for _ in range(100_000):
        waiting += walk.wanted()
        if not waiting:
            break
        request = waiting.pop(choose(waiting))
        events += walk.receive(server.fetch(request))
    else:
        raise AssertionError("the walk does not end")
    return events


def urls_of(events: Sequence[Event]) -> set[str]:
    return {
        url
        for event in events
        if isinstance(event, Found)
        for url in event.document.entries.url.to_pylist()
    }


def stop_of(events: Sequence[Event]) -> Stopped:
    last = events[-1]
    assert isinstance(last, Stopped)
    return last


def reason_of(events: Sequence[Event]) -> StoppedBy:
    return stop_of(events).reason


def run(
    site: Site, target: str = "https://kelp.test", **policy: Any
) -> tuple[Server, list[Event]]:
    """Play a walk over a site to its end."""
    server = Server(site)
    return server, play(Walk(target, policy=Policy(**policy)), server)
