"""Which exit code a run comes to.

Knows reports and errors, and the codes by name.
"""

from collections.abc import Iterable
from typing import Final

from arpent.cli.codes import (
    CUT_SHORT,
    DONE,
    FAILED,
    INTERRUPTED,
    NOTHING,
    REFUSED,
    UNREACHABLE,
    WRONG_USAGE,
)
from arpent.errors import ArpentError, UsageError
from arpent.terms.report import Report, StoppedBy

__all__ = ["exit_code", "exit_code_of_error", "largest"]

_CODES: Final = {
    StoppedBy.BUDGET: CUT_SHORT,
    StoppedBy.MAX_FILES: CUT_SHORT,
    StoppedBy.LIMIT: CUT_SHORT,
    StoppedBy.REFUSED: REFUSED,
    StoppedBy.DISALLOWED: REFUSED,
    StoppedBy.UNREACHABLE: UNREACHABLE,
    StoppedBy.INTERRUPTED: INTERRUPTED,
}


def exit_code(report: Report) -> int:
    """Return the exit code of one run."""
    if report.stopped_by is StoppedBy.DONE:
        return DONE if report.urls else NOTHING
    return _CODES[report.stopped_by]


def exit_code_of_error(error: ArpentError) -> int:
    """Return the exit code of an error of the caller's or of our own machine."""
    return WRONG_USAGE if isinstance(error, UsageError) else FAILED


def largest(codes: Iterable[int]) -> int:
    """Return the largest code that occurred; 0 when there is none."""
    return max(codes, default=DONE)
