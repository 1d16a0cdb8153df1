"""What is typed as TARGET, and as WHEN.

Knows lists of targets in files and spans of time; leaves to the workspace what a
target means.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from arpent.errors import StoreError, UsageError

__all__ = ["read_since", "read_targets"]

_SPAN: Final = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<unit>[smhdw])")
_UNITS: Final = {
    "s": "seconds",
    "m": "minutes",
    "h": "hours",
    "d": "days",
    "w": "weeks",
}


def read_targets(typed: Iterable[str], *, options: Sequence[str] = ()) -> list[str]:
    """Return the targets in order, once each; `@FILE` gives one a line.

    Args:
        typed: The words of the command line that are no options.
        options: Options that a misspelt one may have meant.

    Raises:
        UsageError: There is none, or one is an option that is not known.
        StoreError: A list cannot be read.
    """
    found: dict[str, None] = {}
    for text in typed:
        if text.startswith("-") and text != "-":
            close = get_close_matches(text, options, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"unknown option: {text}{hint}")
        lines = _lines_of(text[1:]) if text.startswith("@") else (text,)
        found |= dict.fromkeys(lines)
    if not found:
        raise UsageError("no target; the lists given have no line that counts")
    return list(found)


def _lines_of(name: str) -> Iterator[str]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"@{name}: not UTF-8; save the list as UTF-8") from error
    except OSError as error:
        raise StoreError(f"@{name}", (error.strerror or str(error)).lower()) from error
    for line in text.splitlines():
        target = line.strip()
        if target and not target.startswith("#"):
            yield target


def read_since(text: str, *, now: datetime) -> datetime:
    """Return the moment that WHEN means, in UTC.

    Args:
        text: RFC 3339, a date, or a span before now such as `6h`, `2d`, `30m`, `1w`.
        now: Aware moment that a span ends at.

    Raises:
        UsageError: It means no moment.
    """
    typed = text.strip()
    span = _SPAN.fullmatch(typed.lower())
    try:
        if span:
            length = timedelta(**{_UNITS[span["unit"]]: float(span["number"])})
            return (now - length).astimezone(UTC)
        moment = datetime.fromisoformat(typed)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"--since {text[:80]!r} is no moment; give 2024-01-02, "
            "2024-01-02T03:04:05Z, or a span such as 6h, 2d, 30m, 1w"
        ) from error
