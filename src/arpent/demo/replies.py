"""What a simulated site answers: replies, their faults, and the site that holds them.

Knows HTTP answers as values. Must not know sockets: a fault is data here, and only
`arpent.demo.wire` acts on it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

__all__ = [
    "NOT_FOUND",
    "Answer",
    "Asked",
    "Body",
    "Faults",
    "Framing",
    "Reply",
    "Site",
    "Turns",
    "gzipped",
    "html",
    "moved",
    "robots",
    "text",
    "xml",
]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server read it.

    Attributes:
        host: Name of the Host header, lower case, without port.
        target: Path and query, as sent.
        headers: Names in lower case.
        turn: Earlier requests for the same target of the same host.
    """

    method: str
    host: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    turn: int = 0

    @property
    def path(self) -> str:
        """Return the target without its query."""
        return self.target.partition("?")[0]

    def header(self, name: str) -> str:
        """Return the first value of a field, or an empty string."""
        return next((v for key, v in self.headers if key == name.lower()), "")


Body = bytes | Callable[[Asked, datetime], bytes]


class Framing(StrEnum):
    """How the end of a body is told."""

    LENGTH = "length"
    CHUNKED = "chunked"
    CLOSE = "close"
    BAD_CHUNK = "bad-chunk"
    """A good first chunk, then a size that is no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What goes wrong on the wire; the default is nothing.

    Attributes:
        delay_s: Seconds before the first byte of the answer.
        head_rate: Bytes per second at which the head drips. `body_rate` likewise.
        cut_after: Body bytes after which the connection is closed.
        reset: The connection ends with a reset in place of a close: after
            `cut_after` bytes, else before any answer.
        silent: No answer ever; the connection stays open.
        lengths: Content-Length fields in place of the true one.
        interim: Interim answers of status `interim_status` before the real one.
        endless: The body is repeated for ever.
        header_bytes: Size of one more field.
        header_count: Number of more fields.
        raw: These bytes in place of any answer, then a close.
        close: The connection is closed after the answer.
    """

    delay_s: float = 0.0
    head_rate: float | None = None
    body_rate: float | None = None
    cut_after: int | None = None
    reset: bool = False
    silent: bool = False
    lengths: tuple[int, ...] = ()
    framing: Framing = Framing.LENGTH
    interim: int = 0
    interim_status: int = 103
    endless: bool = False
    header_bytes: int = 0
    header_count: int = 0
    raw: bytes | None = None
    close: bool = False

    @property
    def ends_connection(self) -> bool:
        """Say whether the connection cannot be used after this answer."""
        return bool(
            self.close
            or self.cut_after is not None
            or self.reset
            or self.silent
            or self.lengths
            or self.endless
            or self.raw is not None
            or self.framing in {Framing.CLOSE, Framing.BAD_CHUNK}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer.

    Attributes:
        headers: Further fields, in order.
        body: Bytes, or a function of the request and the farm's moment.
        codings: Content codings really applied, innermost first
            (gzip, deflate, raw-deflate, br, zstd).
        says_coding: The Content-Encoding field in place of the true one; an empty
            text leaves the field out.
        etag: Validator; `tagged` makes one from the body.
        last_modified: The other validator.
    """

    status: int = 200
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    body: Body = field(default=b"", repr=False)
    codings: tuple[str, ...] = ()
    says_coding: str | None = None
    etag: str | None = None
    tagged: bool = False
    last_modified: datetime | None = None
    faults: Faults = Faults()

    def but(self, **faults: object) -> "Reply":
        """Return this reply with these faults (fields of `Faults`) added."""
        return replace(self, faults=replace(self.faults, **faults))  # type: ignore[arg-type]


Answer = Reply | Callable[[Asked, datetime], Reply]


@dataclass(frozen=True, slots=True)
class Turns:
    """Replies in turn: the first request has the first; the last one stays."""

    replies: tuple[Answer, ...]

    def __call__(self, asked: Asked, now: datetime) -> Reply:
        """Return the reply whose turn it is."""
        answer = self.replies[min(asked.turn, len(self.replies) - 1)]
        return answer if isinstance(answer, Reply) else answer(asked, now)


def text(body: Body, *, status: int = 200) -> Reply:
    """Return a reply of plain text."""
    return Reply(status=status, content_type="text/plain; charset=utf-8", body=body)


def html(body: Body, *, status: int = 200) -> Reply:
    """Return a reply of HTML, whose charset the document itself declares."""
    return Reply(status=status, content_type="text/html", body=body)


def xml(body: Body, *, kind: str = "application/xml") -> Reply:
    """Return a reply of XML, which can be asked for conditionally."""
    return Reply(content_type=kind, body=body, tagged=True)


def gzipped(body: Body) -> Reply:
    """Return a reply whose body is a .gz file (no content coding)."""
    return Reply(content_type="application/gzip", body=body, tagged=True)


def moved(location: str, *, status: int = 302) -> Reply:
    """Return a redirect."""
    return Reply(status=status, headers=(("Location", location),))


def robots(*lines: str, newline: str = "\n", bom: bool = False) -> Reply:
    """Return a robots.txt of these lines."""
    body = newline.join((*lines, "")).encode()
    return text(b"\xef\xbb\xbf" + body if bom else body)


NOT_FOUND: Final = html(
    b"<!doctype html><title>404</title><p>No such page here.\n", status=404
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What one host answers.

    Attributes:
        host: Name of the virtual host, lower case.
        what: One sentence of what it is there to show.
        answers: By path and query, else by path alone.
        otherwise: For every other target.
    """

    host: str
    what: str = ""
    answers: Mapping[str, Answer] = field(default_factory=dict)
    otherwise: Answer = NOT_FOUND

    def reply(self, asked: Asked, now: datetime) -> Reply:
        """Return what this site answers to a request at a moment."""
        found = self.answers.get(asked.target)
        if found is None:
            found = self.answers.get(asked.path, self.otherwise)
        return found if isinstance(found, Reply) else found(asked, now)
