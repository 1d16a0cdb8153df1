"""Dates as sites write them: a moment when the text is certain, else why it is not.

Knows the forms of W3C NOTE-datetime, RFC 822 and their common slips. Knows no clock and
no entry. Its one idea: a date is read only when it can mean one thing; day and month
are never guessed.

Certain, and read:

- the six forms of W3C NOTE-datetime, any number of digits after the point;
- with the mark lastmod-coarse: a year or a month;
- with the mark lastmod-format: a blank, `t` or several blanks for `T`, `z`, `+0100`,
  `+01`, a blank before the offset, a zone by name, `[Europe/Paris]` after it, a comma
  for the point, a day with a zone, 24:00:00 (the next day's start), 23:59:60 UTC (the
  next second), year first with one-digit parts, slashes or points (`2024/3/5`),
  `20240305T102030Z`, and dates whose month is a word: `Tue, 3 Jun 03 10:00 EST`,
  `3 June 2003`, `June 3, 2003`;
- with the mark lastmod-no-zone: a time without zone, or, after a month that is a word,
  with a name of none or several zones (RFC 5322 section 4.3): read as UTC.

Not certain, and not read: `01/02/2024` and all that end with the year (also
`13/02/2024`: who writes the day first today may not have yesterday), two-digit years
but in RFC 822, hours of 12, hours without minutes, seconds since 1970, two dates in
one text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from arpent.terms.entries import Precision

__all__ = [
    "DateReading",
    "interval_end",
    "month_number",
    "read_date",
    "read_feed_date",
]

LONGEST: Final = 100
"""Characters beyond which a text is no date."""
MOST_OFFSET: Final = timedelta(hours=14)
"""Largest offset from UTC (XML Schema part 2 section 3.2.7)."""
OLD_YEARS: Final = 50
"""Two-digit years from here on are of the 20th century (RFC 5322 section 4.3)."""

_ZONE: Final = r"(?P<zone>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?|[A-Za-z]{1,5})"
_TIME: Final = (
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,40}))?)?"
)
_YEAR_FIRST: Final = re.compile(
    rf"""(?P<year>[0-9]{{4}})
    (?: (?P<dash>[-/.]) (?P<month>[0-9]{{1,2}})
      (?: (?P=dash) (?P<day>[0-9]{{1,2}})
        (?: (?P<sep>[Tt]|[ ]+) {_TIME} )?
        (?: (?P<gap>[ ]?) {_ZONE} (?P<named>\[[A-Za-z0-9_/+-]{{1,40}}\])? )?
      )?
    )?""",
    re.VERBOSE,
)
_COMPACT: Final = re.compile(
    r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})T"
    r"(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<second>[0-9]{2})"
    r"(?P<zone>Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_WORD: Final = r"(?P<word>[A-Za-z]{3,9})\.?"
_WEEKDAY: Final = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?(?:,\s*|\s+))?"
_CLOCK: Final = (
    r"(?:,?\s+(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]{1,40}))?)?"
    rf"(?:\s*{_ZONE})?(?:\s*\([A-Za-z ]{{1,30}}\))?)?"
)
_WORDED: Final = tuple(
    re.compile(_WEEKDAY + day_and_month + _CLOCK, re.IGNORECASE | re.ASCII)
    for day_and_month in (
        rf"(?P<day>[0-9]{{1,2}})[\s-]+{_WORD},?[\s-]+(?P<year>[0-9]{{4}}|[0-9]{{2}})",
        rf"{_WORD}\s+(?P<day>[0-9]{{1,2}}),?\s+(?P<year>[0-9]{{4}})",
    )
)
_YEAR_LAST: Final = re.compile(
    r"(?P<one>[0-9]{1,2})[-/.](?P<two>[0-9]{1,2})[-/.](?P<year>[0-9]{4}|[0-9]{2})(?![0-9])"
)
_SIGNED: Final = re.compile(r"[-+][0-9]{4,}-[0-9]{2}")

_HOURS: Final = (
    # Zones by hours from UTC: those of RFC 5322, and others that mean one zone only.
    (0, "Z UT UTC GMT WET"),
    (-4, "EDT"),
    (-5, "EST CDT"),
    (-6, "CST MDT"),
    (-7, "MST PDT"),
    (-8, "PST"),
    (1, "CET WEST"),
    (2, "EET CEST"),
    (3, "EEST MSK"),
    (9, "JST"),
)
_ZONES: Final = {name: hours for hours, names in _HOURS for name in names.split()}
_HALVES: Final = frozenset({"AM", "PM"})


@dataclass(frozen=True, slots=True)
class DateReading:
    """What a text says of a moment.

    Attributes:
        moment: Start of the interval that it names, in UTC; None when not certain.
        precision: How much it names; NONE when there is no moment.
        marks: Rules that hold, of those that begin with lastmod-.
    """

    moment: datetime | None
    precision: Precision
    marks: tuple[str, ...] = ()


def read_date(text: str) -> DateReading:
    """Read a lastmod; never raises on content.

    Source: W3C NOTE-datetime; RFC 5322 sections 3.3 and 4.3.
    """
    text = text.strip()
    if not text:
        return _unread("lastmod-empty")
    if len(text) > LONGEST:
        return _unread("lastmod-format")
    match = _YEAR_FIRST.fullmatch(text)
    if match:
        return _year_first(match)
    match = _COMPACT.fullmatch(text)
    if match:
        return _reading(match, int(match["month"]), ["lastmod-format"])
    for pattern in _WORDED:
        match = pattern.fullmatch(text)
        month = month_number(match["word"]) if match else 0
        if match and month and (match["zone"] or "").upper() not in _HALVES:
            return _reading(match, month, ["lastmod-format"])
    return _unread(_why_not(text))


def read_feed_date(text: str) -> DateReading:
    """Read the date of a feed's entry: what RFC 822 allows is no slip there."""
    reading = read_date(text)
    if reading.moment is None:
        return reading
    marks = tuple(mark for mark in reading.marks if mark != "lastmod-format")
    return replace(reading, marks=marks)


def interval_end(moment: datetime, precision: Precision) -> datetime:
    """Return the end of the interval that a date names, which is not part of it.

    Args:
        moment: Its start, aware.
        precision: How much it names; a fraction of a second ends a microsecond later.
    """
    try:
        if precision is Precision.YEAR:
            return moment.replace(year=moment.year + 1)
        if precision is Precision.MONTH:
            year, month = divmod(moment.year * 12 + moment.month, 12)
            return moment.replace(year=year, month=month + 1)
        return moment + _LENGTHS.get(precision, timedelta(0))
    except (ValueError, OverflowError):  # past the year 9999
        return datetime.max.replace(tzinfo=UTC)


_LENGTHS: Final = {
    Precision.DAY: timedelta(days=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
    Precision.FRACTION: timedelta(microseconds=1),
}


def _unread(mark: str) -> DateReading:
    return DateReading(None, Precision.NONE, (mark,))


def _why_not(text: str) -> str:
    """Return the rule that a text breaks which is no date that is certain."""
    match = _YEAR_LAST.match(text)
    if match:
        parts = int(match["one"]), int(match["two"])
        both = len(match["year"]) == len("24") or max(parts) <= len(_MONTHS)
        return "lastmod-ambiguous" if both else "lastmod-format"
    return "lastmod-impossible" if _SIGNED.match(text) else "lastmod-format"


def month_number(word: str) -> int:
    """Return the number of a month by its English name or a start of it, else 0."""
    word = word.lower()
    word = "sep" if word == "sept" else word
    whole = word in _MONTHS
    names = enumerate(_MONTHS, 1)
    return next((n for n, name in names if word == name[: None if whole else 3]), 0)


def _year_first(match: re.Match[str]) -> DateReading:
    marks = list(_slips(match))
    zone = match["zone"]
    if zone and zone[0] not in "+-" and zone.upper() not in _ZONES:
        return _unread("lastmod-format")
    if match["month"] is None:
        return _reading(match, 1, ["lastmod-coarse"])
    if match["day"] is None:
        if marks:
            return _unread("lastmod-format")
        return _reading(match, int(match["month"]), ["lastmod-coarse"])
    return _reading(match, int(match["month"]), marks)


def _slips(match: re.Match[str]) -> Iterator[str]:
    """Yield lastmod-format when a certain date is not written as W3C asks."""
    zone = match["zone"]
    parts = [part for part in match.group("month", "day", "hour") if part]
    if (
        match["dash"] not in {None, "-"}
        or any(len(part) == 1 for part in parts)
        or match["sep"] not in {None, "T"}
        or (zone and match["hour"] is None)
        or (zone and zone != "Z" and zone[3:4] != ":")
        or match["gap"]
        or match["named"]
        or (match["fraction"] and "," in match[0])
    ):
        yield "lastmod-format"


def _reading(match: re.Match[str], month: int, marks: list[str]) -> DateReading:
    """Return the moment that the parts name, or that there is none such."""
    parts = match.groupdict()
    year = int(parts["year"])
    if len(parts["year"]) == len("24"):
        year += 1900 if year >= OLD_YEARS else 2000
    hour, minute = int(parts.get("hour") or 0), int(parts.get("minute") or 0)
    second = int(parts.get("second") or 0)
    fraction = parts.get("fraction") or ""
    micro = int(fraction[:6].ljust(6, "0"))
    offset, known = _offset(parts.get("zone"))
    clock = timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)
    midnight = hour == 24 and clock == timedelta(days=1)  # noqa: PLR2004 -- 24:00:00
    leap = second == 60 and (clock - offset) % _DAY < _SECOND  # noqa: PLR2004 -- :60
    if hour > 23 + midnight or minute > 59 or second > 59 + leap:  # noqa: PLR2004
        return _unread("lastmod-impossible")
    try:
        day = datetime(year, month, int(parts.get("day") or 1), tzinfo=UTC)
        moment = day + clock - offset
    except (ValueError, OverflowError):
        return _unread("lastmod-impossible")
    if abs(offset) > MOST_OFFSET:
        return _unread("lastmod-impossible")
    if (midnight or leap) and "lastmod-format" not in marks:
        marks = ["lastmod-format", *marks]
    precision = _precision(parts)
    if precision >= Precision.MINUTE and not known:
        marks = [*marks, "lastmod-no-zone"]
    return DateReading(moment, precision, tuple(marks))


_DAY: Final = timedelta(days=1)
_SECOND: Final = timedelta(seconds=1)


def _precision(parts: dict[str, str | None]) -> Precision:
    for name, precision in (
        ("fraction", Precision.FRACTION),
        ("second", Precision.SECOND),
        ("hour", Precision.MINUTE),
        ("day", Precision.DAY),
    ):
        if parts.get(name):
            return precision
    return Precision.MONTH if parts.get("month") else Precision.YEAR


def _offset(zone: str | None) -> tuple[timedelta, bool]:
    """Return how far a zone is from UTC, and whether that is known."""
    if not zone:
        return timedelta(0), False
    if zone[0] in "+-":
        digits = zone[1:].replace(":", "").ljust(4, "0")
        minutes = int(digits[2:])
        if minutes > 59:  # noqa: PLR2004 -- minutes
            return timedelta(days=1), True  # no such offset
        size = timedelta(hours=int(digits[:2]), minutes=minutes)
        return (-size if zone[0] == "-" else size), True
    hours = _ZONES.get(zone.upper())
    return timedelta(hours=hours or 0), hours is not None
