from datetime import UTC, datetime

import pytest

from arpent.formats.retry_after import parse_retry_after

NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("9" * 40, 999999999999.0),
        ("Tue, 01 Dec 2026 12:01:00 GMT", 60.0),
        ("Tuesday, 01-Dec-26 12:01:00 GMT", 60.0),
        ("Tue Dec  1 12:01:00 2026", 60.0),
        ("Tue, 1 Dec 2026 12:00:59 UTC", 59.0),
        ("Tue, 01 Dec 2026 11:00:00 GMT", 0.0),
        ("Tuesday, 01-Dec-94 12:01:00 GMT", 0.0),
        ("-5", None),
        ("1.5", None),
        ("soon", None),
        ("", None),
        ("\u0661", None),
        ("Tue, 31 Feb 2026 12:01:00 GMT", None),
        ("Tue, 01 Foo 2026 12:01:00 GMT", None),
    ],
)
def test_seconds_and_dates_are_read(value: str, seconds: float | None) -> None:
    assert parse_retry_after(value, now=NOW) == seconds
