from arpent.formats.page import (
    Alternate,
    charset_of,
    link_header_sitemaps,
    read_page,
)
from arpent.terms.exchange import Headers

URL = "https://kelp.test/x/"


def test_head_gives_title_sitemaps_and_feeds() -> None:
    page = read_page(
        b"<!DOCTYPE html><HTML><head><title> A &amp;\n B </title>"
        b"<LINK REL=Sitemap HREF=/maps.xml><link rel='alternate' type="
        b"'application/rss+xml' title='News' href='feed'>"
        b"<link rel=alternate hreflang=de href=/de>"
        b"<link rel=stylesheet href=/s.css></head>",
        URL,
    )
    assert page.title == "A & B"
    assert page.sitemaps == ("https://kelp.test/maps.xml",)
    assert page.alternates == (
        Alternate(url=URL + "feed", type="application/rss+xml", title="News"),
        Alternate(url="https://kelp.test/de", hreflang="de"),
    )


def test_base_is_what_links_are_resolved_against() -> None:
    page = read_page(b"<base href='/y/'><link rel=sitemap href='s.xml'>", URL)
    assert page.sitemaps == ("https://kelp.test/y/s.xml",)


def test_links_in_scripts_comments_and_styles_are_none() -> None:
    link = b"<link rel=sitemap href=/no.xml>"
    page = read_page(
        b"<script>'" + link + b"'</script><!-- " + link + b" --><style>" + link,
        URL,
    )
    assert page.sitemaps == ()


def test_links_to_other_schemes_are_left_out() -> None:
    body = b"<link rel=sitemap href='javascript:1'><link rel=sitemap href='ftp://x/'>"
    assert read_page(body, URL).sitemaps == ()


def test_charset_comes_from_meta_or_header() -> None:
    body = b"<meta charset=iso-8859-1><title>caf\xe9</title>"
    assert read_page(body, URL).title == "caf\u00e9"
    header = 'text/html; charset="iso-8859-1"'
    assert read_page(body[25:], URL, header).title == "caf\u00e9"
    assert charset_of(header) == "iso-8859-1"
    assert charset_of(None) is None


def test_links_without_address_or_of_another_kind_are_none() -> None:
    body = b"text<link rel=sitemap><link rel=icon href=/i><title>x</title>"
    page = read_page(body, URL)
    assert (page.sitemaps, page.alternates, page.title) == ((), (), "x")


def test_number_of_links_is_bounded() -> None:
    body = b"".join(b"<link rel=sitemap href=/%d>" % n for n in range(1_000))
    assert len(read_page(body, URL).sitemaps) == 200


def test_link_headers_name_sitemaps() -> None:
    headers = Headers(
        (
            ("link", '</a.xml>; rel="sitemap", <b.xml>; rel=sitemap; title="x, y"'),
            ("link", '<c.xml>; rel="preload sitemap"; as=x, <d.css>; rel=stylesheet'),
            ("link", "<ftp://x/>; rel=sitemap, <>, nonsense"),
        )
    )
    assert link_header_sitemaps(headers, URL) == (
        "https://kelp.test/a.xml",
        URL + "b.xml",
        URL + "c.xml",
    )
