"""Which proxy a request goes through, if any.

Knows the option `--proxy` and the usual environment variables. Must not know sockets.
The one idea: what was typed holds for everything; what the environment says holds for
neither this machine, nor addresses given by hand, nor what NO_PROXY names.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_network
from urllib.parse import unquote, urlsplit

from arpent.errors import InvalidSettings
from arpent.http.guard import is_loopback_name, literal
from arpent.settings_values import PROXY_PORTS

__all__ = ["Proxies", "Proxy"]


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy and how to speak to it.

    Attributes:
        scheme: http, https, socks4, socks4a, socks5 or socks5h.
        host: Without brackets.
        user: None when it asks for no credentials.
    """

    scheme: str
    host: str
    port: int
    user: str | None = None
    password: str = ""

    @property
    def is_socks(self) -> bool:
        """Say whether it forwards connections, not requests."""
        return self.scheme.startswith("socks")

    @property
    def resolves_names(self) -> bool:
        """Say whether names are sent to it, so that we never see their addresses."""
        return self.scheme not in {"socks4", "socks5"}

    @property
    def credentials(self) -> tuple[tuple[str, str], ...]:
        """Return the header field that a proxy for requests is greeted with, if any."""
        if self.user is None:
            return ()
        secret = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        return (("Proxy-Authorization", f"Basic {secret}"),)

    def __str__(self) -> str:
        """Return its address without credentials."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies that were typed or found in the environment.

    Attributes:
        typed: Proxy of the option; it holds for all requests.
        found: Scheme of the request -> proxy of the environment.
        spared: Hosts of NO_PROXY, in lower case.
    """

    typed: Proxy | None
    found: Mapping[str, Proxy]
    spared: tuple[str, ...] = ()

    @classmethod
    def of(cls, option: str | None, environment: Mapping[str, str]) -> "Proxies":
        """Read the option and the environment.

        Raises:
            InvalidSettings: A value is no address of a proxy.
        """
        if option:
            return cls(_read(option, "--proxy"), {})
        found = {}
        for scheme in ("http", "https"):
            for name in (f"{scheme}_proxy", "all_proxy"):
                value, source = _variable(environment, name)
                if value:
                    found[scheme] = _read(value, source)
                    break
        spared = _variable(environment, "no_proxy")[0].lower()
        return cls(None, found, tuple(spared.replace(",", " ").split()))

    def choose(
        self, scheme: str, host: str, port: int, *, by_hand: bool
    ) -> Proxy | None:
        """Return the proxy for a request, or None to connect directly.

        Args:
            scheme: http or https.
            host: Name or IP literal.
            port: Port that is asked.
            by_hand: The address of the host was given by hand.
        """
        if self.typed is not None:
            return self.typed
        proxy = self.found.get(scheme)
        if proxy is None or by_hand or is_loopback_name(host):
            return None
        name = host.strip("[]").rstrip(".").lower()
        if any(_spares(entry, name, port) for entry in self.spared):
            return None
        return proxy


def _variable(environment: Mapping[str, str], name: str) -> tuple[str, str]:
    """Return value and spelling of a variable; lower case wins."""
    for spelling in (name, name.upper()):
        if spelling in environment:
            return environment[spelling].strip(), spelling
    return "", name


def _read(text: str, source: str) -> Proxy:
    written = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(written)
        port = parts.port
    except ValueError as error:
        raise _unusable(text, source, "no address of a proxy") from error
    if parts.scheme not in PROXY_PORTS:
        raise _unusable(text, source, f"use one of {', '.join(PROXY_PORTS)}")
    if not parts.hostname:
        raise _unusable(text, source, "no host; write http://HOST:PORT")
    return Proxy(
        parts.scheme,
        parts.hostname,
        port or PROXY_PORTS[parts.scheme],
        None if parts.username is None else unquote(parts.username),
        unquote(parts.password or ""),
    )


def _unusable(text: str, source: str, reason: str) -> InvalidSettings:
    shown = text.rpartition("@")[2]  # never print a password
    return InvalidSettings("proxy", shown, reason=reason, source=source)


def _spares(entry: str, name: str, port: int) -> bool:
    """Say whether an entry of NO_PROXY names a host: itself or a domain above it."""
    address = literal(name)
    if "/" in entry:
        return address is not None and _within(address, entry)
    host, _, digits = entry.rpartition(":")
    if host and digits.isdigit() and (host.startswith("[") or ":" not in host):
        if int(digits) != port:
            return False
        entry = host
    if entry == "*":
        return True
    entry = entry.strip("[]").removeprefix("*").strip(".")
    if address is not None:
        return literal(entry) == address
    return bool(entry) and (name == entry or name.endswith(f".{entry}"))


def _within(address: IPv4Address | IPv6Address, network: str) -> bool:
    try:
        return address in ip_network(network, strict=False)
    except ValueError:
        return False
