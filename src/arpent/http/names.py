"""Asks the system for the addresses of a name, without ever holding up an exit.

Knows getaddrinfo and threads. Must not know which addresses are allowed. The one idea:
a lookup cannot be stopped, so each has a daemon thread of its own that nobody waits
for; the loop's own executor would be waited for when the program ends.
"""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Final

__all__ = ["Lookup", "system_lookup"]

Lookup = Callable[[str, int], Awaitable[list[str]]]
"""Host and port -> addresses in text, best first. Raises OSError when there is none."""

_AT_ONCE: Final = 64
_PLACES = threading.BoundedSemaphore(_AT_ONCE)


async def system_lookup(host: str, port: int) -> list[str]:
    """Return the addresses of a name as the system knows them.

    Raises:
        OSError: There is none, or it could not be found out.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def tell(addresses: list[str], error: OSError | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(addresses)

    def ask() -> None:
        addresses: list[str] = []
        problem: OSError | None = None
        with _PLACES:
            try:
                addresses = _addresses(host, port)
            except OSError as error:
                problem = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, addresses, problem)

    threading.Thread(target=ask, name=f"lookup {host}", daemon=True).start()
    return await answer


def _addresses(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a label that is empty or too long
        raise OSError(f"{host[:80]!r} is no host name") from error
    return list(dict.fromkeys(str(row[4][0]) for row in found))
