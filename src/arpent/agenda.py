"""The sitemaps that a walk still means to read, best first, a host at a time.

Declared ones come first, in the order declared; children of indexes newest first by
the index's own dates, undated ones last. Each address is listed once. Knows neither
robots nor requests.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arpent.errors import InvalidUrl
from arpent.terms.documents import Child, Document
from arpent.terms.findings import Finding, finding
from arpent.terms.report import FoundBy
from arpent.terms.urls import origin_of, request_form

__all__ = ["Agenda", "Item"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One sitemap to read.

    Attributes:
        url: As published (absolute).
        form: In request form; what makes it one and the same.
        child: What its index says of it, if an index lists it.
        lineage: Request forms of the indexes above it, outermost first.
    """

    url: str
    form: str
    found_by: FoundBy
    parent: str | None = None
    child: Child | None = None
    lineage: tuple[str, ...] = ()


class Agenda:
    """Which sitemap next; bounded by the number of files that may be read."""

    def __init__(self, max_files: int) -> None:
        """Start empty.

        Args:
            max_files: Most files to read; a file that fails gives its place back.
        """
        self._max_files = max_files
        self._heaps: dict[str, list[tuple[float, int, Item]]] = {}
        self._active: dict[str, int] = {}
        self._idle: dict[str, None] = {}
        self._left = self._under_way = 0
        self._seen: set[str] = set()
        self._pushed = 0
        self._taken = 0

    def push(self, item: Item, *, host: str | None = None) -> bool:
        """List a sitemap; False when its address was listed before.

        Args:
            item: The sitemap.
            host: Of its address, where the caller knows it already.
        """
        if item.form in self._seen:
            return False
        self._seen.add(item.form)
        moment = item.child.lastmod if item.child else None
        age = -moment.timestamp() if moment else float("inf")
        if item.child is None:
            age = float("-inf")
        host = host or origin_of(item.form).host
        heapq.heappush(self._heaps.setdefault(host, []), (age, self._pushed, item))
        self._pushed += 1
        self._left += 1
        if not self._active.get(host):
            self._idle[host] = None
        return True

    def push_listed(
        self, url: str, *, found_by: FoundBy, parent: str
    ) -> tuple[Finding, ...]:
        """List a sitemap that a page or header names; return what is wrong with it."""
        try:
            form = request_form(url)
        except InvalidUrl as error:
            return (finding(_refusal(error), str(error), url=parent),)
        self.push(Item(url=url, form=form, found_by=found_by, parent=parent))
        return ()

    def push_children(
        self, item: Item, document: Document, *, max_depth: int
    ) -> tuple[Finding, ...]:
        """List the children of an index; return what is wrong with the list.

        Args:
            item: The index.
            document: What was read of it.
            max_depth: Most indexes above a sitemap.
        """
        lineage = (*item.lineage, item.form)
        home = origin_of(item.form).host
        trouble: dict[str, list[str]] = {}
        for child in document.sitemaps:
            rule = self._push_child(child, item, lineage, home, max_depth)
            if rule:
                trouble.setdefault(rule, []).append(child.url)
        return tuple(
            finding(rule, urls[0][:200], url=item.url, count=len(urls))
            for rule, urls in trouble.items()
        )

    def _push_child(
        self,
        child: Child,
        item: Item,
        lineage: tuple[str, ...],
        home: str,
        max_depth: int,
    ) -> str | None:
        """List one child; return the rule that it breaks, if any."""
        try:
            form = request_form(child.url)
        except InvalidUrl as error:
            return _refusal(error)
        if form in lineage:
            return "index-cycle"
        if len(lineage) > max_depth:
            return "index-too-deep"
        host = origin_of(form).host
        self.push(
            Item(
                url=child.url,
                form=form,
                found_by=FoundBy.INDEX,
                parent=item.url,
                child=child,
                lineage=lineage,
            ),
            host=host,
        )
        return "index-host" if host != home else None

    def reached(self, form: str) -> bool:
        """Note where a redirect ended; False when that was listed or reached before."""
        if form in self._seen:
            return False
        self._seen.add(form)
        return True

    def take(self, stopped: Callable[[str], bool]) -> Iterator[Item]:
        """Yield the next sitemap of every host that has none under way.

        Args:
            stopped: Says whether a host is asked nothing more.
        """
        for host in list(self._idle):
            if self.full:
                return
            del self._idle[host]
            if stopped(host):
                continue
            self._active[host] = self._active.get(host, 0) + 1
            self._taken += 1
            self._left -= 1
            self._under_way += 1
            yield heapq.heappop(self._heaps[host])[2]

    def settle(self, item: Item, *, read: bool) -> None:
        """Note that a sitemap taken has ended; one not read gives its place back."""
        host = origin_of(item.form).host
        self._active[host] -= 1
        self._under_way -= 1
        if self._heaps[host]:
            self._idle[host] = None
        if not read:
            self._taken -= 1

    @property
    def full(self) -> bool:
        """Say whether as many files were taken as may be read."""
        return self._taken >= self._max_files

    def waiting_hosts(self) -> tuple[str, ...]:
        """Return the hosts on which sitemaps wait."""
        return tuple(host for host, heap in self._heaps.items() if heap)

    @property
    def left(self) -> int:
        """Return how many sitemaps wait."""
        return self._left

    @property
    def under_way(self) -> int:
        """Return how many sitemaps were taken and have not ended."""
        return self._under_way

    @property
    def known(self) -> int:
        """Return how many sitemaps were ever listed."""
        return self._pushed


def _refusal(error: InvalidUrl) -> str:
    return "refused-scheme" if error.reason.startswith("scheme") else "refused-address"
