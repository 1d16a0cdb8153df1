from typing import Any

from arpent.formats.sitemap import read_sitemap
from arpent.terms.documents import Document
from arpent.terms.entries import Entry

ROOT = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    b' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    b' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    b' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    b' xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0"'
    b' xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)


def read(more: str, **options: Any) -> Document:
    body = f"<url><loc>http://a.test/1</loc>{more}</url>".encode()
    after = b"<url><loc>http://a.test/2</loc></url></urlset>"
    document = read_sitemap(ROOT + body + after, url="http://a.test/s.xml", **options)
    assert len(document.entries) == 2
    return document


def first(more: str) -> Entry:
    entry, other = read(more).entries
    assert other.images == other.videos == other.alternates == ()
    assert other.news is None
    return entry


def test_news_fields_are_named_as_records_name_them() -> None:
    entry = first(
        "<news:news><news:publication><news:name>The &amp; Times</news:name>"
        "<news:language>en</news:language></news:publication>"
        "<news:genres>Blog</news:genres>"
        "<news:publication_date>2024-01-02T03:04:05Z</news:publication_date>"
        "<news:title><![CDATA[A & B]]></news:title><news:keywords>x, y</news:keywords>"
        "<news:stock_tickers>NASDAQ:A</news:stock_tickers>"
        "<news:access>Subscription</news:access></news:news>"
    )
    assert entry.news == {
        "publication": "The & Times",
        "language": "en",
        "genres": "Blog",
        "published": "2024-01-02T03:04:05Z",
        "title": "A & B",
        "keywords": "x, y",
        "stock_tickers": "NASDAQ:A",
        "access": "Subscription",
    }


def test_bad_news_date_loses_that_field_alone() -> None:
    document = read(
        "<news:news><news:publication_date>soon</news:publication_date>"
        "<news:title>T</news:title></news:news>"
    )
    assert next(iter(document.entries)).news == {"title": "T"}
    assert "media-incomplete" in {found.rule for found in document.findings}


def test_all_images_of_an_entry_are_given_in_order() -> None:
    entry = first(
        "<image:image>\n <image:loc> http://i.test/1.png </image:loc>"
        "<image:caption>C</image:caption>\n</image:image>"
        "<image:image><image:loc>http://i.test/2.png?a&amp;b</image:loc></image:image>"
        "<image:image></image:image>"
    )
    assert entry.images == (
        {"loc": "http://i.test/1.png", "caption": "C"},
        {"loc": "http://i.test/2.png?a&b"},
    )


def test_video_tags_that_repeat_are_lists_and_attributes_are_kept() -> None:
    entry = first(
        "<video:video><video:title>T</video:title><video:tag>a</video:tag>"
        "<video:tag>b</video:tag><video:tag x=''>c</video:tag>"
        "<video:duration>600</video:duration>"
        '<video:restriction relationship="allow">IE GB</video:restriction>'
        '<video:price currency="EUR">1.99</video:price></video:video>'
        "<video:video><video:title>U</video:title></video:video>"
    )
    assert entry.videos == (
        {
            "title": "T",
            "tag": ["a", "b", "c"],
            "duration": "600",
            "restriction": "IE GB",
            "restriction:relationship": "allow",
            "price": "1.99",
            "price:currency": "EUR",
        },
        {"title": "U"},
    )


def test_bad_price_loses_that_field_alone() -> None:
    document = read(
        "<video:video><video:title>T</video:title><video:price>cheap</video:price>"
        "<video:rating>4.5</video:rating></video:video>"
    )
    entry = next(iter(document.entries))
    assert entry.videos == ({"title": "T", "rating": "4.5"},)
    assert "media-incomplete" in {found.rule for found in document.findings}


def test_alternates_keep_their_languages_and_need_an_address() -> None:
    entry = first(
        '<xhtml:link rel="alternate" hreflang="de" href="http://a.test/de?x&amp;y"/>'
        '<xhtml:link rel="alternate" hreflang="x-default" href="http://a.test/"></xhtml:link>'
        '<xhtml:link rel="alternate" hreflang="fr"/>'
        '<xhtml:link rel="canonical" href="http://a.test/c"/>'
    )
    assert entry.alternates == (
        {"hreflang": "de", "href": "http://a.test/de?x&y"},
        {"hreflang": "x-default", "href": "http://a.test/"},
    )


def test_mobile_is_told() -> None:
    document = read("<mobile:mobile/>")
    assert [more.mobile for more in document.entries.extensions.values()] == [True]


def test_undeclared_prefixes_mean_what_they_usually_do() -> None:
    body = ROOT.replace(b"xmlns:image", b"xmlns:other")
    body += (
        b"<url><loc>http://a.test/1</loc><image:image><image:loc>http://i.test/1"
        b"</image:loc></image:image></url></urlset>"
    )
    document = read_sitemap(body, url="http://a.test/s.xml")
    assert next(iter(document.entries)).images == ({"loc": "http://i.test/1"},)


def test_extensions_are_left_out_when_not_wanted() -> None:
    image = "<image:image><image:loc>http://i.test/1</image:loc></image:image>"
    for fast in (True, False):
        document = read(image, extensions=False, accelerate=fast)
        assert document.entries.extensions == {}


def test_extensions_stay_with_their_rows_when_rows_are_dropped() -> None:
    image = "<image:image><image:loc>http://i.test/1</image:loc></image:image>"
    body = (
        ROOT
        + (
            f"<url><loc>ftp://a.test/</loc>{image}</url>"
            f"<url><loc>http://a.test/1</loc></url><url><loc></loc>{image}</url>"
            f"<url><loc>http://a.test/2</loc>{image}</url></urlset>"
        ).encode()
    )
    entries = list(read_sitemap(body, url="http://a.test/s.xml").entries)
    assert [len(entry.images) for entry in entries] == [0, 1]


def test_entry_with_endless_extensions_keeps_a_bounded_number() -> None:
    fields = "<image:loc>x</image:loc><image:title>y</image:title>"
    document = read(f"<image:image>{fields}</image:image>" * 10_000)
    assert len(next(iter(document.entries)).images) == 6_667
    assert "media-incomplete" in {found.rule for found in document.findings}
