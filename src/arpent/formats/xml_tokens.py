"""Tags, text and references of XML that may be broken: the lowest layer of reading it.

Knows what a tag, a comment, CDATA, a DOCTYPE and a reference look like in UTF-8 bytes.
Knows no sitemap and no feed, and builds no tree.

Its one idea: whatever is no markup is text. So nothing can fail, each byte is looked at
a bounded number of times, and what a document says does not depend on what follows it.
No entity declaration is ever expanded: a reference to one stays as it is written.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Final, Generic, TypeVar

from arpent.formats.alerts import Alerts
from arpent.terms.entries import mark_bits

__all__ = [
    "BARE_BIT",
    "CLOSE",
    "HTML_BIT",
    "OPEN",
    "TEXT",
    "Open",
    "OpenTags",
    "Scanner",
    "attributes",
    "doctype_end",
]

OPEN: Final = 1
CLOSE: Final = 2
TEXT: Final = 3

TAGS: Final = 1_500_000
"""Most tags that are taken one by one: of 50 MB of real ones, nearly all are taken in
larger steps by whoever reads."""

HTML_BIT: Final = mark_bits("xml-html-entity")
BARE_BIT: Final = mark_bits("xml-bare-ampersand")

# Atomic groups: no byte of a tag is looked at more than three times.
_TOKEN: Final = re.compile(
    rb"""<(?:
        (?P<open>[A-Za-z_:\x80-\xff][^\s<>/="']*+)
        (?P<attributes>(?>[^<>"']+|"[^"<]*"|'[^'<]*'|["'])*+)>
      | /(?P<close>[A-Za-z_:\x80-\xff][^\s<>/]*+)[^<>]*+>
      | (?P<mark>!--|!\[CDATA\[|\?|!(?i:doctype)\b)
    )""",
    re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(
    rb"""([^\s<>/="']++)\s*+=\s*+(?:"([^"<]*)"|'([^'<]*)'|([^\s<>"']+))"""
)
_REFERENCE: Final = re.compile(
    rb"&(?:#([0-9]{1,12});|#[xX]([0-9a-fA-F]{1,12});|([A-Za-z_][A-Za-z0-9_.-]{0,63});)?"
)
_ENTITY: Final = re.compile(rb"<!ENTITY\s+(?:%\s+)?([^\s<>\"'%&;]{1,256})")
_NOT_BLANK: Final = re.compile(rb"\S")
_PREDEFINED: Final = {
    b"amp": b"&",
    b"lt": b"<",
    b"gt": b">",
    b"quot": b'"',
    b"apos": b"'",
}
RESOLVED_BYTES: Final = 1 << 20
"""A longer piece of text keeps its references: nothing of that length is used."""
ATTRIBUTE_BYTES: Final = 1 << 16
"""What is looked at of the attributes of one tag."""
_LAST_CODE: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)

Payload = TypeVar("Payload")


def attributes(raw: bytes) -> dict[bytes, bytes]:
    """Return the attributes of a tag as written, names in lower case; first wins."""
    found: dict[bytes, bytes] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(raw[:ATTRIBUTE_BYTES]):
        found.setdefault(name.lower(), double or single or bare)
    return found


def doctype_end(body: bytes, start: int) -> int:
    """Return where a DOCTYPE that starts here ends; -1 when it does not."""
    close = body.find(b">", start)
    inner = body.find(b"[", start, None if close == -1 else close)
    if inner == -1:
        return close + 1 if close != -1 else -1
    end = body.find(b"]", inner)
    # A bracket in a quoted value does not end the subset; what follows it does tell.
    while end != -1 and not body[end + 1 : end + 64].lstrip().startswith(b">"):
        end = body.find(b"]", end + 1)
    return body.index(b">", end) + 1 if end != -1 else -1


@dataclass(slots=True)
class Open(Generic[Payload]):
    """An element that is open."""

    name: bytes
    payload: Payload


class OpenTags(Generic[Payload]):
    """The elements that are open, to a depth; closing never costs more than opening.

    Args:
        depth: Most elements to remember; deeper ones are only counted.
    """

    def __init__(self, depth: int) -> None:
        self.items: list[Open[Payload]] = []
        self.deeper = 0
        self._depth = depth
        self._names: Counter[bytes] = Counter()

    def push(self, name: bytes, payload: Payload) -> bool:
        """Open an element; return False when it is too deep to be remembered."""
        if self.deeper or len(self.items) >= self._depth:
            self.deeper += 1
            return False
        self.items.append(Open(name, payload))
        self._names[name] += 1
        return True

    def pop(self) -> Open[Payload]:
        """Close the innermost element that is remembered."""
        self.deeper = 0
        item = self.items.pop()
        self._names[item.name] -= 1
        return item

    @property
    def full(self) -> bool:
        """Say whether the next element would be too deep."""
        return len(self.items) >= self._depth

    def holds(self, name: bytes) -> bool:
        """Say whether an element of this name is open and remembered."""
        return self._names[name] > 0

    def leave_deeper(self, name: bytes) -> bool:
        """Close an element too deep to be remembered, if that is what closes."""
        if self.deeper and not self.holds(name):
            self.deeper -= 1
            return True
        return False


@dataclass(slots=True)
class Scanner:
    """Gives the tokens of a document one by one, from `at` on.

    Attributes:
        body: UTF-8, or nearly so.
        at: Where the next token starts; whoever reads may move it forward.
        start: Where the last tag started.
        bits: Marks of the text given since they were last set to zero.
        cut: What was not closed at the end of the document, empty when all was.
        declared: Names of the entities that the DOCTYPE declares.
    """

    body: bytes
    alerts: Alerts
    at: int = 0
    start: int = 0
    bits: int = 0
    cut: str = ""
    declared: set[bytes] = field(default_factory=set)

    def tokens(self) -> Iterator[tuple[int, bytes, bytes | None]]:
        """Yield (OPEN, name, attributes), (CLOSE, name, None), (TEXT, text, None).

        Names are in lower case, attributes raw; a self-closing tag's end with "/".
        Text has its references resolved; it comes in pieces.
        """
        body, search = self.body, _TOKEN.search
        for _ in range(TAGS):
            found = search(body, self.at)
            if found is None:
                if self.at < len(body):
                    yield TEXT, self._text(self.at, len(body)), None
                self.at = len(body)
                return
            start = found.start()
            if start > self.at:
                yield TEXT, self._text(self.at, start), None
            self.start, self.at = start, found.end()
            name, raw, close, mark = found.groups()
            if name is not None:
                yield OPEN, name.lower(), raw
            elif close is not None:
                yield CLOSE, close.lower(), None
            else:
                yield from self._mark(mark, start)
                if self.cut:
                    return
        self.cut = f"more than {TAGS:,} tags"

    def _text(self, start: int, end: int) -> bytes:
        raw = self._piece(start, end)
        return self.resolve(raw) if b"&" in raw else raw

    def _piece(self, start: int, end: int) -> bytes:
        """Return a text; of one that is too long to be used, only its beginning."""
        if end - start > RESOLVED_BYTES:
            found = _NOT_BLANK.search(self.body, start, end)
            start = found.start() if found else end - 1
            end = min(end, start + RESOLVED_BYTES + 1)
        return self.body[start:end]

    def _mark(self, mark: bytes, start: int) -> Iterator[tuple[int, bytes, None]]:
        """Step over a comment, an instruction or a DOCTYPE; yield what is in CDATA."""
        body = self.body
        if mark == b"![CDATA[":
            end = body.find(b"]]>", self.at)
            if end == -1:
                self.cut = "a CDATA section that does not end"
                return
            text = self._piece(self.at, end)
            self.at = end + 3
            yield TEXT, text, None
            return
        if mark == b"!--":
            end, word = body.find(b"-->", self.at), "a comment"
            self.at = end + 3
        elif mark == b"?":
            end, word = body.find(b"?>", self.at), "an instruction"
            self.at = end + 2
        else:
            end, word = doctype_end(body, start), "a DOCTYPE"
            self._doctype(start, end)
            self.at = end
        if end == -1:
            self.at = len(body)
            self.cut = f"{word} that does not end"

    def _doctype(self, start: int, end: int) -> None:
        self.alerts.note("xml-doctype", byte=start)
        subset = self.body[start : end if end != -1 else start + 65_536]
        names = _ENTITY.findall(subset)
        if names:
            self.declared.update(names)
            self.alerts.note("xml-entity-declared", byte=start, count=len(names))

    def resolve(self, raw: bytes) -> bytes:
        """Return a text with its references replaced; set the bits of what is wrong."""
        if len(raw) > RESOLVED_BYTES:
            return raw
        return _REFERENCE.sub(self._character, raw)

    def _character(self, found: re.Match[bytes]) -> bytes:
        decimal, hexadecimal, name = found.groups()
        if name is not None:
            known = _PREDEFINED.get(name)
            return known if known is not None else self._named(name)
        if decimal is None and hexadecimal is None:
            self.bits |= BARE_BIT
            return b"&"
        code = int(decimal) if decimal else int(hexadecimal, 16)
        if code > _LAST_CODE or code in _SURROGATES:
            self.bits |= BARE_BIT
            return found.group()
        return chr(code).encode()

    def _named(self, name: bytes) -> bytes:
        character = html5.get(f"{name.decode('ascii')};")
        if character is None or name in self.declared:
            if name not in self.declared:
                self.bits |= BARE_BIT
            return b"&" + name + b";"
        self.bits |= HTML_BIT
        return character.encode()
