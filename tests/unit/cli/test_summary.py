"""The summary says what was found, what was not and why, and hides nothing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from arpent.cli.summary import summary_of
from arpent.terms.documents import Kind
from arpent.terms.findings import finding
from arpent.terms.report import FoundBy, Report, RobotsSummary, SitemapRow, StoppedBy
from arpent.terms.rules import RULES

NOW = datetime(2024, 5, 6, tzinfo=UTC)
PLAIN = Report(
    target="e.com",
    origin="https://e.com",
    started_at=NOW,
    finished_at=NOW + timedelta(seconds=3),
    requests=4,
    bytes=1_234_567,
    entries=10,
    urls=10,
    dated=7,
    undated=3,
    complete=True,
)


def row(
    url: str, status: int | str | None, kind: Kind, *, complete: bool = False
) -> SitemapRow:
    return SitemapRow(
        url=url, found_by=FoundBy.INDEX, status=status, kind=kind, complete=complete
    )


def told(*reports: Report) -> str:
    return "\n".join(line.plain for line in summary_of(reports))


def test_counts_dates_and_costs_are_told() -> None:
    text = told(PLAIN)
    assert "e.com  10 URLs  complete" in text
    assert "7 with one, 3 without" in text
    assert "4 requests, 1.2 MB, 3.0 s" in text


def test_no_signal_is_never_a_permission() -> None:
    text = told(replace(PLAIN, robots=RobotsSummary(status=200)))
    assert "not a permission" in text
    assert "allowed" not in text


def test_a_robots_txt_that_was_not_read_says_nothing_of_uses() -> None:
    for status in (None, 404, 503, "timeout"):
        assert "AI use" not in told(replace(PLAIN, robots=RobotsSummary(status=status)))


def test_a_delay_and_a_budget_are_told_apart() -> None:
    spent = replace(PLAIN, stopped_by=StoppedBy.BUDGET)
    slow = replace(spent, findings=(finding("delay-over-budget"),))
    assert told(spent).splitlines()[0].endswith("cut short: --budget is spent")
    assert "--max-delay" in told(slow).splitlines()[0]


def test_entries_out_of_scope_are_counted() -> None:
    again = finding("dup-exact", count=3)
    text = told(replace(PLAIN, entries=20, findings=(again,)))
    assert "  left out  7 entries outside of --scope" in text
    assert "left out" not in told(replace(PLAIN, entries=13, findings=(again,)))
    many = [replace(PLAIN, entries=2_010)] * 9
    assert "  left out  18,000 entries outside of --scope" in told(*many)


def test_one_more_rule_is_singular() -> None:
    rules = [rule for rule in RULES if rule != "dup-exact"][:10]
    found = tuple(finding(rule) for rule in rules)
    assert "and 1 more rule (see" in told(replace(PLAIN, findings=found[:9]))
    assert "and 2 more rules (see" in told(replace(PLAIN, findings=found))


def test_refusals_of_uses_come_first() -> None:
    signals = (
        {"kind": "content-signal", "use": "search", "value": "yes", "agent": "*"},
        {
            "kind": "content-signal",
            "use": "ai-train",
            "value": "no",
            "agent": "*",
            "reserved": True,
        },
    )
    text = told(replace(PLAIN, robots=RobotsSummary(signals=signals)))
    assert text.index("ai-train=no") < text.index("search=yes")


def test_what_was_missed_or_refused_is_told_with_its_reason() -> None:
    rows = (
        row("https://e.com/a.xml", 200, Kind.URLSET, complete=True),
        row("https://e.com/b.xml", 404, Kind.ERROR),
        row("https://e.com/c.xml", "robots-disallow", Kind.UNKNOWN),
        row("https://e.com/d.xml", 200, Kind.URLSET, complete=False),
        row("https://e.com/e.xml", 200, Kind.UNKNOWN),
    )
    text = told(replace(PLAIN, sitemaps=rows, complete=False))
    assert "not complete" in text
    assert "read      2 urlset" in text
    assert "missing   404: https://e.com/b.xml" in text
    assert "refused   robots-disallow: https://e.com/c.xml" in text
    assert "not whole https://e.com/d.xml" in text
    assert "no sitemap: https://e.com/e.xml" in text


def test_findings_are_added_up_by_rule_with_their_remedy() -> None:
    found = (finding("file-empty"), finding("xml-cut", count=2), finding("xml-cut"))
    text = told(replace(PLAIN, findings=found))
    assert text.index("xml-cut 3x") < text.index("file-empty 1x")
    assert "check the generator" in text


def test_every_end_is_told() -> None:
    for end in StoppedBy:
        lines = told(replace(PLAIN, stopped_by=end)).splitlines()
        assert lines[0] != "e.com  10 URLs  "


def test_nothing_found_is_said() -> None:
    assert "no URL found" in told(replace(PLAIN, urls=0))


def test_text_of_the_site_is_escaped() -> None:
    rows = (row("https://e.com/\x1b[2J[red]", 404, Kind.ERROR),)
    text = told(replace(PLAIN, target="e.com\x1b]0;x", sitemaps=rows))
    assert "\x1b" not in text
    assert "[red]" in text


def test_many_targets_share_one_total_and_keep_the_failures() -> None:
    bad = replace(PLAIN, target="bad.com", urls=0, stopped_by=StoppedBy.UNREACHABLE)
    text = told(*[PLAIN] * 9, bad)
    assert text.count("e.com") == 0
    assert "bad.com" in text
    assert "10 targets  90 URLs; 9 done, 1 not; 40 requests" in text


def test_an_unreachable_site_says_why() -> None:
    why = finding("robots-unreachable", "e.com is not known\x07")
    lost = replace(PLAIN, urls=0, stopped_by=StoppedBy.UNREACHABLE, findings=(why,))
    assert r"e.com  0 URLs  unreachable: e.com is not known\x07" in told(lost)
