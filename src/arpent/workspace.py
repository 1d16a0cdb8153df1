"""Where clock, network, threads and settings are made: here, and only here.

`AsyncWorkspace` has a method for each verb. `Workspace` has the same verbs for plain
code, run on one private thread, so that it also works inside a notebook.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from arpent.bridge import Runner, UrlStream
from arpent.errors import StoreError, UsageError
from arpent.settings import Settings
from arpent.terms.exchange import Exchange, LogRow, Request
from arpent.terms.report import Progress
from arpent.terms.target import read_target

if TYPE_CHECKING:
    from arpent.http.client import Client
    from arpent.listing import Listing, Surroundings, Watchers
    from arpent.terms.changes import Changes
    from arpent.usecases.changed import ChangedRun
    from arpent.usecases.urls import DocumentListing

__all__ = ["AsyncWorkspace", "Workspace", "is_at_hand"]

_AT_ONCE = 8
"""Small documents that are read until the loop looks at its sockets again."""

Watch = Callable[[LogRow], None]
Tell = Callable[[Progress], None]


def _nothing(_: object) -> None:
    """Watch nothing."""


class AsyncWorkspace:
    """All verbs, for code that awaits. An async context manager."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        """Make a workspace; nothing is opened yet.

        Args:
            settings: Options as typed values; the defaults when None.
            now: Says what time it is (aware); the real clock when None.
        """
        self.settings = settings or Settings()
        self._clock = now or _clock_from(self.settings.now)
        self._made: Client | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._desk: asyncio.Semaphore | None = None
        self._domains: Callable[[str], str] | None = None

    async def __aenter__(self) -> Self:
        """Open the workspace."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close connections and threads."""
        if self._made is not None:
            await self._made.aclose()
            self._made = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def urls(
        self,
        target: str,
        *,
        base: str | None = None,
        all_sightings: bool = False,
        extensions: bool = True,
        watch: Watch = _nothing,
        progress: Tell = _nothing,
    ) -> "Listing | DocumentListing":
        """List every URL that a site publishes.

        Args:
            target: A site, the URL of a document, a local file, or `-` for standard
                input.
            base: Address that relative values of a local file are resolved against.
            all_sightings: Give a URL each time it is listed, not only once.
            extensions: Read news, images, videos and alternates too.
            watch: Told each row of the request log.
            progress: Told how far the run has come.

        Returns:
            An async iterator of `Listed`, with a `report` that is true at any moment.

        Raises:
            UsageError: The target is no address, no host name and no file.
            StoreError: A local file cannot be read.
        """
        from arpent.listing import Listing
        from arpent.usecases.urls import DocumentListing

        if is_at_hand(target):
            return DocumentListing(
                _bytes_of(target, self.settings.policy().limits.document_bytes),
                name="standard input" if target == "-" else target,
                base=base,
                policy=self.settings.policy(),
                around=self._around(),
                all_sightings=all_sightings,
                extensions=extensions,
            )
        return Listing(
            read_target(target),
            policy=self.settings.policy(),
            around=self._around(),
            watchers=_watchers(watch, progress),
            all_sightings=all_sightings,
            extensions=extensions,
        )

    def changed(
        self,
        target: str,
        *,
        since: datetime,
        extensions: bool = True,
        watch: Watch = _nothing,
        progress: Tell = _nothing,
    ) -> "ChangedRun":
        """Ask which URLs of a site say that they changed since a moment.

        Args:
            target: A site or the URL of a document.
            since: Aware moment.
            extensions: Read news, images, videos and alternates too.
            watch: Told each row of the request log.
            progress: Told how far the run has come.

        Returns:
            A run: await its `answer()`.

        Raises:
            UsageError: The target is no address and no host name, or the moment has
                no zone.
        """
        from arpent.usecases.changed import ChangedRun

        if since.tzinfo is None:
            raise UsageError(f"since = {since.isoformat()}: give it a time zone")
        return ChangedRun(
            read_target(target),
            since=since,
            policy=self.settings.policy(),
            around=self._around(),
            watchers=_watchers(watch, progress),
            extensions=extensions,
        )

    def now(self) -> datetime:
        """Return what this workspace takes as now."""
        return self._clock()

    # -- the world ---------------------------------------------------------------

    def _around(self) -> "Surroundings":
        from arpent.listing import Surroundings

        if self._pool is None:
            self._pool = ThreadPoolExecutor(2, thread_name_prefix="arpent-read")
            self._desk = asyncio.Semaphore(_AT_ONCE)

        async def fetch(request: Request) -> Exchange:
            return await self._client().fetch(request)

        return Surroundings(
            fetch=fetch,
            clock=self._clock,
            domain_of=self._domain_of,
            pool=self._pool,
            desk=self._desk,
            give_up=self._give_up,
        )

    def _give_up(self) -> None:
        if self._made is not None:
            self._made.interrupt()

    def _client(self) -> "Client":
        if self._made is None:
            from arpent.http.client import Client
            from arpent.terms.resolve import ResolveTable

            settings = self.settings
            self._made = Client(
                now=self._clock,
                user_agent=settings.user_agent,
                headers=settings.headers,
                concurrency=settings.concurrency,
                resolve=ResolveTable.parse(settings.resolve),
                proxy=settings.proxy,
                allow_private=settings.allow_private,
                environment=dict(os.environ),
            )
        return self._made

    def _domain_of(self, host: str) -> str:
        """Return the registrable domain of a host, by the bundled list."""
        if self._domains is None:
            import tldextract

            extract = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=())
            self._domains = lambda name: (
                extract(name).top_domain_under_public_suffix or name
            )
        return self._domains(host)


class Workspace:
    """All verbs, for plain code. A context manager; its network has its own thread."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        """Make a workspace, as `AsyncWorkspace` does."""
        self._inner = AsyncWorkspace(settings, now=now)
        self._runner = Runner()

    def __enter__(self) -> Self:
        """Open the workspace."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close connections and threads."""
        self.close()

    def close(self) -> None:
        """Close connections and threads; closing twice is harmless."""
        if self._runner.alive:
            self._runner.run(self._inner.__aexit__(None, None, None))
            self._runner.close()

    def urls(
        self,
        target: str,
        *,
        base: str | None = None,
        all_sightings: bool = False,
        extensions: bool = True,
        watch: Watch = _nothing,
        progress: Tell = _nothing,
    ) -> UrlStream:
        """List every URL that a site publishes; see `AsyncWorkspace.urls`."""
        listing = self._inner.urls(
            target,
            base=base,
            all_sightings=all_sightings,
            extensions=extensions,
            watch=watch,
            progress=progress,
        )
        return UrlStream(listing, self._runner)

    def stream(self, target: str, *, all_sightings: bool = False) -> UrlStream:
        """List a site once; the workspace closes itself when the stream ends."""
        listing = self._inner.urls(target, all_sightings=all_sightings)
        return UrlStream(listing, self._runner, at_end=self.close)

    def changed(
        self,
        target: str,
        *,
        since: datetime,
        extensions: bool = True,
        watch: Watch = _nothing,
        progress: Tell = _nothing,
    ) -> "Changes":
        """Ask what changed since a moment; see `AsyncWorkspace.changed`."""
        run = self._inner.changed(
            target, since=since, extensions=extensions, watch=watch, progress=progress
        )
        return self._runner.run(run.answer())

    def now(self) -> datetime:
        """Return what this workspace takes as now."""
        return self._inner.now()


def _watchers(watch: Watch, progress: Tell) -> "Watchers":
    from arpent.listing import Watchers

    return Watchers(row=watch, progress=progress)


def _clock_from(moment: datetime | None) -> Callable[[], datetime]:
    """Return the real clock, or one that starts at a given moment."""
    if moment is None:
        return lambda: datetime.now(UTC)
    offset: timedelta = moment - datetime.now(UTC)
    return lambda: datetime.now(UTC) + offset


def is_at_hand(target: str) -> bool:
    """Say whether a target is standard input or a local file: no request is made."""
    if target == "-":
        return True
    try:
        return "://" not in target and Path(target).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _bytes_of(target: str, limit_bytes: int) -> bytes:
    """Return the bytes of a file or standard input, at most one over the limit."""
    if target == "-" and sys.stdin is None:  # closed by who started us
        raise StoreError("standard input", "closed")
    try:
        if target == "-":
            return sys.stdin.buffer.read(limit_bytes + 1)
        with Path(target).open("rb") as file:
            return file.read(limit_bytes + 1)
    except OSError as error:
        raise StoreError(target, error.strerror or str(error)) from error
