"""RFC 9309, Robots Exclusion Protocol: one small case a clause."""

from typing import NamedTuple

import pytest

from arpent.formats.robots import read_robots
from arpent.formats.robots_access import read_access
from arpent.terms.exchange import (
    Failure,
    FailureKind,
    Headers,
    Request,
    Response,
    Step,
)

SITE = "https://ferme.example"


class Case(NamedTuple):
    """A file, whom it is asked about, and what it says of a path."""

    text: str
    path: str
    allowed: bool
    agent: str = "arpent"


CASES = {
    "2.1 rules begin with the first user-agent line": Case(
        "Disallow: /\nUser-agent: *\nDisallow: /a\n", "/b", allowed=True
    ),
    "2.2 end of line is CR": Case("User-agent: *\rDisallow: /a", "/a", allowed=False),
    "2.2 end of line is CRLF": Case(
        "User-agent: *\r\nDisallow: /a\r\n", "/a", allowed=False
    ),
    "2.2 blanks around name and value": Case(
        " User-agent\t:\t*  \n  Disallow :/a\t\n", "/a", allowed=False
    ),
    "2.2 empty lines mean nothing": Case(
        "User-agent: *\n\n\nDisallow: /a", "/a", allowed=False
    ),
    "2.2.1 names of fields in any case": Case(
        "USER-AGENT: *\ndisALLOW: /a", "/a", allowed=False
    ),
    "2.2.1 tokens in any case": Case(
        "User-agent: ARPENT\nDisallow: /a", "/a", allowed=False
    ),
    "2.2.1 the token is a run of letters, - and _": Case(
        "User-agent: arpent/2.1 (x)\nDisallow: /a", "/a", allowed=False
    ),
    "2.2.1 a part of a token names nobody": Case(
        "User-agent: arp\nDisallow: /a", "/a", allowed=True
    ),
    "2.2.1 groups of one token are combined": Case(
        "User-agent: arpent\nDisallow: /a\nUser-agent: x\nDisallow: /\n"
        "User-agent: arpent\nDisallow: /b",
        "/b",
        allowed=False,
    ),
    "2.2.1 several agents share one group": Case(
        "User-agent: x\nUser-agent: arpent\nDisallow: /a", "/a", allowed=False
    ),
    "2.2.1 everybody is for those not named": Case(
        "User-agent: *\nDisallow: /\nUser-agent: arpent\nAllow: /a", "/b", allowed=True
    ),
    "2.2.1 everybody holds when no group names us": Case(
        "User-agent: x\nAllow: /\nUser-agent: *\nDisallow: /a", "/a", allowed=False
    ),
    "2.2.1 no group at all allows": Case(
        "User-agent: x\nDisallow: /", "/", allowed=True
    ),
    "2.2.2 a rule matches from the start of the path": Case(
        "User-agent: *\nDisallow: /a", "/b/a", allowed=True
    ),
    "2.2.2 paths are case-sensitive": Case(
        "User-agent: *\nDisallow: /A", "/a", allowed=True
    ),
    "2.2.2 the query belongs to the path": Case(
        "User-agent: *\nDisallow: /a?b", "/a?bc", allowed=False
    ),
    "2.2.2 the most octets win": Case(
        "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b", allowed=True
    ),
    "2.2.2 a tie is allowed": Case(
        "User-agent: *\nDisallow: /a\nAllow: /a", "/a", allowed=True
    ),
    "2.2.2 no match is allowed": Case(
        "User-agent: *\nDisallow: /a", "/b", allowed=True
    ),
    "2.2.2 octets outside ASCII are encoded": Case(
        "User-agent: *\nDisallow: /ツ", "/%E3%83%84", allowed=False
    ),
    "2.2.2 unreserved octets are decoded": Case(
        "User-agent: *\nDisallow: /%62%61%7A", "/baz", allowed=False
    ),
    "2.2.2 reserved octets stay encoded": Case(
        "User-agent: *\nDisallow: /a%2Fb", "/a/b", allowed=True
    ),
    "2.2.2 robots.txt is allowed": Case(
        "User-agent: *\nDisallow: /", "/robots.txt", allowed=True
    ),
    "2.2.2 an empty rule matches nothing": Case(
        "User-agent: *\nDisallow:", "/a", allowed=True
    ),
    "2.2.3 # begins a comment": Case(
        "User-agent: * # all\nDisallow: /a # this", "/a", allowed=False
    ),
    "2.2.3 $ ends the pattern": Case(
        "User-agent: *\nDisallow: /a$", "/ab", allowed=True
    ),
    "2.2.3 * is any run": Case("User-agent: *\nDisallow: /a*c", "/abbc", allowed=False),
    "2.2.3 special characters are encoded to be literal": Case(
        "User-agent: *\nDisallow: /a%2Ac%24", "/abc", allowed=True
    ),
    "2.2.4 other records do not end a group": Case(
        "User-agent: arpent\nSitemap: /s\nUser-agent: x\nDisallow: /a",
        "/a",
        allowed=False,
    ),
    "2.2.4 other records between rules": Case(
        "User-agent: *\nDisallow: /a\nSitemap: /s\nDisallow: /b", "/b", allowed=False
    ),
    "5.1 the longer rule decides": Case(
        "User-agent: foobot\nAllow: /example/page/\n"
        "Disallow: /example/page/disallowed.gif",
        "/example/page/disallowed.gif",
        allowed=False,
        agent="foobot",
    ),
}


@pytest.mark.parametrize("clause", CASES)
def test_rfc9309(clause: str) -> None:
    case = CASES[clause]
    robots = read_robots(case.text.encode())
    assert robots.allows(f"{SITE}{case.path}", case.agent) is case.allowed


ACCESS = {
    "2.3.1.1 success": (200, "rules"),
    "2.3.1.2 redirects": (301, "redirect"),
    "2.3.1.3 unavailable": (404, "allow_all"),
    "2.3.1.4 unreachable": (500, "disallow_all"),
}


@pytest.mark.parametrize("clause", ACCESS)
def test_rfc9309_access(clause: str) -> None:
    status, state = ACCESS[clause]
    request = Request(url=f"{SITE}/robots.txt", step=Step.ROBOTS)
    response = Response(
        request=request,
        status=status,
        headers=Headers((("location", "/r"),)),
        body=b"User-agent: *\nDisallow: /a",
    )
    assert read_access(response, url=request.url).state == state


def test_rfc9309_access_2_3_1_4_without_an_answer() -> None:
    request = Request(url=f"{SITE}/robots.txt", step=Step.ROBOTS)
    failure = Failure(request=request, kind=FailureKind.DNS)
    assert read_access(failure, url=request.url).state == "disallow_all"


def test_rfc9309_2_5_at_least_500_kib_are_parsed() -> None:
    head = b"User-agent: *\n"
    tail = b"Disallow: /a\n"
    body = head + b"#" * (512_000 - len(head) - len(tail) - 1) + b"\n" + tail
    assert len(body) == 512_000
    assert not read_robots(body).allows(f"{SITE}/a")
