"""Laws of the reader: it never raises, and its two ways give the same rows."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arpent.formats.kinds import sniff
from arpent.formats.sitemap import read_feed, read_sitemap
from arpent.formats.xml_fast import read_fast
from arpent.terms.documents import Document, Kind
from arpent.terms.policy import Limits
from odd_documents import broken_bytes, documents, tidy_documents

URL = "http://a.test/sitemap.xml"
FEED = (
    b'<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements'
    b'/1.1/"><channel><title>t</title><item><title>x &amp;eacute;</title>'
    b"<link>/a</link><pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate></item><item><guid>http://a.test/g"
    b"</guid><dc:date>2024-01-01</dc:date></item></channel></rss>"
)
ATOM = (
    b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.test/x/"><title>t'
    b'</title><entry><link rel="edit" href="/e"/><link href="a"/><updated>2024-01-01'
    b"</updated></entry></feed>"
)
SEEDS = (
    FEED,
    ATOM,
    b'{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/a","title":1}]}',
    b"http://a.test/1\r\nhttp://a.test/2\tx\n# no\n",
    b"<html><head><title>x</title></head></html>",
    b"<Error><Code>AccessDenied</Code></Error>",
)


def seen(document: Document) -> tuple[object, ...]:
    """Return what must be equal however the document was read."""
    return (
        document.kind,
        document.complete,
        list(document.entries),
        document.sitemaps,
    )


@given(body=st.one_of(tidy_documents(), documents()), extensions=st.booleans())
def test_both_ways_of_reading_give_the_same_rows(
    *, body: bytes, extensions: bool
) -> None:
    fast = read_sitemap(body, url=URL, extensions=extensions)
    tolerant = read_sitemap(body, url=URL, extensions=extensions, accelerate=False)
    assert seen(fast) == seen(tolerant)


@given(tidy_documents())
def test_extensions_change_nothing_but_themselves(body: bytes) -> None:
    with_them = read_sitemap(body, url=URL)
    without = read_sitemap(body, url=URL, extensions=False)
    assert with_them.entries.url.to_pylist() == without.entries.url.to_pylist()
    assert with_them.entries.lastmod.equals(without.entries.lastmod)
    assert with_them.entries.marks.tolist() == without.entries.marks.tolist()


@given(
    body=st.one_of(st.binary(max_size=400), broken_bytes()),
    extensions=st.booleans(),
    fast=st.booleans(),
)
@example(body=b"<", extensions=True, fast=True)
@example(body=b"<![CDATA[", extensions=True, fast=True)
@example(body=b"\xff\xfe<", extensions=True, fast=True)
def test_any_bytes_give_a_document(
    *, body: bytes, extensions: bool, fast: bool
) -> None:
    document = read_sitemap(body, url=URL, extensions=extensions, accelerate=fast)
    assert all(e.url.lower().startswith("http") for e in document.entries)
    again = read_sitemap(body, url=URL, extensions=extensions, accelerate=fast)
    assert seen(document) == seen(again)
    assert document.findings == again.findings


@given(st.sampled_from(SEEDS), st.data())
def test_broken_feeds_and_lists_give_a_document(
    seed: bytes, data: st.DataObject
) -> None:
    body = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(body) - 1))
        body[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        body = body or bytearray(b"x")
    document = read_feed(bytes(body), url=URL)
    assert isinstance(document.kind, Kind)


@given(documents(), st.data())
def test_entries_of_a_prefix_are_a_prefix_of_the_entries(
    body: bytes, data: st.DataObject
) -> None:
    if body[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return
    whole = list(read_sitemap(body, url=URL).entries)
    cut = data.draw(st.integers(0, len(body)))
    part = read_sitemap(body[:cut], url=URL)
    if part.kind is Kind.URLSET:
        entries = list(part.entries)
        assert entries == whole[: len(entries)]


@given(st.sampled_from((FEED, ATOM)), st.data())
def test_items_of_a_cut_feed_are_the_first_items(
    seed: bytes, data: st.DataObject
) -> None:
    whole = list(read_sitemap(seed, url=URL).entries)
    cut = data.draw(st.integers(0, len(seed)))
    entries = list(read_sitemap(seed[:cut], url=URL).entries)
    assert entries == whole[: len(entries)]


@given(tidy_documents(), st.integers(1, 40))
@settings(max_examples=20)
def test_limits_hold_whatever_they_are(body: bytes, chars: int) -> None:
    limits = Limits(url_chars=chars)
    for fast in (True, False):
        document = read_sitemap(body, url=URL, limits=limits, accelerate=fast)
        assert all(len(entry.url) <= chars for entry in document.entries)


def test_fast_way_is_taken_for_the_usual_form() -> None:
    pytest.importorskip("xml2arrow")
    body = (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- by x -->\n'
        b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        b"<url>\n<loc>http://a.test/1?x=1&amp;y=2</loc>\n<lastmod>2024-01-01</lastmod>"
        b"<changefreq>daily</changefreq><priority>0.5</priority></url>\n"
        b"<url><loc><![CDATA[http://a.test/2]]></loc></url></urlset>\n<!-- cached -->"
    )
    assert read_fast(body, sniff(body), extensions=True) is not None
