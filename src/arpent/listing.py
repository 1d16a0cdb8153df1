"""The listing of one site: every entry its documents give, once, with its marks.

Shared by every use case that reads a site. Runs the walk, marks entries by columns,
gives each URL at its first sighting, and keeps the report true at any moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime

from arpent.account import Account
from arpent.drive import drive
from arpent.formats.dates_columns import mark_future
from arpent.formats.robots import Robots as RobotsRules
from arpent.formats.robots_columns import disallowed
from arpent.judge.scope import Places, in_scope, places_of
from arpent.terms.entries import Entries
from arpent.terms.events import Found
from arpent.terms.exchange import Fetch, LogRow, Validators
from arpent.terms.policy import Policy
from arpent.terms.report import Listed, Progress, Report
from arpent.terms.seen import SeenUrls
from arpent.terms.target import Target
from arpent.terms.urls import Origin
from arpent.walk import Walk

__all__ = ["Listing", "Surroundings", "Watchers", "first_sightings", "mark_entries"]


def _ignore(_: object) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a use case is given of the world.

    Attributes:
        fetch: Carries out one exchange.
        clock: Says what time it is (aware, UTC).
        domain_of: Host name to registrable domain.
        pool: Threads on which large documents are read.
        desk: Where small ones are read; see `arpent.drive`.
        give_up: Ends all exchanges under way; nothing can be asked afterwards.
    """

    fetch: Fetch
    clock: Callable[[], datetime]
    domain_of: Callable[[str], str]
    pool: Executor | None = None
    desk: asyncio.Semaphore | None = None
    give_up: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchers:
    """Who is told of what while a listing runs."""

    row: Callable[[LogRow], None] = _ignore
    progress: Callable[[Progress], None] = _ignore
    found: Callable[[Found, Entries], None] = field(default=lambda _f, _e: None)


def mark_entries(
    entries: Entries,
    sitemap: str,
    *,
    rules: Iterable[tuple[Origin, RobotsRules]],
    token: str,
    now: datetime,
) -> tuple[Entries, Places]:
    """Return the entries with the marks that their surroundings give them.

    Args:
        entries: Of one document.
        sitemap: Address of the document.
        rules: The robots.txt known, by origin.
        token: Product token that they are matched on.
        now: What a date is compared with to be in the future.
    """
    places = places_of(entries.url, sitemap)
    marked = (
        entries.marked(places.other_host, "host-mismatch")
        .marked(places.other_scheme, "scheme-mismatch")
        .marked(places.outside, "path-out-of-scope")
        .marked(mark_future(entries.lastmod, entries.precision, now), "lastmod-future")
    )
    for origin, robots in rules:
        mask = disallowed(entries.url, robots, token, origin=origin)
        marked = marked.marked(mask, "robots-disallowed")
    return marked, places


def first_sightings(entries: Entries, seen: SeenUrls | None) -> tuple[Entries, int]:
    """Return the entries not seen before, and how many were; all when none are kept."""
    if seen is None:
        return entries, 0
    first = seen.add(entries.url)
    return entries.keep(first), len(first) - int(first.sum())


class Listing:
    """The entries of one site, streamed document by document.

    Iterate it once; `report` is true at any moment, also after an interruption.
    """

    def __init__(
        self,
        target: Target,
        *,
        policy: Policy,
        around: Surroundings,
        watchers: Watchers | None = None,
        all_sightings: bool = False,
        extensions: bool = True,
        validators: Mapping[str, Validators] | None = None,
    ) -> None:
        """Plan the listing; nothing is asked for yet.

        Args:
            target: A site or a document.
            policy: Budgets, limits and scope.
            around: Network, clock and threads.
            watchers: Who is told of rows, progress and documents.
            all_sightings: Give a URL each time it is listed.
            extensions: Read news, images, videos and alternates too.
            validators: Makes requests for known documents conditional.
        """
        self.target = target
        self._policy = policy
        self._around = around
        self._watchers = watchers or Watchers()
        self._seen = None if all_sightings else SeenUrls()
        self._started_at = around.clock()
        self._walk = Walk(
            target,
            policy=policy,
            now=self._started_at,
            validators=validators,
            extensions=extensions,
        )
        self._account = Account(target.text, started_at=self._started_at)
        self._finished_at: datetime | None = None
        self._repeats = 0
        self._stop = asyncio.Event()
        self._desk = around.desk or asyncio.Semaphore(1)

    def interrupt(self) -> None:
        """Ask for nothing more; iteration ends, and the report says `interrupted`.

        What is under way in the same workspace is given up too.
        """
        self._stop.set()
        self._around.give_up()

    @property
    def report(self) -> Report:
        """The report as of now, or as of the end."""
        return self._account.report(
            finished_at=self._finished_at or self._around.clock()
        )

    async def __aiter__(self) -> AsyncIterator[Listed]:
        """Yield the entries of each document as it was read."""
        try:
            events = drive(
                self._walk,
                self._around.fetch,
                watch=self._log,
                stop=self._stop,
                pool=self._around.pool,
                desk=self._desk,
            )
            async with aclosing(events):
                async for event in events:
                    self._account.take(event)
                    if isinstance(event, Found) and len(event.document.entries):
                        yield await self._list(event)
                    del event  # no document is kept while the next one arrives
                    self._tell()
        finally:
            self._finished_at = self._around.clock()

    async def _list(self, found: Found) -> Listed:
        entries = found.document.entries
        small = len(entries) < 2_000  # noqa: PLR2004 -- faster than a thread takes over
        if small:
            async with self._desk:
                given = self._select(found)
                await asyncio.sleep(0)
        else:
            loop = asyncio.get_running_loop()
            pool = self._around.pool
            given = await loop.run_in_executor(pool, self._select, found)
        self._account.give(len(entries), given, repeats=self._repeats)
        return Listed(sitemap=found.url, entries=given)

    def _select(self, found: Found) -> Entries:
        """Mark the entries of a document, and keep those in scope and not yet seen."""
        entries, places = mark_entries(
            found.document.entries,
            found.response.request.url,
            rules=self._walk.rules(),
            token=self._policy.robots_token,
            now=self._started_at,
        )
        self._watchers.found(found, entries)
        kept = in_scope(
            places,
            found.response.request.url,
            self._policy.scope,
            self._around.domain_of,
        )
        given, self._repeats = first_sightings(entries.keep(kept), self._seen)
        return given

    def _log(self, row: LogRow) -> None:
        self._account.log(row)
        self._watchers.row(row)

    def _tell(self) -> None:
        walk, account = self._walk, self._account
        read = account.files_read
        spent_s = (self._around.clock() - self._started_at).total_seconds()
        self._watchers.progress(
            Progress(
                target=self.target.text,
                files_read=read,
                files_known=max(walk.files_known, read),
                urls=account.urls,
                bytes=account.bytes,
                eta_s=walk.files_left * spent_s / read if read else None,
                host=walk.origin.host,
            )
        )
