"""Dates are read when they are certain, and marked when they are not as they should."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pyarrow as pa
import pytest

from arpent.formats.dates import DateReading, interval_end, read_date, read_feed_date
from arpent.formats.dates_columns import mark_future, read_dates
from arpent.terms.entries import Precision, mark_names

FORMAT, NO_ZONE, COARSE = "lastmod-format", "lastmod-no-zone", "lastmod-coarse"
Y, MO, D = Precision.YEAR, Precision.MONTH, Precision.DAY
MI, S, F = Precision.MINUTE, Precision.SECOND, Precision.FRACTION

CERTAIN = [
    # The six forms of W3C NOTE-datetime.
    ("2005", "2005-01-01T00:00:00", Y, (COARSE,)),
    ("2005-03", "2005-03-01T00:00:00", MO, (COARSE,)),
    ("2005-03-04", "2005-03-04T00:00:00", D, ()),
    ("2005-03-04T10:20Z", "2005-03-04T10:20:00", MI, ()),
    ("2005-03-04T10:20-02:30", "2005-03-04T12:50:00", MI, ()),
    ("2005-03-04T10:20:30Z", "2005-03-04T10:20:30", S, ()),
    ("2005-03-04T00:20:30+01:00", "2005-03-03T23:20:30", S, ()),
    ("2005-03-04T10:20:30.45+01:00", "2005-03-04T09:20:30.450000", F, ()),
    ("2005-03-04T10:20:30.123456789Z", "2005-03-04T10:20:30.123456", F, ()),
    ("2005-03-04T10:20:30.1234567891234Z", "2005-03-04T10:20:30.123456", F, ()),
    ("2024-02-29", "2024-02-29T00:00:00", D, ()),
    (" \n\t2005-03-04\xa0", "2005-03-04T00:00:00", D, ()),
    # Slips that leave no doubt.
    ("2024-01-02 03:04:05", "2024-01-02T03:04:05", S, (FORMAT, NO_ZONE)),
    ("2024-01-02T03:04:05", "2024-01-02T03:04:05", S, (NO_ZONE,)),
    ("2024-01-02T03:04:05.5", "2024-01-02T03:04:05.500000", F, (NO_ZONE,)),
    ("2024-01-02T03:04", "2024-01-02T03:04:00", MI, (NO_ZONE,)),
    ("2024-01-02T03:04:05+0100", "2024-01-02T02:04:05", S, (FORMAT,)),
    ("2024-01-02T03:04:05+01", "2024-01-02T02:04:05", S, (FORMAT,)),
    ("2024-01-02t03:04:05z", "2024-01-02T03:04:05", S, (FORMAT,)),
    ("2024-01-02 03:04:05 UTC", "2024-01-02T03:04:05", S, (FORMAT,)),
    ("2024-01-02 03:04:05 +0100", "2024-01-02T02:04:05", S, (FORMAT,)),
    ("2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05.500000", F, (FORMAT,)),
    ("2024-01-02T03:04:05+01:00[Europe/Paris]", "2024-01-02T02:04:05", S, (FORMAT,)),
    ("2024-01-02+01:00", "2024-01-01T23:00:00", D, (FORMAT,)),
    ("2024-01-02Z", "2024-01-02T00:00:00", D, (FORMAT,)),
    ("2024/03/05", "2024-03-05T00:00:00", D, (FORMAT,)),
    ("2024-3-5 9:07:01", "2024-03-05T09:07:01", S, (FORMAT, NO_ZONE)),
    ("20240305T102030Z", "2024-03-05T10:20:30", S, (FORMAT,)),
    ("2024-01-02T24:00:00Z", "2024-01-03T00:00:00", S, (FORMAT,)),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00", S, (FORMAT,)),
    ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00", S, (FORMAT,)),
    # The month is a word.
    ("Tue, 03 Jun 2003 10:20:30 GMT", "2003-06-03T10:20:30", S, (FORMAT,)),
    ("Tue, 03 Jun 2003 10:20:30 +0200", "2003-06-03T08:20:30", S, (FORMAT,)),
    ("Tue, 3 Jun 03 10:20 EST", "2003-06-03T15:20:00", MI, (FORMAT,)),
    ("03 Jun 70 10:20 PDT", "1970-06-03T17:20:00", MI, (FORMAT,)),
    ("3 June 2003 10:20:30", "2003-06-03T10:20:30", S, (FORMAT, NO_ZONE)),
    ("3 Jun 2003 10:20:30 BST", "2003-06-03T10:20:30", S, (FORMAT, NO_ZONE)),
    ("3 Jun 2003 10:20:30 -0000 (UTC)", "2003-06-03T10:20:30", S, (FORMAT,)),
    ("Tuesday, 03-Jun-03 10:20:30 UTC", "2003-06-03T10:20:30", S, (FORMAT,)),
    ("Sept. 5, 2003", "2003-09-05T00:00:00", D, (FORMAT,)),
    ("03 Jun 2003", "2003-06-03T00:00:00", D, (FORMAT,)),
]

UNCERTAIN = [
    ("", "lastmod-empty"),
    (" \n ", "lastmod-empty"),
    ("01/02/2024", "lastmod-ambiguous"),
    ("01.02.2024 10:00", "lastmod-ambiguous"),
    ("05-05-2024", "lastmod-ambiguous"),
    ("24/01/02", "lastmod-ambiguous"),
    ("13/02/2024", FORMAT),
    ("2024-02-30", "lastmod-impossible"),
    ("2023-02-29T00:00:00Z", "lastmod-impossible"),
    ("2024-13-01", "lastmod-impossible"),
    ("2024-00-10", "lastmod-impossible"),
    ("0000-00-00", "lastmod-impossible"),
    ("0000-01-01T00:00:00Z", "lastmod-impossible"),
    ("-0001-11-30T00:00:00+00:00", "lastmod-impossible"),
    ("2024-01-02T25:00:00Z", "lastmod-impossible"),
    ("2024-01-02T24:00:01Z", "lastmod-impossible"),
    ("2024-01-02T10:60:00Z", "lastmod-impossible"),
    ("2024-01-02T10:00:60Z", "lastmod-impossible"),
    ("2024-01-02T10:00:00+15:00", "lastmod-impossible"),
    ("2024-01-02T10:00:00+01:75", "lastmod-impossible"),
    ("31 Jun 2003", "lastmod-impossible"),
    ("99999-01-01", FORMAT),
    ("1709630400", FORMAT),
    ("1709630400000", FORMAT),
    ("20240305", FORMAT),
    ("null", FORMAT),
    ("2024-01-01 2024-02-02", FORMAT),
    ("2024-01-01T00:00:00Z2024-02-02T00:00:00Z", FORMAT),
    ("2024-01-02T10Z", FORMAT),
    ("2024-01-02 10:00 PM", FORMAT),
    ("3 Jun 2003 10:00 PM", FORMAT),
    ("2024-01-02T10:00:00 01:00", FORMAT),
    ("2024-01-02T10:00:00abc", FORMAT),
    ("3 Juin 2003", FORMAT),
    ("2024.5", FORMAT),
    ("\u0662\u0660\u0662\u0664-01-02", FORMAT),
    ("2024-01-02" + "0" * 10_000, FORMAT),
    ("Tue, Tue, 03 Jun 2003", FORMAT),
]


@pytest.mark.parametrize(("text", "moment", "precision", "marks"), CERTAIN)
def test_certain_date_is_read(
    text: str, moment: str, precision: Precision, marks: tuple[str, ...]
) -> None:
    reading = read_date(text)
    wanted = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert reading == DateReading(wanted, precision, reading.marks)
    assert sorted(reading.marks) == sorted(marks)


@pytest.mark.parametrize(("text", "mark"), UNCERTAIN)
def test_uncertain_date_is_not_read_and_says_why(text: str, mark: str) -> None:
    assert read_date(text) == DateReading(None, Precision.NONE, (mark,))


def test_columns_read_the_same() -> None:
    texts = [row[0] for row in CERTAIN] + [row[0] for row in UNCERTAIN]
    moments, precision, marks = read_dates(pa.array(texts))
    for row, text in enumerate(texts):
        alone = read_date(text)
        assert moments[row].as_py() == alone.moment
        assert precision[row] == alone.precision
        assert mark_names(int(marks[row])) == tuple(sorted(alone.marks, key=_order))


def _order(mark: str) -> int:
    return mark_names((1 << 40) - 1).index(mark)


def test_columns_larger_than_the_working_size_are_read_whole() -> None:
    texts = [f"2024-01-{n % 40:02d}" for n in range(150_000)]
    moments, precision, marks = read_dates(pa.array(texts))
    good = np.array([1 <= n % 40 <= 31 for n in range(150_000)])
    assert ((precision == Precision.DAY) == good).all()
    assert ((marks == 0) == good).all()
    assert moments[149_999].as_py() is None
    assert moments[149_991].as_py() == datetime(2024, 1, 31, tzinfo=UTC)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_empty_and_null_columns_have_no_dates(kind: pa.DataType) -> None:
    moments, precision, marks = read_dates(pa.array([], kind))
    assert (len(moments), len(precision), len(marks)) == (0, 0, 0)
    assert moments.type == pa.timestamp("us", tz="UTC")
    moments, precision, marks = read_dates(pa.array([None, None], kind))
    assert moments.null_count == 2
    assert not precision.any()
    assert not marks.any()


@pytest.mark.parametrize(
    "text", ["Tue, 03 Jun 03 10:20 GMT", "3 June 2003 10:20 UT", "2003-06-03T10:20Z"]
)
def test_date_of_a_feed_is_no_slip_in_a_feed(text: str) -> None:
    moment = datetime(2003, 6, 3, 10, 20, tzinfo=UTC)
    assert read_feed_date(text) == DateReading(moment, Precision.MINUTE)


def test_date_of_a_feed_keeps_its_other_marks() -> None:
    assert read_feed_date("3 Jun 2003 10:20").marks == (NO_ZONE,)
    assert read_feed_date("yesterday").marks == (FORMAT,)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("2024", "2025-01-01T00:00:00"),
        ("2024-12", "2025-01-01T00:00:00"),
        ("2024-02", "2024-03-01T00:00:00"),
        ("2024-02-28", "2024-02-29T00:00:00"),
        ("2024-02-28T23:59Z", "2024-02-29T00:00:00"),
        ("2024-02-28T23:59:59Z", "2024-02-29T00:00:00"),
        ("2024-02-28T23:59:59.5Z", "2024-02-28T23:59:59.500001"),
        ("9999", "9999-12-31T23:59:59.999999"),
        ("9999-12", "9999-12-31T23:59:59.999999"),
        ("9999-12-31", "9999-12-31T23:59:59.999999"),
    ],
)
def test_interval_ends_where_the_next_begins(text: str, end: str) -> None:
    reading = read_date(text)
    assert reading.moment is not None
    wanted = datetime.fromisoformat(end).replace(tzinfo=UTC)
    assert interval_end(reading.moment, reading.precision) == wanted


@pytest.mark.parametrize(
    ("text", "future"),
    [
        ("2026-12-01", False),
        ("2026-12-02", True),
        ("2026-12", False),
        ("2026", False),
        ("2027", True),
        ("2026-12-01T08:00:00Z", False),
        ("2026-12-01T08:04:00Z", False),
        ("2026-12-01T08:06:00Z", True),
        ("2026-12-01T12:00:00+05:00", False),
        ("never", False),
    ],
)
def test_future_begins_after_now_and_the_tolerance(text: str, future: bool) -> None:  # noqa: FBT001
    moments, precision, _ = read_dates(pa.array([text, None]))
    now = datetime(2026, 12, 1, 8, tzinfo=UTC)
    assert mark_future(moments, precision, now).tolist() == [future, False]


def test_day_that_has_begun_in_the_east_is_not_the_future() -> None:
    moments, precision, _ = read_dates(pa.array(["2026-12-02"]))
    noon = datetime(2026, 12, 1, 12, tzinfo=UTC)
    assert mark_future(moments, precision, noon).tolist() == [False]
    assert mark_future(moments, precision, noon - timedelta(hours=3)).tolist() == [True]


def test_nothing_is_in_no_future() -> None:
    moments, precision, _ = read_dates(pa.array([], pa.string()))
    now = datetime(2026, 12, 1, tzinfo=UTC)
    assert mark_future(moments, precision, now).tolist() == []
