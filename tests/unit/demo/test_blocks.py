"""The demo's lines tell what the report says, and nothing of a site acts."""

from datetime import UTC, datetime

import pytest

from arpent.demo.blocks import Shown, block, closing, proof
from arpent.demo.clock import OPENING
from arpent.demo.wire import Visit
from arpent.terms.entries import Entry
from arpent.terms.exchange import LogRow, Step
from arpent.terms.findings import finding
from arpent.terms.report import FoundBy, Report, SitemapRow, StoppedBy


def report(**fields: object) -> Report:
    ends = {"started_at": OPENING, "finished_at": OPENING}
    return Report(target="x.sim", origin="http://x.sim", **(ends | fields))  # type: ignore[arg-type]


def shown(**fields: object) -> Shown:
    values = {"target": "x.sim", "what": "a site", "report": report(complete=True)}
    return Shown(**(values | fields))  # type: ignore[arg-type]


def row(url: str, *, sent: bool = True, status: int | str = 200) -> LogRow:
    return LogRow(
        at=OPENING,
        sent=sent,
        step=Step.SITEMAP,
        method="GET",
        url=url,
        status=status,
        bytes=0,
        ms=0,
        waited_ms=0,
        source=None,
    )


def visit(target: str, start: float, end: float, host: str = "x.sim") -> Visit:
    return Visit(
        host=host,
        method="GET",
        target=target,
        headers=(),
        at=OPENING,
        received_at=start,
        finished_at=end,
    )


def words(one: Shown) -> str:
    return "\n".join(line.plain for line in block(one))


def test_counts_are_those_of_the_report() -> None:
    told = words(
        shown(
            report=report(
                urls=1_200, entries=1_200, dated=600, requests=4, complete=True
            )
        )
    )
    assert "1,200 URLs, 50% dated, 0 documents, 4 requests" in told


@pytest.mark.parametrize(
    ("stopped_by", "said"),
    [
        (
            StoppedBy.REFUSED,
            "refused  0 URLs, 0 documents, 2 requests, 0.0 s; the server said no",
        ),
        (
            StoppedBy.DISALLOWED,
            "disallowed  0 URLs, 0 documents, 2 requests, 0.0 s; robots.txt shuts",
        ),
        (StoppedBy.DONE, "nothing found"),
    ],
)
def test_a_no_is_said_as_a_no(stopped_by: StoppedBy, said: str) -> None:
    assert said in words(shown(report=report(stopped_by=stopped_by, requests=2)))


def test_part_is_not_called_whole() -> None:
    part = report(urls=3, entries=3, complete=False)
    assert "read in part" in words(shown(report=part))


def test_sample_has_date_address_and_origin() -> None:
    entry = Entry(
        url="http://x.sim/a",
        lastmod=datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC),
        sitemap="http://x.sim/maps/one.xml",
    )
    assert "2026-03-04 05:06:07  http://x.sim/a  in one.xml" in words(
        shown(samples=[entry])
    )


def test_news_without_lastmod_is_shown_with_its_own_date_and_title() -> None:
    news = {"published": "2026-11-20T08:00:00+00:00", "title": "Marsh and moor"}
    told = words(shown(samples=[Entry(url="http://x.sim/a", news=news)]))
    assert "2026-11-20T08:00:00  http://x.sim/a  “Marsh and moor”" in told


def test_text_of_a_site_is_escaped_and_never_markup() -> None:
    entry = Entry(
        url="http://x.sim/\x1b[2J[bold red]x[/]", title="a\u202eb", sitemap="\x9bz"
    )
    told = words(shown(samples=[entry]))
    assert r"http://x.sim/\x1b[2J[bold red]x[/]" in told
    assert r"a\u202eb" in told
    assert r"\x9bz" in told


def test_what_was_not_asked_for_is_told_by_its_word() -> None:
    rows = [
        row("http://10.0.0.1/a", sent=False, status="refused-address"),
        row("http://10.0.0.1/b", sent=False, status="refused-address"),
        row("https://x.sim/", sent=False, status="tls"),
        row("http://x.sim/robots.txt"),
    ]
    told = words(shown(rows=rows))
    assert "refused-address: http://10.0.0.1/a and 1 more" in told
    assert "tls" not in told


def test_findings_are_told_once_a_rule_with_the_worst_first() -> None:
    places = ("http://x.sim/a.xml", "http://x.sim/b.xml")
    sitemaps = tuple(
        SitemapRow(
            url=url,
            found_by=FoundBy.ROBOTS,
            findings=(
                finding("refused-address", url=url),
                finding("encoding-refused", url=url),
            ),
        )
        for url in places
    )
    lines = [
        line
        for line in words(shown(report=report(sitemaps=sitemaps))).splitlines()
        if "found wrong" in line
    ]
    assert "encoding-refused: " in lines[0]
    assert " in a.xml, 2 times" in lines[0]
    assert len(lines) == 2


def test_totals_are_the_sums() -> None:
    two = [shown(report=report(urls=n, requests=n)) for n in (1, 2)]
    assert closing(two, 1.25).plain == "Surveyed 2 sites, 3 URLs, 3 requests, 1.2 s"


def test_proof_holds_when_both_logs_agree_and_the_pause_was_kept() -> None:
    seen = [visit("/robots.txt", 1.0, 1.1), visit("/a", 1.2, 1.3)]
    ours = [shown(rows=[row("http://x.sim/robots.txt"), row("http://x.sim/a")])]
    good = proof(seen, ours, 0.05)
    assert "2 requests (our log: 2), robots.txt always first" in good.plain
    assert good.style == "green"


@pytest.mark.parametrize(
    "seen",
    [
        [visit("/robots.txt", 1.0, 1.1)],
        [visit("/a", 1.0, 1.1), visit("/robots.txt", 1.2, 1.3)],
        [visit("/robots.txt", 1.0, 1.1), visit("/a", 1.11, 1.3)],
        [visit("/robots.txt", 1.0, 1.4), visit("/a", 1.3, 1.5)],
    ],
    ids=["row missing", "robots late", "pause short", "two at once"],
)
def test_proof_fails_in_red_when_a_manner_is_broken(seen: list[Visit]) -> None:
    ours = [shown(rows=[row("http://x.sim/robots.txt"), row("http://x.sim/a")])]
    assert proof(seen, ours, 0.05).style == "bold red"
