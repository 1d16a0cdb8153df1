"""Runs a walk with a fetch: the one loop that every use case that reads a site shares.

The walk decides; this loop carries out. Large bodies are read on a worker thread while
the loop goes on serving other hosts.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial

from arpent.terms.documents import Document
from arpent.terms.events import Event
from arpent.terms.exchange import Declined, Exchange, Fetch, LogRow, Request, Response
from arpent.walk import Walk

__all__ = ["drive"]

_SMALL_BYTES = 32_768
"""A body up to this size is read faster than a thread takes it over."""

_GRACE_S = 0.5
"""How long an exchange that was given up may take to say so."""


async def drive(
    walk: Walk,
    fetch: Fetch,
    *,
    watch: Callable[[LogRow], None],
    stop: asyncio.Event,
    pool: Executor | None = None,
    desk: asyncio.Semaphore | None = None,
) -> AsyncGenerator[Event]:
    """Yield the events of a walk as they come, until it ends or is stopped.

    Args:
        walk: What decides.
        fetch: What carries out one exchange.
        watch: Told each row of the request log.
        stop: Once set, nothing more is asked, what is under way is given up.
        pool: Where large bodies are read; the loop's own threads when None.
        desk: Where small ones are read: so many at most until the loop looks at its
            sockets and signals again. Walks that run together share it.
    """
    desk = desk or asyncio.Semaphore(1)
    carry = partial(_carry_out, walk, fetch=fetch, pool=pool, desk=desk, stop=stop)
    running: set[asyncio.Task[tuple[Exchange, Document | None]]] = set()
    stopping = asyncio.ensure_future(stop.wait())
    try:
        for event in _watched(walk.begin(), watch):
            yield event
        while not stop.is_set():
            running |= {asyncio.ensure_future(carry(r)) for r in walk.wanted()}
            if not running:
                return
            await asyncio.wait(
                {stopping, *running}, return_when=asyncio.FIRST_COMPLETED
            )
            for ended in [task for task in running if task.done()]:
                if stop.is_set():  # what was given up is no answer to the walk
                    break
                running.discard(ended)
                outcome, document = ended.result()
                watch(LogRow.of(outcome))
                for event in _watched(walk.receive(outcome, document), watch):
                    yield event
                    del event  # no document is kept while the next one arrives
                del ended, outcome, document
        await _give_up(running, watch)
    finally:
        for task in (stopping, *running):
            task.cancel()
        await asyncio.gather(stopping, *running, return_exceptions=True)


def _watched(
    events: Iterable[Event], watch: Callable[[LogRow], None]
) -> Iterator[Event]:
    """Yield events; log each request that was never made."""
    for event in events:
        if isinstance(event, Declined):
            watch(LogRow.of(event))
        yield event


async def _give_up(
    running: set[asyncio.Task[tuple[Exchange, Document | None]]],
    watch: Callable[[LogRow], None],
) -> None:
    """Log what was under way when the run was stopped: it may have been sent."""
    if not running:
        return
    done, _ = await asyncio.wait(running, timeout=_GRACE_S)
    for given_up in done:
        outcome, _ = given_up.result()
        if isinstance(outcome, Response) or outcome.sent:
            watch(LogRow.of(outcome))


async def _carry_out(
    walk: Walk,
    request: Request,
    *,
    fetch: Fetch,
    pool: Executor | None,
    desk: asyncio.Semaphore,
    stop: asyncio.Event,
) -> tuple[Exchange, Document | None]:
    outcome = await fetch(request)
    if not isinstance(outcome, Response) or stop.is_set():
        return outcome, None
    if len(outcome.body) <= _SMALL_BYTES:
        async with desk:
            document = None if stop.is_set() else walk.read(outcome)
            await asyncio.sleep(0)
        return outcome, document
    loop = asyncio.get_running_loop()
    return outcome, await loop.run_in_executor(pool, walk.read, outcome)
