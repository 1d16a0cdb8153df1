from datetime import UTC, datetime

import pytest

from arpent.formats.sitemap import read_feed
from arpent.terms.documents import Document, Kind
from arpent.terms.entries import Entry

URL = "https://kelp.test/blog/feed.xml"
A = "https://kelp.test/a"


def rss(items: str, more: str = "") -> Document:
    body = f'<rss version="2.0"{more}><channel><title>t</title>{items}</channel></rss>'
    document = read_feed(body.encode(), url=URL)
    assert document.kind is Kind.RSS
    return document


def atom(entries: str, more: str = "") -> Document:
    body = f'<feed xmlns="http://www.w3.org/2005/Atom"{more}><title>t</title>{entries}</feed>'
    document = read_feed(body.encode(), url=URL)
    assert document.kind is Kind.ATOM
    return document


def only(document: Document) -> Entry:
    (entry,) = document.entries
    return entry


ATOM_NS = ' xmlns:atom="http://www.w3.org/2005/Atom"'
DC_NS = ' xmlns:dc="http://purl.org/dc/elements/1.1/"'


def test_item_of_rss_has_address_title_and_date() -> None:
    document = rss(
        f"<item><title>x</title><link> {A} </link>"
        "<pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate></item>"
    )
    entry = only(document)
    assert (entry.url, entry.title) == (A, "x")
    assert entry.lastmod == datetime(2003, 6, 3, 9, 39, 21, tzinfo=UTC)
    assert entry.lastmod_text == entry.published == "Tue, 03 Jun 2003 09:39:21 GMT"
    assert document.title == "t"
    assert not document.findings


@pytest.mark.parametrize(
    "item",
    [
        f"<atom:link href='https://kelp.test/self' rel='self'/><link>{A}</link>",
        f"<title></title><link>{A}</link>",
        f"<guid>{A}</guid>",
        f"<link/><guid isPermaLink='true'>{A}</guid>",
        f"<guid isPermaLink='false'>https://kelp.test/no</guid><link>{A}</link>",
        "<link>/a</link>",
        "<link>../a</link>",
        f"<link><![CDATA[{A}]]></link>",
        f"<media:content url='https://kelp.test/m'/><link>{A}</link>",
        f"<source url='https://kelp.test/x'>x</source><link>{A}</link>",
        f"<atom:link>https://kelp.test/no</atom:link><guid>{A}</guid>",
        f"<link href='{A}'/>",
    ],
)
def test_address_of_an_item_is_found(item: str) -> None:
    assert only(rss(f"<item>{item}</item>", ATOM_NS)).url == A


def test_item_without_address_is_left_out_and_the_next_kept() -> None:
    document = rss(
        "<item><guid isPermaLink='false'>123</guid></item>"
        f"<item><link>{A}</link></item>"
    )
    assert only(document).url == A
    assert [found.rule for found in document.findings] == ["loc-missing"]


def test_relative_address_is_marked() -> None:
    assert "loc-relative" in only(rss("<item><link>/a</link></item>")).marks


def test_dublin_core_date_stands_in_for_pub_date() -> None:
    entry = only(
        rss(f"<item><link>{A}</link><dc:date>2024-01-02</dc:date></item>", DC_NS)
    )
    assert entry.lastmod == datetime(2024, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("03 Jun 2003 09:39:21 GMT", 9),
        ("Tue, 03 Jun 03 09:39 +0100", 8),
        ("2003-06-03T09:39:21Z", 9),
    ],
)
def test_dates_of_rss_are_read_in_their_forms(text: str, hour: int) -> None:
    entry = only(rss(f"<item><link>{A}</link><pubDate>{text}</pubDate></item>"))
    assert entry.lastmod is not None
    assert entry.lastmod.hour == hour
    assert entry.marks == ()


def test_unreadable_date_leaves_the_item() -> None:
    entry = only(rss(f"<item><link>{A}</link><pubDate>yesterday</pubDate></item>"))
    assert (entry.lastmod, entry.lastmod_text) == (None, "yesterday")
    assert "lastmod-format" in entry.marks


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("caf&eacute;", "caf\u00e9"),
        ("caf&amp;eacute;", "caf\u00e9"),
        ("<![CDATA[<b>bold</b>  one]]>", "bold one"),
        ("a &lt; b", "a < b"),
        ("  ", None),
    ],
)
def test_title_is_plain_text(written: str, title: str | None) -> None:
    item = f"<item><title>{written}</title><link>{A}</link></item>"
    assert only(rss(item)).title == title


def test_title_of_the_channel_is_not_that_of_its_image() -> None:
    body = (
        b"<rss><channel><image><title>logo</title></image><title>Blog</title>"
        b"</channel></rss>"
    )
    assert read_feed(body, url=URL).title == "Blog"


def test_rss_1_is_read() -> None:
    body = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://kelp.test/x">'
        "<title>t</title><link>https://kelp.test/</link><items><rdf:Seq/></items>"
        f'</channel><item rdf:about="{A}"><title>a</title></item></rdf:RDF>'
    ).encode()
    document = read_feed(body, url=URL)
    assert (document.kind, document.title) == (Kind.RSS, "t")
    assert only(document).url == A


@pytest.mark.parametrize(
    "links",
    [
        f"<link rel='edit' href='/e'/><link rel='alternate' href='{A}'/>",
        f"<link rel='self' href='/s'/><link href='{A}'/>",
        f"<link rel='via' href='{A}'/><link rel='enclosure' href='/x.mp3'/>",
        f"<id>{A}</id>",
        f"<link rel='http://www.iana.org/assignments/relation/alternate' href='{A}'/>",
        f"<source><link href='/source'/></source><link href='{A}'/>",
        f"<content type='xhtml'><a href='/x'>x</a></content><link href='{A}'/>",
    ],
)
def test_address_of_an_atom_entry_is_found(links: str) -> None:
    assert only(atom(f"<entry>{links}</entry>")).url == A


def test_updated_is_the_date_and_published_is_kept() -> None:
    entry = only(
        atom(
            f"<entry><link href='{A}'/><published>2024-01-01</published>"
            "<updated>2024-02-02T00:00:00Z</updated></entry>"
        )
    )
    assert entry.lastmod == datetime(2024, 2, 2, tzinfo=UTC)
    assert entry.published == "2024-01-01"


def test_atom_03_is_read() -> None:
    body = (
        b"<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><link rel="
        b"'alternate' type='text/html' href='/a'/><modified>2003-12-13T18:30:02Z"
        b"</modified></entry></feed>"
    )
    entry = only(read_feed(body, url=URL))
    assert (entry.url, entry.lastmod_text) == (A, "2003-12-13T18:30:02Z")


def test_prefixed_atom_is_read() -> None:
    body = (
        b"<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:link href='/a'/>"
        b"</a:entry></a:feed>"
    )
    assert only(read_feed(body, url=URL)).url == A


def test_links_are_resolved_against_the_nearest_base() -> None:
    document = atom(
        "<entry><link href='1'/></entry>"
        "<entry xml:base='y/'><link href='2'/></entry>"
        "<entry><link xml:base='/z/' href='3'/></entry>",
        " xml:base='https://kelp.test/x/'",
    )
    assert [entry.url for entry in document.entries] == [
        "https://kelp.test/x/1",
        "https://kelp.test/x/y/2",
        "https://kelp.test/z/3",
    ]
    assert all("loc-relative" in entry.marks for entry in document.entries)


def test_xhtml_title_is_its_text() -> None:
    title = "<title type='xhtml'><div>Less <em>is</em> more</div></title>"
    assert (
        only(atom(f"<entry>{title}<link href='{A}'/></entry>")).title == "Less is more"
    )


def test_cut_feed_keeps_its_whole_items() -> None:
    whole = f"<rss><channel><item><link>{A}</link></item><item><link>{A}b</link>"
    document = read_feed(whole.encode(), url=URL)
    assert [entry.url for entry in document.entries] == [A]
    assert not document.complete
    assert "xml-cut" in {found.rule for found in document.findings}


def test_item_that_is_not_closed_ends_where_the_next_starts() -> None:
    document = rss(f"<item><link>{A}</link><item><link>{A}b</link></item>")
    assert [entry.url for entry in document.entries] == [A, A + "b"]


def test_json_feed_with_an_endless_number_is_read() -> None:
    version = "https://jsonfeed.org/version/1.1"
    body = (
        f'{{"version":"{version}","x":{"9" * 5_000},"items":[{{"url":"http://a/1"}}]}}'
    )
    document = read_feed(body.encode(), url="http://a/feed.json")
    assert document.entries.url.to_pylist() == ["http://a/1"]


def test_json_feed_is_read() -> None:
    body = (
        b'{"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": ['
        b'{"id": "1", "url": "/a", "title": "x", '
        b'"date_published": "2024-01-01T00:00:00Z"},'
        b'{"id": "https://kelp.test/b", "date_modified": "2024-02-02T00:00:00Z"},'
        b'{"id": "3"}, 4, {"url": 5}, {"url": "\\ud800"}]}'
    )
    document = read_feed(body, url=URL)
    assert (document.kind, document.title) == (Kind.JSONFEED, "J")
    first, second, *_ = document.entries
    assert (first.url, first.title, first.published) == (A, "x", "2024-01-01T00:00:00Z")
    assert second.lastmod == datetime(2024, 2, 2, tzinfo=UTC)
    assert {"loc-missing", "feed-format"} <= {f.rule for f in document.findings}


@pytest.mark.parametrize(
    "body",
    [
        '{"version": "https://jsonfeed.org/version/1", "items": 1}',
        '{"version": "https://example.org/", "items": []}',
        '{"items": [' + "[]," * 300_001 + "1]}",
        '{"version"',
    ],
)
def test_json_of_another_kind_is_no_feed(body: str) -> None:
    assert read_feed(body.encode(), url=URL).kind is Kind.UNKNOWN


def test_elements_too_deep_are_passed_over() -> None:
    deep = "<x>" * 40 + "<y/><z></z><item/>" + "</x>" * 40
    document = rss(f"<item><d>{deep}</d><link>{A}</link></item>")
    assert only(document).url == A
    assert "xml-too-deep" in {found.rule for found in document.findings}


def test_item_nested_deep_in_an_item_is_none() -> None:
    inner = "<a><b><c><item><link>/no</link></item></c></b></a>"
    assert only(rss(f"<item>{inner}<link>{A}</link></item>")).url == A


def test_end_tags_that_close_nothing_are_passed_over() -> None:
    document = rss(f"</x><item><y><link>{A}</link></item>")
    assert len(document.entries) == 0
    assert {"xml-malformed", "loc-missing"} <= {f.rule for f in document.findings}


def test_entry_with_links_that_lead_to_no_page_is_left_out() -> None:
    document = atom(
        "<entry><link rel='edit' href='/e'/><link/><id>urn:1</id>"
        "</entry>"
        "<entry><link rel='self' href='/s'/><link rel='via' href='/v'/>"
        "<updated/><published>2024-01-01</published></entry>"
    )
    assert only(document).url == "https://kelp.test/s"
    assert only(document).lastmod_text == "2024-01-01"


def test_only_so_many_children_of_an_item_are_looked_at() -> None:
    links = "<link/>" * 1_000
    assert len(rss(f"<item>{links}<link>{A}</link></item>").entries) == 0
