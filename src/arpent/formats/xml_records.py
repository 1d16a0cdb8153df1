"""One entry of a sitemap while it is read: what it says, and the rows it becomes.

Knows the fields of an entry and what to make of too many or too few of them. Knows no
tags. Its one idea: whatever is missing or repeated, an address that is there is given,
and one that is not is never made up.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from arpent.formats.alerts import Alerts
from arpent.formats.namespaces import Meaning
from arpent.formats.rows import RowBuilder
from arpent.formats.sitemap_media import Node, extensions_of
from arpent.terms.entries import mark_bits

__all__ = ["FIELDS", "Record"]

FIELDS: Final = {b"loc": 0, b"lastmod": 1, b"changefreq": 2, b"priority": 3}
MEDIA: Final = 20_000
"""Most extension elements of one entry: 1,000 images with all fields have 6,000."""
SHARED: Final = 10
"""Most addresses of one entry that what else it says is given to."""
TEXT_BYTES: Final = 4 * 65_536 + 4
"""A longer date, frequency or priority is cut: more of it is never given."""

SEVERAL_BIT: Final = mark_bits("loc-several")
BARE_TEXT_BIT: Final = mark_bits("loc-bare-text")
MIXED_BIT: Final = mark_bits("xml-mixed-roots")
DATES_BIT: Final = mark_bits("lastmod-several")

_ADDRESS: Final = re.compile(rb"(?:https?:)?//[^\s<>]+|/[^\s<>]*", re.IGNORECASE)


@dataclass(slots=True)
class Record:
    """An entry that is open.

    Attributes:
        name: `url` or `sitemap`.
        start: Where its tag starts.
        text: What stands in it outside of any element.
        nodes: Its extension elements.
    """

    name: bytes
    start: int
    locs: list[bytes] = field(default_factory=list)
    fields: list[bytes | None] = field(default_factory=lambda: [None] * 4)
    bits: int = 0
    text: list[bytes] = field(default_factory=list)
    text_bits: int = 0
    nodes: list[Node] = field(default_factory=list)
    media: int = 0

    def holds(self, local: bytes) -> bool:
        """Say whether a field that may stand once is there; a loc may be repeated."""
        return self.fields[FIELDS[local]] is not None

    def field(self, local: bytes, value: bytes, bits: int) -> None:
        """Take a field; `bits` are the marks of its text."""
        number = FIELDS[local]
        if number == 0:
            self.locs.append(value)
            self.bits |= bits
        elif self.fields[number] is None:
            self.fields[number] = _shorter(value)
        elif local == b"lastmod":
            self.bits |= DATES_BIT

    def keep(self, place: list[Node], meaning: Meaning, raw: bytes) -> Node | None:
        """Keep an element of an extension; None when the entry has too many."""
        self.media += 1
        if self.media > MEDIA:
            return None
        node = Node.of(meaning, raw)
        place.append(node)
        return node

    def give(self, builder: RowBuilder, own: bytes, alerts: Alerts) -> None:
        """Give its rows, one a loc; `own` is the name of the document's own entries."""
        bits, locs = self.bits, self.locs
        if self.name != own:
            bits |= MIXED_BIT
        written = sum(bool(loc.strip()) for loc in locs)
        if written > 1:
            bits |= SEVERAL_BIT
        elif written == 0:
            bare = b"".join(self.text).strip()
            if _ADDRESS.fullmatch(bare):
                locs, bits = [bare], bits | BARE_TEXT_BIT | self.text_bits
            elif not locs:
                alerts.note("loc-missing", byte=self.start)
        if self.media > MEDIA:
            message = f"more than {MEDIA:,} elements of extensions in one entry"
            alerts.note("media-incomplete", message, byte=self.start)
        more = extensions_of(self.nodes, alerts) if self.nodes else None
        for loc in locs[:SHARED]:
            builder.add((loc, *self.fields[1:]), bits=bits, extensions=more)
        for loc in locs[SHARED:]:
            builder.add((loc, None, None, None), bits=bits)


def _shorter(value: bytes) -> bytes:
    if len(value) <= TEXT_BYTES:
        return value
    return value.strip()[:TEXT_BYTES].decode("utf-8", "ignore").encode()
