from datetime import UTC, datetime

import pytest

from arpent.formats.http_dates import read_http_date

NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        " Sun, 6 Nov 1994 08:49:37 +0000 ",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ],
)
def test_each_notation_names_the_same_moment(text: str) -> None:
    moment = read_http_date(text, now=NOW)
    assert moment == datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "1994-11-06", "Sun, 06 Nov 1994 08:49:37 JST", "0", "x" * 10_000],
)
def test_what_is_no_date_of_http_is_none(text: str) -> None:
    assert read_http_date(text, now=NOW) is None
