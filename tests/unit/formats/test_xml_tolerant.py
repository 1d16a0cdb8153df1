"""How a document is read on that is broken in ways which laws do not reach."""

import pytest

from arpent.formats.sitemap import read_sitemap
from arpent.formats.xml_tokens import RESOLVED_BYTES, attributes
from arpent.terms.documents import Document, Kind

URL = "http://a.test/s.xml"
HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


def read(body: str, head: str = HEAD) -> Document:
    return read_sitemap(f"{head}{body}</urlset>".encode(), url=URL)


def urls(document: Document) -> list[str]:
    return [entry.url for entry in document.entries]


def rules(document: Document) -> set[str]:
    return {found.rule for found in document.findings}


def entry(number: int, more: str = "") -> str:
    return f"<url><loc>http://a.test/{number}</loc>{more}</url>"


def test_entry_after_the_root_is_read() -> None:
    body = f"{HEAD}{entry(1)}</urlset>{entry(2)}<url><loc>http://a.test/3".encode()
    document = read_sitemap(body, url=URL)
    assert urls(document) == ["http://a.test/1", "http://a.test/2"]
    assert "xml-malformed" in rules(document)
    assert not document.complete


def test_end_tag_too_many_is_no_fault_without_a_root() -> None:
    document = read_sitemap(f"{entry(1)}</urlset>".encode(), url=URL)
    assert urls(document) == ["http://a.test/1"]


def test_new_root_inside_a_root_is_read_on() -> None:
    document = read(f"{entry(1)}{HEAD}{entry(2)}</urlset>{entry(3)}")
    assert urls(document) == [f"http://a.test/{n}" for n in (1, 2, 3)]
    assert "xml-two-roots" in rules(document)


def test_entry_in_an_unknown_child_of_an_entry_is_none() -> None:
    document = read(entry(1, f"<author>{entry(2)}</author>") + entry(3))
    assert urls(document) == ["http://a.test/1", "http://a.test/3"]


def test_child_of_loc_is_not_its_text() -> None:
    document = read("<url><loc>http://a.test/<b>x</b>y</loc></url>")
    assert urls(document) == ["http://a.test/y"]


def test_leaf_below_the_depth_is_passed_over() -> None:
    deep = "<i:image>" * 31 + "<i:loc>x</i:loc>" + "</i:image>" * 31
    head = HEAD.replace(">", ' xmlns:i="sitemap-image">')
    document = read(entry(1, deep) + entry(2), head)
    assert urls(document) == ["http://a.test/1", "http://a.test/2"]
    assert "xml-too-deep" in rules(document)


def test_selfclosed_element_below_the_depth_leaves_the_others() -> None:
    document = read(f"{'<x>' * 40}<y/>{'</x>' * 40}{entry(1)}")
    assert urls(document) == ["http://a.test/1"]


def test_regular_entry_under_a_foreign_default_namespace_is_none() -> None:
    document = read(f'<urlset xmlns="urn:other">{entry(1)}</urlset>{entry(2)}')
    assert urls(document) == ["http://a.test/2"]


def test_second_root_with_a_foreign_default_namespace_has_no_plain_entries() -> None:
    space = 'xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns="urn:other"'
    prefixed = "<s:url><s:loc>http://a.test/2</s:loc></s:url>"
    document = read(f"<s:urlset {space}>{entry(1)}{prefixed}</s:urlset>{entry(3)}")
    assert urls(document) == ["http://a.test/2", "http://a.test/3"]


def test_many_entries_of_irregular_form_are_read() -> None:
    entries = "".join(
        f'<url><loc a="b">http://a.test/{n}</loc></url>' for n in range(40_000)
    )
    document = read(entries)
    assert urls(document) == [f"http://a.test/{n}" for n in range(40_000)]


def test_prefix_that_is_declared_late_means_what_is_declared() -> None:
    image = "<p:image xmlns:p='{}'><p:loc>http://i.test/</p:loc></p:image>"
    document = read(
        entry(1, image.format("urn:none"))
        + entry(2, image.format("http://www.google.com/schemas/sitemap-image/1.1"))
        + entry(3, image.format("http://www.google.com/schemas/sitemap-image/1.1"))
    )
    assert [len(e.images) for e in document.entries] == [0, 1, 1]


def test_many_names_and_prefixes_are_forgotten_not_kept() -> None:
    names = "".join(f"<n{n}/>" for n in range(5_000))
    spaces = "".join(f"<x xmlns:p{n}='u' a='b'/>" for n in range(300))
    spaces += "<x xmlns:p1='u'/>"
    assert urls(read(names + spaces + entry(1))) == ["http://a.test/1"]


def test_number_beyond_unicode_stays_as_it_is() -> None:
    for reference in ("&#x110000;", "&#xD800;", "&#9999999;"):
        document = read(f"<url><loc>http://a.test/{reference}</loc></url>")
        assert urls(document) == [f"http://a.test/{reference}"]
        assert "xml-bare-ampersand" in rules(document)


def test_very_long_text_keeps_its_references() -> None:
    loc = "http://a.test/" + "&amp;" * (RESOLVED_BYTES // 5)
    document = read(f"<url><loc>{loc}</loc></url>{entry(1)}")
    assert urls(document) == ["http://a.test/1"]
    assert "loc-over-limit" in rules(document)


def test_marks_of_extensions_are_not_those_of_the_entry() -> None:
    head = HEAD.replace(">", ' xmlns:i="sitemap-image">')
    image = "<i:image><i:loc>http://i.test/?a&b</i:loc></i:image>"
    body = f"<url>{image}text<loc>http://a.test/1</loc></url><url>{image}/2</url>"
    one, two = read(body, head).entries
    assert one.marks == ()
    assert two.marks == ("loc-relative", "loc-bare-text")


def test_text_of_another_kind_in_an_entry_is_no_address() -> None:
    document = read(f"<url>not an address</url>{entry(1)}")
    assert urls(document) == ["http://a.test/1"]
    assert "loc-missing" in rules(document)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b" a='1' B=\"2\" c=3 d a='4'", {b"a": b"1", b"b": b"2", b"c": b"3"}),
        (b"", {}),
    ],
)
def test_attributes_are_read_in_all_their_forms(
    raw: bytes, found: dict[bytes, bytes]
) -> None:
    assert attributes(raw) == found


def test_root_behind_too_much_junk_is_not_looked_for() -> None:
    body = b"x" * 70_000 + f"{HEAD}{entry(1)}</urlset>".encode()
    assert read_sitemap(body, url=URL).kind is Kind.UNKNOWN
    assert read_sitemap(b"<b>" * 2_000 + body[70_000:], url=URL).kind is Kind.HTML


def test_address_that_cannot_be_resolved_is_left_out() -> None:
    document = read(f"<url><loc>//[</loc></url><url><loc>//</loc></url>{entry(1)}")
    assert urls(document) == ["http://a.test/1"]
    assert "loc-invalid" in rules(document)


def test_text_that_is_too_long_to_be_used_is_not_copied_whole() -> None:
    blanks = " " * (3 * RESOLVED_BYTES)
    loc = "<loc>{0}http://a.test/a&amp;b{0}<!-- --></loc>"
    document = read(f"<url>{loc.format(blanks)}</url>{entry(1)}{blanks}")
    assert urls(document) == ["http://a.test/a&b", "http://a.test/1"]
