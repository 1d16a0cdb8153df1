"""The end of a run, told to a person: found, missed, refused, reserved, wrong, spent.

Knows reports; knows no files. One idea: say first what was found, then what was not
and why, then what to do about it; short, and never "allowed" where nothing was found.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from arpent.cli.asides import Aside
from arpent.cli.terminal import VALUE_COLUMN, bytes_text, span_text
from arpent.terms.documents import Kind
from arpent.terms.exchange import FailureKind
from arpent.terms.findings import Finding
from arpent.terms.report import Report, SitemapRow, StoppedBy
from arpent.terms.rules import RULES, Severity
from arpent.terms.visible import visible

__all__ = ["summary_of"]

_FULL: Final = 5
_SHOWN: Final = 8
_FAILED_SHOWN: Final = 3
_LABEL: Final = VALUE_COLUMN - 2
_OK: Final = 200
_STYLES: Final = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.INFO: "cyan",
}
_ENDINGS: Final = {
    StoppedBy.DONE: "",
    StoppedBy.BUDGET: "cut short: --budget is spent",
    StoppedBy.MAX_FILES: "cut short: --max-files was reached",
    StoppedBy.REFUSED: "the site refused; nothing more was asked",
    StoppedBy.DISALLOWED: "robots.txt forbids to read it; nothing more was asked",
    StoppedBy.UNREACHABLE: "unreachable",
    StoppedBy.INTERRUPTED: "interrupted; what was read is kept",
    StoppedBy.LIMIT: "cut short at a byte limit",
}


_UNREACHED: Final = frozenset({"robots-unreachable", "file-unreachable"})
_DELAY: Final = "delay-over-budget"


def summary_of(
    reports: Sequence[Report], asides: Sequence[Aside] | None = None
) -> list[Text]:
    """Return the lines that close a run over these targets.

    Args:
        reports: One a target.
        asides: What is known beside each report, in the same order.
    """
    known = list(zip(reports, asides or [Aside() for _ in reports], strict=True))
    if len(reports) <= _FULL:
        return [line for report, aside in known for line in _full(report, aside)]
    lines = [_head(r, a) for r, a in known if r.stopped_by is not StoppedBy.DONE]
    done = len(reports) - len(lines)
    urls = sum(report.urls for report in reports)
    requests = sum(report.requests for report in reports)
    size = bytes_text(sum(report.bytes for report in reports))
    total = Text.assemble(
        (f"{len(reports):,} targets", "bold"),
        f"  {urls:,} URLs; {done:,} done, {len(lines):,} not;"
        f" {_count(requests, 'request')}, {size}",
    )
    found = [f for report in reports for f in _findings(report)]
    return [*lines, total, *_left_out(*reports), *_by_rule(found)]


def _full(report: Report, aside: Aside) -> list[Text]:
    lines = [_head(report, aside)]
    for label, text in aside.verdict:
        lines.append(_line(label, visible(text), _warned(text)))
    if report.urls:
        lines.append(
            _line("dates", f"{report.dated:,} with one, {report.undated:,} without")
        )
    lines += [*_left_out(report), *_files(report), *_reserved(report)]
    lines += _by_rule(_findings(report))
    if report.requests:
        lines.append(_spent(report))
    return lines


def _warned(text: str) -> str:
    return "yellow" if text.startswith("BEWARE") else ""


def _head(report: Report, aside: Aside) -> Text:
    good = report.stopped_by is StoppedBy.DONE and report.complete and report.urls
    return Text.assemble(
        (visible(report.target), "bold"),
        "  ",
        (_count(report.urls, "URL"), "bold green" if report.urls else "bold yellow"),
        (f"  {_ending(report, aside)}", "" if good else "yellow"),
    )


def _ending(report: Report, aside: Aside) -> str:
    """Return how the run ended, and why where it is known."""
    ending = _ENDINGS[report.stopped_by]
    found = _findings(report)
    if report.stopped_by is StoppedBy.DONE:
        if not report.urls:
            return "no URL found" + (f"; {aside.tried}" if aside.tried else "")
        return "complete" if report.complete else "not complete: see below"
    if report.stopped_by is StoppedBy.BUDGET and any(f.rule == _DELAY for f in found):
        return "cut short: the site asks for a delay above --max-delay"
    if report.stopped_by is StoppedBy.UNREACHABLE:
        why = next((f for f in found if f.rule in _UNREACHED), None)
        ending += f": {visible(why.message)}" if why else ""
        if aside.no_such_file and report.robots.status == FailureKind.DNS:
            ending += ", and there is no file of that name here"
    return ending


def _left_out(*reports: Report) -> list[Text]:
    """Return how many entries were read and not given: they are out of scope."""
    again = sum(f.count for r in reports for f in r.findings if f.rule == "dup-exact")
    number = sum(report.entries - report.urls for report in reports) - again
    if number <= 0:
        return []
    noun = "entry" if number == 1 else "entries"
    return [_line("left out", f"{number:,} {noun} outside of --scope")]


def _files(report: Report) -> list[Text]:
    read = [row for row in report.sitemaps if _was_read(row)]
    lines = []
    if read:
        kinds = Counter(row.kind.value for row in read).most_common()
        lines.append(_line("read", ", ".join(f"{n:,} {kind}" for kind, n in kinds)))
    missed: dict[str, list[str]] = {}
    for row in report.sitemaps:
        if not _was_read(row):
            missed.setdefault(_why_missed(row), []).append(row.url)
    for why, urls in missed.items():
        label = "refused" if why in _REFUSALS else "missing"
        lines.append(_line(label, f"{why}: {_some(urls)}", "yellow"))
    cut = [row.url for row in read if not row.complete]
    if cut:
        lines.append(_line("not whole", _some(cut), "yellow"))
    return lines


_REFUSALS: Final = frozenset(
    {"robots-disallow", "refused-address", "refused-scheme", "401", "403", "429"}
)
_NOT_READ: Final = frozenset({Kind.ERROR, Kind.UNKNOWN})


def _was_read(row: SitemapRow) -> bool:
    return row.complete or row.kind not in _NOT_READ


def _why_missed(row: SitemapRow) -> str:
    if row.status is None:
        return "not asked for"
    return "no sitemap" if row.status == _OK else visible(str(row.status))


def _some(urls: Sequence[str]) -> str:
    """Return the first of some addresses, and how many there are more."""
    shown = ", ".join(visible(url) for url in urls[:_FAILED_SHOWN])
    more = len(urls) - _FAILED_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown


def _reserved(report: Report) -> list[Text]:
    """Return what robots.txt reserves, or that a file which was read says nothing."""
    signals = report.robots.signals
    if not signals:
        text = "robots.txt says nothing of it; that is not a permission"
        read = report.requests and report.robots.status == _OK
        return [_line("AI use", text, "dim")] if read else []
    agents: dict[tuple[str, str, str, str], list[str]] = {}
    for signal in sorted(signals, key=lambda s: s.get("reserved") is not True):
        use, value = str(signal.get("use", "")), str(signal.get("value", ""))
        kind, path = str(signal.get("kind", "")), str(signal.get("path") or "")
        said = agents.setdefault((kind, use, value, path), [])
        said.append(str(signal.get("agent") or "*"))
    shown = [_signal(*key, a) for key, a in list(agents.items())[:_SHOWN]]
    more = len(agents) - len(shown)
    tail = f"; and {more:,} more (see --report)" if more > 0 else ""
    return [_line("reserved", Text("; ".join(shown) + tail, "magenta"))]


def _signal(kind: str, use: str, value: str, path: str, agents: Sequence[str]) -> str:
    """Return one declaration: what it says of which use, where, and to whom."""
    named = ", ".join(agents[:_SHOWN])
    more = f" and {len(agents) - _SHOWN} more" if len(agents) > _SHOWN else ""
    place = f" under {path}" if path not in {"", "/"} else ""
    return visible(f"{use}={value}{place} for {named}{more} ({kind})")


def _findings(report: Report) -> list[Finding]:
    found = [f for row in report.sitemaps for f in row.findings]
    return [*found, *report.findings]


def _by_rule(found: Sequence[Finding]) -> list[Text]:
    """Return one line a rule, the gravest first: how often, and what to do."""
    counts: Counter[str] = Counter()
    for one in found:
        counts[one.rule] += one.count
    order = list(Severity)
    rules = sorted(
        counts, key=lambda rule: (order.index(RULES[rule].severity), -counts[rule])
    )
    lines = []
    for rule in rules[:_SHOWN]:
        known = RULES[rule]
        lines.append(
            Text.assemble(
                (f"  {known.severity.value:<{_LABEL}}", _STYLES[known.severity]),
                (rule, "bold"),
                f" {counts[rule]:,}x  {known.summary}",
                (f"; {known.remedy}", "dim"),
            )
        )
    if len(rules) > _SHOWN:
        more = _count(len(rules) - _SHOWN, "more rule")
        lines.append(_line("", f"and {more} (see --report)"))
    return lines


def _spent(report: Report) -> Text:
    length = (report.finished_at - report.started_at).total_seconds()
    hosts = f" to {len(report.hosts)} hosts" if len(report.hosts) > 1 else ""
    return _line(
        "spent",
        f"{_count(report.requests, 'request')}{hosts}, {bytes_text(report.bytes)}, "
        f"{span_text(max(length, 0.0))}",
    )


def _line(label: str, text: str | Text, style: str = "") -> Text:
    body = Text(text, style) if isinstance(text, str) else text
    return Text.assemble((f"  {label:<{_LABEL}}", "dim"), body)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
