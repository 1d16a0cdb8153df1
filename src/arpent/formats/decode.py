"""From bytes as they travelled to bytes as they were meant, under one cap.

Knows Content-Encoding, and is the door to its two neighbours: files that are compressed
themselves (`unpack`) and encodings of text (`charset`). Knows no network and no format.

The one idea: codings are chained lazily, and the last one is a buffer with a limit, so
that whatever is nested in whatever, memory is the limit and one step a coding.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from arpent.formats.charset import Text, declared_encoding, decode_text
from arpent.formats.codings import Brotli, Zstd, brotli, starts_zstd, zstandard
from arpent.formats.inflate import (
    ENGINE,
    RAW_WINDOW,
    ZLIB_WINDOW,
    Decompressor,
    Inflate,
    Sink,
    flaw_of,
    starts_gzip,
    starts_zlib,
)
from arpent.formats.unpack import Unpacked, unpack
from arpent.terms.exchange import Fault
from arpent.terms.findings import Finding, finding

__all__ = [
    "ACCEPT_ENCODING",
    "ContentDecoder",
    "Decoded",
    "Text",
    "Unpacked",
    "declared_encoding",
    "decode_text",
    "unpack",
]

ACCEPT_ENCODING: Final[str] = ", ".join(
    name
    for name, here in (
        ("gzip", True),
        ("deflate", True),
        ("br", brotli is not None),
        ("zstd", zstandard is not None),
    )
    if here
)
"""Value of Accept-Encoding: what can be decoded here, and nothing else."""

CODINGS: Final = 3
"""Most codings in one Content-Encoding."""
HEAD_BYTES: Final = 16
"""Bytes that are seen before it is decided whether a coding is a lie."""
SLACK_BYTES: Final = 65_536
"""Compressed input may exceed the limit of the output by this much, never more."""

_ALIASES: Final = {"x-gzip": "gzip", "gzip": "gzip", "deflate": "deflate"} | {
    name: name
    for name, here in (("br", brotli is not None), ("zstd", zstandard is not None))
    if here
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A body without its content codings.

    Attributes:
        body: At most the limit; what came before the fault, if there is one.
        fault: TOO_LARGE (limit reached), ENCODING (unknown coding: the body is as
            received; or damaged data), PROTOCOL (the data ends early), or None.
        detail: What the fault is, for a person.
    """

    body: bytes
    fault: Fault | None = None
    detail: str = ""
    findings: tuple[Finding, ...] = ()


class _Layer:
    """One content coding; its decompressor is chosen when the first bytes are seen."""

    def __init__(self, name: str, engine: ModuleType) -> None:
        self.name = name
        self.lies = False
        self.given = 0
        self.decompressor: Decompressor | None = None
        self._engine = engine
        self._head = b""

    def steps(self, data: bytes) -> Iterator[bytes]:
        """Yield what these bytes decode to, in bounded steps."""
        if self.decompressor is None and not self.lies:
            self._head += data
            if len(self._head) < HEAD_BYTES:
                return
            data = self._choose()
        yield from self._decode(data)

    def end(self) -> Iterator[bytes]:
        """Yield what waited for more bytes than came."""
        if self._head:
            yield from self._decode(self._choose())

    def _decode(self, data: bytes) -> Iterator[bytes]:
        pieces = iter((data,))
        if self.decompressor is not None:
            pieces = self.decompressor.steps(data)
        for piece in pieces:
            self.given += len(piece)
            yield piece

    def _choose(self) -> bytes:
        head, self._head = self._head, b""
        if self.name == "gzip" and starts_gzip(head):
            self.decompressor = Inflate(engine=self._engine)
        elif self.name == "zstd" and (
            starts_zstd(head) or (len(head) < HEAD_BYTES and not _reads_as_text(head))
        ):
            self.decompressor = Zstd()
        elif self.name == "br" and not (starts_gzip(head) or _reads_as_text(head)):
            self.decompressor = Brotli()
        elif self.name == "deflate" and starts_zlib(head):
            self.decompressor = Inflate(ZLIB_WINDOW, engine=self._engine)
        elif self.name == "deflate" and not (starts_gzip(head) or _reads_as_text(head)):
            self.decompressor = Inflate(RAW_WINDOW, engine=self._engine)
        else:
            self.lies = True
        return head


class ContentDecoder:
    """Takes the content codings off a body while it arrives (RFC 9110 section 8.4).

    A body that plainly is not what its header says passes through as it is: the
    magic number of gzip and zstd is missing, or the first bytes read as text where
    brotli or deflate, which have no magic number, are announced.

    Args:
        codings: Value of Content-Encoding: at most three of gzip, x-gzip, deflate
            (zlib or raw), br, zstd; identity is nothing.
        limit_bytes: Most bytes to give, and to give between two codings.
        engine: `zlib`, or a module with the same interface.
    """

    def __init__(
        self, codings: str, limit_bytes: int, *, engine: ModuleType = ENGINE
    ) -> None:
        names = [part.strip().lower() for part in codings.split(",")]
        names = [name for name in names if name not in {"", "identity"}]
        unknown = [name for name in names if name not in _ALIASES]
        self._refusal = ""
        if unknown:
            self._refusal = f"Content-Encoding {unknown[0][:40]!r} is not known"
        elif len(names) > CODINGS:
            self._refusal = f"{len(names)} codings in Content-Encoding, more than 3"
        known = [] if self._refusal else [_ALIASES[name] for name in names]
        self._layers = [_Layer(name, engine) for name in reversed(known)]
        self._limit_bytes = limit_bytes
        self._received = 0
        self._too_much = False
        self._sink = Sink(limit_bytes)

    @property
    def full(self) -> bool:
        """Say whether the limit was passed: what comes is lost, so stop reading."""
        return self._sink.full or self._too_much

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes of the body."""
        self._received += len(chunk)
        if self._layers and self._received > self._limit_bytes + SLACK_BYTES:
            self._too_much = True
        if not self.full:
            self._sink.take(self._through(0, chunk))

    def finish(self) -> Decoded:
        """Return the body, and what was wrong with it; call it once."""
        for number, layer in enumerate(self._layers):
            if not self.full:
                self._sink.take(self._onwards(number + 1, layer.end()))
        fault, detail, findings = self._judge()
        return Decoded(
            body=self._sink.value(), fault=fault, detail=detail, findings=findings
        )

    def _through(self, number: int, data: bytes) -> Iterator[bytes]:
        """Yield what the layers from this one on make of the bytes."""
        if number == len(self._layers):
            yield data
            return
        yield from self._onwards(number + 1, self._layers[number].steps(data))

    def _onwards(self, number: int, steps: Iterator[bytes]) -> Iterator[bytes]:
        layer = self._layers[number - 1]
        for step in steps:
            yield from self._through(number, step)
            if layer.given > self._limit_bytes:
                self._too_much = True
                return

    def _judge(self) -> tuple[Fault | None, str, tuple[Finding, ...]]:
        if self._refusal:
            refused = finding("encoding-refused", self._refusal)
            return Fault.ENCODING, self._refusal, (refused,)
        fault, detail = None, ""
        findings = []
        if self.full:
            fault = Fault.TOO_LARGE
            detail = f"more than {self._limit_bytes:,} bytes"
        for layer in self._layers:
            rule, message = _flaw(layer, cut=self.full)
            if rule:
                findings.append(finding(rule, message))
            if fault is None and rule in {"gzip-broken", "gzip-cut"}:
                fault = Fault.ENCODING if rule == "gzip-broken" else Fault.PROTOCOL
                detail = message
        return fault, detail, tuple(findings)


def _flaw(layer: _Layer, *, cut: bool) -> tuple[str, str]:
    """Return the rule that a layer broke, and how; `cut`: we stopped reading it."""
    if layer.lies:
        return "encoding-lie", f"announced as {layer.name}, which it is not"
    decompressor = layer.decompressor
    if decompressor is None:
        return "", ""
    if cut and not decompressor.damaged:
        return "", ""
    return flaw_of(decompressor, layer.name)


def _reads_as_text(head: bytes) -> bool:
    """Say whether first bytes are text, which compressed data never look like."""
    sample = head[:64]
    if sample.startswith((b"<\x00", b"\x00<", b"\xff\xfe", b"\xfe\xff")):
        return True  # UTF-16
    try:
        text = sample[: len(sample) - 3].decode() + sample[-3:].decode(errors="ignore")
    except UnicodeDecodeError:
        return False
    return bool(text) and all(c.isprintable() or c in "\t\r\n\ufeff" for c in text)
