from datetime import UTC, datetime, timedelta, timezone

from arpent.terms.moments import EPOCH, MICROSECOND, microseconds


def test_moments_are_counted_from_1970_in_any_zone() -> None:
    assert microseconds(EPOCH) == 0
    east = timezone(timedelta(hours=9))
    assert microseconds(datetime(1970, 1, 1, 9, 0, 0, 1, tzinfo=east)) == 1
    assert microseconds(datetime(1, 1, 1, tzinfo=UTC)) < 0


def test_a_moment_comes_back() -> None:
    moment = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    assert EPOCH + microseconds(moment) * MICROSECOND == moment
