"""Entries that are written alike are read as slices; all others are left to others."""

import pytest

from arpent.formats.kinds import sniff
from arpent.formats.sitemap import read_sitemap
from arpent.formats.xml_fast import read_fast
from arpent.formats.xml_slices import read_slices

ROOT = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
END = b"</urlset>"
LOC = b"<url><loc>http://kelp.test/%d</loc></url>"
FULL = (
    b"<url>\n<lastmod>2024-01-02T03:04:05+00:00</lastmod> <loc>http://kelp.test/%d</loc>"
    b"<changefreq>daily</changefreq><priority>0.5</priority>\n</url>\n"
)
ODD = {
    "no entry": ROOT + END,
    "another order": ROOT + FULL % 1 + LOC % 2 + END,
    "a field twice": ROOT + b"<url><loc>a</loc><loc>b</loc></url>" + END,
    "no loc": ROOT + b"<url><lastmod>2024</lastmod></url>" + END,
    "an attribute": ROOT + LOC % 1 + b'<url><loc a="">b</loc></url>' + END,
    "a blank in a tag": ROOT + LOC % 1 + b"<url><loc >b</loc></url>" + END,
    "an unknown tag": ROOT + b"<url><loc>a</loc><x>b</x></url>" + END,
    "tags crossed": ROOT + b"<url><loc>a</url></loc>" + END,
    "a tag half right": ROOT
    + FULL % 1
    + (FULL % 2).replace(b"/lastm", b"xlastm")
    + END,
    "a comment": ROOT + LOC % 1 + b"<!-- -->" + END,
    "CDATA": ROOT + b"<url><loc><![CDATA[a]]></loc></url>" + END,
    "a reference": ROOT + b"<url><loc>a&lt;b</loc></url>" + END,
    "a bare ampersand": ROOT + b"<url><loc>a&amp;b&c</loc></url>" + END,
    "a root that ends at once": b"<urlset/>" + LOC % 1 + END,
    "a root in capitals": b"<URLSET>" + LOC % 1 + END,
    "text before entries": ROOT + b"text" + LOC % 1 + END,
    "an entry cut": ROOT + LOC % 1 + b"<url><loc>http://kelp.test/2</loc>" + END,
}


@pytest.mark.parametrize("entry", [LOC, FULL], ids=["loc", "all fields"])
@pytest.mark.parametrize("count", [1, 2, 20_000])
def test_entries_written_alike_are_slices_with_the_rows_of_the_tolerant_reader(
    entry: bytes, count: int
) -> None:
    body = ROOT + b"".join(entry % n for n in range(count)) + END
    rows = read_slices(body, 0, len(body))
    assert rows is not None
    assert len(rows) == count
    url = "http://kelp.test/sitemap.xml"
    fast = read_sitemap(body, url=url)
    assert list(fast.entries) == list(
        read_sitemap(body, url=url, accelerate=False).entries
    )


@pytest.mark.parametrize("size", range(20))
def test_values_of_any_length_come_out_as_they_are(size: int) -> None:
    texts = ["x" * size, "é" * (20 - size), ""]
    entries = (
        f"<url><loc>{text}</loc><priority>{text[:3]}</priority></url>" for text in texts
    )
    body = ROOT + "".join(entries).encode() + END
    rows = read_slices(body, 0, len(body))
    assert rows is not None
    rows.loc.validate(full=True)
    rows.priority.validate(full=True)
    assert rows.loc.to_pylist() == texts
    assert rows.priority.to_pylist() == [text[:3] for text in texts]
    assert rows.lastmod.null_count == len(rows)


def test_ampersands_are_read_once() -> None:
    body = ROOT + b"<url><loc>a?b=1&amp;c&amp;amp;</loc></url>" + END
    rows = read_slices(body, 0, len(body))
    assert rows is not None
    assert rows.loc.to_pylist() == ["a?b=1&c&amp;"]


@pytest.mark.parametrize("body", ODD.values(), ids=ODD.keys())
def test_what_is_not_written_alike_is_left_to_others(body: bytes) -> None:
    assert read_slices(body, 0, len(body)) is None


def test_the_usual_form_is_read_fast_without_any_accelerator() -> None:
    body = ROOT + FULL % 1 + END
    assert read_fast(body, sniff(body), extensions=True) is not None
