"""Opens a connection to a host by way of a SOCKS proxy.

Knows the SOCKS library. Must not know HTTP or TLS: what travels through the tunnel is
the client's affair.
"""

import asyncio
import socket

from arpent.http.proxy import Proxy

__all__ = ["tunnel"]


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
    # Loaded here, because most runs need no SOCKS.
    from python_socks import (  # noqa: PLC0415
        ProxyConnectionError,
        ProxyError,
        ProxyTimeoutError,
        ProxyType,
    )
    from python_socks.async_.asyncio import Proxy as SocksProxy  # noqa: PLC0415

    socks = SocksProxy(
        proxy_type=ProxyType[proxy.scheme.rstrip("ah").upper()],
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
