"""A column of dates reads as each of its dates does."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

from arpent.formats.dates import interval_end, read_date
from arpent.formats.dates_columns import read_dates
from arpent.terms.entries import Precision, mark_bits

DAYS = st.dates().map(str)
CLOCKS = st.one_of(
    st.times().map(lambda t: f"{t:%H:%M}"),
    st.times().map(lambda t: f"{t:%H:%M:%S}"),
    st.builds(
        lambda t, digits: f"{t:%H:%M:%S}.{digits}",
        st.times(),
        st.text("0123456789", min_size=1, max_size=11),
    ),
    st.sampled_from(["24:00", "24:00:00", "23:59:60", "00:00:60", "12:60", "1:02"]),
)
ZONES = st.one_of(
    st.sampled_from(["", "", "Z", "z", " UTC", "EST", "+01", "-0000", " +02:00", "Q"]),
    st.builds(
        "{}{:02d}{}{:02d}".format,
        st.sampled_from("+-"),
        st.integers(0, 15),
        st.sampled_from([":", ""]),
        st.integers(0, 61),
    ),
)
FORMS = st.one_of(
    DAYS,
    DAYS.map(lambda day: day[:7]),
    DAYS.map(lambda day: day[:4]),
    st.builds("{}{}{}{}".format, DAYS, st.sampled_from("TTTt _"), CLOCKS, ZONES),
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a form of which one character is another, missing, or doubled."""
    text: str = draw(FORMS)
    at: int = draw(st.integers(0, len(text) - 1))
    other: str = draw(st.sampled_from([*"0129+-:.,TZ /", "é", "٣", "", text[at] * 2]))
    return text[:at] + other + text[at + 1 :]


TEXTS = st.one_of(
    FORMS,
    mutated(),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["", " ", "\n\t", "\xa0"]),
        FORMS,
        st.sampled_from(["", " \r\n", "\x85", "\0"]),
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)


def agree(texts: list[str | None], column: pa.Array) -> None:
    moments, precision, marks = read_dates(column)
    for row, text in enumerate(texts):
        got = (moments[row].as_py(), int(precision[row]), int(marks[row]))
        if text is None:
            assert got == (None, 0, 0)
            continue
        alone = read_date(text)
        wanted = (alone.moment, int(alone.precision), mark_bits(*alone.marks))
        assert got == wanted, text


@given(st.lists(st.none() | TEXTS, max_size=30), st.integers(0, 2), st.integers(0, 2))
@example(["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "9999"], 1, 1)
@example(["2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29"], 0, 0)
@example([" " * 100 + "2024-02-29" + " " * 100], 0, 0)
def test_column_reads_as_each_of_its_dates(
    texts: list[str | None], head: int, tail: int
) -> None:
    around = [*["2001-01-01"] * head, *texts, *["x"] * tail]
    sliced = pa.array(around, pa.string()).slice(head, len(texts))
    agree(texts, sliced)
    large = pa.array(around, pa.large_string()).slice(head, len(texts))
    agree(texts, large)
    half = len(texts) // 2
    agree(texts, pa.chunked_array([sliced.slice(0, half), sliced.slice(half)]))


@given(TEXTS)
def test_a_date_that_is_read_is_an_interval_in_utc(text: str) -> None:
    reading = read_date(text)
    assert (reading.moment is None) == (reading.precision is Precision.NONE)
    assert all(mark.startswith("lastmod-") for mark in reading.marks)
    assert reading.marks or reading.moment is not None
    if reading.moment is not None:
        assert reading.moment.utcoffset() == timedelta(0)
        assert reading.moment < interval_end(reading.moment, reading.precision)


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1)), st.integers(-840, 840))  # noqa: DTZ001
def test_iso_form_of_any_moment_is_read_back(local: datetime, minutes: int) -> None:
    offset = timedelta(minutes=minutes)
    sign, size = "-" if minutes < 0 else "+", abs(minutes)
    text = f"{local.isoformat()}{sign}{size // 60:02d}:{size % 60:02d}"
    wanted = local.replace(tzinfo=UTC) - offset
    moments, _, marks = read_dates(pa.array([text]))
    assert moments[0].as_py() == wanted
    assert read_date(text).moment == wanted
    assert marks.dtype == np.uint64
    assert int(marks[0]) == 0
