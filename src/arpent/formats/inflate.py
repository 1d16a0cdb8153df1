"""Gzip and deflate, decompressed never more than one step at a time.

Knows how gzip, zlib and raw deflate end, break, or are followed by something else.
Knows no header, no URL and no limit: whoever takes the steps stops when enough has
come, and nothing more is decompressed.

The one idea: every decompressor is an object whose `steps(data)` is a lazy generator
of pieces of bounded size, so that a bomb costs one step past the limit, never more.
"""

import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import Final, Protocol

ENGINE: ModuleType = zlib
with suppress(ImportError):
    ENGINE = import_module("zlib_ng.zlib_ng")

__all__ = [
    "ENGINE",
    "GZIP_MAGIC",
    "GZIP_WINDOW",
    "MEMBERS",
    "RAW_WINDOW",
    "STEP_BYTES",
    "ZLIB_WINDOW",
    "Decompressor",
    "Inflate",
    "Sink",
    "flaw_of",
    "starts_gzip",
    "starts_zlib",
]

GZIP_MAGIC: Final = b"\x1f\x8b\x08"

GZIP_WINDOW: Final = 31
ZLIB_WINDOW: Final = 15
RAW_WINDOW: Final = -15

STEP_BYTES: Final = 1 << 20
"""Most bytes that one step gives."""
PIECE_BYTES: Final = 1 << 16
"""Input of one call: what is left over is copied by the library, so it stays small."""
FIRST_PIECE_BYTES: Final = 1 << 12
LARGE_BYTES: Final = 4 << 20
"""From here on a buffer gets all its room at once."""
MEMBERS: Final = 100_000
"""Most gzip members, and half of the most zstd blocks: each costs a microsecond."""


class Decompressor(Protocol):
    """What all decompressors can do.

    Attributes:
        damaged: What is wrong with the data, empty while nothing is.
        trailing: Bytes after the end of the compressed data, passed over.
    """

    damaged: str
    trailing: int

    def steps(self, data: bytes | memoryview) -> Iterator[bytes]:
        """Yield what these bytes decompress to, in bounded steps."""
        ...

    def ends_whole(self) -> bool:
        """Say whether the data may end here; call it once, after the last byte."""
        ...


class _Stream(Protocol):
    """What the libraries call a decompression object."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def unconsumed_tail(self) -> bytes: ...
    def copy(self) -> "_Stream": ...
    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes: ...


def starts_zlib(head: bytes) -> bool:
    """Say whether bytes start with a zlib header (RFC 1950 section 2.2)."""
    first, second, *_ = *head[:2], 0, 0
    deflate, small_window = first & 15 == 8, first >> 4 <= 7  # noqa: PLR2004 -- as there
    return deflate and small_window and (first << 8 | second) % 31 == 0


def starts_gzip(head: bytes) -> bool:
    """Say whether bytes start gzip, or are too few to deny it."""
    start = head[: len(GZIP_MAGIC)]
    return len(start) > 1 and GZIP_MAGIC.startswith(start)


class Sink:
    """A buffer that takes no more than its limit; `full` once more was offered.

    A large one gets all its room in one piece, of which only what is written to costs
    memory: growing step by step would leave a hole of each size it had.

    Args:
        limit_bytes: Most bytes to take.
        expected_bytes: How many are said to come. Room for just as many is room that
            the allocator may have at hand; should more come, room is made for all.
    """

    def __init__(self, limit_bytes: int, *, expected_bytes: int = 0) -> None:
        self.full = False
        self._limit_bytes = limit_bytes
        self._room_bytes = min(expected_bytes, limit_bytes)
        self._size = 0
        self._large = False
        self._buffer = BytesIO()

    def take(self, pieces: Iterator[bytes]) -> None:
        """Write pieces until there are no more, or no more room."""
        for piece in pieces:
            room = self._limit_bytes - self._size
            if len(piece) > room:
                self._write(memoryview(piece)[:room])
                self.full = True
                return
            self._write(piece)

    def value(self) -> bytes:
        """Return what was written, without a copy."""
        self._buffer.truncate(self._size)
        return self._buffer.getvalue()

    def _write(self, piece: bytes | memoryview) -> None:
        self._size += len(piece)
        enough = self._large and self._size <= self._room_bytes
        if self._size > LARGE_BYTES and not enough:
            self._large = True
            if self._size > self._room_bytes:
                self._room_bytes = self._limit_bytes
            large = BytesIO(bytes(self._room_bytes))
            large.write(self._buffer.getbuffer())
            self._buffer = large
        self._buffer.write(piece)


class Inflate:
    """Gzip with all its members, or one zlib or raw deflate stream.

    Args:
        window: `GZIP_WINDOW`, `ZLIB_WINDOW` or `RAW_WINDOW`.
        engine: `zlib`, or a module with the same interface.
    """

    def __init__(
        self, window: int = GZIP_WINDOW, *, engine: ModuleType = ENGINE
    ) -> None:
        self.damaged = ""
        self.trailing = 0
        self._engine = engine
        self._window = window
        self._stream: _Stream | None = None
        self._members = 0
        self._piece = FIRST_PIECE_BYTES
        self._held = b""

    def steps(self, data: bytes | memoryview) -> Iterator[bytes]:
        """Yield what these bytes decompress to, at most `STEP_BYTES` at a time."""
        pending = memoryview(self._held + bytes(data) if self._held else data)
        self._held = b""
        while pending and not self.damaged:
            stream = self._stream or self._begin(pending)
            if stream is None:
                return
            piece = pending[: self._piece]
            self._piece = min(self._piece * 4, PIECE_BYTES)
            unused = yield from self._inflate(stream, piece)
            pending = pending[len(piece) - unused :]

    def ends_whole(self) -> bool:
        """Say whether the last stream came to its end."""
        self.trailing += len(self._held)
        self._held = b""
        return self._members > 0 and self._stream is None and not self.damaged

    def _begin(self, pending: memoryview) -> _Stream | None:
        """Begin a stream where one may begin; else hold or pass over the bytes."""
        if self._members and self._window == GZIP_WINDOW:
            start = bytes(pending[:2])
            if self.trailing == 0 and start == GZIP_MAGIC[:1]:
                self._held = start
                return None
            another = self.trailing == 0 and start == GZIP_MAGIC[:2]
        else:
            another = self._members == 0
        if not another:
            self.trailing += len(pending)
            return None
        if self._members >= MEMBERS:
            self.damaged = f"more than {MEMBERS:,} gzip members"
            return None
        self._members += 1
        self._piece = FIRST_PIECE_BYTES
        stream: _Stream = self._engine.decompressobj(self._window)
        self._stream = stream
        return stream

    def _inflate(
        self, stream: _Stream, data: bytes | memoryview
    ) -> Generator[bytes, None, int]:
        """Yield the steps of one piece; return how much of it was not needed."""
        while True:
            before = stream.copy()
            try:
                out = stream.decompress(data, STEP_BYTES)
            except self._engine.error as problem:
                self.damaged = str(problem)
                yield from self._salvage(before, memoryview(data))
                return 0
            if out:
                yield out
            if stream.eof:
                self._stream = None
                return len(stream.unused_data)
            data = stream.unconsumed_tail
            if not data and len(out) < STEP_BYTES:
                return 0

    def _salvage(self, stream: _Stream, data: memoryview) -> Iterator[bytes]:
        """Yield what comes before the damage, which is somewhere in these bytes.

        The library gives nothing of a call that fails: halve until one byte is left.
        """
        size = len(data)
        while size and data:
            attempt = stream.copy()
            try:
                out = attempt.decompress(data[:size], STEP_BYTES)
            except self._engine.error:
                size //= 2
                continue
            used = min(size, len(data)) - len(attempt.unconsumed_tail)
            if out:
                yield out
            stream, data = attempt, data[used:]


def flaw_of(decompressor: Decompressor, name: str) -> tuple[str, str]:
    """Return the rule that the end of compressed data broke, and how."""
    whole = decompressor.ends_whole()
    if decompressor.damaged:
        return "gzip-broken", f"{name}: {decompressor.damaged}"
    if not whole:
        return "gzip-cut", f"the {name} data ends early"
    if decompressor.trailing:
        return "gzip-trailing-bytes", (
            f"{decompressor.trailing:,} bytes after the {name} data were passed over"
        )
    return "", ""
