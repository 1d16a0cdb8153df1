"""The bytes under a column of strings, and which rows they belong to.

Knows Arrow's layout of strings. Knows nothing of what they mean. Its one idea: a
question about a byte is asked once of the whole column, never row by row.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["Octets"]

Mask = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.intp]

STEP: Final = 1 << 18
"""Bytes that are looked at at a time: they stay in the processor's cache."""

_FIRST_PRINTABLE: Final = 0x21
_PRINTABLES: Final = 0x7E - 0x21
_PADDING: Final = 16
_HTTP: Final = int.from_bytes(b"http://", "little")
_HTTP_MASK: Final = (1 << 56) - 1
_HTTPS: Final = int.from_bytes(b"https://", "little")
_AFTER_HTTPS: Final = 8


class Octets:
    """The bytes of a string column without nulls."""

    def __init__(self, values: pa.StringArray) -> None:
        _, offsets, data = values.buffers()
        first = values.offset
        bounds = np.frombuffer(offsets, np.int32, first + len(values) + 1)[first:]
        start, end = int(bounds[0]), int(bounds[-1])
        self.bounds = bounds - start if start else bounds
        whole = np.frombuffer(data, np.uint8) if data is not None else _NOTHING
        self._whole = whole[start:]
        self.bytes = self._whole[: end - start]

    @property
    def lengths(self) -> npt.NDArray[np.int32]:
        """Bytes of each row."""
        return np.diff(self.bounds)

    @property
    def odd(self) -> Positions:
        """Where bytes are that are no printable ASCII; a blank is not printable."""
        return self._positions(
            lambda part: (part - np.uint8(_FIRST_PRINTABLE)) > _PRINTABLES
        )

    def where(self, byte: int) -> Positions:
        """Return where a byte stands."""
        return self._positions(lambda part: part == byte)

    def _positions(self, test: Callable[[npt.NDArray[np.uint8]], Mask]) -> Positions:
        """Return where a test holds, which is nowhere in most columns."""
        found = []
        for at in range(0, len(self.bytes), STEP):
            mask = test(self.bytes[at : at + STEP])
            if mask.any():
                found.append(np.flatnonzero(mask) + at)
        return np.concatenate(found) if found else _NOWHERE

    def rows_at(self, positions: Positions) -> Mask:
        """Return which rows these positions are in."""
        rows = np.zeros(len(self.bounds) - 1, np.bool_)
        if positions.size:
            rows[self._rows(positions)] = True
        return rows

    def follows(self, positions: Positions, steps: int, table: Mask) -> Mask:
        """Say of each position whether the byte after it, in its row, is in a table."""
        there = positions + steps
        inside = there < self.bounds[self._rows(positions) + 1]
        safe = np.minimum(there, len(self.bytes) - 1)
        found: Mask = inside & table[self.bytes[safe]]
        return found

    def start_with_http(self) -> Mask:
        """Say of each row whether it starts with http:// or https:// and a host."""
        starts = self.bounds[:-1].astype(np.intp)
        if len(self._whole) < len(self.bytes) + _PADDING:
            padded = np.zeros(len(self.bytes) + _PADDING, np.uint8)
            padded[: len(self.bytes)] = self.bytes
        else:
            padded = self._whole
        words = np.ndarray(
            (len(padded) - 7,), np.dtype("<u8"), np.ascontiguousarray(padded), 0, (1,)
        )[starts]
        secure = words == np.uint64(_HTTPS)
        simple = (words & np.uint64(_HTTP_MASK)) == np.uint64(_HTTP)
        after = padded[starts + np.where(secure, _AFTER_HTTPS, _AFTER_HTTPS - 1)]
        host = (after != ord("/")) & (after != ord("?")) & (after != ord("#"))
        found: Mask = (secure | simple) & host & (self.lengths > _AFTER_HTTPS)
        return found

    def in_authority(self, positions: Positions) -> Mask:
        """Return the rows where a position comes before the path may start."""
        slashes = self.where(ord("/"))
        rows = self._rows(positions)
        behind = self.bounds[rows] + _AFTER_HTTPS
        if slashes.size:
            number = np.searchsorted(slashes, behind)
            last = len(slashes) - 1
            path = slashes[np.minimum(number, last)]
            path = np.where(number > last, len(self.bytes), path)
            positions = positions[positions < path]
        return self.rows_at(positions)

    def _rows(self, positions: Positions) -> Positions:
        rows: Positions = np.searchsorted(self.bounds, positions, side="right") - 1
        return rows


_NOTHING: Final = np.zeros(0, np.uint8)
_NOWHERE: Final = np.zeros(0, np.intp)
