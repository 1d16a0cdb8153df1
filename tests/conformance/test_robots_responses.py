"""Answers for robots.txt, end to end: a server, the real client, the walk.

Every record of robots/responses.jsonl, and cases of our own of each kind, are read by
the same rules: what a record expects is checked, whatever it is.
"""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from arpent.terms.exchange import Step
from arpent.terms.policy import Policy
from arpent.terms.report import StoppedBy
from arpent.walk import Walk
from conformance.robots_http_cases import CASES
from corpora import CORPUS, needs_corpus
from farm.robots_played import ORIGIN, Played, plain, play_sequence, play_site

KINDS = {"robots-response", "robots-scope", "home-page", "page"}
CHECKED = {
    *("state", "reason", "requests", "retry_after", "warn", "prive", "autre"),
    *("truncated", "cut_line_dropped", "max_bytes_read", "max_seconds"),
    *("sent_authorization", "revalidated", "note"),
}
"""What a record of an answer may expect; `note` is for people."""

PIPES_BYTES = 8_388_608
"""What the sockets of both ends may hold beyond what was read."""


def of_the_corpus() -> list[Any]:
    if CORPUS is None:
        return []
    lines = (CORPUS / "robots" / "responses.jsonl").read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def of_our_own() -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES]


def state_of(played: Played) -> str:
    if "stale-robots" in played.warnings:
        return "rules_from_cache"
    return played.access.state


def check_response(case: dict[str, Any]) -> None:
    expect = case["expect"]
    assert expect.keys() <= CHECKED, "a record that this test cannot judge"
    played = play_sequence(case["given"])
    access, origin = played.access, str(played.walk.origin)
    told = {
        "state": state_of(played),
        "reason": access.reason,
        "requests": len(played.sent(Step.ROBOTS)),
        "retry_after": access.retry_after_s,
        "prive": access.allows(f"{origin}/prive"),
        "autre": access.allows(f"{origin}/autre"),
        "cut_line_dropped": access.allows(f"{origin}/prive/secret"),
        "truncated": access.robots is not None and access.robots.truncated,
        "revalidated": access.reason == "revalidated",
        "sent_authorization": any(
            name == "authorization" for v in played.visits for name, _ in v.headers
        ),
    }
    wanted = {key: value for key, value in expect.items() if key in told}
    assert {key: told[key] for key in wanted} == wanted
    if "warn" in expect:
        assert played.warnings == set(expect["warn"])
    if "max_bytes_read" in expect:
        assert sum(row.bytes for row in played.rows) <= expect["max_bytes_read"]
        assert sum(v.bytes for v in played.visits) <= PIPES_BYTES
    if "max_seconds" in expect:
        assert Policy().robots_timeout_s <= expect["max_seconds"]
        allowed_s = sum(request.timeout_s for request in played.requests)
        assert played.seconds < allowed_s + 1
    check_manners(played)


def check_manners(played: Played) -> None:
    """What holds for every case: nothing is asked against a no, both logs agree."""
    assert len(played.visits) == len(played.sent())
    if played.access.state == "disallow_all":
        assert played.sent() == played.sent(Step.ROBOTS)
        assert played.stopped.reason in {StoppedBy.UNREACHABLE, StoppedBy.REFUSED}
    for url in played.sent(Step.HOME):
        assert played.access.allows(url)


def check_scope(case: dict[str, Any]) -> None:
    (first,) = Walk(case["given"]["url"]).wanted()
    assert (first.url, first.step) == (case["expect"]["robots_url"], Step.ROBOTS)


def check_home(case: dict[str, Any]) -> None:
    given, expect = case["given"], case["expect"]
    home = {"/": given["home"]} if "home" in given else {}
    played = play_site(given["robots"], home)
    stopped = played.stopped.reason in {StoppedBy.REFUSED, StoppedBy.DISALLOWED}
    assert stopped is expect["site_stopped"]
    if expect.get("requests_max") is not None:
        assert len(played.sent()) <= expect["requests_max"]


def check_page(case: dict[str, Any]) -> None:
    given, expect = case["given"], case["expect"]
    pages = {urlsplit(page["url"]).path: page for page in given.get("page", [])}
    target = plain(given["page"][0]["url"]) if pages else ORIGIN
    played = play_site(given["robots"], pages, target=target)
    fetched = [url for url in played.sent() if not url.endswith("/robots.txt")]
    if "fetched" in expect:
        assert fetched == list(map(plain, expect["fetched"]))
    blocked = [plain(url) for url in expect["blocked"]]
    assert played.unsent("robots-disallow") == blocked
    assert not {plain(url) for url in blocked} & set(played.sent())
    if "report" in expect:
        rows = [row for row in played.sitemaps if row.url in blocked]
        assert [row.status for row in rows] == ["robots-disallow"] * len(blocked)
        assert all(f.rule == "file-blocked-by-robots" for r in rows for f in r.findings)
        assert all("announced" in f.message for r in rows for f in r.findings)


def check(case: dict[str, Any]) -> None:
    match case["kind"]:
        case "robots-response":
            check_response(case)
        case "robots-scope":
            check_scope(case)
        case "home-page":
            check_home(case)
        case "page":
            check_page(case)
        case other:
            pytest.fail(f"a kind that this test cannot judge: {other}")


@needs_corpus
@pytest.mark.parametrize("case", of_the_corpus())
def test_record(case: dict[str, Any]) -> None:
    # the farm speaks http: an address of the site is asked there
    told = json.loads(json.dumps(case).replace("https://ferme.example/", f"{ORIGIN}/"))
    check(case if case["kind"] == "robots-scope" else told)


@pytest.mark.parametrize("case", of_our_own())
def test_own_case(case: dict[str, Any]) -> None:
    check(case)


def test_own_cases_have_every_kind() -> None:
    assert {case["kind"] for case in CASES} == KINDS
