"""Header fields: which ones are sent, and what is kept of those received.

Knows names and values, no sockets. The one idea: what we ask for is what we can read,
and what a server says is kept, but never more of it than a person would look at.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from arpent.formats.decode import ACCEPT_ENCODING
from arpent.terms.exchange import Headers, Request, Step

__all__ = ["received", "sent"]

VALUE_BYTES: Final = 8_192
FIELDS: Final = 200

_XML: Final = "application/xml, text/xml, text/plain;q=0.9, */*;q=0.5"
_HTML: Final = "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5"
_FEED: Final = (
    "application/atom+xml, application/rss+xml, application/feed+json, "
    "application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
)
_ACCEPT: Final[Mapping[Step, str]] = {
    Step.ROBOTS: "text/plain, */*;q=0.5",
    Step.HOME: _HTML,
    Step.SECTION: _HTML,
    Step.PAGE: _HTML,
    Step.FEED: _FEED,
    Step.GUESS: _XML,
    Step.SITEMAP: _XML,
}

_VALUE: Final = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f]*")


def sent(
    request: Request, user_agent: str, own: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the header fields of a request; Host is added by the library.

    Args:
        request: Its step, validators and whether own fields may be sent.
        user_agent: Who asks.
        own: The user's own fields, as settings checked them; they replace ours of
            the same name.
    """
    fields = [
        ("User-Agent", user_agent),
        ("Accept", _ACCEPT[request.step]),
        ("Accept-Encoding", ACCEPT_ENCODING),
    ]
    validators = request.validators
    if validators is not None and validators.etag and _sendable(validators.etag):
        fields.append(("If-None-Match", validators.etag))
    if (
        validators is not None
        and validators.last_modified
        and _sendable(validators.last_modified)
    ):
        fields.append(("If-Modified-Since", validators.last_modified))
    if request.own_headers:
        extra = list(own)
        replaced = {name.lower() for name, _ in extra}
        fields = [row for row in fields if row[0].lower() not in replaced] + extra
    return fields


def _sendable(value: str) -> bool:
    """Say whether a value that a server once sent may be sent back."""
    return bool(_VALUE.fullmatch(value)) and len(value) <= VALUE_BYTES


def received(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return what is kept of the fields of an answer.

    Names in lower case; values in UTF-8, or Latin-1 where they are not, cut after
    8 KiB; at most 200 fields.
    """
    return Headers(
        tuple(
            (_text(name).lower(), _text(value[:VALUE_BYTES]))
            for name, value in islice(raw, FIELDS)
        )
    )


def _text(raw: bytes) -> str:
    if raw.isascii():
        return raw.decode("ascii")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
