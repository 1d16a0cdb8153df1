"""The catalogue of rules: readers and judges name what they found by these ids.

A table, not code: documentation and findings are made from it. Ids and severities
follow the catalogue of the protocol research; the names for robots.txt and for
exchanges follow the words of their own standards.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["MARKS", "RULES", "Rule", "Severity"]


class Severity(StrEnum):
    """How bad a deviation is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `clause` names its source, `remedy` says what its owner can do."""

    id: str
    severity: Severity
    summary: str
    clause: str
    remedy: str


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

_TABLE: Final = (
    # -- the file ---------------------------------------------------------------
    ("file-too-many-urls", _E, "more than 50,000 entries", "sitemaps.org: limits", "split the file and list the parts in an index"),
    ("file-too-large", _E, "larger than 52,428,800 bytes uncompressed", "sitemaps.org: limits", "split the file"),
    ("file-empty", _W, "no entry at all", "sitemaps.org schema: at least one url", "leave the file out of the index until it lists something"),
    ("file-zero-bytes", _E, "zero bytes", "sitemaps.org: XML tag definitions", "serve a document, or 404"),
    ("file-not-200", _E, "the document did not answer 200", "Google: sitemap errors", "serve it with status 200 at the announced address"),
    ("file-blocked-by-robots", _E, "announced, but robots.txt forbids to read it", "RFC 9309 section 2.2.2", "allow the file in robots.txt, or stop announcing it"),
    ("file-redirected", _W, "the announced address redirects", "Bing: sitemap best practice", "announce the final address"),
    ("file-not-sitemap", _E, "neither sitemap, index, feed nor list of URLs", "Google: unsupported format", "serve XML, RSS, Atom or a text list"),
    ("file-unreachable", _E, "no answer", "RFC 9110", "check name, port, certificate and server"),
    ("file-cut", _E, "the body did not arrive whole", "RFC 9112 section 8", "check the server and its caches"),
    ("file-over-limit", _E, "cut at our byte limit; what came before it is kept", "arpent: limits", "split the file"),
    ("soft-404", _W, "an address that should not exist answers 200", "RFC 9110 section 15.5.5", "answer 404 for what is not there"),
    ("root-not-sitemap", _E, "an error document in place of a sitemap", "sitemaps.org: XML tag definitions", "mend the storage or its permissions"),
    # -- XML --------------------------------------------------------------------
    ("xml-malformed", _E, "not well-formed XML", "XML 1.0 section 2.1", "write it with an XML library"),
    ("xml-cut", _E, "the document ends before its root element does", "XML 1.0 section 2.1", "check the generator and the server's limits"),
    ("xml-bare-ampersand", _E, "a bare & that is no reference", "XML 1.0 section 2.4", "write &amp; in its place"),
    ("xml-html-entity", _E, "an entity that XML does not know", "XML 1.0 section 4.1", "write the character itself, or its number"),
    ("xml-leading-whitespace", _E, "something stands before the XML declaration", "XML 1.0 section 2.8", "remove what is printed before it"),
    ("xml-not-utf8", _E, "not UTF-8", "sitemaps.org: file encoding", "save as UTF-8"),
    ("xml-encoding-lie", _W, "the declared encoding is not the real one", "XML 1.0 section 4.3.3", "declare what is written"),
    ("xml-bad-bytes", _E, "bytes that the encoding does not allow", "RFC 3629", "mend the text before it is written"),
    ("xml-forbidden-char", _E, "a control character that XML forbids", "XML 1.0 section 2.2", "remove it"),
    ("xml-mixed-roots", _E, "urls in an index, or children in a urlset", "sitemaps.org schema", "keep the two apart"),
    ("xml-two-roots", _E, "more than one root element", "XML 1.0 section 2.1", "write one document a file"),
    ("xml-doctype", _I, "a DOCTYPE, passed over", "XML 1.0 section 2.8", "remove it"),
    ("xml-entity-declared", _E, "an entity declaration; never expanded", "XML 1.0 section 4.2", "remove the DOCTYPE"),
    ("xml-too-deep", _E, "nested deeper than 32 elements", "arpent: limits", "remove the nesting"),
    ("xml-tag-case", _W, "tag names in the wrong case", "XML 1.0 section 2.3", "write them in lower case"),
    ("ns-missing", _E, "no namespace", "sitemaps.org: XML tag definitions", "declare http://www.sitemaps.org/schemas/sitemap/0.9"),
    ("ns-wrong", _E, "not the namespace of the protocol", "sitemaps.org: XML tag definitions", "declare http://www.sitemaps.org/schemas/sitemap/0.9"),
    ("ns-undeclared-prefix", _E, "a prefix that is not declared", "Namespaces in XML section 5", "declare the extension's namespace"),
    ("tag-unknown", _I, "an element that the protocol does not know", "sitemaps.org schema", "remove it"),
    ("tag-repeated", _W, "an element that may stand once is repeated", "sitemaps.org schema", "keep one"),
    # -- compression ------------------------------------------------------------
    ("gzip-broken", _E, "the compressed data is damaged", "RFC 1952", "compress it again"),
    ("gzip-cut", _E, "the compressed data ends early", "RFC 1952", "compress it again"),
    ("gzip-trailing-bytes", _W, "bytes after the compressed data", "RFC 1952 section 2.2", "remove what is appended"),
    ("gzip-name-mismatch", _I, "the name says one thing about compression, the bytes another", "sitemaps.org: FAQ", "name compressed files .gz"),
    ("gzip-double", _W, "compressed more than once", "RFC 9110 section 8.4", "compress once"),
    ("gzip-too-many-layers", _E, "compressed more than three times", "arpent: limits", "compress once"),
    ("encoding-lie", _W, "Content-Encoding names a coding that the body does not have", "RFC 9110 section 8.4", "correct the header"),
    ("encoding-refused", _E, "a Content-Encoding that was not asked for", "RFC 9110 section 12.5.3", "send only accepted codings"),
    ("zip-not-allowed", _E, "a zip archive", "sitemaps.org: FAQ", "use gzip"),
    # -- loc --------------------------------------------------------------------
    ("loc-missing", _E, "an entry without loc", "sitemaps.org: XML tag definitions", "give each entry one loc"),
    ("loc-empty", _E, "an empty loc", "sitemaps.org: XML tag definitions", "give each entry one loc"),
    ("loc-several", _E, "an entry with several locs; all are given", "sitemaps.org schema", "give each its own entry"),
    ("loc-bare-text", _E, "an address that stands outside loc", "sitemaps.org schema", "put it into loc"),
    ("loc-relative", _E, "not absolute; resolved against the document", "sitemaps.org: loc", "write it with scheme and host"),
    ("loc-scheme", _E, "neither http nor https", "sitemaps.org: loc", "list http and https pages only"),
    ("loc-invalid", _E, "no address", "RFC 3986", "mend or remove it"),
    ("loc-too-long", _W, "2,048 characters or more", "sitemaps.org: loc", "shorten it"),
    ("loc-over-limit", _E, "longer than 65,536 characters; dropped", "arpent: limits", "remove it"),
    ("loc-not-encoded", _W, "blanks or letters outside ASCII", "RFC 3986 section 2", "percent-encode it as UTF-8"),
    ("loc-bad-percent", _E, "a % that is not followed by two hexadecimal digits", "RFC 3986 section 2.1", "write %25"),
    ("loc-double-escaped", _W, "escaped twice", "XML 1.0 section 4.6", "escape once"),
    ("loc-bad-bytes", _E, "bytes that are not of the encoding were replaced in it", "RFC 3629", "mend the text before it is written"),
    ("loc-control-char", _E, "control characters in it", "RFC 3986 section 2", "remove them"),
    ("loc-whitespace", _I, "blanks around it; trimmed", "sitemaps.org: loc", "write it without"),
    ("loc-userinfo", _W, "credentials in it", "RFC 3986 section 3.2.1", "never publish credentials"),
    ("host-mismatch", _E, "on another host than its sitemap", "sitemaps.org: sitemap file location", "announce the file in that host's robots.txt"),
    ("scheme-mismatch", _E, "http in an https sitemap, or the reverse", "sitemaps.org: sitemap file location", "list one version only"),
    ("path-out-of-scope", _I, "outside the directory of its sitemap", "sitemaps.org: sitemap file location", "move the file to the root"),
    ("robots-disallowed", _W, "robots.txt forbids to fetch it", "RFC 9309 section 2.2.2", "allow it, or do not list it"),
    ("dup-exact", _W, "listed more than once; given once", "sitemaps.org", "list it once"),
    # -- lastmod ----------------------------------------------------------------
    ("lastmod-format", _E, "not a W3C date", "W3C NOTE-datetime", "write YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+00:00"),
    ("lastmod-ambiguous", _E, "day and month cannot be told apart", "W3C NOTE-datetime", "write YYYY-MM-DD"),
    ("lastmod-impossible", _E, "a day or time that does not exist", "W3C NOTE-datetime", "mend the generator"),
    ("lastmod-no-zone", _E, "a time without zone; read as UTC", "W3C NOTE-datetime", "add Z or an offset"),
    ("lastmod-future", _W, "in the future", "Bing: lastmod", "write the time of the last change"),
    ("lastmod-empty", _I, "an empty lastmod", "W3C NOTE-datetime", "leave the tag out"),
    ("lastmod-coarse", _I, "a year or a month only", "W3C NOTE-datetime", "write the day"),
    ("lastmod-several", _W, "several dates in one entry; the first is read", "sitemaps.org schema", "write one"),
    # -- index ------------------------------------------------------------------
    ("index-too-many", _E, "more than 50,000 children", "sitemaps.org: index", "split the index"),
    ("index-empty", _W, "no child", "sitemaps.org schema", "list a child, or remove it"),
    ("index-nested", _E, "an index that lists an index", "sitemaps.org: index", "list sitemaps only"),
    ("index-cycle", _E, "an index that leads back to itself", "sitemaps.org: index", "remove the loop"),
    ("index-too-deep", _E, "indexes nested deeper than five", "arpent: limits", "list sitemaps only"),
    ("index-child-relative", _E, "a relative child; resolved", "sitemaps.org: index", "write it with scheme and host"),
    ("index-child-dup", _W, "the same child twice", "sitemaps.org: index", "list it once"),
    ("index-child-broken", _E, "a child that could not be read", "sitemaps.org: index", "mend or remove it"),
    ("index-host", _W, "a child on another host", "sitemaps.org: cross submits", "announce it in that host's robots.txt"),
    ("files-over-limit", _W, "more files than --max-files; the rest was not read", "arpent: limits", "raise --max-files"),
    ("files-not-asked", _W, "sitemaps were left unread, because their host was left", "arpent: manners", "raise --budget, or try later"),
    # -- other formats ----------------------------------------------------------
    ("txt-only-urls", _E, "a line that is no absolute URL", "sitemaps.org: text file", "one URL a line, nothing else"),
    ("feed-format", _E, "a feed that does not follow its standard", "RSS 2.0; RFC 4287; JSON Feed 1.1", "validate the feed"),
    ("hreflang-incomplete", _W, "an alternate without href or hreflang; left out", "Google: localized versions", "give both"),
    ("media-incomplete", _W, "an image, video or news field that cannot be used", "Google: sitemap extensions", "mend the field"),
    # -- robots.txt -------------------------------------------------------------
    ("typo", _W, "a misspelt field name; understood", "RFC 9309 section 2.2", "correct the spelling"),
    ("missing-colon", _W, "no colon after the field name; understood", "RFC 9309 section 2.2", "add the colon"),
    ("not-utf8", _W, "robots.txt is not UTF-8", "RFC 9309 section 2.3", "save as UTF-8"),
    ("not-robots-txt", _W, "an HTML page in place of robots.txt", "RFC 9309 section 2.3", "serve text, or 404"),
    ("content-type", _I, "robots.txt is not served as text/plain", "RFC 9309 section 2.3", "serve text/plain"),
    ("truncated", _W, "longer than 500 KiB; the rest was not read", "RFC 9309 section 2.5", "shorten robots.txt"),
    ("undeclared-gzip", _W, "compressed, and no header says so", "RFC 9110 section 8.4", "send Content-Encoding: gzip"),
    ("rule-ignored", _W, "a rule that can match nothing, or stands before any user-agent", "RFC 9309 section 2.2", "start it with / and put it into a group"),
    ("bad-delay", _W, "a Crawl-delay that is no number of seconds", "Crawl-delay, de facto", "write seconds, with a point"),
    ("several-delays", _W, "several Crawl-delays for one agent; the largest holds", "Crawl-delay, de facto", "keep one"),
    ("bad-rate", _W, "a Request-rate that cannot be read", "Request-rate, de facto", "write pages/seconds"),
    ("delay-over-budget", _W, "a Crawl-delay above --max-delay: the host was left", "arpent: manners", "raise --max-delay"),
    ("relative-sitemap", _W, "a relative Sitemap value; resolved", "sitemaps.org: robots.txt", "write it with scheme and host"),
    ("bad-sitemap", _W, "a Sitemap value that is no address", "sitemaps.org: robots.txt", "one address a line"),
    ("sitemap-is-robots", _W, "robots.txt announces itself as a sitemap; left out", "sitemaps.org: robots.txt", "announce the sitemap"),
    ("refused-address", _W, "an address that content may not lead to", "arpent: safety", "use public addresses"),
    ("refused-scheme", _W, "neither http nor https", "arpent: safety", "use http or https"),
    ("robots-unreachable", _E, "robots.txt could not be read, so nothing may be asked", "RFC 9309 section 2.3.1.4", "serve robots.txt, or 404"),
    ("robots-redirects", _W, "robots.txt redirects too often; read as absent", "RFC 9309 section 2.3.1.2", "serve it directly"),
    ("bad-signal", _W, "a reservation signal that cannot be read", "Content Signals; IETF AIPREF", "mend the line"),
    ("unknown-signal", _W, "a key that the vocabulary does not know", "Content Signals; IETF AIPREF", "use the keys of the vocabulary"),
    ("agent-not-named", _W, "a whole User-Agent header on a user-agent line; it names its first product only", "RFC 9309 section 2.2.1", "write the product token alone"),
    ("stale-robots", _W, "robots.txt could not be read; the rules read before still hold", "RFC 9309 section 2.4", "serve robots.txt, or 404"),
    ("signals-over-limit", _W, "more reservation signals than are reported", "arpent: limits", "say it once"),
)  # fmt: skip

RULES: Final[dict[str, Rule]] = {row[0]: Rule(*row) for row in _TABLE}

MARKS: Final[tuple[str, ...]] = (
    # Rules that may hold for one entry; the position is the bit in `Entries.marks`.
    "loc-relative",
    "loc-whitespace",
    "loc-not-encoded",
    "loc-bad-percent",
    "loc-double-escaped",
    "loc-bad-bytes",
    "loc-control-char",
    "loc-too-long",
    "loc-scheme",
    "loc-invalid",
    "loc-userinfo",
    "loc-several",
    "loc-bare-text",
    "host-mismatch",
    "scheme-mismatch",
    "path-out-of-scope",
    "robots-disallowed",
    "lastmod-format",
    "lastmod-ambiguous",
    "lastmod-impossible",
    "lastmod-no-zone",
    "lastmod-future",
    "lastmod-empty",
    "lastmod-coarse",
    "lastmod-several",
    "xml-html-entity",
    "xml-bare-ampersand",
    "xml-mixed-roots",
)
"""Names of the marks of an entry; bit i of `Entries.marks` stands for `MARKS[i]`."""
