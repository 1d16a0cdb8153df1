import pytest

from arpent.agenda import Item
from arpent.answers import (
    read_answer,
    reads_as_sitemap,
    row_of_document,
    row_of_failure,
    summary_of_robots,
)
from arpent.formats.robots import read_robots
from arpent.formats.robots_access import RobotsAccess
from arpent.terms.documents import Child, Kind
from arpent.terms.exchange import (
    Exchange,
    Failure,
    FailureKind,
    Fault,
    Request,
    Response,
    Step,
)
from arpent.terms.findings import finding
from arpent.terms.policy import Limits
from arpent.terms.report import FoundBy
from arpent.terms.urls import Origin
from arpent.wants import Opened, Settled, Want
from replay import urlset

URL = "https://kelp.test/a.xml"


def test_what_is_wrong_with_the_transport_is_a_finding_of_the_document() -> None:
    response = Response(
        request=Request(url=URL, step=Step.SITEMAP),
        status=200,
        body=urlset("https://kelp.test/1"),
        findings=(finding("encoding-lie"),),
    )
    document = read_answer(response, limits=Limits(), extensions=False)
    assert [f.rule for f in document.findings] == ["encoding-lie"]
    assert document.complete


def test_a_part_that_nobody_asked_for_is_read_and_not_complete() -> None:
    response = Response(
        request=Request(url=URL, step=Step.SITEMAP),
        status=206,
        body=urlset("https://kelp.test/1"),
    )
    document = read_answer(response, limits=Limits(), extensions=False)
    assert [f.rule for f in document.findings] == ["file-cut"]
    assert (len(document.entries), document.complete) == (1, False)


def test_a_body_cut_at_our_limit_is_told_from_one_cut_on_the_way() -> None:
    rules = {}
    for fault in Fault:
        response = Response(
            request=Request(url=URL, step=Step.SITEMAP),
            status=200,
            body=urlset("https://kelp.test/1"),
            fault=fault,
        )
        document = read_answer(response, limits=Limits(), extensions=False)
        assert not document.complete
        assert len(document.entries) == 1
        rules[fault] = document.findings[0].rule
    assert rules == {
        Fault.TOO_LARGE: "file-over-limit",
        Fault.TIMEOUT: "file-cut",
        Fault.PROTOCOL: "file-cut",
        Fault.ENCODING: "gzip-broken",
    }


def request(step: Step = Step.SITEMAP, url: str = URL) -> Request:
    return Request(url=url, step=step)


def settled(
    outcome: Exchange | None, word: str | None = None, hops: tuple[str, ...] = ()
) -> Settled:
    want = Want(url=URL, step=Step.SITEMAP, limit_bytes=1000)
    return Settled(want=want, outcome=outcome, word=word, url=URL, hops=hops)


def item(*, child: bool = False) -> Item:
    listed = Child(url=URL, lastmod_text="2026-11-01") if child else None
    found_by = FoundBy.INDEX if child else FoundBy.ROBOTS
    return Item(url=URL, form=URL, found_by=found_by, child=listed)


CLOSED = RobotsAccess(state="disallow_all", reason="unreachable")
OPEN = RobotsAccess(state="allow_all")


@pytest.mark.parametrize(
    ("end", "access", "row"),
    [
        (
            settled(Response(request=request(), status=404)),
            OPEN,
            (404, Kind.ERROR, "file-not-200", "answers 404"),
        ),
        (
            settled(
                Response(
                    request=request(),
                    status=403,
                    body=b"<Error><Code>AccessDenied</Code></Error>",
                )
            ),
            OPEN,
            (403, Kind.ERROR, "file-not-200", "answers 403: AccessDenied"),
        ),
        (
            settled(Failure(request=request(), kind=FailureKind.DNS)),
            OPEN,
            ("dns", Kind.UNKNOWN, "file-unreachable", "no answer: dns"),
        ),
        (
            settled(None, "robots-disallow"),
            OPEN,
            (
                "robots-disallow",
                Kind.UNKNOWN,
                "file-blocked-by-robots",
                "announced, but robots.txt forbids to read it",
            ),
        ),
        (
            settled(None, "robots-unreachable"),
            CLOSED,
            (
                "robots-unreachable",
                Kind.UNKNOWN,
                "file-unreachable",
                "robots.txt of its host: unreachable",
            ),
        ),
        (
            settled(None, "refused-address"),
            CLOSED,
            (
                "refused-address",
                Kind.UNKNOWN,
                "file-unreachable",
                "at an address that content may not lead to",
            ),
        ),
        (
            settled(None, "budget"),
            None,
            (
                "budget",
                Kind.UNKNOWN,
                "files-not-asked",
                "not asked for: the budget of requests for its host was spent",
            ),
        ),
        (
            settled(Response(request=request(), status=302), "redirects"),
            OPEN,
            ("redirects", Kind.UNKNOWN, "file-not-200", "redirects too often"),
        ),
        (
            settled(None),
            None,
            ("unknown", Kind.UNKNOWN, "file-unreachable", "never asked for"),
        ),
    ],
)
def test_the_row_of_a_failure_says_what_came_and_why(
    end: Settled, access: RobotsAccess | None, row: tuple[int | str, Kind, str, str]
) -> None:
    told = row_of_failure(item(), end, access)
    (note,) = told.findings
    assert (told.status, told.kind, note.rule, note.message) == row
    assert not told.complete


def test_a_child_that_fails_is_a_fault_of_its_index() -> None:
    end = settled(Response(request=request(), status=500))
    told = row_of_failure(item(child=True), end, OPEN)
    assert [f.rule for f in told.findings] == ["index-child-broken"]
    assert told.lastmod == "2026-11-01"


def test_the_row_of_a_document_tells_its_redirect_and_what_it_lists() -> None:
    outcome = Response(request=request(), status=200, body=urlset("https://a.test/1"))
    document = read_answer(outcome, limits=Limits(), extensions=False)
    told = row_of_document(item(), settled(outcome, hops=(URL,)), document)
    assert [f.rule for f in told.findings] == ["file-redirected"]
    assert (told.status, told.kind, told.entries) == (200, Kind.URLSET, 1)


def test_only_answers_to_requests_for_sitemaps_are_read_as_such() -> None:
    for step in Step:
        outcome = Response(request=request(step), status=200)
        asked = step in {Step.SITEMAP, Step.GUESS}
        assert reads_as_sitemap(outcome) is asked
    assert not reads_as_sitemap(Response(request=request(), status=404))
    assert not reads_as_sitemap(Failure(request=request(), kind=FailureKind.TLS))


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (Response(request=request(Step.ROBOTS), status=404), 404),
        (Response(request=request(), status=200, fault=Fault.TOO_LARGE), 200),
        (Response(request=request(), status=200, fault=Fault.PROTOCOL), "protocol"),
        (Failure(request=request(), kind=FailureKind.TLS), "tls"),
        (None, None),
    ],
)
def test_the_summary_of_robots_tells_what_came(
    outcome: Exchange | None, status: int | str | None
) -> None:
    origin = Origin("https", "kelp.test", 443)
    opened = Opened(origin=origin, access=OPEN, outcome=outcome)
    summary = summary_of_robots(opened, token="arpent")  # noqa: S106 -- no secret
    assert (summary.status, summary.url) == (status, f"{origin}/robots.txt")


def test_the_summary_of_robots_tells_what_it_says() -> None:
    url = "https://kelp.test/robots.txt"
    body = b"User-agent: *\nCrawl-delay: 3\nSitemap: https://kelp.test/s.xml\n"
    access = RobotsAccess(state="rules", robots=read_robots(body, url=url))
    origin = Origin("https", "kelp.test", 443)
    opened = Opened(origin=origin, access=access, outcome=None)
    summary = summary_of_robots(opened, token="arpent")  # noqa: S106 -- no secret
    assert summary.sitemaps == ("https://kelp.test/s.xml",)
    assert (summary.crawl_delay, summary.groups) == (3.0, 1)
