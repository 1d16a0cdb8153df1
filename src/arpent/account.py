"""The books of one run: what was asked, found and spent, and the report made of it.

Knows no clock: moments are told. True at any time, so that an interrupted run reports
what it really did.
"""

from collections import Counter
from datetime import datetime

from arpent.terms.entries import Entries
from arpent.terms.events import Event, Found, Noted, Robots, Skipped, Stopped, Unchanged
from arpent.terms.exchange import LogRow
from arpent.terms.findings import Finding, finding
from arpent.terms.report import Report, RobotsSummary, SitemapRow, StoppedBy
from arpent.terms.urls import origin_of

__all__ = ["Account"]


class Account:
    """Adds up log rows, events and entries given."""

    def __init__(self, target: str, *, started_at: datetime) -> None:
        """Open the books."""
        self._target = target
        self._started_at = started_at
        self._hosts: Counter[str] = Counter()
        self._bytes = 0
        self._entries = self._urls = self._dated = self._repeats = 0
        self._origin: str | None = None
        self._robots = RobotsSummary()
        self._rows: list[SitemapRow] = []
        self._findings: list[Finding] = []
        self._stopped = Stopped(reason=StoppedBy.INTERRUPTED, complete=False)

    def log(self, row: LogRow) -> None:
        """Count one row of the request log."""
        if row.sent:
            self._hosts[origin_of(row.url).host] += 1
        self._bytes += row.bytes

    def take(self, event: Event) -> None:
        """Book one event of a walk."""
        match event:
            case Found(row=row) | Unchanged(row=row) | Skipped(row=row):
                self._rows.append(row)
            case Robots(origin=origin, summary=summary):
                self._origin, self._robots = origin, summary
            case Noted(finding=note):
                self._findings.append(note)
            case Stopped():
                self._stopped = event
            case _:
                pass

    def give(self, sightings: int, given: Entries, *, repeats: int = 0) -> None:
        """Count the entries of one document, and those of them that were given.

        Args:
            sightings: All of its entries.
            given: Those that were given.
            repeats: Those left out because their URL had been given before.
        """
        self._repeats += repeats
        self._entries += sightings
        self._urls += len(given)
        self._dated += len(given) - given.lastmod.null_count

    @property
    def urls(self) -> int:
        """Return how many URLs were given."""
        return self._urls

    @property
    def bytes(self) -> int:
        """Return the body bytes received."""
        return self._bytes

    @property
    def files_read(self) -> int:
        """Return how many sitemaps have a row."""
        return len(self._rows)

    def report(self, *, finished_at: datetime) -> Report:
        """Return the report as of this moment."""
        return Report(
            target=self._target,
            origin=self._origin,
            started_at=self._started_at,
            finished_at=finished_at,
            requests=self._hosts.total(),
            hosts=dict(self._hosts),
            bytes=self._bytes,
            entries=self._entries,
            urls=self._urls,
            dated=self._dated,
            undated=self._urls - self._dated,
            complete=self._stopped.complete,
            stopped_by=self._stopped.reason,
            robots=self._robots,
            sitemaps=tuple(self._rows),
            findings=(*self._findings, *self._repeated()),
        )

    def _repeated(self) -> tuple[Finding, ...]:
        if not self._repeats:
            return ()
        note = "a URL that was listed before; given once"
        return (finding("dup-exact", note, count=self._repeats),)
