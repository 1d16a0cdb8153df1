import asyncio
import socket

import pytest

from arpent.http.names import system_lookup


def test_addresses_of_this_machine_are_known_once_each() -> None:
    found = asyncio.run(system_lookup("localhost", 80))
    assert set(found) <= {"127.0.0.1", "::1"}
    assert len(found) == len(set(found)) > 0


@pytest.mark.parametrize("host", ["a" * 70 + ".example", "a..example"])
def test_text_that_is_no_host_name_is_an_error_of_the_system(host: str) -> None:
    with pytest.raises(OSError, match="host name"):
        asyncio.run(system_lookup(host, 80))


def test_name_that_cannot_exist_is_not_found() -> None:
    with pytest.raises(socket.gaierror):
        asyncio.run(system_lookup("256.256.256.256", 80))


def test_lookup_that_nobody_waits_for_holds_nothing_up() -> None:
    async def work() -> None:
        task = asyncio.ensure_future(system_lookup("localhost", 80))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())
