"""Which addresses and ports may be asked.

Knows the address space. Must not know HTTP.
The one idea: the check stands where the socket is made, so that it sees the address
that is really dialled, whether it was written, resolved, rebound or redirected to.
"""

import re
import socket
from collections.abc import Callable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import Any, Final

__all__ = [
    "Guard",
    "RefusedAddress",
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
