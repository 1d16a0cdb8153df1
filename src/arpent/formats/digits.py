"""Texts and their digits, eight bytes at a time.

Knows texts as 64-bit words whose lowest byte is the first character. Knows nothing of
what the digits mean. Its one idea: a few operations on whole words check and read all
digits in them, for all rows of a column at once.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "Ints",
    "Mask",
    "Pattern",
    "Texts",
    "Words",
    "byte_at",
    "pair_at",
    "pairs_of",
    "trimmed",
]

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]


PADDING: Final = 40
"""Bytes after the last text that may be loaded with it; more than any shape has."""
TRIMS: Final = 64
"""Most blanks taken off one end here."""
_BLANK: Final = np.array([chr(byte).isspace() and byte < 128 for byte in range(256)])  # noqa: PLR2004


@dataclass(slots=True)
class Texts:
    """Where texts stand in a buffer that may be loaded eight bytes at any offset."""

    loads: Words
    data: npt.NDArray[np.uint8]
    starts: Ints
    lengths: Ints

    def word(self, rows: npt.NDArray[np.intp], at: int) -> Words:
        """Return the eight bytes from a place in these rows on."""
        return np.asarray(self.loads[self.starts[rows] + at])

    def text(self, row: int) -> bytes:
        """Return one text."""
        start = int(self.starts[row])
        return self.data[start : start + int(self.lengths[row])].tobytes()


def trimmed(data: npt.NDArray[np.uint8], edges: Ints) -> Texts:
    """Return the texts of a part, padded, without the blanks around them."""
    start, stop = int(edges[0]), int(edges[-1])
    part = np.zeros(stop - start + PADDING, np.uint8)
    part[: stop - start] = data[start:stop]
    loads = np.ndarray(
        shape=(len(part) - 7,), dtype="<u8", buffer=part.data, strides=(1,)
    )
    starts, ends = edges[:-1] - start, edges[1:] - start
    for _ in range(TRIMS):
        blank = (starts < ends) & _BLANK[part[starts]]
        if not blank.any():
            break
        starts = starts + blank
    for _ in range(TRIMS):
        blank = (starts < ends) & _BLANK[part[ends - 1]]
        if not blank.any():
            break
        ends = ends - blank
    return Texts(loads, part, starts, ends - starts)


class Pattern(NamedTuple):
    """Eight bytes: a digit where it says `d`, anything where `.`, else the byte."""

    fixed: np.uint64
    value: np.uint64
    carry: np.uint64
    high: np.uint64
    threes: np.uint64

    @classmethod
    def of(cls, text: str) -> "Pattern":
        """Make a pattern of up to eight characters."""

        def word(table: dict[str, int], other: int | None) -> np.uint64:
            numbers = [
                table.get(c, ord(c) if other is None else other)
                for c in text.ljust(8, ".")
            ]
            return np.uint64(int.from_bytes(bytes(numbers), "little"))

        return cls(
            fixed=word({"d": 0xF0, ".": 0}, 0xFF),
            value=word({"d": 0x30, ".": 0}, None),
            carry=word({"d": 0x06}, 0),
            high=word({"d": 0xF0}, 0),
            threes=word({"d": 0x30}, 0),
        )

    def fits(self, words: Words) -> Mask:
        """Say which words are so; six more make a byte above 9 carry out of 0x3_."""
        fixed = (words & self.fixed) == self.value
        return np.asarray(fixed & (((words + self.carry) & self.high) == self.threes))


def byte_at(words: Words, at: int) -> Words:
    """Return one byte of each word, as a number."""
    return np.asarray(words >> np.uint64(8 * at) & np.uint64(0xFF))


def pairs_of(words: Words) -> Words:
    """Return words whose byte n is the number that digits n and n + 1 make."""
    digits = words & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.asarray(digits * np.uint64(10) + (digits >> np.uint64(8)))


def pair_at(pairs: Words, at: int) -> Ints:
    """Return the number of two digits that starts at a byte."""
    return byte_at(pairs, at).astype(np.int64)
