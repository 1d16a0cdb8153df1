"""What is known of one exchange while it goes on, and the outcome made of it.

Knows the contract of `arpent.terms.exchange`. Must not know the HTTP library. The one
idea: whatever ends an exchange, its outcome is made in one place from what was noted.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from arpent.formats.decode import ContentDecoder
from arpent.terms.exchange import (
    Failure,
    FailureKind,
    Fault,
    Headers,
    Request,
    Response,
)
from arpent.terms.findings import Finding

__all__ = ["Attempt"]

_NO_HEADERS: Final = Headers()


@dataclass(slots=True)
class Attempt:
    """One exchange that is under way.

    Attributes:
        started_at: When it was sent, or given up before that.
        began: The same on the loop's clock, in seconds.
        sent: Request bytes were written.
        dialled: A connection was tried.
        refused: Addresses that were not dialled.
        status: None while no status line has come.
        fault: What cut the body short, as far as the connection tells.
    """

    request: Request
    started_at: datetime
    began: float
    waited_s: float = 0.0
    sent: bool = False
    dialled: bool = False
    refused: list[str] = field(default_factory=list)
    status: int | None = None
    headers: Headers = _NO_HEADERS
    received_bytes: int = 0
    fault: Fault | None = None
    detail: str = ""
    decoder: ContentDecoder | None = None

    def note(self, address: str, allowed: bool) -> None:  # noqa: FBT001 -- a callback
        """Note an address that is dialled, or refused."""
        if allowed:
            self.dialled = True
        else:
            self.refused.append(address)

    def answered(self, status: int, headers: Headers) -> None:
        """Note the head of the answer."""
        self.status = status
        self.headers = headers

    def expect_body(self) -> None:
        """Make ready for a body, in the coding that the head announced."""
        codings = ", ".join(self.headers.all("content-encoding"))
        self.decoder = ContentDecoder(codings, self.request.limit_bytes)

    def take(self, chunk: bytes) -> bool:
        """Take a piece of the body; say whether more of it is wanted."""
        self.received_bytes += len(chunk)
        if self.decoder is None:
            return False
        self.decoder.feed(chunk)
        return not self.decoder.full

    def cut(self, fault: Fault, detail: str) -> None:
        """Note what kept the rest of the body from arriving."""
        self.fault = fault
        self.detail = detail

    def failure(self, kind: FailureKind, detail: str, now: float) -> Failure:
        """Return the failure that it came to."""
        return Failure(
            request=self.request,
            kind=kind,
            detail=detail,
            sent=self.sent,
            started_at=self.started_at,
            elapsed_s=now - self.began,
            waited_s=self.waited_s,
        )

    def response(self, status: int, now: float) -> Response:
        """Return the response that it came to."""
        body, fault, detail = b"", self.fault, self.detail
        found: tuple[Finding, ...] = ()
        # What is left of a connection may hold this attempt for a long while.
        decoder, self.decoder = self.decoder, None
        if decoder is not None:
            decoded = decoder.finish()
            body, found = decoded.body, decoded.findings
            if fault is None or decoded.fault is Fault.TOO_LARGE:
                fault, detail = decoded.fault, decoded.detail
        return Response(
            request=self.request,
            status=status,
            headers=self.headers,
            body=body,
            received_bytes=self.received_bytes,
            fault=fault,
            fault_detail=detail,
            findings=found,
            started_at=self.started_at,
            elapsed_s=now - self.began,
            waited_s=self.waited_s,
        )
