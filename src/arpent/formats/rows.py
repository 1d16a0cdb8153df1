"""What a reader of a list hands on: raw columns, before addresses and dates are read.

Knows how rows become Arrow columns in bounded steps. Knows no format. Its one idea:
each way of reading ends here, so whatever comes after is the same for all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from arpent.terms.entries import Extensions

__all__ = ["RawRow", "RowBuilder", "Rows"]

CHUNK_ROWS: Final = 32_768
"""Rows that are Python objects at a time."""


class RawRow(NamedTuple):
    """One entry as written, its references resolved."""

    loc: bytes
    lastmod: bytes | None = None
    changefreq: bytes | None = None
    priority: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Columns as written, nulls where there is nothing, and the marks known so far."""

    loc: pa.StringArray
    lastmod: pa.StringArray
    changefreq: pa.StringArray
    priority: pa.StringArray
    marks: npt.NDArray[np.uint64]
    extensions: dict[int, Extensions] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.loc)


class RowBuilder:
    """Takes rows one by one, or many at a time, and makes columns of them."""

    def __init__(self) -> None:
        self.pending: list[Sequence[bytes | None]] = []
        self._chunks: list[list[pa.StringArray]] = []
        self._size = 0
        self._marks: dict[int, int] = {}
        self._extensions: dict[int, Extensions] = {}

    def __len__(self) -> int:
        """Return the number of rows taken."""
        return self._size + len(self.pending)

    def add(
        self,
        row: Sequence[bytes | None],
        *,
        bits: int = 0,
        extensions: Extensions | None = None,
    ) -> None:
        """Take one row with its marks."""
        if bits:
            self._marks[len(self)] = bits
        if extensions is not None:
            self._extensions[len(self)] = extensions
        self.pending.append(row)
        if len(self.pending) >= CHUNK_ROWS:
            self.flush()

    def flush(self) -> None:
        """Make columns of the rows that are Python objects."""
        if self.pending:
            self._chunks.append([_column(c) for c in zip(*self.pending, strict=True)])
            self._size += len(self.pending)
            self.pending.clear()

    def rows(self) -> Rows:
        """Return all rows taken as columns."""
        self.flush()
        marks = np.zeros(self._size, np.uint64)
        if self._marks:
            marks[list(self._marks)] = np.array(list(self._marks.values()), np.uint64)
        loc, lastmod, changefreq, priority = (
            pa.concat_arrays([chunk[n] for chunk in self._chunks])
            if self._chunks
            else pa.array([], pa.string())
            for n in range(4)
        )
        return Rows(
            loc=loc,
            lastmod=lastmod,
            changefreq=changefreq,
            priority=priority,
            marks=marks,
            extensions=self._extensions,
        )


def _column(values: Sequence[bytes | None]) -> pa.StringArray:
    # The cast checks that all is UTF-8, which it is: documents are made so before they
    # are read, and are only ever cut at ASCII characters.
    return pa.array(values, pa.binary()).cast(pa.string())
