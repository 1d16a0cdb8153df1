"""What errors of the HTTP library mean: a kind of failure, and a sentence for a person.

Knows the library's errors. Must not know connections or pace. The one idea: a table of
classes, read from the top, because the library's errors are derived from one another.
"""

import ssl
from collections.abc import Callable
from typing import Any, Final

import aiohttp

from arpent.http.attempt import Attempt
from arpent.terms.exchange import FailureKind
from arpent.terms.urls import Origin

__all__ = ["CONNECT_S", "explain", "text_of"]

CONNECT_S: Final = 10.0
"""Most seconds until a connection stands."""


def explain(
    error: BaseException, attempt: Attempt, origin: Origin
) -> tuple[FailureKind, str]:
    """Return which failure an error of the library is, and say it to a person."""
    host = origin.host
    if attempt.refused and not attempt.dialled:
        where = ", ".join(dict.fromkeys(attempt.refused))
        return FailureKind.REFUSED_ADDRESS, (
            f"{host} leads to {where}, which is not a public address"
        )
    for shape, meaning in _MEANINGS:
        if isinstance(error, shape):
            return meaning(error, origin)
    if not attempt.sent:
        return FailureKind.CONNECT, f"{host} closed the connection before it was asked"
    if isinstance(error, aiohttp.ClientResponseError):
        return FailureKind.PROTOCOL, f"{host} sent no proper HTTP: {text_of(error)}"
    return FailureKind.PROTOCOL, f"{host} closed the connection without an answer"


def _unconnected(
    error: aiohttp.ClientConnectorError, origin: Origin
) -> tuple[FailureKind, str]:
    reason = error.os_error
    broken = isinstance(reason, ConnectionResetError | ConnectionAbortedError)
    if origin.scheme == "https" and (broken or isinstance(reason, ssl.SSLError)):
        return FailureKind.TLS, f"{origin.host} ended the TLS handshake"
    return FailureKind.CONNECT, (
        f"{origin.host} port {origin.port} cannot be reached: {_reason(reason)}"
    )


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()


def _certificate(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted: {error.verify_message}"
    return f"its certificate is not accepted: {text_of(error)}"


def text_of(error: BaseException) -> str:
    """Return the first line of a message, without the library's decoration."""
    message = getattr(error, "message", "") or str(error) or type(error).__name__
    return " ".join(str(message).split())[:200]


_MEANINGS: Final[
    tuple[
        tuple[type[BaseException], Callable[[Any, Origin], tuple[FailureKind, str]]],
        ...,
    ]
] = (
    # The first that fits holds: the library's errors are derived from one another.
    (
        aiohttp.InvalidURL,
        lambda _, to: (
            FailureKind.REFUSED_ADDRESS,
            f"{to.host} is no address that may be asked",
        ),
    ),
    (
        aiohttp.ClientConnectorDNSError,
        lambda e, _: (
            FailureKind.DNS,
            f"{e.host} is not known: {_reason(e.os_error)}",
        ),
    ),
    (
        aiohttp.ClientConnectorCertificateError,
        lambda e, to: (
            FailureKind.TLS,
            f"{to.host}: {_certificate(e.certificate_error)}",
        ),
    ),
    (
        aiohttp.ClientSSLError,
        lambda e, to: (
            FailureKind.TLS,
            f"{to.host}: the TLS handshake failed: {text_of(e)}",
        ),
    ),
    (
        TimeoutError,
        lambda _, to: (
            FailureKind.TIMEOUT,
            f"{to.host}: no connection within {CONNECT_S:g} s",
        ),
    ),
    (
        aiohttp.ClientProxyConnectionError,
        lambda e, _: (
            FailureKind.CONNECT,
            f"the proxy cannot be reached: {_reason(e.os_error)}",
        ),
    ),
    (
        aiohttp.ClientHttpProxyError,
        lambda e, to: (
            FailureKind.CONNECT,
            f"the proxy answered {e.status} for {to.host}",
        ),
    ),
    (aiohttp.ClientConnectorError, _unconnected),
)
