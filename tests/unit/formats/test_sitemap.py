import sys
from datetime import UTC, datetime

import pytest

from arpent.formats import xml_fast
from arpent.formats.sitemap import read_sitemap
from arpent.terms.documents import Kind
from arpent.terms.policy import Limits

URL = "http://a.test/s.xml"
HEAD = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
OK = b"<url><loc>http://a.test/ok</loc></url>"
END = b"<url><loc>http://a.test/end</loc></url></urlset>"


def test_columns_hold_what_was_written() -> None:
    body = HEAD + (
        b"<url><loc>http://a.test/1</loc><lastmod> 2024-01-02 </lastmod>"
        b"<changefreq> Daily </changefreq><priority>high</priority></url></urlset>"
    )
    (entry,) = read_sitemap(body, url=URL).entries
    assert entry.lastmod == datetime(2024, 1, 2, tzinfo=UTC)
    assert (entry.lastmod_text, entry.lastmod_precision) == ("2024-01-02", "day")
    assert (entry.changefreq, entry.priority) == ("Daily", "high")


def test_children_have_their_dates() -> None:
    body = (
        b"<sitemapindex><sitemap><loc>http://a.test/1.xml</loc><lastmod>2024-01"
        b"</lastmod></sitemap><sitemap><loc>http://a.test/2.xml</loc></sitemap>"
        b"</sitemapindex>"
    )
    one, two = read_sitemap(body, url=URL).sitemaps
    assert (one.lastmod, one.lastmod_text) == (
        datetime(2024, 1, 1, tzinfo=UTC),
        "2024-01",
    )
    assert one.lastmod_precision == "month"
    assert one.marks == ("lastmod-coarse",)
    assert (two.lastmod, two.lastmod_text, two.marks) == (None, None, ())


def test_error_document_says_what_it_says() -> None:
    body = b"<Error><Code>AccessDenied</Code><Message>Access\n Denied</Message></Error>"
    assert read_sitemap(body, url=URL).message == "AccessDenied: Access Denied"


def test_finding_has_its_first_line_and_its_count() -> None:
    body = HEAD + OK + b"\n<url></url>\n<url></url>" + END
    (missing,) = read_sitemap(body, url=URL).findings
    assert (missing.rule, missing.count, missing.where.line) == ("loc-missing", 2, 2)
    assert missing.where.url == URL


def test_mark_has_its_first_entry_and_its_count() -> None:
    body = HEAD + OK + b"<url><loc>/a</loc></url>" * 3 + END
    (relative,) = read_sitemap(body, url=URL).findings
    assert (relative.rule, relative.count, relative.where.entry) == (
        "loc-relative",
        3,
        1,
    )


def test_more_than_the_limit_is_read_and_reported() -> None:
    body = HEAD + OK * 60_000 + END
    for fast in (True, False):
        document = read_sitemap(body, url=URL, accelerate=fast)
        assert len(document.entries) == 60_001
        assert [found.rule for found in document.findings] == ["file-too-many-urls"]
        assert document.complete


def test_index_of_more_than_the_limit_is_read_and_reported() -> None:
    body = b"<sitemapindex>%b</sitemapindex>" % b"".join(
        b"<sitemap><loc>http://a.test/%d</loc></sitemap>" % n for n in range(60_000)
    )
    document = read_sitemap(body, url=URL)
    assert len(document.sitemaps) == 60_000
    assert "index-too-many" in {found.rule for found in document.findings}


def test_byte_limit_keeps_whole_entries() -> None:
    limits = Limits(document_bytes=len(HEAD) + 2 * len(OK) + 5)
    document = read_sitemap(HEAD + OK * 5 + END, url=URL, limits=limits)
    assert len(document.entries) == 2
    assert not document.complete


def test_line_cut_by_the_byte_limit_is_left_out() -> None:
    body = b"http://a.test/1\nhttp://a.test/22\n"
    document = read_sitemap(body, url=URL, limits=Limits(document_bytes=30))
    assert (document.kind, document.complete) == (Kind.TEXT, False)
    assert [entry.url for entry in document.entries] == ["http://a.test/1"]


HOSTILE = {
    "nested": (b"<x>" * 200_000 + b"</x>" * 200_000, 2),
    "end tags": (b"</y>" * 200_000, 2),
    "long comment": (b"<!--" + b"x" * 4_000_000 + b"-->", 2),
    "open comments": (b"<!--" * 200_000, 1),
    "long loc": (b"<url><loc>http://a.test/" + b"y" * 10_000_000 + b"</loc></url>", 2),
    "less than": (b"<" * 4_000_000, 2),
    "half tags": (b"<a " * 1_000_000, 2),
    "quotes": (b"<a " + b"\"'" * 2_000_000 + b">", 2),
    "long name": (b"<" + b"a" * 4_000_000, 2),
    "ampersands": (b"<url><loc>http://a.test/" + b"&" * 4_000_000 + b"</loc></url>", 2),
    "doctypes": (b"<!DOCTYPE a>" * 200_000, 2),
    "open doctype": (b"<!DOCTYPE a [" + b"]x" * 2_000_000, 1),
    "many tags": (b"</q>" * 1_500_001, 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_middle_ends_and_keeps_other_entries(name: str) -> None:
    middle, count = HOSTILE[name]
    document = read_sitemap(HEAD + OK + middle + END, url=URL)
    assert len(document.entries) == count


def test_reader_works_without_the_accelerator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xml2arrow", None)
    monkeypatch.setattr(xml_fast, "_parser", xml_fast._parser.__wrapped__)  # noqa: SLF001 -- without its memory
    more = b"<url><loc><![CDATA[http://a.test/?a&b]]></loc></url>"
    document = read_sitemap(HEAD + OK + more + END, url=URL)
    assert len(document.entries) == 3


def test_feed_that_was_taken_for_a_sitemap_shows_its_kind() -> None:
    body = b"<rss><channel><item><link>/a</link></item></channel></rss>"
    assert read_sitemap(body, url=URL).kind is Kind.RSS
