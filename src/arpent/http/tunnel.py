"""Opens a connection to a host by way of a SOCKS proxy.

Knows the SOCKS library. Must not know HTTP or TLS: what travels through the tunnel is
the client's affair.
"""

import asyncio
import socket
from typing import Final

from python_socks import ProxyConnectionError, ProxyError, ProxyTimeoutError, ProxyType
from python_socks.async_.asyncio import Proxy as SocksProxy

from arpent.http.proxy import Proxy

__all__ = ["tunnel"]

_TYPES: Final = {
    "socks4": ProxyType.SOCKS4,
    "socks4a": ProxyType.SOCKS4,
    "socks5": ProxyType.SOCKS5,
    "socks5h": ProxyType.SOCKS5,
}


async def tunnel(proxy: Proxy, host: str, port: int, timeout_s: float) -> socket.socket:
    """Return a socket that leads through the proxy to a host.

    Args:
        proxy: A SOCKS proxy.
        host: An address, or a name that the proxy looks up itself.
        port: Port of the host.
        timeout_s: Most seconds until the tunnel stands.

    Raises:
        OSError: The proxy cannot be reached, or could not reach the host.
    """
    socks = SocksProxy(
        proxy_type=_TYPES[proxy.scheme],
        host=proxy.host,
        port=proxy.port,
        username=proxy.user or "",
        password=proxy.password,
        rdns=proxy.resolves_names,
        loop=asyncio.get_running_loop(),
    )
    try:
        return await socks.connect(host, port, timeout=timeout_s)
    except ProxyConnectionError as error:
        raise OSError(f"the proxy {proxy} cannot be reached") from error
    except ProxyTimeoutError as error:
        raise OSError(f"the proxy {proxy} took more than {timeout_s:.0f} s") from error
    except ProxyError as error:
        raise OSError(f"the proxy {proxy} says: {error}") from error
