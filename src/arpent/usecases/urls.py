"""Every URL of a site, streamed; or those of one document that is at hand."""

from collections.abc import AsyncIterator
from datetime import datetime

from arpent.account import Account
from arpent.answers import row_of_bytes
from arpent.formats.sitemap import read_sitemap
from arpent.listing import mark_entries
from arpent.terms.documents import Document
from arpent.terms.events import Skipped, Stopped
from arpent.terms.policy import Policy
from arpent.terms.report import Listed, Report, StoppedBy
from arpent.terms.seen import SeenUrls

__all__ = ["DocumentListing"]


class DocumentListing:
    """The entries of one document that is at hand: a file, or standard input.

    No request is made; children of an index are reported, not read. Iterated and
    reported like the listing of a site.
    """

    def __init__(
        self,
        body: bytes,
        *,
        name: str,
        base: str | None = None,
        policy: Policy,
        now: datetime,
        all_sightings: bool = False,
        extensions: bool = True,
    ) -> None:
        """Read the document.

        Args:
            body: Its bytes, compressed or not.
            name: What to call it in the report.
            base: Address that relative values are resolved against; without one they
                are kept as written, and marked.
            policy: Its limits and token.
            now: What a date is compared with to be in the future.
            all_sightings: Give a URL each time it is listed.
            extensions: Read news, images, videos and alternates too.
        """
        self._name, self._base, self._policy, self._now = name, base, policy, now
        self._seen = None if all_sightings else SeenUrls()
        self._document: Document = read_sitemap(
            body, url=base or name, limits=policy.limits, extensions=extensions
        )
        self._account = Account(name, started_at=now)

    def interrupt(self) -> None:
        """Do nothing: all is read already."""

    @property
    def report(self) -> Report:
        """The report as of now."""
        return self._account.report(finished_at=self._now)

    async def __aiter__(self) -> AsyncIterator[Listed]:
        """Yield the entries of the document, if it has any."""
        document = self._document
        self._account.take(Skipped(row=row_of_bytes(self._name, document)))
        if len(document.entries):
            entries = document.entries
            if self._base:
                entries, _ = mark_entries(
                    entries,
                    self._base,
                    rules=(),
                    token=self._policy.robots_token,
                    now=self._now,
                )
            repeats = 0
            if self._seen is not None:
                first = self._seen.add(entries.url)
                repeats = len(first) - int(first.sum())
                entries = entries.keep(first)
            self._account.give(len(document.entries), entries, repeats=repeats)
            yield Listed(sitemap=self._base or self._name, entries=entries)
        whole = document.complete and not document.sitemaps
        self._account.take(Stopped(reason=StoppedBy.DONE, complete=whole))
