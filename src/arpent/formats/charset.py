"""From bytes to text: which encoding a document is really written in.

Knows byte order marks, XML declarations, charset parameters, and what bytes look like
in each encoding. Knows nothing of documents. Its one idea: a claim is believed only
when the bytes fit it, so the bytes win over a claim that lies.

The order, first match wins:

1. a byte order mark;
2. zero bytes among the first four, which only UTF-16 and UTF-32 have;
3. a declared 7-bit encoding with escapes (ISO-2022), when its escapes are there;
4. UTF-8, when all bytes are UTF-8 (hardly any other text is, by chance);
5. the declaration, when it names an encoding that allows all bytes;
6. the charset of the header, likewise;
7. UTF-8; what is not of it becomes U+FFFD.

From 5 on, a text of which most is UTF-8 all the same goes straight to 7.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arpent.terms.findings import Finding, finding

__all__ = ["Text", "declared_encoding", "decode_text"]

PIECE_BYTES: Final = 1 << 20
"""What is decoded at a time where only a question is asked."""
_BOMS: Final = (
    # UTF-32 first: its little-endian mark starts with that of UTF-16.
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\xff\xfe", "utf-16-le"),
)

_SHAPES: Final = (
    # XML 1.0 appendix F, for any first characters of ASCII: a letter is 1, a zero is 0.
    ((0, 0, 0, 1), "utf-32-be"),
    ((1, 0, 0, 0), "utf-32-le"),
    ((0, 1, 0, 1), "utf-16-be"),
    ((1, 0, 1, 0), "utf-16-le"),
)

_DECLARATION: Final = re.compile(
    rb"""\s{0,256}<\?xml\s[^>]{0,256}?encoding\s{0,16}=\s{0,16}["']([^"'<>]{1,64})["']"""
)

_BY_NAME: Final[dict[str, str]] = {
    # A label in lower case, letters and digits only, and Python's name for it. A table,
    # because Python's own list also holds codecs that are no encodings of text.
    **{f"iso8859{n}": f"iso8859-{n}" for n in range(1, 17) if n != 12},  # noqa: PLR2004
    **{f"windows{n}": f"cp{n}" for n in range(1250, 1259)},
    **{f"cp{n}": f"cp{n}" for n in range(1250, 1259)},
    **{f"latin{n}": f"iso8859-{n}" for n in range(1, 5)},
    "latin9": "iso8859-15",
    "ascii": "ascii",
    "usascii": "ascii",
    "ansix341968": "ascii",
    "utf8": "utf-8",
    "unicode11utf8": "utf-8",
    "utf16": "utf-16",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "ucs2": "utf-16",
    "unicode": "utf-16",
    "utf32": "utf-32",
    "utf32le": "utf-32-le",
    "utf32be": "utf-32-be",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "ibm866": "cp866",
    "cp866": "cp866",
    "macintosh": "mac-roman",
    "macroman": "mac-roman",
    "tis620": "cp874",
    "windows874": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "windows31j": "cp932",
    "cp932": "cp932",
    "eucjp": "euc_jp",
    "iso2022jp": "iso2022_jp",
    "iso2022kr": "iso2022_kr",
    "euckr": "cp949",
    "ksc56011987": "cp949",
    "cp949": "cp949",
}

_ESCAPED: Final = frozenset({"iso2022_jp", "iso2022_kr"})
_REPLACED: Final = "\ufffd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text, and how it was read.

    Attributes:
        encoding: What the bytes turned out to be (Python's name).
        bad: True when some bytes were not of it and became U+FFFD.
    """

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()
    bad: bool = False


def declared_encoding(body: bytes) -> str | None:
    """Return the encoding that an XML declaration names (XML 1.0 section 4.3.3)."""
    head = body[:1024]
    marked = next((known for known in _BOMS if head.startswith(known[0])), None)
    mark, encoding = marked or (b"", _shape(head) or "ascii")
    head = head.removeprefix(mark).decode(encoding, "ignore").encode("ascii", "ignore")
    match = _DECLARATION.match(head)
    return match.group(1).decode("ascii", "replace").strip() if match else None


def decode_text(
    body: bytes, *, declared: str | None, header_charset: str | None
) -> Text:
    """Return the text that bytes were meant to be.

    Args:
        body: The document, free of compression.
        declared: What its XML declaration names (see `declared_encoding`), or None.
        header_charset: The charset parameter of Content-Type, or None.

    Returns:
        The text without its byte order mark. Findings: xml-not-utf8, xml-encoding-lie,
        xml-bad-bytes. Never raises on content; the module says in which order claims
        are believed.
    """
    named = _known(declared)
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _read(body[len(mark) :], encoding, declared)
    shape = _shape(body)
    if shape:
        return _read(body, shape, declared)
    if named in _ESCAPED and b"\x1b" in body and _fits(body, named):
        return _read(body, named, declared)
    if not body.isascii() and not _fits(body, "utf-8") and not _mostly_utf8(body):
        for candidate in _candidates(body, named, _known(header_charset)):
            if _fits(body, candidate):
                return _read(body, candidate, declared)
    return _read(body, "utf-8", declared)


def _known(label: str | None) -> str | None:
    """Return Python's name of an encoding of text, None when there is none."""
    return _BY_NAME.get(re.sub(r"[^a-z0-9]", "", (label or "")[:64].lower()))


def _candidates(body: bytes, *names: str | None) -> Iterator[str]:
    """Yield the encodings that claims stand for, those of 8 bits only."""
    for name in names:
        if name is None or name.startswith("utf-") or name == "ascii":
            continue
        # What calls itself latin-1 is often windows-1252, which has signs there.
        if name == "iso8859-1" and any(0x80 <= byte < 0xA0 for byte in set(body)):  # noqa: PLR2004
            yield "cp1252"
        yield name


def _shape(body: bytes) -> str | None:
    """Return the encoding that zero bytes among the first four show."""
    zeros = tuple(min(byte, 1) for byte in body[:4])
    return next((name for shape, name in _SHAPES if shape == zeros), None)


def _fits(body: bytes, encoding: str) -> bool:
    try:
        for _ in _pieces(body, encoding, "strict"):
            pass
    except UnicodeDecodeError:
        return False
    return True


def _pieces(body: bytes, encoding: str, errors: str) -> Iterator[str]:
    """Decode step by step: a whole text may need four times the memory of its bytes."""
    decoder = getincrementaldecoder(encoding)(errors)
    view = memoryview(body)
    for at in range(0, len(body), PIECE_BYTES):
        yield decoder.decode(view[at : at + PIECE_BYTES])
    yield decoder.decode(b"", final=True)


def _mostly_utf8(body: bytes) -> bool:
    """Say whether more characters are UTF-8 than bytes are not."""
    balance = 0
    for text in _pieces(body, "utf-8", "replace"):
        # 1, 2 or 3 for each that is not ASCII; 2 for each that replaces a byte
        size = len(text.encode("utf-8")) - len(text)
        balance += size - 4 * text.count(_REPLACED)
    return balance > 0


def _read(body: bytes, encoding: str, declared: str | None) -> Text:
    """Decode, and say what was wrong."""
    findings = []
    bad = False
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as problem:
        bad = True
        text = body.decode(encoding, "replace")
        count = max(1, text.count(_REPLACED))
        findings.append(
            finding("xml-bad-bytes", "", byte=problem.start, count=count),
        )
    if encoding != "utf-8":
        findings.insert(0, finding("xml-not-utf8", f"written in {encoding}"))
    if declared and not _agrees(_known(declared), encoding, body):
        message = f"declared {declared[:40]!r}, written in {encoding}"
        findings.insert(0, finding("xml-encoding-lie", message))
    return Text(text=text, encoding=encoding, findings=tuple(findings), bad=bad)


def _agrees(named: str | None, encoding: str, body: bytes) -> bool:
    if named is None:
        return False
    if named in {"utf-16", "utf-32"}:
        return encoding.startswith(named)
    if named == "iso8859-1" and encoding == "cp1252":
        return True
    wide = named.startswith(("utf-16", "utf-32"))
    return named == encoding or (encoding == "utf-8" and not wide and body.isascii())
