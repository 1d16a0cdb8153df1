"""Which addresses and ports may be asked, and which of them were given by hand.

Knows the address space and what the user typed after `--resolve`. Must not know HTTP.
The one idea: the check stands where the socket is made, so that it sees the address
that is really dialled, whether it was written, resolved, rebound or redirected to.
"""

import re
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import Any, Final

from arpent.errors import InvalidSettings, InvalidUrl
from arpent.terms.urls import origin_of, request_form

__all__ = [
    "Guard",
    "RefusedAddress",
    "ResolveTable",
    "is_loopback_name",
    "is_public",
    "literal",
    "port_is_open",
]

AddressInfo = tuple[Any, Any, int, str, tuple[Any, ...]]
Address = IPv4Address | IPv6Address

_DENIED_4: Final = tuple(
    IPv4Network(text)
    for text in (
        # IANA IPv4 special-purpose registry (RFC 6890), with the exceptions inside it
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's own host, reached from inside only
        "169.254.0.0/16",  # link-local, cloud metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays, withdrawn
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_GLOBAL_6: Final = IPv6Network("2000::/3")
_DENIED_6: Final = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments (Teredo is unwrapped before)
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_COMPATIBLE: Final = IPv6Network("::/96")
_NAT64: Final = IPv6Network("64:ff9b::/96")
_NAT64_LOCAL: Final = IPv6Network("64:ff9b:1::/48")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")
_TEREDO: Final = IPv6Network("2001::/32")

_UNPRIVILEGED: Final = 1024
_WEB_PORTS: Final = frozenset({80, 443})
# Fetch standard, section "bad port", above 1023
_BAD_PORTS: Final = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566}
    | {6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}
)
_MOST_PORTS: Final = 65_535
_NUMERIC: Final = re.compile(r"[0-9A-Fa-fxX.]+")


def is_public(address: str | Address) -> bool:
    """Say whether an address is global unicast, also after unwrapping what is in it.

    Args:
        address: In text or as an object; a text that is no address is not public.

    Source: RFC 6890; RFC 4291 section 2.4; RFC 6052; RFC 3056; RFC 4380.
    """
    try:
        parsed = ip_address(address) if isinstance(address, str) else address
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return not any(parsed in network for network in _DENIED_4)
    if parsed.scope_id is not None:
        return False
    embedded = _embedded(parsed)
    if embedded is not None:
        return bool(embedded) and all(is_public(inner) for inner in embedded)
    return parsed in _GLOBAL_6 and not any(parsed in network for network in _DENIED_6)


def _embedded(address: IPv6Address) -> tuple[IPv4Address, ...] | None:
    """Return the IPv4 addresses that an IPv6 address leads to; None: it holds none."""
    bits = int(address)
    last = IPv4Address(bits & 0xFFFF_FFFF)
    if address in _MAPPED or address in _COMPATIBLE or address in _NAT64:
        return (last,)
    if address in _SIX_TO_FOUR:
        return (IPv4Address(bits >> 80 & 0xFFFF_FFFF),)
    if address in _TEREDO:  # the server, and the client with its bits turned over
        server = IPv4Address(bits >> 64 & 0xFFFF_FFFF)
        return (server, IPv4Address(int(last) ^ 0xFFFF_FFFF))
    if address in _NAT64_LOCAL:  # RFC 6052 section 2.2: a /48 or a /96 of the operator
        split = (bits >> 64 & 0xFFFF) << 16 | bits >> 40 & 0xFFFF
        return tuple(a for a in (IPv4Address(split), last) if int(a))
    return None


def literal(host: str) -> Address | None:
    """Return the address that a host is in text, in any spelling; None for a name.

    Spellings such as 127.1, 0x7f000001 or 0177.0.0.1, which resolvers take for an
    address, are read as they read them.
    """
    bare = host.strip("[]").rstrip(".")
    if not (bare[:1].isdigit() or ":" in bare):
        return None
    try:
        return ip_address(bare)
    except ValueError:
        pass
    if not _NUMERIC.fullmatch(bare):
        return None
    try:
        return IPv4Address(socket.inet_aton(bare))
    except OSError:
        return None


def is_loopback_name(host: str) -> bool:
    """Say whether a host is this machine by its very name (RFC 6761 section 6.3)."""
    name = host.strip("[]").rstrip(".").lower()
    address = literal(name)
    if address is not None:
        return address.is_loopback
    return name == "localhost" or name.endswith(".localhost")


def port_is_open(port: int) -> bool:
    """Say whether content may lead to this port: 80, 443, or above 1023 and not bad."""
    if port in _WEB_PORTS:
        return True
    return _UNPRIVILEGED <= port <= _MOST_PORTS and port not in _BAD_PORTS


class RefusedAddress(OSError):
    """An address that was not dialled."""

    def __init__(self, address: str) -> None:
        super().__init__(f"{address} is not a public address")
        self.address = address


class Guard:
    """Makes sockets, for public addresses only unless all were allowed.

    Args:
        allow_all: Dial any address: it was given by hand.
        note: Told each address and whether it is dialled.
    """

    def __init__(
        self, *, allow_all: bool, note: Callable[[str, bool], None] | None = None
    ) -> None:
        self._allow_all = allow_all
        self._note = note

    def check(self, address: str) -> None:
        """Let an address pass, or not.

        Raises:
            RefusedAddress: It is not public, and was not given by hand.
        """
        allowed = self._allow_all or is_public(address)
        if self._note is not None:
            self._note(address, allowed)
        if not allowed:
            raise RefusedAddress(address)

    def __call__(self, info: AddressInfo) -> socket.socket:
        """Return a socket for an address that is about to be dialled.

        Raises:
            RefusedAddress: It is not public, and was not given by hand.
        """
        family, kind, protocol, _, where = info
        self.check(str(where[0]))
        return socket.socket(family, kind, protocol)


_RESOLVE: Final = re.compile(
    r"(?P<host>\[[^\[\]]+\]|[^:\[\]]+):(?P<port>[0-9]{1,5})"
    r":(?P<address>\[[^\[\]]+\]|[^:\[\]]+)(?::(?P<to>[0-9]{1,5}))?"
)
_SOURCE: Final = "--resolve"


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
            InvalidSettings: A text has another form, or no such host, port or address
                can exist.
        """
        return cls(dict(_read_given(text) for text in texts))

    def lookup(self, host: str, port: int) -> tuple[str, int] | None:
        """Return the address and port given for a host and port, or None.

        The exact host wins over the longest suffix, and that over `*`; both match
        names only.
        """
        if not self.given:
            return None
        name = host.strip("[]").rstrip(".").lower()
        exact = self.given.get((name, port))
        if exact is not None or literal(name) is not None:
            return exact
        labels = name.split(".")
        for start in range(1, len(labels)):
            found = self.given.get((f"*.{'.'.join(labels[start:])}", port))
            if found is not None:
                return found
        return self.given.get(("*", port))


def _read_given(text: str) -> tuple[tuple[str, int], tuple[str, int]]:
    found = _RESOLVE.fullmatch(text.strip())
    if found is None:
        raise _unusable(
            text, "write HOST:PORT:ADDRESS or HOST:PORT:ADDRESS:PORT, IPv6 in brackets"
        )
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
    if "*" in plain or (star and literal(plain) is not None):
        raise _unusable(text, "a star stands alone, or before a suffix: * or *.suffix")
    return star + plain


def _port(text: str, digits: str) -> int:
    port = int(digits)
    if not 0 < port <= _MOST_PORTS:
        raise _unusable(text, f"port {digits} is not between 1 and 65535")
    return port


def _unusable(text: str, reason: str) -> InvalidSettings:
    return InvalidSettings("resolve", text, reason=reason, source=_SOURCE)
