"""Exit codes are those of the contract."""

from datetime import UTC, datetime

import pytest

from arpent.cli.exits import exit_code, exit_code_of_error, largest
from arpent.errors import InvalidUrl, StoreError, StoreMissing, UsageError
from arpent.terms.report import Report, StoppedBy

NOW = datetime(2024, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("stopped_by", "urls", "code"),
    [
        ("done", 1, 0),
        ("done", 0, 1),
        ("disallowed", 0, 3),
        ("refused", 5, 3),
        ("unreachable", 0, 4),
        ("budget", 9, 5),
        ("max-files", 9, 5),
        ("limit", 9, 5),
        ("interrupted", 9, 130),
    ],
)
def test_code_follows_what_stopped_the_run(
    stopped_by: str, urls: int, code: int
) -> None:
    report = Report(
        target="t",
        origin=None,
        started_at=NOW,
        finished_at=NOW,
        urls=urls,
        stopped_by=StoppedBy(stopped_by),
    )
    assert exit_code(report) == code


def test_every_end_has_a_code() -> None:
    for end in StoppedBy:
        report = Report(
            target="t", origin=None, started_at=NOW, finished_at=NOW, stopped_by=end
        )
        assert exit_code(report) in {0, 1, 3, 4, 5, 130}


def test_incomplete_run_that_found_something_is_done() -> None:
    report = Report(
        target="t",
        origin=None,
        started_at=NOW,
        finished_at=NOW,
        urls=1,
        complete=False,
    )
    assert exit_code(report) == 0


def test_errors_of_usage_and_of_our_own_machine_differ() -> None:
    assert exit_code_of_error(UsageError("x")) == 2
    assert exit_code_of_error(InvalidUrl("x", "y")) == 2
    assert exit_code_of_error(StoreError("x", "y")) == 6
    assert exit_code_of_error(StoreMissing("x", "y")) == 6


def test_largest_code_counts() -> None:
    assert largest([0, 3, 1]) == 3
    assert largest([]) == 0
