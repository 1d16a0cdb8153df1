from datetime import UTC, datetime

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from arpent.formats.date_intervals import end_later_than
from arpent.formats.dates import interval_end, read_date
from arpent.formats.dates_columns import read_dates


def test_a_coarse_date_is_later_when_its_end_is() -> None:
    texts = ["2026", "2026-03", "2026-03-05", "2026-03-05T10:20Z", None, "2025-12-31"]
    moments, precision, _ = read_dates(pa.array(texts, pa.string()))
    since = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
    later = end_later_than(moments, precision, since)
    assert later.tolist() == [True, True, True, False, False, False]


DATES = st.one_of(
    st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)).map(  # noqa: DTZ001
        lambda d: d.strftime("%Y-%m-%dT%H:%M:%SZ")
    ),
    st.dates().map(lambda d: f"{d:%Y-%m-%d}"),
    st.dates().map(lambda d: f"{d.year:04d}-{d.month:02d}"),
    st.dates().map(lambda d: f"{d.year:04d}"),
)


@given(st.lists(DATES), st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)))  # noqa: DTZ001
def test_columns_agree_with_single_dates(texts: list[str], since: datetime) -> None:
    moment = since.replace(tzinfo=UTC)
    moments, precision, _ = read_dates(pa.array(texts, pa.string()))
    later = end_later_than(moments, precision, moment)
    for text, found in zip(texts, later.tolist(), strict=True):
        read = read_date(text)
        expected = (
            read.moment is not None
            and interval_end(read.moment, read.precision) > moment
        )
        assert found == expected, text
