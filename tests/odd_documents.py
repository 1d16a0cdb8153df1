"""Hypothesis strategies for sitemaps as they should be, and as they should not."""

from hypothesis import strategies as st

__all__ = ["broken_bytes", "documents", "tidy_documents"]

_NAMESPACES = (
    "",
    ' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    ' xmlns="http://www.google.com/schemas/sitemap/0.84"',
    ' xmlns="urn:x"',
    (
        ' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    ),
    ' xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"',
)
_LOCS = (
    "http://a.test/1",
    "https://a.test/p?x=1&amp;y=2",
    "  http://a.test/blank \n",
    "http://a.test/caf\u00e9",
    "http://a.test/\u65e5\u672c",
    "http://a.test/a&#38;amp;b",
    "http://a.test/&amp;amp;",
    "http://a.test/%zz%20",
    "http://a.test/@user",
    "http://u:p@a.test/",
    "/relative",
    "//a.test/no-scheme",
    "ftp://a.test/",
    "mailto:x@a.test",
    "HTTP://a.test/UP",
    "http://",
    "http:///no-host",
    "",
    " ",
    "\u00a0http://a.test/nbsp\u00a0",
    "<![CDATA[http://a.test/c?x=1&y=2]]>",
    "http://a.test/<!-- c -->d",
    "http://a.test/<![CDATA[e&f]]>g",
    "http://a.test/x&#9;y",
    "http://a.test/x\ty\r\nz",
    "http://a.test/&#1;&#xFFFE;",
    "http://a.test/a b",
    "http://a.test/" + "x" * 2100,
)
_BROKEN_LOCS = (
    "http://a.test/?a=1&b=2",
    "http://a.test/caf&eacute;",
    "http://a.test/&nope;",
    "http://a.test/\x01\x0b",
    "http://a.test/<b>c</b>d",
    "http://a.test/]]>",
    "http://a.test/<!-- <loc>http://a.test/hidden</loc> -->",
)
_DATES = ("2024-01-02", "2024", "", " 2024-01-02T03:04:05Z ", "null", "1/2/2024")
_MORE = (
    "<changefreq>daily</changefreq>",
    "<priority>0.5</priority>",
    "<priority/>",
    "<foo>bar</foo>",
    "<image:image><image:loc>http://a.test/i.png</image:loc></image:image>",
    "<image:loc>http://a.test/direct.png</image:loc>",
    '<xhtml:link rel="alternate" hreflang="de" href="http://a.test/de"/>',
    "<x:lastmod>2001-01-01</x:lastmod>",
    "<x:y><loc>http://a.test/nested</loc></x:y>",
    '<meta xmlns="urn:other"><loc>http://a.test/other</loc></meta>',
    "<!-- comment -->",
    "<?pi <loc> ?>",
    "text",
    "<loc>http://a.test/second</loc>",
    "<lastmod>2020-02-02</lastmod>",
    "<s:loc>http://a.test/prefixed</s:loc>",
)
_PREFIXED = (*_MORE[4:8], "<!-- comment -->", "<s:loc>http://a.test/prefixed</s:loc>")
_STRAY = (
    "\n",
    "text",
    "<generator>x</generator>",
    "<!-- <url><loc>http://a.test/commented</loc></url> -->",
    "<loc>http://a.test/stray</loc>",
    "<sitemap><loc>http://a.test/child.xml</loc></sitemap>",
    "<s:url><s:loc>http://a.test/s</s:loc></s:url>",
    "<url/>",
    "<url></url>",
    "</url>",
    "<url>",
    "<url><loc>http://a.test/unclosed",
    "<group><url><loc>http://a.test/grouped</loc></url></group>",
    '<url xmlns=""><loc>http://a.test/empty-ns</loc></url>',
    '<url><loc a="b">http://a.test/attribute</loc></url>',
    "<URL><LOC>http://a.test/upper</LOC></URL>",
    "<url ><loc >http://a.test/space</loc ></url >",
)


@st.composite
def _entries(draw: st.DrawFn, locs: tuple[str, ...], more: tuple[str, ...]) -> str:
    parts = [f"<loc>{draw(st.sampled_from(locs))}</loc>"]
    if draw(st.booleans()):
        parts.append(f"<lastmod>{draw(st.sampled_from(_DATES))}</lastmod>")
    extra = st.lists(st.sampled_from(more), max_size=2)
    parts.extend(draw(extra))
    if draw(st.integers(0, 9)) == 0:
        parts.reverse()
    blank = draw(st.sampled_from(("", "\n  ")))
    return "<url>" + blank.join(parts) + "</url>"


def _wrapped(draw: st.DrawFn, body: str) -> str:
    prolog = draw(
        st.sampled_from(
            (
                "",
                '<?xml version="1.0" encoding="UTF-8"?>\n',
                "\n <?xml version='1.0'?>",
                "<!-- generated <urlset> -->",
                "<!DOCTYPE urlset>",
                '<!DOCTYPE urlset [<!ENTITY nope "http://a.test/">]>',
                "Warning: x in y.php\n<?xml version='1.0'?>",
                "\ufeff",
            )
        )
    )
    end = draw(st.sampled_from(("", "\n", "<!-- cached -->", "text", "<urlset/>")))
    space = draw(st.sampled_from(_NAMESPACES))
    return f"{prolog}<urlset{space}>{body}</urlset>{end}"


@st.composite
def tidy_documents(draw: st.DrawFn) -> bytes:
    """Make documents of the usual form, odd in values: the fast reader's ground."""
    more = _MORE[:2] * 3 + _PREFIXED
    locs = tuple(loc for loc in _LOCS if loc)
    entries = draw(st.lists(_entries(locs, more), min_size=1, max_size=5))
    prolog = draw(st.sampled_from(("", "<?xml version='1.0'?>\n", "<!-- by x -->")))
    space = draw(st.sampled_from(_NAMESPACES[1:]))
    end = draw(st.sampled_from(("", "\n", "<!-- cached -->")))
    return f"{prolog}<urlset{space}>{''.join(entries)}</urlset>{end}".encode()


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Make documents with all oddities that we know of."""
    piece = st.one_of(
        _entries(_LOCS, _MORE[:4]),
        _entries(_LOCS + _BROKEN_LOCS, _MORE),
        st.sampled_from(_STRAY),
    )
    text = _wrapped(draw, "".join(draw(st.lists(piece, max_size=6))))
    encoding = draw(st.sampled_from(("utf-8", "utf-8", "utf-8", "utf-16")))
    return text.encode(encoding)


@st.composite
def broken_bytes(draw: st.DrawFn) -> bytes:
    """Make bytes that were a document before something happened to them."""
    body = bytearray(draw(documents()))
    for _ in range(draw(st.integers(0, 4))):
        if not body:
            break
        at = draw(st.integers(0, len(body) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                body[at] = draw(st.integers(0, 255))
            case 1:
                del body[at : at + draw(st.integers(1, 20))]
            case 2:
                body[at:at] = draw(st.binary(max_size=8))
            case _:
                body[at:at] = draw(st.sampled_from((b"<", b">", b"&", b"<!--", b"]]>")))
    return bytes(body)
