from arpent.answers import read_answer
from arpent.terms.exchange import Fault, Request, Response, Step
from arpent.terms.findings import finding
from arpent.terms.policy import Limits
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
