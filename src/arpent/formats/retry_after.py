"""Retry-After: how long a server asks to be left alone.

Knows the two notations of the field. Knows no clock: the moment is an argument.
"""

import re
from datetime import UTC, datetime
from typing import Final

__all__ = ["parse_retry_after"]

_MONTHS: Final = {
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "apr": 4,
    "may": 5,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
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
_MOST_DIGITS: Final = 12


def parse_retry_after(value: str, *, now: datetime) -> float | None:
    """Return the seconds to wait, 0 or more; None when nothing can be read.

    Args:
        value: The field's value: seconds, or an HTTP-date.
        now: The moment that a date is compared with (aware).

    Source: RFC 9110 sections 10.2.3, 5.6.7.
    """
    text = value.strip()[:64]
    if re.fullmatch(r"[0-9]+", text):
        return float(text[:_MOST_DIGITS])
    moment = _read_date(text, now)
    return None if moment is None else max(0.0, (moment - now).total_seconds())


def _read_date(text: str, now: datetime) -> datetime | None:
    found = next((m for m in (p.fullmatch(text) for p in _DATES) if m), None)
    if found is None:
        return None
    month = _MONTHS.get(found["month"].lower())
    if month is None:
        return None
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
