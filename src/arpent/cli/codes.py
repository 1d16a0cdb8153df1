"""The numbers of the exit codes, the same for all verbs.

Knows the table of product.md and nothing else, so that it costs nothing to import.
"""

from typing import Final

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
