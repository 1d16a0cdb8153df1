"""Why a walk ended, told by what it left."""

import pytest

from arpent.terms.events import Event, Noted
from arpent.terms.exchange import FailureKind
from arpent.terms.policy import Policy
from arpent.terms.report import StoppedBy
from arpent.walk import Walk
from replay import (
    Reply,
    Server,
    Site,
    index,
    play,
    reason_of,
    robots,
    sitemap,
    stop_of,
    urls_of,
)

S = "https://kelp.test"
CDN = "https://cdn.test"
ONE: Site = {
    f"{S}/robots.txt": robots(f"Sitemap: {S}/a.xml"),
    f"{S}/a.xml": sitemap(f"{S}/1"),
}


def run(site: Site, policy: Policy, target: str = S) -> list[Event]:
    return play(Walk(target, policy=policy), Server(site))


def notes_of(events: list[Event]) -> list[tuple[str, str]]:
    return [(e.finding.rule, e.finding.message) for e in events if isinstance(e, Noted)]


def test_a_budget_that_the_last_request_spends_cuts_nothing() -> None:
    events = run(ONE, Policy(budget=2))
    assert reason_of(events) is StoppedBy.DONE
    assert stop_of(events).complete


def test_a_budget_that_leaves_a_redirect_unasked_cuts_the_walk() -> None:
    away = Reply(status=301, headers={"location": "/b.xml"})
    events = run({**ONE, f"{S}/a.xml": away}, Policy(budget=2, guess=False))
    assert reason_of(events) is StoppedBy.BUDGET


def test_what_a_budget_left_is_counted() -> None:
    site = {**ONE, f"{S}/a.xml": Reply(body=index(f"{S}/1.xml", f"{S}/2.xml"))}
    events = run(site, Policy(budget=2))
    assert reason_of(events) is StoppedBy.BUDGET
    assert notes_of(events) == [
        ("files-not-asked", "addresses not asked for: 2 (budget)")
    ]


def test_files_beyond_the_bound_are_counted() -> None:
    site = {**ONE, f"{S}/a.xml": Reply(body=index(f"{S}/1.xml", f"{S}/2.xml"))}
    events = run(site, Policy(max_files=1))
    assert reason_of(events) is StoppedBy.MAX_FILES
    assert notes_of(events) == [
        ("files-over-limit", "files not read: 2; --max-files is 1")
    ]


@pytest.mark.parametrize("pace", ["Crawl-delay: 600", "Request-rate: 1/600"])
@pytest.mark.parametrize("slow", [S, CDN])
def test_a_pace_too_slow_ends_its_host_and_is_told(slow: str, pace: str) -> None:
    site: Site = {
        f"{S}/robots.txt": robots(f"Sitemap: {CDN}/a.xml"),
        f"{CDN}/robots.txt": robots(),
        f"{slow}/robots.txt": robots("User-agent: *", pace, f"Sitemap: {CDN}/a.xml"),
    }
    events = run(site, Policy(guess=False))
    assert reason_of(events) is StoppedBy.BUDGET
    ((rule, message),) = notes_of(events)
    assert rule == "delay-over-budget"
    assert message.startswith("600 s between requests")


def test_a_home_page_that_brings_no_answer_is_unreachable() -> None:
    lost = Reply(failure=FailureKind.TIMEOUT, sent=True)
    events = run({f"{S}/": lost}, Policy())
    assert reason_of(events) is StoppedBy.UNREACHABLE
    assert ("file-unreachable", "the home page: timeout") in notes_of(events)


def test_a_document_that_brings_no_answer_is_unreachable() -> None:
    lost = Reply(failure=FailureKind.CONNECT)
    events = run({f"{S}/d.xml": lost}, Policy(), target=f"{S}/d.xml")
    assert reason_of(events) is StoppedBy.UNREACHABLE
    assert not stop_of(events).complete


def test_a_page_that_was_named_takes_no_place_among_the_files() -> None:
    page = Reply(body=b"<html><body>hello</body></html>")
    site = {**ONE, f"{S}/p.html": page}
    events = run(site, Policy(max_files=1), target=f"{S}/p.html")
    assert urls_of(events) == {f"{S}/1"}
    assert reason_of(events) is StoppedBy.DONE


def test_a_guess_that_works_takes_its_place_among_the_files() -> None:
    found = Reply(body=index(f"{S}/1.xml", f"{S}/2.xml"))
    events = run({f"{S}/sitemap.xml": found}, Policy(max_files=1))
    assert reason_of(events) is StoppedBy.MAX_FILES
