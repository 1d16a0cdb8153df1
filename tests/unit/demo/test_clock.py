from datetime import UTC, datetime, timedelta, timezone

import pytest

from arpent.demo.clock import OPENING, Clock


def test_clock_stands_still_until_it_is_moved() -> None:
    clock = Clock()
    assert clock.now() == clock.now() == OPENING
    assert clock.move(timedelta(hours=2)) == OPENING + timedelta(hours=2) == clock.now()


def test_clock_speaks_utc_whatever_the_zone_it_was_set_in() -> None:
    paris = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert Clock(paris).now() == datetime(2026, 7, 1, 10, tzinfo=UTC)
    assert Clock(paris).now().tzinfo is UTC


def test_clock_refuses_to_go_back() -> None:
    clock = Clock()
    with pytest.raises(ValueError, match="turn the clock back"):
        clock.move(timedelta(seconds=-1))
    assert clock.now() == OPENING


def test_clock_refuses_a_moment_without_zone() -> None:
    with pytest.raises(ValueError, match="no zone"):
        Clock(datetime(2026, 1, 1))  # noqa: DTZ001 -- that is the fault tried
