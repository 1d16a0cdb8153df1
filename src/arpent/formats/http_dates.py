"""Dates of HTTP fields: Date, Last-Modified, Retry-After.

Knows the three notations of RFC 9110. Knows no clock: the moment is an argument.
"""

import re
from datetime import UTC, datetime
from typing import Final

from arpent.formats.dates import month_number

__all__ = ["read_http_date"]

_TIME: Final = r"(?P<hour>\d{2}):(?P<minute>\d{2}):(?P<second>\d{2})"
_DATES: Final = (
    # IMF-fixdate, and what is nearly one; RFC 850; asctime.
    re.compile(
        rf"[A-Za-z]{{3}},\s+(?P<day>\d{{1,2}})[ -](?P<month>[A-Za-z]{{3}})[ -]"
        rf"(?P<year>\d{{4}})\s+{_TIME}\s+(?:GMT|UTC|[+-]0000)",
        re.ASCII,
    ),
    re.compile(
        rf"[A-Za-z]{{6,9}},\s+(?P<day>\d{{2}})-(?P<month>[A-Za-z]{{3}})-"
        rf"(?P<year>\d{{2}})\s+{_TIME}\s+GMT",
        re.ASCII,
    ),
    re.compile(
        rf"[A-Za-z]{{3}}\s+(?P<month>[A-Za-z]{{3}})\s+(?P<day>\d{{1,2}})\s+{_TIME}\s+"
        r"(?P<year>\d{4})",
        re.ASCII,
    ),
)
_LONGEST: Final = 64


def read_http_date(text: str, *, now: datetime) -> datetime | None:
    """Return the moment that an HTTP-date names, in UTC; None when it is none.

    Args:
        text: The value of a field, blanks around it or not.
        now: Tells the century of a year of two digits (aware).

    Source: RFC 9110 section 5.6.7.
    """
    text = text.strip()[:_LONGEST]
    found = next((m for m in (p.fullmatch(text) for p in _DATES) if m), None)
    if found is None:
        return None
    month = month_number(found["month"])
    year = int(found["year"])
    if len(found["year"]) == 2:  # noqa: PLR2004 -- RFC 9110: at most 50 years ahead
        year += now.year - now.year % 100
        year -= 100 if year > now.year + 50 else 0
    day, hour, minute, second = (
        int(found[name]) for name in ("day", "hour", "minute", "second")
    )
    second = min(second, 59)  # a leap second is no moment here
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None
