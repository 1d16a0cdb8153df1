"""A document that is at hand is listed as a site is, without a request."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from arpent.errors import InvalidUrl
from arpent.listing import Surroundings
from arpent.terms.exchange import Exchange, Request
from arpent.terms.policy import Limits, Policy, Scope
from arpent.terms.report import StoppedBy
from arpent.usecases.urls import DocumentListing
from replay import index, urlset

NOW = datetime(2026, 11, 1, tzinfo=UTC)
BASE = "https://kelp.test/s.xml"


async def no_request(request: Request) -> Exchange:
    raise AssertionError(request)


def listing(body: bytes, **options: Any) -> DocumentListing:
    around = Surroundings(
        fetch=no_request,
        clock=lambda: NOW,
        domain_of=lambda host: host.partition(".")[2],
    )
    options = {"name": "s.xml", "policy": Policy(), **options}
    return DocumentListing(body, around=around, **options)


def urls_of(listed: DocumentListing) -> list[str]:
    async def collect() -> list[str]:
        return [e.url async for one in listed for e in one.entries]

    return asyncio.run(collect())


def test_each_url_is_given_once_and_repeats_are_told() -> None:
    body = urlset("https://a.test/1", "https://a.test/1", "https://a.test/2")
    listed = listing(body)
    assert urls_of(listed) == ["https://a.test/1", "https://a.test/2"]
    assert listed.report.entries == 3
    assert [(f.rule, f.count) for f in listed.report.findings] == [("dup-exact", 1)]
    assert len(urls_of(listing(body, all_sightings=True))) == 3


@pytest.mark.parametrize(
    ("scope", "given"),
    [
        (Scope.ALL, 3),
        (Scope.SITE, 2),
        (Scope.HOST, 1),
    ],
)
def test_a_scope_is_seen_from_the_base(scope: Scope, given: int) -> None:
    body = urlset("https://kelp.test/1", "https://sea.test/2", "https://foam.example/3")
    assert len(urls_of(listing(body, base=BASE, policy=Policy(scope=scope)))) == given
    assert len(urls_of(listing(body, policy=Policy(scope=scope)))) == 3


def test_relative_values_are_resolved_against_the_base_only() -> None:
    assert urls_of(listing(urlset("/1"), base=BASE)) == ["https://kelp.test/1"]
    assert urls_of(listing(urlset("/1"))) == ["/1"]


def test_a_base_that_is_no_address_is_refused() -> None:
    with pytest.raises(InvalidUrl, match="no scheme"):
        listing(urlset(), base="kelp")


def test_a_document_over_the_byte_limit_is_cut_short() -> None:
    limits = Limits(document_bytes=300)
    listed = listing(
        urlset(*(f"https://a.test/{n}" for n in range(20))),
        policy=Policy(limits=limits),
    )
    assert 0 < len(urls_of(listed)) < 20
    assert listed.report.stopped_by is StoppedBy.LIMIT
    assert not listed.report.complete


def test_children_of_an_index_at_hand_are_missing() -> None:
    listed = listing(index("https://a.test/1.xml"))
    assert urls_of(listed) == []
    assert listed.report.stopped_by is StoppedBy.DONE
    assert not listed.report.complete
    assert listed.report.sitemaps[0].entries == 1


def test_an_interruption_changes_nothing() -> None:
    listed = listing(urlset("https://a.test/1"))
    listed.interrupt()
    assert urls_of(listed) == ["https://a.test/1"]
