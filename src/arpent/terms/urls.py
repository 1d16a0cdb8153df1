"""Addresses: the published text is the key; the request form is what is asked for.

Two forms, never confused. The *published* form is what a site wrote, blanks trimmed
and relative references resolved, nothing else changed. The *request* form is ASCII,
made by one WHATWG parser (ada) and handed to the HTTP client as it is, so that the
host that is checked is the host that is asked. Knows no robots rules and no network.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin, urlsplit

import ada_url

from arpent.errors import InvalidUrl

__all__ = [
    "Origin",
    "is_absolute",
    "origin_of",
    "request_form",
    "resolve",
    "scheme_of",
]

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*(?=:)")
_PLAIN_ORIGIN: Final = re.compile(
    r"https?://[a-z0-9.\-]{1,253}(?::[0-9]{1,5})?(?=[/?#]|\Z)"
)
_FORBIDDEN: Final = re.compile(r"[\x00-\x20\x7f\\]")
_PORTS: Final = {"http": 80, "https": 443}
_NUMERIC_HOST: Final = re.compile(
    r"(0[xX][0-9a-fA-F]*|[0-9]+)(\.(0[xX][0-9a-fA-F]*|[0-9]+))*\.?"
)
_CANONICAL_IPV4: Final = re.compile(r"(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){3}")


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port (RFC 6454); robots rules hold per origin.

    `host` is in ASCII (punycode), lower case; IPv6 in brackets.
    """

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        """Return the origin as an address without path."""
        if self.port == _PORTS.get(self.scheme):
            return f"{self.scheme}://{self.host}"
        return f"{self.scheme}://{self.host}:{self.port}"

    def address(self, path: str) -> str:
        """Return the address of a path (with its leading slash) on this origin."""
        return f"{self}{path}"


def scheme_of(text: str) -> str:
    """Return the scheme of a text in lower case, or an empty string."""
    found = _SCHEME.match(text)
    return found.group().lower() if found else ""


def is_absolute(text: str) -> bool:
    """Say whether a text is an address with scheme http or https and a host."""
    lowered = text[:8].lower()
    return lowered.startswith(("http://", "https://"))


def resolve(text: str, base: str) -> str:
    """Resolve a reference as published (RFC 3986 section 5), else leave it alone.

    An absolute text comes back untouched. Never raises: a text that cannot be
    resolved comes back as it is, and fails when a request form is asked of it.
    """
    if scheme_of(text) and "//" in text[:12]:
        return text
    try:
        return urljoin(base, text)
    except ValueError:
        return text


def request_form(
    text: str, *, base: str | None = None, drop_userinfo: bool = False
) -> str:
    """Return the ASCII form that may be requested, without fragment.

    Args:
        text: An address as published, or a reference when `base` is given.
        base: What a reference is resolved against.
        drop_userinfo: Leave credentials out in place of refusing them.

    Raises:
        InvalidUrl: Not http or https, no host, credentials, a backslash, a control
            character or a blank in the authority, a numeric host that is not written
            as four decimal numbers, or no address at all.

    Source: WHATWG URL, section 4.4 (basic URL parser); RFC 3986 section 3.
    """
    written = text.strip(" \t\r\n\f\v\u00a0\ufeff")
    if base is not None:
        written = resolve(written, base)
    scheme = scheme_of(written)
    if scheme not in _PORTS:
        reason = f"scheme {scheme!r} is not followed" if scheme else "no scheme"
        raise InvalidUrl(text, f"{reason}; http and https only")
    authority = _authority(text, written)
    if drop_userinfo and "@" in authority:
        authority = authority.rpartition("@")[2]
        written = f"{scheme}://{authority}{_after_authority(written)}"
    if "@" in authority:
        raise InvalidUrl(text, "credentials in it; leave them out")
    try:
        parsed = ada_url.URL(written)
    except ValueError as error:
        raise InvalidUrl(text, "no address that a client could ask for") from error
    host = (
        authority.rpartition(":")[0] if re.search(r":[0-9]*$", authority) else authority
    )
    if _NUMERIC_HOST.fullmatch(host) and not _CANONICAL_IPV4.fullmatch(host):
        raise InvalidUrl(text, "a numeric host that is not four decimal numbers")
    if not parsed.hostname:
        raise InvalidUrl(text, "no host")
    parsed.hash = ""
    return str(parsed.href)


def _authority(text: str, written: str) -> str:
    after = written.partition(":")[2]
    if not after.startswith("//"):
        raise InvalidUrl(text, "no host")
    authority = re.split(r"[/?#]", after[2:], maxsplit=1)[0]
    if not authority:
        raise InvalidUrl(text, "no host")
    if _FORBIDDEN.search(authority):
        raise InvalidUrl(
            text, "a blank, a backslash or a control character in the host"
        )
    if re.search(r"[\x00-\x1f\x7f]", written):
        raise InvalidUrl(text, "control characters in it")
    return authority


def _after_authority(written: str) -> str:
    after = written.partition(":")[2][2:]
    found = re.search(r"[/?#]", after)
    return after[found.start() :] if found else ""


def origin_of(url: str) -> Origin:
    """Return the origin of an address in request form.

    Raises:
        InvalidUrl: The text has no http or https origin.
    """
    plain = _PLAIN_ORIGIN.match(url)
    return _plain_origin(plain.group()) if plain else _read_origin(url)


@lru_cache(maxsize=4096)
def _plain_origin(url: str) -> Origin:
    """Return the origin of what is no more than one: asked for often, so kept."""
    return _read_origin(url)


def _read_origin(url: str) -> Origin:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InvalidUrl(url, "no address") from error
    host = (parts.hostname or "").lower()
    if parts.scheme not in _PORTS or not host:
        raise InvalidUrl(url, "no http or https origin")
    if ":" in host:
        host = f"[{host}]"
    return Origin(parts.scheme, host, port or _PORTS[parts.scheme])
