"""Which URLs of a site say that they changed since a moment, and which say nothing.

A coarse date names an interval; it counts as changed when its end is later than the
moment. What the dates can mean at all is said beside the lists.
"""

from datetime import datetime

import numpy as np
import pyarrow as pa

from arpent.formats.date_intervals import end_later_than
from arpent.formats.dates import read_date
from arpent.formats.http_dates import read_http_date
from arpent.judge.first_look import DocumentDates, look_at_dates
from arpent.listing import Listing, Surroundings, Watchers
from arpent.terms.changes import Changes
from arpent.terms.entries import Entries, Entry
from arpent.terms.events import Found
from arpent.terms.policy import Policy
from arpent.terms.report import Report
from arpent.terms.target import Target

__all__ = ["ChangedRun"]


class ChangedRun:
    """One question: what changed here since then?"""

    def __init__(
        self,
        target: Target,
        *,
        since: datetime,
        policy: Policy,
        around: Surroundings,
        watchers: Watchers | None = None,
        extensions: bool = True,
    ) -> None:
        """Plan the question; nothing is asked for yet.

        Args:
            target: A site or a document.
            since: Aware moment.
            policy: Budgets, limits and scope.
            around: Network, clock and threads.
            watchers: Who is told of rows and progress.
            extensions: Read news, images, videos and alternates too.
        """
        self._since = since
        self._documents: list[DocumentDates] = []
        told = watchers or Watchers()
        self._listing = Listing(
            target,
            policy=policy,
            around=around,
            watchers=Watchers(row=told.row, progress=told.progress, found=self._look),
            extensions=extensions,
        )

    def interrupt(self) -> None:
        """Ask for nothing more."""
        self._listing.interrupt()

    @property
    def report(self) -> Report:
        """The report as of now."""
        return self._listing.report

    async def answer(self) -> Changes:
        """Read the site and return the three lists."""
        changed: list[Entry] = []
        undated: list[Entry] = []
        unchanged = 0
        async for listed in self._listing:
            entries = listed.entries
            dated = entries.lastmod.is_valid().to_numpy(zero_copy_only=False)
            later = end_later_than(entries.lastmod, entries.precision, self._since)
            changed.extend(entries.keep(later).iterate(listed.sitemap))
            undated.extend(entries.keep(~dated).iterate(listed.sitemap))
            unchanged += int(np.sum(dated & ~later))
        changed.sort(key=lambda e: e.lastmod or self._since, reverse=True)
        return Changes(
            site=self._listing.target.text,
            since=self._since,
            total=len(changed) + len(undated) + unchanged,
            changed=tuple(changed),
            undated=tuple(undated),
            unchanged=unchanged,
            dates=look_at_dates(self._documents),
        )

    def _look(self, found: Found, entries: Entries) -> None:
        """Keep what the first look at the dates needs of a document."""
        headers, now = found.response.headers, found.response.started_at
        read_at = read_http_date(headers.get("date"), now=now) or now
        changed_at = read_http_date(headers.get("last-modified"), now=now)
        listed_at = read_date(found.row.lastmod or "").moment
        made_at = (read_at, changed_at, listed_at)
        moments = entries.lastmod.drop_null().cast(pa.int64()).to_numpy()
        self._documents.append(
            DocumentDates(
                moments=moments,
                entries=len(entries),
                made_at=tuple(m for m in made_at if m is not None),
                read_at=read_at,
                published=_equal_publication(entries),
            )
        )


def _equal_publication(entries: Entries) -> int:
    """Count entries whose date is that of publication, as written."""
    texts = entries.lastmod_text.to_pylist() if entries.extensions else []
    return sum(
        bool(more.news) and more.news.get("published") == texts[row]
        for row, more in entries.extensions.items()
        if more.news
    )
