"""Exit codes, the same for all verbs.

Knows the table of product.md and nothing else.
"""

from collections.abc import Iterable
from typing import Final

from arpent.errors import ArpentError, UsageError
from arpent.terms.report import Report, StoppedBy

__all__ = [
    "CUT_SHORT",
    "DONE",
    "FAILED",
    "INTERRUPTED",
    "NOTHING",
    "REFUSED",
    "TERMINATED",
    "UNREACHABLE",
    "WRONG_USAGE",
    "exit_code",
    "exit_code_of_error",
    "largest",
]

DONE: Final = 0
NOTHING: Final = 1
WRONG_USAGE: Final = 2
REFUSED: Final = 3
UNREACHABLE: Final = 4
CUT_SHORT: Final = 5
FAILED: Final = 6
INTERRUPTED: Final = 130
TERMINATED: Final = 143

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
