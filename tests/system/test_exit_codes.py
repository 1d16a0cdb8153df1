"""Exit codes and `stopped_by`: one way in through the command line for each."""

from pathlib import Path
from typing import Any

import pytest

from arpent.demo.replies import NOT_FOUND, Answer, Reply, Site, moved, robots, text, xml
from arpent.demo.server import Farm
from farm.attacked import HOME, Outcome, index, run, to_the_farm, urlset
from farm.command import arpent
from farm.robots_played import closed_port

LISTED = robots(f"Sitemap: {HOME}/a.xml", f"Sitemap: {HOME}/b.xml")
TWO: dict[str, Answer] = {
    "/robots.txt": LISTED,
    "/a.xml": urlset(f"{HOME}/a"),
    "/b.xml": urlset(f"{HOME}/b"),
}
CUT = Reply(body=b"User-agent: *\nAllow: /\n").but(cut_after=9)
WORDS = {
    0: {"done"},
    1: {"done"},
    3: {"refused", "disallowed"},
    4: {"unreachable"},
    5: {"budget", "max-files", "limit"},
}


def site(answers: dict[str, Any]) -> Outcome:
    """Run against a site of these answers, with what options they name under ``."""
    options = answers.pop("", ())
    with Farm([Site(host="mal.sim", answers=answers)]) as farm:
        return run(farm, HOME, *options)


def busy(wait: str) -> Reply:
    return Reply(status=429, headers=(("Retry-After", wait),))


ENDS: dict[str, tuple[int, str, dict[str, Any]]] = {
    # what is asked for is read
    "all-read": (0, "done", TWO),
    "child-fails": (0, "done", {**TWO, "/b.xml": NOT_FOUND}),
    "guessed": (0, "done", {"/sitemap.xml": urlset(f"{HOME}/a")}),
    # there is nothing
    "nothing-published": (1, "done", {}),
    "empty-sitemap": (1, "done", {"/robots.txt": LISTED, "/a.xml": urlset()}),
    # it is refused
    "root-disallowed": (
        *(3, "disallowed"),
        {"/robots.txt": robots("User-agent: *", "Disallow: /")},
    ),
    "all-disallowed": (
        *(3, "disallowed"),
        {**TWO, "/robots.txt": robots("User-agent: arpent", "Disallow: /", *[
            f"Sitemap: {HOME}/a.xml"])},
    ),
    "home-401": (3, "refused", {"/": Reply(status=401)}),
    "home-403": (3, "refused", {"/": Reply(status=403)}),
    "home-429": (3, "refused", {"/": Reply(status=429)}),
    "robots-429": (3, "refused", {"/robots.txt": busy("60")}),
    "sitemap-429-for-long": (3, "refused", {**TWO, "/a.xml": busy("3600")}),
    # it cannot be reached
    "robots-500": (4, "unreachable", {"/robots.txt": Reply(status=500)}),
    "robots-503": (4, "unreachable", {"/robots.txt": Reply(status=503)}),
    "robots-206": (4, "unreachable", {"/robots.txt": Reply(status=206)}),
    "robots-cut": (4, "unreachable", {"/robots.txt": CUT}),
    "robots-reset": (4, "unreachable", {"/robots.txt": CUT.but(reset=True)}),
    "robots-refused-scheme": (4, "unreachable", {"/robots.txt": moved("ftp://x/")}),
    "robots-refused-address": (
        *(4, "unreachable"),
        {"/robots.txt": moved("http://127.0.0.1/")},
    ),
    "robots-undecodable": (
        *(4, "unreachable"),
        {"/robots.txt": Reply(body=b"x", says_coding="zorp")},
    ),
    "robots-too-slow": (
        *(4, "unreachable"),
        {"/robots.txt": Reply().but(silent=True), "": ("--timeout", "0.5")},
    ),
    # it is cut short
    "budget": (5, "budget", {**TWO, "": ("--budget", "2")}),
    "max-files": (5, "max-files", {**TWO, "": ("--max-files", "1")}),
    "delay-over-budget": (
        *(5, "budget"),
        {**TWO, "/robots.txt": robots("User-agent: *", "Crawl-delay: 500")},
    ),
    "byte-limit": (
        *(5, "limit"),
        {**TWO, "/b.xml": xml(b"<urlset>" + b" " * 65_536).but(endless=True)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_end_of_a_run_has_its_code_and_its_word(name: str) -> None:
    code, word, answers = ENDS[name]
    outcome = site(dict(answers))
    told = outcome.code, outcome.report["stopped_by"]
    assert told == (code, word), outcome.errors
    assert word in WORDS[code]
    whole = code in {0, 1} and name not in {"child-fails", "empty-sitemap"}
    assert outcome.report["complete"] is whole
    assert outcome.report["requests"] == len(outcome.visits)


def test_closed_port_and_unknown_name_are_4_and_cost_no_request() -> None:
    with Farm([]) as farm:
        closed = run(farm, f"http://127.0.0.1:{closed_port()}/")
        unknown = run(farm, "http://unknown.invalid/")
        no_tls = run(farm, "https://mal.sim/")
    for outcome in (closed, unknown, no_tls):
        assert (outcome.code, outcome.report["stopped_by"]) == (4, "unreachable")
        assert outcome.report["requests"] == 0
    assert [o.report["robots"]["status"] for o in (closed, unknown, no_tls)] == [
        *("connect", "dns", "tls"),
    ]


def test_largest_code_of_several_targets_is_given() -> None:
    sites = [
        Site(host="mal.sim", answers=TWO),
        Site(
            host="shut.sim",
            answers={"/robots.txt": robots("User-agent: *", "Disallow: /")},
        ),
        Site(host="down.sim", answers={"/robots.txt": Reply(status=500)}),
    ]
    options = ("--pause", "0")
    with Farm(sites) as farm:
        told = [
            arpent("urls", *names, *options, *to_the_farm(farm)).returncode
            for names in (
                (HOME,),
                (HOME, "http://shut.sim"),
                ("http://down.sim", HOME, "http://shut.sim"),
            )
        ]
    assert told == [0, 3, 4]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("http://[::1",),
        ("not a host",),
        ("mal.sim", "--no-such-option"),
        ("mal.sim", "--pause", "-1"),
        ("mal.sim", "--budget", "0"),
        ("mal.sim", "--timeout", "soon"),
        ("mal.sim", "--scope", "moon"),
        ("mal.sim", "--format", "xls"),
        ("mal.sim", "--resolve", "x:80:no-address"),
        ("mal.sim", "--header", "no colon"),
        ("mal.sim", "--header", "X: a\r\nY: b"),
        ("mal.sim", "--proxy", "gopher://x"),
        ("mal.sim", "--now", "yesterday"),
        ("mal.sim", "--report", "-"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2_with_words_and_without_a_request(
    arguments: tuple[str, ...],
) -> None:
    with Farm([Site(host="mal.sim", answers=TWO)]) as farm:
        done = arpent("urls", *arguments, *to_the_farm(farm))
        assert farm.log() == []
    assert done.returncode == 2, done.stderr
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) > 20
    assert done.stdout == b""


def test_folder_that_is_missing_is_6_and_asks_for_nothing(
    tmp_path: Path,
) -> None:
    with Farm([Site(host="mal.sim", answers=TWO)]) as farm:
        rules = to_the_farm(farm)
        for option in ("-o", "--log", "--report"):
            place = tmp_path / "missing" / "x.jsonl"
            done = arpent("urls", HOME, option, place, "--pause", "0", *rules)
            assert done.returncode == 6, option
            assert b"missing" in done.stderr
        assert farm.log() == []


def test_wait_that_is_short_is_waited_for_once_in_two_requests() -> None:
    def twice(asked: Any, now: Any) -> Reply:
        del now
        return busy("1") if asked.turn == 0 else urlset(f"{HOME}/a")

    outcome = site({**TWO, "/a.xml": twice})
    assert (outcome.code, outcome.report["complete"]) == (0, True)
    assert outcome.asked() == ["/robots.txt", "/a.xml", "/a.xml", "/b.xml"]
    times = [visit.received_at for visit in outcome.visits]
    assert times[2] - times[1] >= 1.0


def test_403_of_a_child_ends_the_child_and_not_the_host() -> None:
    answers: dict[str, Any] = {
        "/robots.txt": robots(f"Sitemap: {HOME}/i.xml"),
        "/i.xml": index(f"{HOME}/a.xml", f"{HOME}/b.xml"),
        "/a.xml": Reply(status=403),
        "/b.xml": urlset(f"{HOME}/b"),
    }
    outcome = site(answers)
    assert (outcome.code, outcome.report["complete"]) == (0, False)
    assert outcome.urls == [f"{HOME}/b"]


def test_named_document_that_is_absent_has_a_code_that_is_not_0() -> None:
    with Farm([Site(host="mal.sim", answers={"/robots.txt": text(b"")})]) as farm:
        outcome = run(farm, f"{HOME}/missing.xml")
    assert outcome.code in {1, 4}
    assert outcome.asked() == ["/robots.txt", "/missing.xml"]
