"""Documents of a few bytes that would be read as very many: what grows is bounded."""

import pytest

from arpent import Document, read_sitemap

LONG = f"http://a.test/{'x' * 60_000}/s.xml"
MANY = 40_000
HREF = '<xhtml:link rel="alternate" hreflang="de" href="/de"/>'
FEEDS = {
    "rss": (
        "<rss version='2.0'><channel>",
        "<item><link>a</link></item>",
        "</channel></rss>",
    ),
    "json": (
        '{"version": "https://jsonfeed.org/version/1.1", "items": [',
        '{"url": "a"},',
        '{"url": "b"}]}',
    ),
    "urlset": ("<urlset>", "<url><loc>a</loc></url>", "</urlset>"),
    "odd": ("<urlset>", "<url><loc>a</loc><x/></url>", "</urlset>"),
    "index": ("<sitemapindex>", "<sitemap><loc>a</loc></sitemap>", "</sitemapindex>"),
}


def read(text: str, url: str = "http://a.test/s.xml") -> Document:
    return read_sitemap(text.encode(), url=url)


@pytest.mark.parametrize("name", FEEDS)
def test_short_references_under_a_long_address_are_no_bomb(name: str) -> None:
    start, one, end = FEEDS[name]
    document = read(start + one * MANY + end, LONG)
    urls = [*document.entries.url.to_pylist(), *(c.url for c in document.sitemaps)]
    assert 800 < len(urls) < 900
    assert sum(map(len, urls)) <= 52_428_800
    assert not document.complete
    assert "loc-over-limit" in {found.rule for found in document.findings}


@pytest.mark.parametrize("inner", ["", " xml:base='b/'"])
def test_long_base_of_a_feed_is_no_bomb(inner: str) -> None:
    entry = f"<entry{inner}><link href='a'/></entry>"
    base = f"http://a.test/{'b/' * 30_000}"
    last = "<entry><link href='http://a.test/last'/></entry>"
    document = read(
        f"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='{base}'>"
        f"{entry * MANY}{last}</feed>"
    )
    urls = document.entries.url.to_pylist()
    assert 300 < len(urls) < 900
    assert urls[-1] == "http://a.test/last"
    assert {len(url) for url in urls[:-1]} <= {60_015, 60_017}
    assert not document.complete


def test_short_references_under_a_short_address_are_all_given() -> None:
    start, one, end = FEEDS["urlset"]
    document = read(start + one * MANY + end)
    assert document.entries.url.to_pylist() == ["http://a.test/a"] * MANY
    assert document.complete


def test_what_an_entry_says_is_not_multiplied_by_its_addresses() -> None:
    locs = "".join(f"<loc>http://a.test/{n}</loc>" for n in range(1_000))
    document = read(
        '<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">'
        f"<url>{locs}<lastmod>2024-01-02</lastmod>{HREF * 1_000}</url></urlset>"
    )
    assert len(document.entries) == 1_000
    assert len(document.entries.extensions) == 10
    assert document.entries.lastmod_text.null_count == 990


@pytest.mark.parametrize("blanks", ["", " " * 400_000])
@pytest.mark.parametrize("odd", ["", "<x/>"])
def test_long_texts_beside_an_address_are_cut(blanks: str, odd: str) -> None:
    text = f"{blanks}{'é' * 200_000}{blanks}"
    document = read(
        f"<urlset><url><loc>http://a.test/1</loc><lastmod>{text}</lastmod>"
        f"<changefreq>{text}</changefreq><priority>{text}</priority>{odd}</url></urlset>"
    )
    entries = document.entries
    for column in (entries.lastmod_text, entries.changefreq, entries.priority):
        assert column is not None
        assert column.to_pylist() == ["é" * 65_536]
