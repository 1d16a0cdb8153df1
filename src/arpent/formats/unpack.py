"""Files that are compressed themselves: gzip under any name, in up to three layers.

Knows gzip by its first bytes, and what a name promises. Knows no header and no format.
The one idea: each layer is a lazy generator over the one outside it, decided when its
first bytes come out, so nested bombs stop at the limit like any other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from types import ModuleType
from typing import Final
from urllib.parse import urlsplit

from arpent.formats.inflate import (
    ENGINE,
    GZIP_MAGIC,
    Inflate,
    Sink,
    flaw_of,
    starts_gzip,
)
from arpent.terms.findings import Finding, finding

__all__ = ["Unpacked", "unpack"]

FEED_BYTES: Final = 1 << 20
ZIP_MAGIC: Final = b"PK\x03\x04"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """A file without its own compression.

    Attributes:
        complete: False when something is known to be missing.
        layers: How many layers of gzip were taken off.
    """

    body: bytes
    complete: bool = True
    findings: tuple[Finding, ...] = ()
    layers: int = 0


class _Peeler:
    """Takes gzip off gzip; remembers how many layers, and what was wrong with them."""

    def __init__(self, limit_bytes: int, layers: int, engine: ModuleType) -> None:
        self.depth = 0
        self.complete = True
        self.findings: dict[str, Finding] = {}
        self._limit_bytes = limit_bytes
        self._most = layers
        self._engine = engine

    def peel(self, source: Iterator[bytes]) -> Iterator[bytes]:
        """Yield what is inside all layers."""
        head = b""
        for piece in source:
            head += piece
            if len(head) >= len(GZIP_MAGIC):
                break
        whole = chain((head,), source)
        if not starts_gzip(head):
            yield from whole
        elif self.depth == self._most:
            self.note("gzip-too-many-layers", f"more than {self._most} layers of gzip")
            self.complete = False
            yield from whole
        else:
            self.depth += 1
            yield from self.peel(self._gunzip(whole))

    def note(self, rule: str, message: str, *, url: str = "") -> None:
        """Remember a finding, once a rule."""
        self.findings.setdefault(rule, finding(rule, message, url=url or None))

    def _gunzip(self, source: Iterator[bytes]) -> Iterator[bytes]:
        inflate = Inflate(engine=self._engine)
        given = 0
        for piece in source:
            for step in inflate.steps(piece):
                yield step
                given += len(step)
                if given > self._limit_bytes:
                    self.over_limit()
                    return
        rule, message = flaw_of(inflate, "gzip")
        if rule:
            self.note(rule, message)
            self.complete &= rule == "gzip-trailing-bytes"

    def over_limit(self) -> None:
        """Remember that the limit was passed."""
        self.note("file-over-limit", f"more than {self._limit_bytes:,} bytes")
        self.complete = False


def unpack(
    body: bytes,
    *,
    limit_bytes: int,
    layers: int = 3,
    url: str = "",
    engine: ModuleType = ENGINE,
) -> Unpacked:
    """Take the compression off a file, decided by its first bytes, never its name.

    Args:
        body: The file, free of content codings.
        limit_bytes: Most bytes to give; a bomb stops there.
        layers: Most layers of gzip to take off.
        url: Where it was served; its name is compared with what the bytes say.
        engine: `zlib`, or a module with the same interface.

    Returns:
        All that could be decompressed, with what was wrong. Never raises on content.

    Source: RFC 1952; sitemaps.org FAQ (gzip is allowed, zip is not).
    """
    peeler = _Peeler(limit_bytes, layers, engine)
    if starts_gzip(body) or len(body) > limit_bytes:
        view = memoryview(body)
        said = int.from_bytes(body[-4:], "little")  # ISIZE; whether it is true is seen
        sink = Sink(limit_bytes, expected_bytes=said)
        starts = range(0, len(body), FEED_BYTES)
        sink.take(peeler.peel(bytes(view[at : at + FEED_BYTES]) for at in starts))
        if sink.full:
            peeler.over_limit()
        result = sink.value()
    else:
        result = body
    if result.startswith(ZIP_MAGIC):
        peeler.note("zip-not-allowed", "")
    if peeler.depth > 1:
        peeler.note("gzip-double", f"{peeler.depth} layers of gzip")
    if url and body and _named_gzip(url) != bool(peeler.depth):
        peeler.note("gzip-name-mismatch", _mismatch(bool(peeler.depth)), url=url)
    return Unpacked(
        body=result,
        complete=peeler.complete,
        findings=tuple(peeler.findings.values()),
        layers=peeler.depth,
    )


def _mismatch(packed: bool) -> str:  # noqa: FBT001 -- one of two sentences
    return "gzip, and not named .gz" if packed else "named .gz, and not gzip"


def _named_gzip(url: str) -> bool:
    try:
        path = urlsplit(url).path
    except ValueError:
        path = url
    return path.lower().endswith((".gz", ".gzip", ".tgz"))
