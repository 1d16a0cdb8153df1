"""Connections of the HTTP library: guarded, resolved our way, and never asked twice.

With `client.py` and `explain.py` the only file that knows the HTTP library. Must not
know pace or body. The one idea: permission is a property of the connection, so
addresses that may be private and addresses that may not have pools of their own, and a
connection made for the one is never used for the other.

A dropped connection: RFC 9110 section 9.2.2 lets a client repeat a GET when a kept
connection dies before the answer, but then a server could log two requests where we
log one. So the library's own repetition is kept from happening; idle connections are
used for 4 s at most (servers commonly wait 5 s and more); and before a kept connection
is used, its socket is asked whether the server has closed it. Only then, when nothing
was written, is another one made. What dies later is a failure, and `sent` is true.
"""

import asyncio
import functools
import select
import socket
import ssl
import sys
from contextvars import ContextVar
from typing import Any, Final
from weakref import WeakSet

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_middlewares import ClientHandlerType
from aiohttp.client_proto import ResponseHandler
from aiohttp.streams import EMPTY_PAYLOAD

from arpent.http.attempt import Attempt
from arpent.http.explain import CONNECT_S, text_of
from arpent.http.guard import Guard
from arpent.http.names import Lookup
from arpent.http.proxy import Proxy
from arpent.http.tunnel import tunnel
from arpent.terms.resolve import ResolveTable

__all__ = ["CURRENT", "Connector", "Stale", "left_over", "open_session"]

IDLE_S: Final = 4.0
NAMES_KEPT_S: Final = 60
NAMES_KEPT: Final = 10_000
LINE_BYTES: Final = 16_384
FIELD_BYTES: Final = 32_768
FIELDS: Final = 256
BUFFER_BYTES: Final = 131_072
_END_OF_HEAD: Final = b"\r\n\r\n"

CURRENT: ContextVar[Attempt] = ContextVar("arpent-attempt")
"""The exchange that the running task, and the tasks it made, work for."""
_USED: WeakSet[asyncio.BaseProtocol] = WeakSet()
"""Connections that carried a request before."""


class Stale(aiohttp.ClientError):
    """A connection that the server has closed; nothing was written to it."""


class _Lost(aiohttp.ClientError):
    """The connection ended after the request was written, before an answer."""


def open_session(connector: aiohttp.BaseConnector) -> aiohttp.ClientSession:
    """Return a session that adds nothing of its own to a request."""
    return aiohttp.ClientSession(
        connector=connector,
        request_class=_Request,
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, connect=CONNECT_S),
        auto_decompress=False,
        trust_env=False,
        read_bufsize=BUFFER_BYTES,
        max_line_size=LINE_BYTES,
        max_field_size=FIELD_BYTES,
        max_headers=FIELDS,
        middlewares=(_once,),
    )


async def _once(
    request: aiohttp.ClientRequest, send: ClientHandlerType
) -> aiohttp.ClientResponse:
    """Give errors after which the library would ask again another name."""
    try:
        return await send(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _Lost(str(error)) from error


class _Request(aiohttp.ClientRequest):
    """A request that is written to living connections only."""

    async def send(self, conn: Any) -> aiohttp.ClientResponse:  # noqa: ANN401 -- theirs
        """Write the request, and note that it was.

        Raises:
            Stale: The connection is closed; nothing was written.
        """
        protocol, transport = conn.protocol, conn.transport
        if transport is None or transport.is_closing():
            raise Stale
        if protocol in _USED and _has_news(transport):
            raise Stale
        _USED.add(protocol)
        CURRENT.get().sent = True
        return await super().send(conn)


def _has_news(transport: asyncio.BaseTransport) -> bool:
    """Say whether a connection that should be silent has something: mostly its end."""
    number = transport.get_extra_info("socket").fileno()
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(number, select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([number], [], [], 0)[0])


class _Handler(ResponseHandler):
    """A connection on which a broken body is told apart from a broken head.

    The library reads what arrives at once in one go and forgets a good head when the
    bytes behind it are broken; and who waits for the rest of a body is not told when
    its chunks break. So heads are passed on first, and the body is told.
    """

    _head_due = True

    def set_response_params(self, **settings: Any) -> None:  # noqa: ANN401 -- theirs
        """Make ready for the next answer."""
        self._head_due = True
        self._payload = None
        super().set_response_params(**settings)

    def data_received(self, data: bytes) -> None:
        """Take bytes in: heads one by one, the body as it comes."""
        while self._head_due and self._parser is not None and data:
            end = data.find(_END_OF_HEAD)
            if end < 0:
                break
            end += len(_END_OF_HEAD)
            super().data_received(data[:end])
            data = data[end:]
            self._head_due = self._payload is None or self._payload is EMPTY_PAYLOAD
            if self.transport is None or self.transport.is_closing():
                return
        if not data:
            return
        body = self._payload
        super().data_received(data)
        broken = self.exception()
        if broken is not None and body is not None and not body.is_eof():
            body.set_exception(aiohttp.ClientPayloadError(text_of(broken)))


class _Names(AbstractResolver):
    """Our lookup, as the library wants it."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,
    ) -> list[ResolveResult]:
        """Return the addresses of a name; family is left to the connector."""
        del family
        addresses = await self._lookup(host, port)
        if not addresses:
            raise OSError(f"{host} has no address")
        return [_result(host, address, port) for address in addresses]

    async def close(self) -> None:
        """Hold nothing, close nothing."""


def _result(name: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(
        hostname=name, host=address, port=port, family=family, proto=0, flags=0
    )


def _bare_context() -> ssl.SSLContext:
    """Return a context that verifies all, and trusts nobody yet.

    Loading the system's certificates takes 30 ms, and plain http needs none.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.set_alpn_protocols(["http/1.1"])
    if sys.version_info >= (3, 13):  # as ssl.create_default_context does
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | ssl.VERIFY_X509_STRICT
    return context


class Connector(aiohttp.TCPConnector):
    """Connections of one permission, by way of one proxy or of none.

    Args:
        permitted: Any address may be dialled.
        proxy: The proxy; its own address was given by hand.
        resolve: Addresses given by hand.
        lookup: Finds the addresses of other names.
        tls: What https is verified with; the system's certificates when None.
    """

    def __init__(
        self,
        *,
        permitted: bool,
        proxy: Proxy | None,
        resolve: ResolveTable,
        lookup: Lookup,
        tls: ssl.SSLContext | None,
    ) -> None:
        forwards = proxy is not None and not proxy.is_socks
        bare = _bare_context()
        guard = Guard(allow_all=permitted or forwards, note=_note)
        super().__init__(
            limit=0,
            resolver=_Names(lookup),
            ttl_dns_cache=NAMES_KEPT_S,
            dns_cache_max_size=NAMES_KEPT,
            keepalive_timeout=IDLE_S,
            socket_factory=guard,
            ssl=tls or bare,
        )
        self._bare = bare if tls is None else None
        handler: type[ResponseHandler] = _Handler
        self._factory = functools.partial(handler, loop=self._loop)
        self._guard = guard
        self._table = ResolveTable() if forwards else resolve
        self._tunnel = proxy if proxy is not None and proxy.is_socks else None

    async def _resolve_host(
        self,
        host: str,
        port: int,
        traces: Any = None,  # noqa: ANN401 -- theirs
    ) -> list[ResolveResult]:
        """Return where to connect: the table first, literals and names after it.

        The library asks its resolver for names only; the table may also redirect
        the port of a literal address.
        """
        given = self._table.lookup(host, port)
        if given is not None:
            return [_result(host, *given)]
        if self._tunnel is not None and self._tunnel.resolves_names:
            return [_result(host, host, port)]
        return await super()._resolve_host(host, port, traces)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: Any,  # noqa: ANN401 -- theirs
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 -- the library's own
    ) -> Any:  # noqa: ANN401
        """Give a connection; load the system's certificates when first needed."""
        if self._bare is not None and (req.is_ssl() or req.proxy is not None):
            self._bare.load_default_certs()
            self._bare = None
        return await super().connect(req, traces, timeout)

    async def _wrap_create_connection(
        self,
        *args: Any,  # noqa: ANN401 -- theirs
        addr_infos: list[Any],
        req: aiohttp.ClientRequest,
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 -- the library's own
        **kwargs: Any,  # noqa: ANN401 -- theirs
    ) -> Any:  # noqa: ANN401
        """Connect: directly, or through a SOCKS tunnel, with the TLS name kept."""
        proxy = self._tunnel
        if proxy is None:
            return await super()._wrap_create_connection(
                *args, addr_infos=addr_infos, req=req, timeout=timeout, **kwargs
            )
        kwargs.pop("client_error", None)
        key = req.connection_key
        host, port = addr_infos[0][4][:2]
        try:
            if not proxy.resolves_names:
                self._guard.check(host)
            else:
                CURRENT.get().dialled = True
            joined = await tunnel(proxy, host, port, CONNECT_S)
            return await self._loop.create_connection(*args, sock=joined, **kwargs)
        except ssl.SSLCertVerificationError as error:
            raise aiohttp.ClientConnectorCertificateError(key, error) from error
        except ssl.SSLError as error:
            raise aiohttp.ClientConnectorSSLError(key, error) from error
        except OSError as error:
            raise aiohttp.ClientConnectorError(key, error) from error


def _note(address: str, allowed: bool) -> None:  # noqa: FBT001 -- a callback
    CURRENT.get().note(address, allowed)


def left_over(body: aiohttp.StreamReader) -> bytes:
    """Return what of a broken body had arrived; the library only gives the error."""
    return body._read_nowait(-1)  # noqa: SLF001 -- no public way to it
