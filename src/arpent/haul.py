"""What a walk has brought home so far, and what each sitemap's end adds to it.

Takes the end of one sitemap at a time and says what happened as events. Knows which
sitemaps lead to more, and when guessing is over; asks for nothing itself.
"""

from collections.abc import Mapping
from dataclasses import replace

from arpent.agenda import Agenda, Item
from arpent.answers import is_answer, read_answer, row_of_document, row_of_failure
from arpent.formats.robots_access import RobotsAccess
from arpent.guesses import Guesses
from arpent.terms.documents import Document, Kind
from arpent.terms.events import Event, Found, Noted, Skipped, Unchanged
from arpent.terms.exchange import Exchange, Failure, Response, Validators
from arpent.terms.findings import finding
from arpent.terms.policy import Policy
from arpent.terms.report import FoundBy, SitemapRow
from arpent.terms.urls import Origin, origin_of
from arpent.wants import Settled

__all__ = ["REFUSALS", "Haul"]

REFUSALS = frozenset({401, 403})
"""Answers that are a no to what was asked, not to the whole host."""

_NOT_MODIFIED = 304
_HTTP = 80
_HTTPS = 443


class Haul:
    """The sitemaps that ended, and what they amount to.

    Attributes:
        works: A document was read that lists pages.
        asked: Something was really asked for.
        read_any: A document was read.
        missing: Something is known to be missing.
        cut: A document was cut at a byte limit.
        page: What the user named turned out to be a page.
        unreached: What the user named brought no answer.
    """

    def __init__(
        self,
        agenda: Agenda,
        guesses: Guesses,
        policy: Policy,
        *,
        validators: Mapping[str, Validators],
        extensions: bool,
    ) -> None:
        """Start with nothing.

        Args:
            agenda: Where children are listed.
            guesses: What is left to guess.
            policy: Limits.
            validators: By request form: what was kept from an earlier reading.
            extensions: Read news, images, videos and alternates too.
        """
        self._agenda, self._guesses, self._policy = agenda, guesses, policy
        self._validators, self._extensions = validators, extensions
        self._refusals: list[bool] = []
        self.asked = self.works = self.read_any = self.missing = self.cut = False
        self.page = self.unreached = False

    @property
    def refused(self) -> bool:
        """Say whether all that was asked for was refused."""
        return bool(self._refusals) and all(self._refusals)

    def refuse(self) -> None:
        """Note that robots.txt itself was refused."""
        self._refusals.append(True)

    def read(self, outcome: Exchange) -> Document | None:
        """Read the sitemap in an answer, or None when there is no answer."""
        if not isinstance(outcome, Response) or not is_answer(outcome):
            return None
        limits = self._policy.limits
        return read_answer(outcome, limits=limits, extensions=self._extensions)

    def take(
        self,
        item: Item,
        settled: Settled,
        document: Document | None,
        *,
        access: RobotsAccess | None,
        home: Origin,
    ) -> tuple[Event, ...]:
        """Take the end of one sitemap and return what it amounts to.

        Args:
            item: The sitemap.
            settled: How it ended.
            document: What was read of it, if it was read already.
            access: What robots.txt allows where it ended.
            home: The origin of the site.
        """
        outcome = settled.outcome
        self.asked = self.asked or outcome is not None
        status = outcome.status if isinstance(outcome, Response) else None
        landed = settled.word is None and is_answer(outcome)
        moved = bool(settled.hops) and settled.url != item.form
        again = landed and moved and not self._agenda.reached(settled.url)
        guess = item.found_by is FoundBy.GUESS
        read = None
        if landed and not again and outcome is not None:
            read = document or self.read(outcome)
        self._refusals.append(status in REFUSALS)
        self._agenda.settle(item, read=read is not None and _is_file(item, read))
        if again:
            return ()
        if read is not None and isinstance(outcome, Response):
            return self._found(item, settled, outcome, read)
        if status == _NOT_MODIFIED and item.form in self._validators:
            return (self._unchanged(item),)
        if guess:
            if status in REFUSALS or settled.word == "refused":
                self._guesses.end()
            return ()
        if item.found_by is FoundBy.ARGUMENT and isinstance(outcome, Failure):
            self.unreached = settled.word is None
        if self._hung(item, settled, home):
            form = home.address(item.form[len(str(origin_of(item.form))) :])
            self._agenda.push(replace(item, form=form, url=form))
        self.missing = True
        return (Skipped(row=row_of_failure(item, settled, access)),)

    @staticmethod
    def _hung(item: Item, settled: Settled, home: Origin) -> bool:
        """Say whether http never answered for a site that is read on https."""
        origin = origin_of(item.form)
        plain = origin.scheme == "http" and origin.port == _HTTP
        twin = plain and home == Origin("https", origin.host, _HTTPS)
        mute = settled.word in {None, "robots-unreachable"}
        return twin and mute and not isinstance(settled.outcome, Response)

    def _unchanged(self, item: Item) -> Unchanged:
        self.works = self.read_any = True
        row = SitemapRow(
            url=item.url,
            found_by=item.found_by,
            parent=item.parent,
            status=_NOT_MODIFIED,
            complete=True,
        )
        return Unchanged(url=item.url, row=row)

    def _found(
        self, item: Item, settled: Settled, response: Response, document: Document
    ) -> tuple[Event, ...]:
        kind = document.kind
        if item.found_by is FoundBy.GUESS:
            if not _is_file(item, document):
                soft = self._guesses.miss(response.body)
                return (Noted(finding=finding("soft-404", url=item.url)),) * soft
            self._guesses.end()
        if not _is_file(item, document):
            self.page = True
            return ()
        depth = self._policy.limits.index_depth
        extra = self._agenda.push_children(item, document, max_depth=depth)
        if kind is Kind.INDEX and item.found_by is FoundBy.INDEX:
            extra = (finding("index-nested", url=item.url), *extra)
        rules = {found.rule for found in (*document.findings, *extra)}
        self.read_any = True
        self.works = self.works or kind.lists_urls
        self.cut = self.cut or "file-over-limit" in rules
        self.missing |= not document.complete or "index-too-deep" in rules
        row = row_of_document(item, settled, document)
        found = Found(
            url=item.url,
            found_by=item.found_by,
            row=replace(row, findings=(*row.findings, *extra)),
            document=document,
            response=response,
        )
        return (found,)


def _is_file(item: Item, document: Document) -> bool:
    """Say whether what was read is a file of the site: no soft 404, no named page."""
    if item.found_by is FoundBy.GUESS:
        return document.kind.lists_urls or document.kind is Kind.INDEX
    return item.found_by is not FoundBy.ARGUMENT or document.kind is not Kind.HTML
