"""Moments as whole microseconds since 1970, the form that columns keep them in."""

from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["EPOCH", "MICROSECOND", "microseconds"]

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to an aware moment; negative before."""
    return (moment - EPOCH) // MICROSECOND
