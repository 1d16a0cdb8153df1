"""How single values of settings are read: from text, or as the type they have already.

Knows ranges and spellings; knows no names and no sources. Every reader returns the
value that is kept or raises `ValueError` with what to write in its place.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from arpent.terms.policy import Scope
from arpent.terms.resolve import ResolveTable

__all__ = [
    "PROXY_PORTS",
    "as_flag",
    "as_headers",
    "as_moment",
    "as_proxy",
    "as_resolve",
    "as_scope",
    "as_text",
    "as_token",
    "seconds",
    "whole",
]

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]+")
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
PROXY_PORTS: Final[Mapping[str, int]] = {
    "http": 80,
    "https": 443,
    "socks4": 1080,
    "socks4a": 1080,
    "socks5": 1080,
    "socks5h": 1080,
}
"""Schemes of proxies, and the port that holds where none is given."""
_OURS: Final = {
    "host": "it is made from the address",
    "user-agent": "use --user-agent",
    "accept-encoding": "arpent asks only for what it can decode within bounds",
    "cookie2": "it is obsolete",
    **dict.fromkeys(
        ("content-length", "expect", "trailer", "transfer-encoding"),
        "requests have no body",
    ),
    **dict.fromkeys(
        ("connection", "keep-alive", "proxy-connection", "te", "upgrade"),
        "it belongs to the connection",
    ),
}
"""Header fields that are ours to set, and why."""


def seconds(*, least: float) -> Callable[[Any], float]:
    """Return a reader of seconds, finite and not below `least`."""

    def read(value: Any) -> float:  # noqa: ANN401 -- as typed, written or passed
        remedy = f"give seconds, {least:g} or more"
        if isinstance(value, bool):
            raise ValueError(remedy)  # noqa: TRY004 -- one kind of error for all
        try:
            number = float(value)
        except (TypeError, ValueError) as error:
            raise ValueError(remedy) from error
        if not least <= number < float("inf"):
            raise ValueError(remedy)
        return number

    return read


def whole(*, least: int, most: int | None = None) -> Callable[[Any], int]:
    """Return a reader of whole numbers from `least` to `most`."""
    bound = f"{least} or more" if most is None else f"{least} to {most}"
    remedy = f"give a whole number, {bound}"

    def read(value: Any) -> int:  # noqa: ANN401 -- as typed, written or passed
        if isinstance(value, bool | float):
            raise ValueError(remedy)  # noqa: TRY004 -- one kind of error for all
        try:
            number = int(value)
        except (TypeError, ValueError) as error:
            raise ValueError(remedy) from error
        if number < least or (most is not None and number > most):
            raise ValueError(remedy)
        return number

    return read


def as_text(value: object) -> str:
    """Read one line of text that is not empty and may stand in a header."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("give a text that is not empty")
    if _CONTROL.search(value):
        raise ValueError("leave control characters and line breaks out")
    return value.strip()


def as_token(value: object) -> str:
    """Read a product token (RFC 9309 section 2.2.1; digits, as many crawlers have)."""
    if not isinstance(value, str) or not _TOKEN.fullmatch(value):
        raise ValueError("give a product token: letters, digits, _ and - only")
    return value


def as_scope(value: object) -> Scope:
    """Read a scope."""
    try:
        return Scope(str(value))
    except ValueError as error:
        raise ValueError(f"choose {', '.join(Scope)}") from error


def as_flag(value: object) -> bool:
    """Read yes or no."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ValueError("give true or false")


def as_moment(value: object) -> datetime:
    """Read a moment with its time zone (RFC 3339)."""
    remedy = "give an RFC 3339 moment with its zone, such as 2024-01-02T03:04:05Z"
    if not isinstance(value, datetime):
        try:
            value = datetime.fromisoformat(str(value).strip())
        except ValueError as error:
            raise ValueError(remedy) from error
    if value.tzinfo is None:
        raise ValueError(remedy)
    return value.astimezone(UTC)


def as_proxy(value: object) -> str:
    """Read the address of a proxy."""
    text = as_text(value)
    remedy = f"give SCHEME://HOST:PORT with one of {', '.join(PROXY_PORTS)}"
    try:
        parts = urlsplit(text)
        whole_address = parts.scheme in PROXY_PORTS and bool(parts.hostname)
        _ = parts.port
    except ValueError as error:
        raise ValueError(remedy) from error
    if not whole_address:
        raise ValueError(remedy)
    return text


def as_headers(value: object) -> tuple[tuple[str, str], ...]:
    """Read header fields: `NAME: VALUE` texts, pairs, or a mapping."""
    if isinstance(value, str):
        value = (value,)
    if isinstance(value, Mapping):
        value = tuple(value.items())
    if not isinstance(value, tuple | list):
        raise ValueError("give 'NAME: VALUE'")  # noqa: TRY004 -- one kind of error
    return tuple(_header(part) for part in value)


def _header(part: object) -> tuple[str, str]:
    if isinstance(part, str):
        name, colon, text = part.partition(":")
        if not colon:
            raise ValueError(f"{part[:80]!r} has no colon; give 'NAME: VALUE'")
    elif isinstance(part, tuple | list) and [type(p) for p in part] == [str, str]:
        name, text = part
    else:
        raise ValueError("give 'NAME: VALUE'")
    name, text = name.strip(), text.strip()
    if not _HEADER_NAME.fullmatch(name):
        raise ValueError(f"{name[:80]!r} is no header name")
    if _CONTROL.search(text):
        raise ValueError(f"{name}: leave control characters and line breaks out")
    if name.lower() in _OURS:
        raise ValueError(f"{name} cannot be set: {_OURS[name.lower()]}")
    return name, text


def as_resolve(value: object) -> tuple[str, ...]:
    """Read rules `HOST:PORT:ADDRESS[:PORT]`; IPv6 stands in brackets."""
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, tuple | list):
        raise ValueError("give HOST:PORT:ADDRESS[:PORT]")  # noqa: TRY004 -- one kind
    rules = tuple(str(rule) for rule in value)
    ResolveTable.parse(rules)  # which says what is wrong with one
    return rules
