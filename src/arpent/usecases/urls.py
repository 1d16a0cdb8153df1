"""Every URL of a site, streamed; or those of one document that is at hand."""

from collections.abc import AsyncIterator

from arpent.account import Account
from arpent.answers import row_of_bytes
from arpent.formats.sitemap import read_sitemap
from arpent.judge.scope import in_scope
from arpent.listing import Surroundings, first_sightings, mark_entries
from arpent.terms.documents import Document
from arpent.terms.entries import Entries
from arpent.terms.events import Skipped, Stopped
from arpent.terms.policy import Policy
from arpent.terms.report import Listed, Report, StoppedBy
from arpent.terms.seen import SeenUrls
from arpent.terms.urls import request_form

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
        around: Surroundings,
        all_sightings: bool = False,
        extensions: bool = True,
    ) -> None:
        """Read the document.

        Args:
            body: Its bytes, compressed or not.
            name: What to call it in the report.
            base: Address that relative values are resolved against; without one they
                are kept as written, and marked.
            policy: Its limits, token and scope; a scope needs a base.
            around: Its clock, and what knows registrable domains.
            all_sightings: Give a URL each time it is listed.
            extensions: Read news, images, videos and alternates too.

        Raises:
            InvalidUrl: The base is no address.
        """
        if base is not None:
            request_form(base)
        self._name, self._base, self._policy = name, base, policy
        self._now, self._domain_of = around.clock(), around.domain_of
        self._seen = None if all_sightings else SeenUrls()
        self._document: Document = read_sitemap(
            body, url=base or name, limits=policy.limits, extensions=extensions
        )
        self._account = Account(name, started_at=self._now)

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
            entries, repeats = first_sightings(self._in_scope(), self._seen)
            self._account.give(len(document.entries), entries, repeats=repeats)
            yield Listed(sitemap=self._base or self._name, entries=entries)
        whole = document.complete and not document.sitemaps
        cut = any(found.rule == "file-over-limit" for found in document.findings)
        reason = StoppedBy.LIMIT if cut else StoppedBy.DONE
        self._account.take(Stopped(reason=reason, complete=whole))

    def _in_scope(self) -> Entries:
        """Return the entries, marked and in scope as far as a base tells."""
        entries, policy = self._document.entries, self._policy
        if self._base is None:
            return entries
        marked, places = mark_entries(
            entries, self._base, rules=(), token=policy.robots_token, now=self._now
        )
        return marked.keep(in_scope(places, self._base, policy.scope, self._domain_of))
