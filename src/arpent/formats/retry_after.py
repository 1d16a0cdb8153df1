"""Retry-After: how long a server asks to be left alone.

Knows seconds and dates, the two forms of the field. Knows no clock.
"""

import re
from datetime import datetime
from typing import Final

from arpent.formats.http_dates import read_http_date

__all__ = ["parse_retry_after"]

_MOST_DIGITS: Final = 12


def parse_retry_after(value: str, *, now: datetime) -> float | None:
    """Return the seconds to wait, 0 or more; None when nothing can be read.

    Args:
        value: The field's value: seconds, or an HTTP-date.
        now: The moment that a date is compared with (aware).

    Source: RFC 9110 section 10.2.3.
    """
    text = value.strip()[:64]
    if re.fullmatch(r"[0-9]+", text):
        return float(text[:_MOST_DIGITS])
    moment = read_http_date(text, now=now)
    return None if moment is None else max(0.0, (moment - now).total_seconds())
