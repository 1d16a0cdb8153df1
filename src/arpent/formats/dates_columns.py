"""The dates of a whole document at once: `read_date` for columns.

Knows the same forms as `arpent.formats.dates`, and must give the same readings. Knows
no clock. Its one idea: dates of one length and one kind of zone have each digit at the
same place, so they are read eight bytes at a time by numpy, straight from the buffer;
what fits no such shape is left to `read_date`, once a distinct text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from arpent.formats.dates import MOST_OFFSET, read_date
from arpent.formats.digits import (
    Ints,
    Mask,
    Pattern,
    Texts,
    Words,
    byte_at,
    pair_at,
    pairs_of,
    trimmed,
)
from arpent.terms.columns import constant, text_buffer
from arpent.terms.entries import Precision, mark_bits
from arpent.terms.moments import MICROSECOND, microseconds

__all__ = [
    "DAY_TOLERANCE",
    "FUTURE_TOLERANCE",
    "mark_future",
    "read_dates",
]

FUTURE_TOLERANCE: Final = timedelta(minutes=5)
"""Clocks of sites may be ahead of ours by this much."""
DAY_TOLERANCE: Final = MOST_OFFSET
"""A day begins this much earlier in the east than in UTC: today there is no future."""

LONGEST: Final = 35
"""Of the shapes that are read here: nine digits of fraction and an offset."""
ROWS: Final = 65_536

_NEVER: Final = int(np.iinfo(np.int64).min)

_NO_ZONE: Final = np.uint64(mark_bits("lastmod-no-zone"))
_FORMAT: Final = np.uint64(mark_bits("lastmod-format"))
_COARSE: Final = np.uint64(mark_bits("lastmod-coarse"))

_MONTH_STARTS: Final = (
    # Days from 1970 to the first day of each month of the years 0 to 10000.
    np.arange("0000-01", "10001-01", dtype="M8[M]").astype("M8[D]").astype(np.int64)
)


class _Zone(Enum):
    """How a zone is written; its value is its length in characters."""

    NONE = 0
    LETTER = 1
    BASIC = 5
    COLON = 6


_YEAR: Final = Pattern.of("dddd")
_YEAR_MONTH: Final = Pattern.of("dddd-dd")
_DATE: Final = Pattern.of("dddd-dd-")
_DAY: Final = Pattern.of("dd")
_DAY_TIME: Final = Pattern.of("dd.dd:dd")
_SECONDS: Final = Pattern.of(":dd")
_OFFSET_COLON: Final = Pattern.of("...dd:dd")
_OFFSET_BASIC: Final = Pattern.of("....dddd")
_FRACTIONS: Final = tuple(Pattern.of("d" * n) for n in range(9))


@dataclass(slots=True)
class _Columns:
    """What is being read: row by row the same as a `DateReading`."""

    micros: Ints
    precision: npt.NDArray[np.uint8]
    marks: Words
    done: Mask


def read_dates(
    texts: pa.StringArray | pa.ChunkedArray,
) -> tuple[pa.TimestampArray, npt.NDArray[np.uint8], Words]:
    """Read a column of dates: what `read_date` says of each, in little time.

    Args:
        texts: Dates as written; a null is no date, and has no mark.

    Returns:
        The moments as timestamp[us, UTC], null where there is none; `Precision` as
        numbers; marks as bits (see `arpent.terms.entries.mark_bits`).
    """
    size = len(texts)
    out = _Columns(
        micros=np.zeros(size, np.int64),
        precision=np.zeros(size, np.uint8),
        marks=np.zeros(size, np.uint64),
        done=np.zeros(size, np.bool_),
    )
    if texts.null_count:
        out.done |= np.asarray(texts.is_null().to_numpy(zero_copy_only=False))
    data, edges = text_buffer(texts)
    known: dict[bytes, tuple[int, int, int]] = {}
    for at in range(0, size, ROWS):
        part = _Columns(
            micros=out.micros[at : at + ROWS],
            precision=out.precision[at : at + ROWS],
            marks=out.marks[at : at + ROWS],
            done=out.done[at : at + ROWS],
        )
        _read_part(trimmed(data, edges[at : at + ROWS + 1]), part, known)
    moments = pa.array(
        out.micros.view("M8[us]"),
        type=pa.timestamp("us", tz="UTC"),
        mask=out.precision == 0,
    )
    return moments, out.precision, out.marks


def mark_future(
    moments: pa.TimestampArray, precision: npt.NDArray[np.uint8], now: datetime
) -> Mask:
    """Say which dates begin later than now.

    Args:
        moments: As `read_dates` gives them; a null is not in the future.
        precision: Likewise. What names no time may be `DAY_TOLERANCE` ahead, because
            that day has begun somewhere; a time may be `FUTURE_TOLERANCE` ahead.
        now: Aware.
    """
    current = microseconds(now)
    timed = current + FUTURE_TOLERANCE // MICROSECOND
    dated = current + DAY_TOLERANCE // MICROSECOND
    bound = np.where(precision >= Precision.MINUTE, timed, dated)
    return np.asarray(_micros(moments) > bound)


def _micros(moments: pa.TimestampArray) -> Ints:
    """Return a copy of the moments as microseconds since 1970, `_NEVER` for nulls."""
    numbers = moments.cast(pa.int64()).fill_null(constant(_NEVER))
    return np.array(numbers.to_numpy(zero_copy_only=False), np.int64)


def _read_part(
    texts: Texts, out: _Columns, known: dict[bytes, tuple[int, int, int]]
) -> None:
    wanted = np.where(out.done, 0, np.minimum(texts.lengths, LONGEST + 1))
    for length in np.flatnonzero(np.bincount(wanted)).tolist():
        rows = np.flatnonzero(wanted == length)
        if length == len("2024"):
            _read_days(texts, rows, out, Precision.YEAR)
        elif length == len("2024-03"):
            _read_days(texts, rows, out, Precision.MONTH)
        elif length == len("2024-03-05"):
            _read_days(texts, rows, out, Precision.DAY)
        elif len("2024-03-05T10:20") <= length <= LONGEST:
            for zone, some in _by_zone(texts, rows, length):
                _read_times(texts, some, out, length - zone.value, zone)
    for row in np.flatnonzero(~out.done).tolist():
        text = texts.text(row)
        if text not in known:
            known[text] = _one(text)
        out.micros[row], out.precision[row], out.marks[row] = known[text]


def _one(text: bytes) -> tuple[int, int, int]:
    """Read one text that has no shape of its own."""
    reading = read_date(text.decode("utf-8", "replace"))
    micros = 0
    if reading.moment is not None:
        micros = microseconds(reading.moment)
    return micros, int(reading.precision), mark_bits(*reading.marks)


def _by_zone(
    texts: Texts, rows: npt.NDArray[np.intp], length: int
) -> Iterator[tuple[_Zone, npt.NDArray[np.intp]]]:
    """Yield the rows by how their zone is written, told from its first character."""
    tail = texts.word(rows, length - 8)
    letter = (byte_at(tail, 7) | np.uint64(0x20)) == ord("z")
    colon = _is_sign(byte_at(tail, 2)) & ~letter
    basic = _is_sign(byte_at(tail, 3)) & ~letter & ~colon
    for zone, chosen in (
        (_Zone.LETTER, letter),
        (_Zone.COLON, colon),
        (_Zone.BASIC, basic),
        (_Zone.NONE, ~(letter | colon | basic)),
    ):
        if chosen.all():
            yield zone, rows
        elif chosen.any():
            yield zone, rows[chosen]


def _is_sign(byte: Words) -> Mask:
    return np.asarray((byte == ord("+")) | (byte == ord("-")))


def _day_numbers(year: Ints, month: Ints, day: Ints) -> tuple[Ints, Mask]:
    """Return days since 1970, and which of them exist (years 2 to 9998 only)."""
    good = (month >= 1) & (month <= 12) & (year >= 2) & (year <= 9998)  # noqa: PLR2004
    at = np.where(good, year * 12 + month - 1, 0)
    first = _MONTH_STARTS[at]
    good &= (day >= 1) & (day <= _MONTH_STARTS[at + 1] - first)
    return first + day - 1, good


def _read_days(
    texts: Texts, rows: npt.NDArray[np.intp], out: _Columns, precision: Precision
) -> None:
    """Read dates without time."""
    words = texts.word(rows, 0)
    pairs = pairs_of(words)
    year = pair_at(pairs, 0) * 100 + pair_at(pairs, 2)
    month = day = np.ones(len(rows), np.int64)
    marks: Words = np.full(len(rows), _COARSE)
    if precision is Precision.YEAR:
        good = _YEAR.fits(words)
    elif precision is Precision.MONTH:
        good, month = _YEAR_MONTH.fits(words), pair_at(pairs, 5)
    else:
        last = texts.word(rows, 8)
        good = _DATE.fits(words) & _DAY.fits(last)
        month, day = pair_at(pairs, 5), pair_at(pairs_of(last), 0)
        marks = np.zeros(len(rows), np.uint64)
    days, real = _day_numbers(year, month, day)
    _write(out, rows, good & real, days * 86_400_000_000, precision, marks)


def _read_times(
    texts: Texts,
    rows: npt.NDArray[np.intp],
    out: _Columns,
    size: int,
    zone: _Zone,
) -> None:
    """Read dates with time; `size` is their length without the zone."""
    digits = size - len("2024-03-05T10:20:30.")
    whole = size in {len("2024-03-05T10:20"), len("2024-03-05T10:20:30")}
    if not whole and not 1 <= digits <= 9:  # noqa: PLR2004 -- nanoseconds
        return
    date, clock = texts.word(rows, 0), texts.word(rows, 8)
    date_pairs, clock_pairs = pairs_of(date), pairs_of(clock)
    days, good = _day_numbers(
        pair_at(date_pairs, 0) * 100 + pair_at(date_pairs, 2),
        pair_at(date_pairs, 5),
        pair_at(clock_pairs, 0),
    )
    hour, minute = pair_at(clock_pairs, 3), pair_at(clock_pairs, 6)
    between = byte_at(clock, 2)
    strict = between == ord("T")
    apart = strict | (between == ord("t")) | (between == ord(" "))
    good &= _DATE.fits(date) & _DAY_TIME.fits(clock) & apart
    good &= (hour <= 23) & (minute <= 59)  # noqa: PLR2004 -- 24:00 is left over
    seconds = days * 86_400 + hour * 3_600 + minute * 60
    precision = Precision.MINUTE
    micros: Ints | int = 0
    if size > len("2024-03-05T10:20"):
        precision = Precision.SECOND
        tail = texts.word(rows, 16)
        second = pair_at(pairs_of(tail), 1)
        good &= _SECONDS.fits(tail) & (second <= 59)  # noqa: PLR2004
        seconds += second
        if not whole:
            precision = Precision.FRACTION
            good &= byte_at(tail, 3) == ord(".")
            micros, fits = _fraction(texts, rows, digits)
            good &= fits
    ahead, fits, named = _offset(texts, rows, size, zone)
    moments = (seconds - ahead) * 1_000_000 + micros
    marks = np.where(strict & named, np.uint64(0), _FORMAT)
    if zone is _Zone.NONE:
        marks |= _NO_ZONE
    _write(out, rows, good & fits, moments, precision, marks)


def _fraction(
    texts: Texts, rows: npt.NDArray[np.intp], digits: int
) -> tuple[Ints, Mask]:
    """Return the microseconds that up to nine digits of a fraction name."""
    words = texts.word(rows, len("2024-03-05T10:20:30."))
    good = _FRACTIONS[min(digits, 8)].fits(words)
    if digits > 8:  # noqa: PLR2004 -- a word
        good &= _FRACTIONS[1].fits(
            texts.word(rows, len("2024-03-05T10:20:30.12345678"))
        )
    used = np.uint64((1 << 8 * min(digits, 6)) - 1)
    pairs = pairs_of(words & used)
    micros = pair_at(pairs, 0) * 10_000 + pair_at(pairs, 2) * 100 + pair_at(pairs, 4)
    return micros, good


def _offset(
    texts: Texts, rows: npt.NDArray[np.intp], size: int, zone: _Zone
) -> tuple[Ints | int, Mask, Mask]:
    """Return seconds ahead of UTC, which are right, and which are as W3C asks."""
    every = np.ones(len(rows), np.bool_)
    if zone is _Zone.NONE:
        return 0, every, every
    if zone is _Zone.LETTER:
        return 0, every, texts.word(rows, size) & np.uint64(0xFF) == ord("Z")
    words = texts.word(rows, size + zone.value - 8)
    pattern, at = (_OFFSET_COLON, 2) if zone is _Zone.COLON else (_OFFSET_BASIC, 3)
    pairs = pairs_of(words)
    hours, minutes = pair_at(pairs, at + 1), pair_at(pairs, 6)
    ahead = hours * 3_600 + minutes * 60
    good = pattern.fits(words) & (minutes <= 59)  # noqa: PLR2004
    good &= ahead <= MOST_OFFSET // timedelta(seconds=1)
    ahead = np.where(byte_at(words, at) == ord("-"), -ahead, ahead)
    return ahead, good, every if zone is _Zone.COLON else ~every


def _write(
    out: _Columns,
    rows: npt.NDArray[np.intp],
    good: Mask,
    micros: Ints,
    precision: Precision,
    marks: Words,
) -> None:
    """Write what was read; the rows that are not good stay for `read_date`."""
    if not good.all():
        rows, micros, marks = rows[good], micros[good], marks[good]
    out.micros[rows] = micros
    out.precision[rows] = precision
    out.marks[rows] = marks
    out.done[rows] = True
