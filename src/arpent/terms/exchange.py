"""One exchange with a server: what is asked, what came back, and how it is logged.

An exchange is a single request and its answer: a redirect is an answer, and the
next hop is a new request that the core must ask for. `Fetch` is the port between
the pure core and the network; its implementations are the HTTP client and, in
tests and replays, a plain dict.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from arpent.terms.findings import Finding
from arpent.terms.moments import EPOCH

__all__ = [
    "Declined",
    "Exchange",
    "Failure",
    "FailureKind",
    "Fault",
    "Fetch",
    "Headers",
    "LogRow",
    "Request",
    "Response",
    "Step",
    "Validators",
]


class Step(StrEnum):
    """Why a request is made; a redirect hop keeps the step of its first request."""

    ROBOTS = "robots"
    HOME = "home"
    FEED = "feed"
    GUESS = "guess"
    SITEMAP = "sitemap"
    SECTION = "section"
    PAGE = "page"


class FailureKind(StrEnum):
    """Why a request brought no response (the words of the log)."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    TOO_LARGE = "too-large"
    REDIRECTS = "redirects"
    REFUSED_ADDRESS = "refused-address"
    REFUSED_SCHEME = "refused-scheme"
    PROTOCOL = "protocol"
    INTERRUPTED = "interrupted"
    """Given up by us while it was under way, because the run was stopped."""


class Fault(StrEnum):
    """What kept a body from arriving whole, although a status did arrive."""

    TOO_LARGE = "too-large"
    """A byte limit was reached; the body holds what came before it."""
    TIMEOUT = "timeout"
    """The deadline of the exchange passed while the body was arriving."""
    PROTOCOL = "protocol"
    """The connection ended early, or the framing was broken."""
    ENCODING = "encoding"
    """A Content-Encoding that is unknown, or whose bytes do not decode."""


@dataclass(frozen=True, slots=True)
class Headers:
    """Header fields in the order received; names in lower case."""

    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str, default: str = "") -> str:
        """Return the first value of a field, or the default."""
        wanted = name.lower()
        return next((value for key, value in self.fields if key == wanted), default)

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of a field, in order."""
        wanted = name.lower()
        return tuple(value for key, value in self.fields if key == wanted)


@dataclass(frozen=True, slots=True)
class Validators:
    """What makes a request conditional (RFC 9110 section 13)."""

    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request that the core wants made.

    Attributes:
        url: Address in request form: ASCII, already encoded, http or https.
        step: Why it is asked for.
        source: Document or redirecting URL that led here (`from` in the log).
        limit_bytes: Most body bytes to keep, before and after content decoding.
        timeout_s: Deadline of the whole exchange, in seconds.
        pause_s: Least seconds since the end of the last exchange with this host.
        hop: Redirects followed before this request; 0 for a first request.
        validators: Makes the request conditional.
        may_be_private: True when the user typed this host and port, or allowed all
            private addresses; else an address that is not global is refused.
        own_headers: True when the user's own extra headers may be sent here.
    """

    url: str
    step: Step
    source: str | None = None
    limit_bytes: int = 52_428_800
    timeout_s: float = 45.0
    pause_s: float = 1.0
    hop: int = 0
    validators: Validators | None = None
    may_be_private: bool = False
    own_headers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """An answer with a status line; the body is bounded and free of content codings.

    Attributes:
        body: What arrived, content codings removed, at most `request.limit_bytes`.
        received_bytes: Body bytes on the wire.
        fault: None when the body arrived whole.
        findings: What is wrong with its content codings.
        started_at: When the request was sent (aware, UTC).
        elapsed_s: From sending to the last byte, in seconds.
        waited_s: Seconds waited for the pace before sending.
    """

    request: Request
    status: int
    headers: Headers = Headers()
    body: bytes = field(default=b"", repr=False)
    received_bytes: int = 0
    fault: Fault | None = None
    fault_detail: str = ""
    findings: tuple[Finding, ...] = ()
    started_at: datetime = EPOCH
    elapsed_s: float = 0.0
    waited_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A request that brought no status line.

    `sent` says whether HTTP bytes left this machine: a failed connection or TLS
    handshake sent no HTTP request, costs no budget and is in no server's log.
    """

    request: Request
    kind: FailureKind
    detail: str = ""
    sent: bool = False
    started_at: datetime = EPOCH
    elapsed_s: float = 0.0
    waited_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A request that was never made, and the word that says why (`sent` is false)."""

    url: str
    step: Step
    word: str
    source: str | None = None
    at: datetime = EPOCH


Exchange = Response | Failure
Fetch = Callable[[Request], Awaitable[Exchange]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One row of the request log, as product.md names its fields."""

    at: datetime
    sent: bool
    step: Step
    method: str
    url: str
    status: int | str
    bytes: int
    ms: int
    waited_ms: int
    source: str | None

    @classmethod
    def of(cls, outcome: Response | Failure | Declined) -> "LogRow":
        """Return the row for one outcome."""
        if isinstance(outcome, Declined):
            return cls(
                at=outcome.at,
                sent=False,
                step=outcome.step,
                method="GET",
                url=outcome.url,
                status=outcome.word,
                bytes=0,
                ms=0,
                waited_ms=0,
                source=outcome.source,
            )
        status: int | str
        if isinstance(outcome, Response):
            status = outcome.fault.value if outcome.fault else outcome.status
            sent, received = True, outcome.received_bytes
        else:
            status, sent, received = outcome.kind.value, outcome.sent, 0
        return cls(
            at=outcome.started_at,
            sent=sent,
            step=outcome.request.step,
            method="GET",
            url=outcome.request.url,
            status=status,
            bytes=received,
            ms=round(outcome.elapsed_s * 1000),
            waited_ms=round(outcome.waited_s * 1000),
            source=outcome.request.source,
        )
