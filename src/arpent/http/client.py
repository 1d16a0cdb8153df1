"""The one gate to the network: carries out one exchange, and says what came of it.

With `connections.py` and `explain.py` the only file that knows the HTTP library. No
redirect is followed, nothing is asked twice, no cookie is kept. The one idea: a call is
one exchange and one outcome, whatever goes wrong; who wants more must ask again.
"""

import asyncio
import re
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType, TracebackType
from typing import Final, Self

import aiohttp
from yarl import URL

from arpent.errors import InvalidUrl
from arpent.http.attempt import Attempt
from arpent.http.connections import (
    CURRENT,
    Connector,
    Stale,
    left_over,
    open_session,
)
from arpent.http.explain import explain
from arpent.http.fields import received, sent
from arpent.http.guard import (
    is_loopback_name,
    is_public,
    literal,
    port_is_open,
)
from arpent.http.names import Lookup, system_lookup
from arpent.http.pace import Pace
from arpent.http.proxy import Proxies, Proxy
from arpent.terms.exchange import Failure, FailureKind, Fault, Request, Response
from arpent.terms.resolve import ResolveTable
from arpent.terms.urls import Origin, origin_of, scheme_of

__all__ = ["Client"]

_CONNECTIONS: Final = 3
"""Most connections tried while kept ones prove to be closed."""
_SWITCHING: Final = 101
_BODILESS: Final = frozenset({204, 304})
_TARGET: Final = re.compile(r"[/?].*")
_NO_TABLE: Final = ResolveTable()


class _Refused(Exception):
    """A request that is not made."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True)
class _Way:
    """How a request travels.

    Attributes:
        permitted: Its address was given by hand, or any address is allowed.
        proxy: None for a connection of our own.
    """

    origin: Origin
    permitted: bool
    proxy: Proxy | None


class Client:
    """Carries out exchanges: politely paced, guarded, bounded in bytes and time.

    Args:
        now: Says what time it is (aware), for the log.
        user_agent: Who asks.
        headers: The user's own fields, as settings checked them; sent only where a
            request says so.
        concurrency: Most exchanges at once.
        resolve: Addresses given by hand.
        proxy: Address of the proxy of the option, or None.
        allow_private: Let content lead to any address and port.
        environment: Where proxies are looked for when no option names one.
        lookup: Finds the addresses of a name.
        tls: What https is verified with; the system's certificates when None.

    Raises:
        InvalidSettings: A proxy that cannot be used.
    """

    def __init__(  # noqa: PLR0913 -- one keyword for each option of the command line
        self,
        *,
        now: Callable[[], datetime],
        user_agent: str,
        headers: Sequence[tuple[str, str]] = (),
        concurrency: int = 64,
        resolve: ResolveTable = _NO_TABLE,
        proxy: str | None = None,
        allow_private: bool = False,
        environment: Mapping[str, str] = MappingProxyType({}),
        lookup: Lookup = system_lookup,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._now = now
        self._user_agent = user_agent
        self._own = tuple(headers)
        self._pace = Pace(concurrency=concurrency)
        self._resolve = resolve
        self._proxies = Proxies.of(proxy, environment)
        self._allow_private = allow_private
        self._lookup = lookup
        self._tls = tls
        self._sessions: dict[tuple[bool, Proxy | None], aiohttp.ClientSession] = {}
        self._deadlines: set[asyncio.Timeout] = set()
        self._interrupted = False

    async def __aenter__(self) -> Self:
        """Open the client; no connection is made yet."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close every connection."""
        await self.aclose()

    async def aclose(self) -> None:
        """Give up what is under way, and close every connection."""
        self.interrupt()
        sessions = tuple(self._sessions.values())
        self._sessions.clear()
        for session in sessions:
            await session.close()
        for _ in range(2):  # transports close their sockets on the loop's next round
            await asyncio.sleep(0)

    def interrupt(self) -> None:
        """Give up what is under way and what waits: it fails as interrupted, at once.

        Nothing can be asked afterwards. Call it on the loop's own thread.
        """
        if self._interrupted:  # each of many runs says so
            return
        self._interrupted = True
        for deadline in self._deadlines:
            if not deadline.expired():
                deadline.reschedule(0.0)

    async def fetch(self, request: Request) -> Response | Failure:
        """Carry out one exchange, after waiting for its host's pace.

        Returns:
            What came of it; what goes wrong on the network is never raised.
        """
        loop = asyncio.get_running_loop()
        attempt = Attempt(request, self._now(), loop.time())
        try:
            way = self._way(request)
        except _Refused as refused:
            return attempt.failure(refused.kind, refused.detail, attempt.began)
        deadline = asyncio.timeout(None)
        try:
            async with deadline:
                self._deadlines.add(deadline)
                await self._take_turn(attempt, way, deadline)
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            if deadline.expired():
                kind, detail = self._overdue(attempt)
            else:
                kind, detail = explain(error, attempt, way.origin)
            if attempt.status is None or kind is FailureKind.INTERRUPTED:
                return attempt.failure(kind, detail, loop.time())
            attempt.cut(Fault.TIMEOUT, detail)
        finally:
            self._deadlines.discard(deadline)
        return attempt.response(attempt.status or 0, loop.time())

    def _overdue(self, attempt: Attempt) -> tuple[FailureKind, str]:
        if self._interrupted:
            return FailureKind.INTERRUPTED, "given up, because the run was stopped"
        seconds = f"{attempt.request.timeout_s:g} s"
        if attempt.status is not None:
            return FailureKind.TIMEOUT, f"the body took more than {seconds}"
        what = "answer" if attempt.sent else "connection"
        return FailureKind.TIMEOUT, f"no {what} within {seconds}"

    def _way(self, request: Request) -> _Way:
        """Return how a request travels, once it is sure that it may.

        Raises:
            _Refused: It may not, by its scheme, port or literal address.
        """
        url = request.url
        if self._interrupted:
            raise _Refused(FailureKind.INTERRUPTED, "the run was stopped")
        if scheme_of(url) not in {"http", "https"}:
            raise _Refused(
                FailureKind.REFUSED_SCHEME,
                f"scheme {scheme_of(url)!r} is not followed; http and https only",
            )
        try:
            origin = origin_of(url)
        except InvalidUrl as error:
            raise _Refused(FailureKind.REFUSED_ADDRESS, str(error)) from error
        if not (url.isascii() and url.isprintable()) or " " in url:
            raise _Refused(
                FailureKind.REFUSED_ADDRESS,
                f"{url[:200]!r} holds characters that no request may hold",
            )
        host, port = origin.host, origin.port
        given = self._resolve.lookup(host, port) is not None
        permitted = given or self._allow_private or request.may_be_private
        proxy = self._proxies.choose(origin.scheme, host, port, by_hand=given)
        if not permitted:
            _refuse_private(host, port, unseen=proxy is not None)
        return _Way(origin, permitted, proxy)

    async def _take_turn(
        self, attempt: Attempt, way: _Way, deadline: asyncio.Timeout
    ) -> None:
        """Wait for the host's pace, then exchange under the deadline."""
        loop = asyncio.get_running_loop()
        origin, request = way.origin, attempt.request
        async with self._pace.turn(origin.host, origin.port, request.pause_s) as turn:
            attempt.waited_s = turn.waited_s
            attempt.started_at = self._now()
            attempt.began = loop.time()
            if not self._interrupted and not deadline.expired():
                deadline.reschedule(attempt.began + request.timeout_s)
            noted = CURRENT.set(attempt)
            try:
                answer = await self._ask(attempt, way)
                try:
                    await _receive(answer, attempt)
                finally:
                    torn = answer.connection is not None
                    answer.close()
                    if torn:  # the socket is closed on the loop's next round
                        await asyncio.sleep(0)
            finally:
                CURRENT.reset(noted)
                turn.sent, turn.dialled = attempt.sent, attempt.dialled

    async def _ask(self, attempt: Attempt, way: _Way) -> aiohttp.ClientResponse:
        session, request = self._session(way), attempt.request
        fields = sent(request, self._user_agent, self._own)
        forward, greeting = None, None
        if way.proxy is not None and not way.proxy.is_socks:
            forward = str(way.proxy)
            if way.origin.scheme == "https":  # told to the proxy only
                greeting = dict(way.proxy.credentials)
            else:
                fields += way.proxy.credentials
        for _ in range(_CONNECTIONS):
            try:
                return await session.get(
                    _exact(request.url),
                    headers=fields,
                    allow_redirects=False,
                    proxy=forward,
                    proxy_headers=greeting,
                )
            except Stale:
                continue
        raise Stale

    def _session(self, way: _Way) -> aiohttp.ClientSession:
        """Return the session of a permission and proxy, made at first use."""
        key = (way.permitted, way.proxy)
        session = self._sessions.get(key)
        if session is None:
            connector = Connector(
                permitted=way.permitted,
                proxy=way.proxy,
                resolve=self._resolve,
                lookup=self._lookup,
                tls=self._tls,
            )
            session = self._sessions[key] = open_session(connector)
        return session


def _refuse_private(host: str, port: int, *, unseen: bool) -> None:
    """Refuse ports and addresses that content may not lead to.

    Args:
        host: Name or IP literal; of a name only its meaning is checked here, its
            addresses are when they are dialled.
        port: Port that is asked.
        unseen: A proxy dials, so that no check follows this one.

    Raises:
        _Refused: It may not be asked.
    """
    if not port_is_open(port):
        raise _Refused(
            FailureKind.REFUSED_ADDRESS,
            f"{host}: port {port} is not asked because a document says so",
        )
    address = literal(host)
    local = unseen and is_loopback_name(host)
    if local or (address is not None and not is_public(address)):
        raise _Refused(FailureKind.REFUSED_ADDRESS, f"{host} is not a public address")


def _exact(url: str) -> URL:
    """Return an address that the library writes as it is, down to an empty query."""
    scheme, _, rest = url.partition("#")[0].partition("://")
    ends = _TARGET.search(rest)
    authority, target = (rest[: ends.start()], ends[0]) if ends else (rest, "/")
    if not target.startswith("/"):
        target = f"/{target}"
    return URL.build(
        scheme=scheme.lower(), authority=authority, path=target, encoded=True
    )


async def _receive(answer: aiohttp.ClientResponse, attempt: Attempt) -> None:
    """Take the answer in, as far as the limits of the request allow."""
    if answer.status == _SWITCHING:
        raise aiohttp.ClientResponseError(
            answer.request_info, (), message="it switches to another protocol, unasked"
        )
    attempt.answered(answer.status, received(answer.raw_headers))
    if answer.status in _BODILESS:
        return
    attempt.expect_body()
    protocol = answer.connection.protocol if answer.connection else None
    try:
        while chunk := await answer.content.readany():
            if not attempt.take(chunk):
                return
    except aiohttp.ClientError as error:
        attempt.take(left_over(answer.content))
        attempt.cut(Fault.PROTOCOL, f"the body was cut short: {_first_line(error)}")
        return
    ended_by_close = not (
        attempt.headers.get("content-length")
        or attempt.headers.get("transfer-encoding")
    )
    if ended_by_close and protocol is not None:
        problem = protocol.exception()
        if isinstance(problem, OSError):
            attempt.cut(Fault.PROTOCOL, "the connection was reset within the body")


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines() or [type(error).__name__]
    return lines[0][:200]
