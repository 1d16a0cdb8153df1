"""The demo's output as lines of styled text: a block a site, a table of totals.

Knows reports and log rows, as values. Must not know how they came about. Everything
that a site said goes through `visible`, and nothing is read as markup.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise
from typing import Final

from rich.text import Text

from arpent.demo.wire import Visit
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow
from arpent.terms.report import Report, StoppedBy
from arpent.terms.rules import Severity
from arpent.terms.visible import visible

__all__ = ["Shown", "block", "closing", "proof"]

_NOTES_SHOWN: Final = 4
_OUTCOMES: Final[dict[StoppedBy, tuple[str, str, str]]] = {
    StoppedBy.DONE: ("read", "", "green"),
    StoppedBy.BUDGET: ("cut short", "the budget was spent", "yellow"),
    StoppedBy.MAX_FILES: (
        "cut short",
        "there were more files than asked for",
        "yellow",
    ),
    StoppedBy.REFUSED: (
        "refused",
        "the server said no, so nothing more was asked",
        "red",
    ),
    StoppedBy.DISALLOWED: (
        "disallowed",
        "robots.txt shuts us out, so nothing else was asked",
        "red",
    ),
    StoppedBy.UNREACHABLE: ("unreachable", "", "red"),
    StoppedBy.INTERRUPTED: ("interrupted", "", "yellow"),
    StoppedBy.LIMIT: ("cut short", "a safety limit was reached", "yellow"),
}


@dataclass(slots=True, kw_only=True)
class Shown:
    """What was seen of one site.

    Attributes:
        samples: A few entries, with the document that lists each.
        rows: The request log.
        elapsed_s: From asking to the end, in seconds.
    """

    target: str
    what: str
    report: Report
    samples: list[Entry] = field(default_factory=list)
    rows: list[LogRow] = field(default_factory=list)
    elapsed_s: float = 0.0


def block(shown: Shown) -> Iterator[Text]:
    """Yield the lines of one site."""
    yield Text.assemble((visible(shown.target), "bold cyan"), "  ", shown.what)
    yield _outcome(shown)
    yield from map(_sample, shown.samples)
    refused = list(_refusals(shown.rows))
    yield from _first(refused, "not followed", "magenta")
    yield from _first(list(_findings(shown.report)), "found wrong", "yellow")
    yield Text()


def _outcome(shown: Shown) -> Text:
    report = shown.report
    word, why, style = _OUTCOMES[report.stopped_by]
    if report.stopped_by is StoppedBy.DONE and not report.urls:
        word, style = "nothing found", "yellow"
    elif report.stopped_by is StoppedBy.DONE and not report.complete:
        word, why, style = "read in part", "what is missing is named below", "yellow"
    read = sum(row.status == HTTPStatus.OK for row in report.sitemaps)
    facts = [
        _count(report.urls, "URL"),
        *([f"{report.dated / report.urls:.0%} dated"] if report.urls else []),
        _count(read, "document"),
        _count(report.requests, "request"),
        f"{shown.elapsed_s:.1f} s",
    ]
    return Text.assemble(
        "  ", (word, style), (f"  {', '.join(facts)}", "dim"), f"; {why}" if why else ""
    )


def _sample(entry: Entry) -> Text:
    moment, news = entry.lastmod, entry.news or {}
    title = entry.title or str(news.get("title", ""))
    said = entry.published or str(news.get("published", ""))
    date = f"{moment:%Y-%m-%d %H:%M:%S}" if moment else visible(said[:19]) or "no date"
    origin = (entry.sitemap or "").rpartition("/")[2]
    line = Text.assemble("    ", (f"{date:19}", "green" if moment else "dim"), "  ")
    line.append(visible(entry.url))
    if title:
        line.append(f"  “{visible(title)}”", "italic")
    line.append(f"  in {visible(origin)}", "dim")
    if entry.marks:
        line.append(f"  [{', '.join(entry.marks)}]", "yellow")
    return line


def _refusals(rows: Iterable[LogRow]) -> Iterator[str]:
    """Say what was never asked for, by the word that tells why."""
    words: dict[str, list[str]] = {}
    for row in rows:
        if not row.sent and row.status not in {"tls", "connect", "dns"}:
            words.setdefault(str(row.status), []).append(row.url)
    for word, urls in words.items():
        more = f" and {len(urls) - 1} more" if len(urls) > 1 else ""
        yield f"{word}: {visible(urls[0])}{more}"


def _findings(report: Report) -> Iterator[str]:
    """Say what is wrong with the documents, worst first, a rule once."""
    found = [f for row in report.sitemaps for f in row.findings]
    found += report.findings
    notable = [f for f in found if f.severity is not Severity.INFO]
    notable.sort(key=lambda f: f.severity is not Severity.ERROR)
    times = Counter(f.rule for f in notable)
    for rule, count in times.items():
        first = next(f for f in notable if f.rule == rule)
        name = (first.where.url or "").rpartition("/")[2]
        where = f" in {visible(name)}" if name else ""
        more = f", {count} times" if count > 1 else ""
        yield f"{rule}: {visible(first.message)}{where}{more}"


def _first(lines: Sequence[str], heading: str, style: str) -> Iterator[Text]:
    for line in lines[:_NOTES_SHOWN]:
        yield Text.assemble("    ", (f"{heading:13}", style), line)
    if len(lines) > _NOTES_SHOWN:
        rest = len(lines) - _NOTES_SHOWN
        yield Text(f"    {'':13}and {rest} more", "dim")


def closing(all_shown: Sequence[Shown], elapsed_s: float) -> Text:
    """Return the line of totals."""
    reports = [shown.report for shown in all_shown]
    facts = (
        _count(len(reports), "site"),
        _count(sum(r.urls for r in reports), "URL"),
        _count(sum(r.requests for r in reports), "request"),
        f"{elapsed_s:.1f} s",
    )
    return Text.assemble(("Surveyed ", "bold"), (", ".join(facts), "bold"))


def proof(visits: Sequence[Visit], all_shown: Sequence[Shown], pause_s: float) -> Text:
    """Return what the servers' own log says of our manners."""
    sent = sum(row.sent for shown in all_shown for row in shown.rows)
    hosts: dict[str, list[Visit]] = {}
    for visit in visits:
        hosts.setdefault(visit.host, []).append(visit)
    gaps = [
        later.received_at - (earlier.finished_at or earlier.received_at)
        for rows in hosts.values()
        for earlier, later in pairwise(rows)
    ]
    first = all(rows[0].target == "/robots.txt" for rows in hosts.values())
    kept = len(visits) == sent and first and min(gaps, default=pause_s) >= pause_s
    shortest = f", shortest gap {min(gaps):.3f} s" if gaps else ""
    said = (
        f"The servers' own log: {_count(len(visits), 'request')} (our log: {sent}), "
        f"robots.txt {'always' if first else 'NOT always'} first{shortest} "
        f"(pause {pause_s:g} s)"
    )
    return Text(said, "green" if kept else "bold red")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
