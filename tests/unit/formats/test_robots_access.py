import gzip

import pytest

from arpent.formats.robots import read_robots
from arpent.formats.robots_access import RobotsAccess, read_access
from arpent.terms.exchange import (
    Failure,
    FailureKind,
    Fault,
    Headers,
    Request,
    Response,
    Step,
    Validators,
)

URL = "https://ferme.example/robots.txt"
BODY = b"User-agent: *\nDisallow: /prive\n"
STALE = read_robots(BODY)


def answer(
    status: int,
    body: bytes = b"",
    *,
    headers: tuple[tuple[str, str], ...] = (),
    fault: Fault | None = None,
    validators: Validators | None = None,
    stale: bool = False,
    limit: bool = False,
) -> RobotsAccess:
    request = Request(url=URL, step=Step.ROBOTS, validators=validators)
    response = Response(
        request=request, status=status, body=body, headers=Headers(headers), fault=fault
    )
    known = STALE if stale else None
    return read_access(response, url=URL, hop_limit_reached=limit, stale=known)


def test_rules_are_read_from_a_success() -> None:
    access = answer(200, BODY)
    assert access.state == "rules"
    assert access.allows("https://ferme.example/a")
    assert not access.allows("https://ferme.example/prive")


@pytest.mark.parametrize("status", [200, 204])
def test_an_empty_file_allows_all(status: int) -> None:
    access = answer(status)
    assert access.state == "allow_all"
    assert access.allows("https://ferme.example/a")


def test_sitemaps_alone_are_worth_reading() -> None:
    access = answer(200, b"Sitemap: /s.xml\n")
    assert access.robots is not None
    assert access.robots.sitemaps == ("https://ferme.example/s.xml",)
    assert access.allows("https://ferme.example/a")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 451])
def test_unavailable_allows_all(status: int) -> None:
    access = answer(status, BODY, stale=True)
    assert access.state == "allow_all"
    assert access.robots is None


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (429, "rate limited"),
        (500, "unreachable"),
        (503, "unreachable"),
        (206, "unexpected status"),
        (304, "unexpected status"),
        (103, "unexpected status"),
        (999, "unexpected status"),
    ],
)
def test_what_is_not_clear_disallows_all(status: int, reason: str) -> None:
    access = answer(status, BODY)
    assert (access.state, access.reason) == ("disallow_all", reason)
    assert not access.allows("https://ferme.example/a")


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_kept(status: int) -> None:
    assert answer(status, headers=(("retry-after", "120"),)).retry_after_s == 120.0
    assert answer(status).retry_after_s is None


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (FailureKind.DNS, "unreachable"),
        (FailureKind.CONNECT, "unreachable"),
        (FailureKind.TLS, "unreachable"),
        (FailureKind.TIMEOUT, "unreachable"),
        (FailureKind.PROTOCOL, "unreachable"),
        (FailureKind.REFUSED_ADDRESS, "refused address"),
        (FailureKind.REFUSED_SCHEME, "refused redirect"),
    ],
)
def test_failures_disallow_all(kind: FailureKind, reason: str) -> None:
    failure = Failure(request=Request(url=URL, step=Step.ROBOTS), kind=kind)
    access = read_access(failure, url=URL)
    assert (access.state, access.reason) == ("disallow_all", reason)
    stale = read_access(failure, url=URL, stale=STALE)
    assert (stale.state == "rules") is (reason == "unreachable")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Fault.TIMEOUT, "unreachable"),
        (Fault.PROTOCOL, "unreachable"),
        (Fault.ENCODING, "encoding refused"),
    ],
)
def test_a_body_that_did_not_arrive_whole_disallows_all(
    fault: Fault, reason: str
) -> None:
    access = answer(200, BODY, fault=fault)
    assert (access.state, access.reason) == ("disallow_all", reason)


def test_a_body_over_the_limit_is_read_without_its_cut_line() -> None:
    access = answer(200, BODY + b"Disallow: /", fault=Fault.TOO_LARGE)
    assert access.allows("https://ferme.example/a")
    assert not access.allows("https://ferme.example/prive")
    assert [f.rule for f in access.findings] == ["truncated"]


def test_damaged_compression_disallows_all() -> None:
    access = answer(200, gzip.compress(BODY)[:-12])
    assert (access.state, access.reason) == ("disallow_all", "encoding refused")
    assert answer(200, gzip.compress(BODY)).state == "rules"


def test_stale_rules_hold_while_the_file_is_unreachable() -> None:
    access = answer(503, stale=True)
    assert access.state == "rules"
    assert not access.allows("https://ferme.example/prive")
    assert [f.rule for f in access.findings] == ["stale-robots"]


def test_stale_rules_do_not_soften_a_429() -> None:
    assert answer(429, stale=True).state == "disallow_all"


def test_304_holds_only_when_it_was_asked_for() -> None:
    asked = Validators(etag='"x"')
    assert answer(304, validators=asked, stale=True).state == "rules"
    assert answer(304, validators=asked).state == "disallow_all"
    assert answer(304, stale=True).state == "disallow_all"


@pytest.mark.parametrize(
    ("location", "form"),
    [
        ("/r.txt", "https://ferme.example/r.txt"),
        ("http://autre.example/r", "http://autre.example/r"),
        ("//autre.example/é", "https://autre.example/%C3%A9"),
        ("https://u:p@ferme.example/r", "https://ferme.example/r"),
    ],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_handed_back(status: int, location: str, form: str) -> None:
    access = answer(status, headers=(("location", location),))
    assert (access.state, access.location) == ("redirect", form)
    assert not access.allows("https://ferme.example/a")


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("", "refused redirect"),
        ("file:///etc/passwd", "refused redirect"),
        ("javascript:alert(1)", "refused redirect"),
        ("http://good.example\\@127.0.0.1/", "refused redirect"),
        ("http://0177.0.0.1/", "refused address"),
        ("http://2130706433/", "refused address"),
        ("http://0x7f000001/", "refused address"),
    ],
)
def test_redirects_that_lead_nowhere_good_disallow_all(
    location: str, reason: str
) -> None:
    access = answer(302, headers=(("location", location),))
    assert (access.state, access.reason) == ("disallow_all", reason)


def test_too_many_redirects_are_read_as_absent() -> None:
    access = answer(302, headers=(("location", "/x"),), limit=True)
    assert (access.state, access.reason) == ("allow_all", "too many redirects")
    assert [f.rule for f in access.findings] == ["robots-redirects"]
