"""The bridge from plain code to code that awaits: one event loop on a private thread.

A stream is pulled one document at a time, so that nothing is read ahead of what the
caller asks for.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, TypeVar

from arpent.listing import Listing
from arpent.terms.entries import Entry
from arpent.terms.report import Listed, Report
from arpent.usecases.urls import DocumentListing

__all__ = ["Runner", "UrlStream"]

_T = TypeVar("_T")


class Runner:
    """One event loop on one thread of its own, started when first needed."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def alive(self) -> bool:
        """Say whether the thread runs."""
        return self._loop is not None

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine there and return what it gives."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._loop.run_forever, name="arpent-network", daemon=True
            )
            self._thread.start()
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        """End the thread."""
        if self._loop is None or self._thread is None:
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._loop = self._thread = None


class UrlStream:
    """The URLs of a site as plain iteration: entries, or whole documents."""

    def __init__(
        self,
        listing: Listing | DocumentListing,
        runner: Runner,
        *,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        """Wrap a listing that runs on another thread.

        Args:
            listing: What is iterated.
            runner: The thread it runs on.
            at_end: Called when iteration has ended.
        """
        self._listing, self._runner, self._at_end = listing, runner, at_end

    @property
    def report(self) -> Report:
        """The report, true at any moment."""
        return self._listing.report

    def documents(self) -> Iterator[Listed]:
        """Yield the entries document by document, as columns."""
        stream: AsyncIterator[Listed] = aiter(self._listing)
        try:
            while True:
                try:
                    yield self._runner.run(_next(stream))
                except StopAsyncIteration:
                    return
        finally:
            close = getattr(stream, "aclose", None)
            if close is not None:
                self._runner.run(close())
            if self._at_end is not None:
                self._at_end()

    def __iter__(self) -> Iterator[Entry]:
        """Yield each entry, with the document that lists it."""
        for listed in self.documents():
            yield from listed.entries.iterate(listed.sitemap)


async def _next(stream: AsyncIterator[Listed]) -> Listed:
    return await anext(stream)
