"""Columns of text as the bytes that they are: one buffer, and where each value starts.

Knows how Arrow lays out text. Knows nothing of what the text says. Its one idea: what
is done to every value is done by numpy on the buffer, without a Python object a value.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["constant", "text_buffer"]

_WIDTHS = {pa.string(): np.int32, pa.large_string(): np.int64}


def text_buffer(
    texts: pa.StringArray | pa.LargeStringArray | pa.ChunkedArray,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the bytes of all values, and their bounds in it, one more than values.

    Slices and chunks are understood. A null is as long as the array has it, which is
    nothing in most; ask the array itself for its nulls.
    """
    if isinstance(texts, pa.ChunkedArray):
        texts = texts.cast(pa.large_string()).combine_chunks()
    if texts.type not in _WIDTHS:
        texts = texts.cast(pa.large_string())
    if len(texts) == 0:
        return np.zeros(0, np.uint8), np.zeros(1, np.int64)
    _, bounds, values = texts.buffers()
    start = texts.offset
    edges = np.frombuffer(bounds, dtype=_WIDTHS[texts.type])
    edges = edges[start : start + len(texts) + 1].astype(np.int64)
    if values is None or values.size == 0:
        return np.zeros(0, np.uint8), edges
    return np.frombuffer(values, dtype=np.uint8), edges


@lru_cache(maxsize=1024)
def constant(value: str | int) -> pa.Scalar:
    """Return a value as Arrow takes it beside a column, its type told.

    Arrow guesses the type of a plain Python value each time, and looks for a library
    of dates that is not there: 48 us a value in place of 1.
    """
    return pa.scalar(value, pa.string() if isinstance(value, str) else pa.int64())
