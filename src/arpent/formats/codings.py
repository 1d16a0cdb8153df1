"""Brotli and zstd, decompressed never more than one step at a time.

Knows how brotli and zstd streams end, break, or are followed by something else, and
which of the two libraries is here. Knows no header and no limit: like gzip's
(`arpent.formats.inflate`), these decompressors give lazy steps of bounded size.

Its one idea: neither library can undo a call or say where it stopped, so each call is
given so little that its result is bounded and its failure loses nothing.
"""

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, Protocol

from arpent.formats.inflate import MEMBERS, STEP_BYTES

brotli: Any = None
zstandard: Any = None
with suppress(ImportError):
    brotli = import_module("brotli")
with suppress(ImportError):
    zstandard = import_module("zstandard")
# Before brotli 1.2 the output of one call had no bound.
_BOUNDED: Final = hasattr(getattr(brotli, "Decompressor", None), "can_accept_more_data")
brotli = brotli if _BOUNDED else None

__all__ = ["ZSTD_MAGIC", "Brotli", "Zstd", "brotli", "starts_zstd", "zstandard"]

ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
SKIPPED_MAGIC: Final = b"\x2a\x4d\x18"
"""Of a frame to be skipped, after a first byte of 0x50 to 0x5f (RFC 8878 3.1.2)."""
SKIPPED_HEADER_BYTES: Final = 8
WINDOW_BYTES: Final = 8 << 20
"""Largest zstd window (RFC 8878 section 3.1.1.1.2 recommends to support this much)."""
BLOCK_HEADER_BYTES: Final = 3
BLOCK_BYTES: Final = 1 << 17
"""Largest content of a zstd block (RFC 8878 section 3.1.1.2.4)."""
BLOCKS: Final = 2 * MEMBERS
"""Most zstd blocks and frames: each costs about a microsecond."""
REPLAY_BYTES: Final = 1 << 20
"""Brotli input that is kept, to decode the last whole bytes of a damaged stream."""


class _BrotliStream(Protocol):
    def process(self, data: bytes, *, output_buffer_limit: int) -> bytes: ...
    def can_accept_more_data(self) -> bool: ...
    def is_finished(self) -> bool: ...


def is_skipped_frame(head: bytes) -> bool:
    """Say whether bytes start a zstd frame that holds no content (RFC 8878 3.1.2)."""
    return head[1:4] == SKIPPED_MAGIC and head[0] & 0xF0 == ord("P")


def starts_zstd(head: bytes) -> bool:
    """Say whether bytes start with a zstd frame."""
    return head[:4] == ZSTD_MAGIC or is_skipped_frame(head)


class Brotli:
    """One brotli stream (RFC 7932)."""

    SLICE = 256
    """Input of one call. A call that fails gives nothing, and cannot be undone."""

    def __init__(self) -> None:
        self.damaged = ""
        self.trailing = 0
        self._stream = self._new()
        self._error: type[Exception] = brotli.error
        self._kept = bytearray()

    @staticmethod
    def _new() -> _BrotliStream:
        stream: _BrotliStream = brotli.Decompressor()
        return stream

    def steps(self, data: bytes | memoryview) -> Iterator[bytes]:
        """Yield what these bytes decompress to, about `STEP_BYTES` at a time."""
        view = memoryview(data)
        for at in range(0, len(view), self.SLICE):
            if self.damaged:
                return
            if self._stream.is_finished():
                self.trailing += len(view) - at
                return
            piece = bytes(view[at : at + self.SLICE])
            yield from self._slice(piece)
            if len(self._kept) <= REPLAY_BYTES:
                self._kept += piece

    def ends_whole(self) -> bool:
        """Say whether the stream came to its end."""
        return not self.damaged and bool(self._stream.is_finished())

    def _slice(self, piece: bytes) -> Iterator[bytes]:
        given = 0
        try:
            for out in self._drain(self._stream, piece):
                given += len(out)
                yield out
        except self._error as problem:
            self.damaged = str(problem)
            if len(self._kept) <= REPLAY_BYTES:
                yield from self._replay(piece, given)

    def _replay(self, piece: bytes, given: int) -> Iterator[bytes]:
        """Yield what the failed call kept to itself, byte by byte of its input."""
        stream = self._new()
        for at in range(0, len(self._kept), self.SLICE):
            for _ in self._drain(stream, bytes(self._kept[at : at + self.SLICE])):
                pass
        with suppress(self._error):
            for at in range(len(piece)):  # pragma: no branch -- ends, or fails again
                if stream.is_finished():
                    self.damaged, self.trailing = "", len(piece) - at
                    self._stream = stream
                    return
                for out in self._drain(stream, piece[at : at + 1]):
                    yield out[given:]
                    given = max(0, given - len(out))

    @staticmethod
    def _drain(stream: _BrotliStream, piece: bytes) -> Iterator[bytes]:
        # The library may give twice what is asked for.
        out = stream.process(piece, output_buffer_limit=STEP_BYTES // 2)
        while out:
            yield out
            if stream.can_accept_more_data():
                return
            out = stream.process(b"", output_buffer_limit=STEP_BYTES // 2)


class Zstd:
    """Zstandard frames, one after the other (RFC 8878).

    The library has no bound on what one call gives, so the blocks are counted off here:
    each holds at most `BLOCK_BYTES`, and each call is given one.
    """

    def __init__(self) -> None:
        self.damaged = ""
        self.trailing = 0
        self._error: type[Exception] = zstandard.ZstdError
        self._make = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES)
        self._stream: Any = None
        self._buffer = bytearray()
        self._units = 0
        self._frames = 0
        self._skip = 0
        self._checksum = False
        self._last = False

    def steps(self, data: bytes | memoryview) -> Iterator[bytes]:
        """Yield what these bytes decompress to, at most a block at a time."""
        if self.trailing:
            self.trailing += len(data)
            return
        self._buffer += data
        at = 0
        while not self.damaged and not self.trailing:
            if self._skip:
                passed = min(self._skip, len(self._buffer) - at)
                self._skip -= passed
                at += passed
            size = self._unit(at)
            if size is None or at + size > len(self._buffer):
                break
            out = self._feed(bytes(self._buffer[at : at + size]))
            at += size
            if out:
                yield out
        del self._buffer[: at + self.trailing]

    def ends_whole(self) -> bool:
        """Say whether the last frame came to its end."""
        if self._frames and self._stream is None and not self._skip:
            self.trailing += len(self._buffer)
            self._buffer.clear()
            return not self.damaged
        return False

    def _feed(self, unit: bytes) -> bytes:
        self._units += 1
        if self._units > BLOCKS:
            self.damaged = f"more than {BLOCKS:,} zstd blocks"
            return b""
        if self._stream is None:  # a frame that is to be skipped
            return b""
        try:
            out: bytes = self._stream.decompress(unit)
        except self._error as problem:
            self.damaged = str(problem)
            return b""
        if self._stream.eof:
            self._stream = None
        return out

    def _unit(self, at: int) -> int | None:
        """Return the size of the unit that starts here; None when it cannot be told."""
        if self._stream is None:
            return self._frame(at)
        if self._last:
            return 4 if self._checksum else None
        header = self._buffer[at : at + BLOCK_HEADER_BYTES]
        if len(header) < BLOCK_HEADER_BYTES:
            return None
        number = int.from_bytes(header, "little")
        repeated, content = number >> 1 & 3 == 1, number >> 3
        if content > BLOCK_BYTES:
            self.damaged = "a zstd block that is too large"
            return None
        size = BLOCK_HEADER_BYTES + (1 if repeated else content)
        if at + size <= len(self._buffer):
            self._last = bool(number & 1)
        return size

    def _frame(self, at: int) -> int | None:
        """Begin a frame (RFC 8878 section 3.1.1.1), or step over one to be skipped."""
        head = bytes(self._buffer[at : at + SKIPPED_HEADER_BYTES])
        if len(head) < SKIPPED_HEADER_BYTES:
            return None
        if head[:4] == ZSTD_MAGIC:
            flags = head[4]
            single = flags >> 5 & 1
            content = (1 if single else 0, 2, 4, 8)[flags >> 6]
            size = 5 + (1 - single) + (0, 1, 2, 4)[flags & 3] + content
            if len(self._buffer) - at < size:
                return None
            self._frames += 1
            self._checksum, self._last = bool(flags & 4), False
            self._stream = self._make.decompressobj()
            return size
        if is_skipped_frame(head):
            self._frames += 1
            self._skip = int.from_bytes(head[4:], "little")
            return SKIPPED_HEADER_BYTES
        if self._frames:
            self.trailing = len(self._buffer) - at
            return None
        self.damaged = "no zstd frame"
        return None
