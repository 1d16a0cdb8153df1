"""Addresses given by hand: what was typed after `--resolve`, and whom it speaks of.

Knows the form HOST:PORT:ADDRESS[:PORT] and which of several rules holds. Knows neither
DNS nor sockets.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

from arpent.errors import InvalidUrl
from arpent.terms.urls import origin_of, request_form

__all__ = ["ResolveTable"]

_RULE: Final = re.compile(
    r"(?P<host>\[[^\[\]]+\]|[^:\[\]]+):(?P<port>[0-9]{1,5})"
    r":(?P<address>\[[^\[\]]+\]|[^:\[\]]+)(?::(?P<to>[0-9]{1,5}))?"
)
_MOST_PORTS: Final = 65_535
_NUMBER: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)")


@dataclass(frozen=True, slots=True)
class ResolveTable:
    """Addresses given by hand for hosts and ports.

    Attributes:
        given: (host, port) -> (address, port). The host is a name in ASCII and lower
            case, an IP literal without brackets, `*`, or `*.suffix`.
    """

    given: Mapping[tuple[str, int], tuple[str, int]] = field(default_factory=dict)

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "ResolveTable":
        """Read texts of the form HOST:PORT:ADDRESS[:PORT].

        Raises:
            ValueError: A text has another form, or no such host, port or address can
                exist; the message says what to write.
        """
        return cls(dict(_read_rule(text) for text in texts))

    def lookup(self, host: str, port: int) -> tuple[str, int] | None:
        """Return the address and port given for a host and port, or None.

        The exact host wins over the longest suffix, and that over `*`; both match
        names only.
        """
        if not self.given:
            return None
        name = host.strip("[]").rstrip(".").lower()
        exact = self.given.get((name, port))
        if exact is not None or _is_literal(name):
            return exact
        labels = name.split(".")
        for start in range(1, len(labels)):
            found = self.given.get((f"*.{'.'.join(labels[start:])}", port))
            if found is not None:
                return found
        return self.given.get(("*", port))


def _is_literal(name: str) -> bool:
    """Say whether a host is an address: IPv6, or a last label that is a number.

    Source: WHATWG URL, section 3.5 (ends in a number).
    """
    return ":" in name or _NUMBER.fullmatch(name) is not None


def _read_rule(text: str) -> tuple[tuple[str, int], tuple[str, int]]:
    found = _RULE.fullmatch(text.strip())
    if found is None:
        raise _unusable(text, "give HOST:PORT:ADDRESS[:PORT], IPv6 in brackets")
    port = _port(text, found["port"])
    to = _port(text, found["to"]) if found["to"] else port
    try:
        address = ip_address(found["address"].strip("[]"))
    except ValueError as error:
        raise _unusable(
            text, f"{found['address']!r} is no IP address; a name is not looked up here"
        ) from error
    return (_host(text, found["host"]), port), (str(address), to)


def _host(text: str, host: str) -> str:
    if host == "*":
        return host
    star, name = ("*.", host[2:]) if host.startswith("*.") else ("", host)
    try:
        plain = origin_of(request_form(f"http://{name}/")).host
    except InvalidUrl as error:
        raise _unusable(text, f"{host!r} is no host name") from error
    plain = plain.strip("[]").rstrip(".")
    if "*" in plain or (star and _is_literal(plain)):
        raise _unusable(text, "a star stands alone, or before a suffix: * or *.suffix")
    return star + plain


def _port(text: str, digits: str) -> int:
    port = int(digits)
    if not 0 < port <= _MOST_PORTS:
        raise _unusable(text, f"port {digits} is not between 1 and {_MOST_PORTS}")
    return port


def _unusable(text: str, reason: str) -> ValueError:
    return ValueError(f"{text[:80]!r}: {reason}")
