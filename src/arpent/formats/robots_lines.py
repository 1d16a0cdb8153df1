"""From the bytes of a robots.txt to its lines: decoding, line ends, names of fields.

Knows encodings, the limit, comments and every accepted spelling of a name. Knows no
group and no rule. The one idea: nothing here can lose more than one line, so a slip of
its author never costs the rules around it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from arpent.formats.inflate import starts_gzip
from arpent.formats.unpack import unpack
from arpent.terms.findings import Finding, finding

__all__ = ["Field", "Line", "Notes", "Script", "read_fields", "read_script"]

BLANKS: Final = " \t"

_BOMS: Final = (
    # UTF-32 first: its little-endian mark starts with that of UTF-16.
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\xff\xfe", "utf-16-le"),
)
_PART_OF_BOM: Final = re.compile(rb"\xef\xbb?(?=[\x00-\x7f])")


class Field(Enum):
    """What a line says; unknown names are no field."""

    AGENT = "user-agent"
    ALLOW = "allow"
    DISALLOW = "disallow"
    SITEMAP = "sitemap"
    DELAY = "crawl-delay"
    RATE = "request-rate"
    SIGNAL = "content-signal"
    USAGE = "content-usage"
    LICENSE = "license"


_SPELLINGS: Final[dict[Field, tuple[str, ...]]] = {
    # Slips that google/robotstxt, Protego or crawler-commons understand as well.
    Field.AGENT: ("useragent", "user agent"),
    Field.DISALLOW: ("dissallow", "dissalow", "disalow", "diasllow", "disallaw"),
    Field.SITEMAP: ("site-map", "sitemaps"),
    Field.DELAY: ("crawldelay", "crawl delay"),
    Field.SIGNAL: ("content-signals",),
}
_NAMES: Final[dict[str, Field]] = {
    **{known.value: known for known in Field},
    **{slip: known for known, slips in _SPELLINGS.items() for slip in slips},
}
_PROPER: Final = frozenset(known.value for known in Field)


class Line(NamedTuple):
    """One line that says something: its number from 1, field, value, and all of it."""

    number: int
    field: Field
    value: str
    text: str
    slip: bool


@dataclass(slots=True)
class Notes:
    """Collects findings: one a rule, with its first line and how often it holds."""

    url: str
    _seen: dict[str, tuple[int | None, str]] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def note(self, rule: str, line: int | None = None, message: str = "") -> None:
        """Remember that a rule of the catalogue holds on a line."""
        if rule in self._counts:
            self._counts[rule] += 1
        else:
            self._counts[rule] = 1
            self._seen[rule] = (line, message)

    def findings(self) -> tuple[Finding, ...]:
        """Return what was noted, in the order of first sight."""
        return tuple(
            finding(rule, message, url=self.url, line=line, count=self._counts[rule])
            for rule, (line, message) in self._seen.items()
        )


class Script(NamedTuple):
    """The text of a robots.txt as lines; `findings` are those of its compression."""

    lines: list[str]
    truncated: bool
    findings: tuple[Finding, ...]


def read_script(
    body: bytes, *, truncated: bool, limit_bytes: int, notes: Notes
) -> Script:
    """Return the lines of a robots.txt; only CR, LF and CRLF end a line.

    Bytes that are not UTF-8 come as lone surrogates, so each stays one octet of its
    own line. A line that the limit cut is dropped.

    Args:
        body: The file, free of content codings.
        truncated: The caller knows that more followed.
        limit_bytes: Most bytes to read, after decompression.
        notes: Where findings go.

    Source: RFC 9309 sections 2.2 (ABNF), 2.3, 2.5.
    """
    findings: tuple[Finding, ...] = ()
    more = body[limit_bytes : limit_bytes + 1]
    if starts_gzip(body):
        unpacked = unpack(body, limit_bytes=limit_bytes)
        body, more = unpacked.body, b""
        notes.note("undeclared-gzip")
        truncated |= any(f.rule == "file-over-limit" for f in unpacked.findings)
        findings = tuple(f for f in unpacked.findings if f.rule != "file-over-limit")
        cut = truncated or not unpacked.complete
    else:
        truncated |= bool(more)
        cut = truncated
    text = _decode(body[:limit_bytes], notes)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if cut and more not in {b"\r", b"\n"}:
        lines.pop()
    if truncated:
        notes.note("truncated", len(lines) or None)
    if text.lstrip().startswith("<"):
        notes.note("not-robots-txt", 1)
    return Script(lines, truncated, findings)


def _decode(body: bytes, notes: Notes) -> str:
    mark, encoding = next((bom for bom in _BOMS if body.startswith(bom[0])), (b"", ""))
    body = body[len(mark) :]
    if not encoding:
        encoding = _shape(body)
        part = _PART_OF_BOM.match(body)
        body = body[part.end() :] if part else body
    if encoding != "utf-8":
        notes.note("not-utf8", 1, f"written in {encoding}")
        return body.decode(encoding, "replace")
    try:
        return body.decode()
    except UnicodeDecodeError as problem:
        before = body[: problem.start].replace(b"\r\n", b"\n")
        line = before.count(b"\n") + before.count(b"\r") + 1
        notes.note("not-utf8", line, f"byte 0x{body[problem.start]:02x} is not UTF-8")
        return body.decode(errors="surrogateescape")


def _shape(body: bytes) -> str:
    """Return the encoding that zero bytes among the first four show."""
    zeros = tuple(byte == 0 for byte in body[:4])
    if zeros == (True, False, True, False):
        return "utf-16-be"
    return "utf-16-le" if zeros == (False, True, False, True) else "utf-8"


def read_fields(lines: list[str], notes: Notes) -> Iterator[Line]:
    """Yield the lines that hold a known field, comments and blanks removed.

    Source: RFC 9309 sections 2.2 (names in any case), 2.2.3 (`#` starts a comment).
    """
    names = _NAMES
    for number, raw in enumerate(lines, 1):
        if not raw:
            continue
        text = raw.partition("#")[0] if "#" in raw else raw
        name, colon, value = text.partition(":")
        known = name.strip(BLANKS).lower() if colon else ""
        found = names.get(known)
        if found is not None:
            slip = known not in _PROPER
            if slip:
                notes.note("typo", number, f"{known!r} is read as {found.value!r}")
            yield Line(number, found, value.strip(BLANKS), text, slip)
        elif " " in text or "\t" in text:
            line = _without_colon(number, text, notes)
            if line is not None:
                yield line


def _without_colon(number: int, text: str, notes: Notes) -> Line | None:
    """Return a line that has a blank in place of its colon, and one word after it."""
    name, _, value = text.strip(BLANKS).replace("\t", " ").partition(" ")
    value = value.strip(BLANKS)
    found = _NAMES.get(name.lower())
    if found is None or not value or " " in value:
        return None
    notes.note("missing-colon", number, f"no colon after {name!r}")
    return Line(number, found, value, text, slip=True)
