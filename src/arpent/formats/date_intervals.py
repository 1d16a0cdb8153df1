"""Columns of dates as the intervals that they name.

A coarse date names an interval: a day, a month, a year. What is asked of it is asked
of the end of that interval.
"""

from datetime import datetime

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from arpent.formats.dates import interval_end
from arpent.terms.columns import constant
from arpent.terms.entries import Precision
from arpent.terms.moments import EPOCH, MICROSECOND, microseconds

__all__ = ["end_later_than"]

_COARSE = (Precision.YEAR, Precision.MONTH)


def end_later_than(
    moments: pa.TimestampArray, precision: npt.NDArray[np.uint8], since: datetime
) -> npt.NDArray[np.bool_]:
    """Say which dates name an interval that ends later than a moment.

    Args:
        moments: Starts of the intervals; a null is never later.
        precision: How much each names.
        since: Aware.
    """
    dated = moments.is_valid().to_numpy(zero_copy_only=False)
    starts = (
        moments.cast(pa.int64()).fill_null(constant(0)).to_numpy(zero_copy_only=False)
    )
    lengths = np.array(
        [
            0 if p in _COARSE else microseconds(interval_end(EPOCH, p))
            for p in Precision
        ],
        np.int64,
    )
    later = dated & (starts > microseconds(since) - lengths[precision])
    for row in np.flatnonzero(dated & np.isin(precision, _COARSE)).tolist():
        start = EPOCH + int(starts[row]) * MICROSECOND
        later[row] = interval_end(start, Precision(int(precision[row]))) > since
    return np.asarray(later)
