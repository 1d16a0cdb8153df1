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

from arpent.cli.mistakes import NOT_A_FILE
from arpent.errors import StoreError, UsageError
from arpent.terms.target import read_target
from arpent.workspace import is_at_hand

__all__ = [
    "check_site",
    "looks_like_a_file",
    "read_since",
    "read_targets",
    "refuse_folder",
]

_FILES: Final = frozenset({".xml", ".gz", ".txt", ".json", ".csv", ".rss", ".atom"})
"""Endings of files that hold lists; none of them is a top-level domain."""

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
        UsageError: There is none, a list is not there, or one is an option that is
            not known.
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
    except FileNotFoundError as error:
        raise UsageError(f"@{name}: there is no such file") from error
    except IsADirectoryError as error:
        raise UsageError(f"@{name}: it is a directory; name a file in it") from error
    except OSError as error:
        raise StoreError(f"@{name}", (error.strerror or str(error)).lower()) from error
    for line in text.splitlines():
        target = line.strip()
        if target and not target.startswith("#"):
            yield target


def refuse_folder(
    target: str,
    why: str = "is a directory; name a file in it, or give a list as @FILE",
) -> None:
    """Refuse a directory, unless its name may be that of a site.

    Args:
        target: As typed.
        why: What is said after its name.

    Raises:
        UsageError: It is one.
    """
    try:
        read_target(target)
    except UsageError:
        if _is_folder(target):
            raise UsageError(f"{target[:200]!r} {why}") from None


def check_site(site: str) -> None:
    """Refuse what is neither a site nor the URL of a document.

    Raises:
        UsageError: It is a file, a list, standard input or a directory.
    """
    if site.startswith("@"):
        raise UsageError(f"{NOT_A_FILE}, and one at a time")
    if is_at_hand(site):
        named = "." in site and "/" not in site and not looks_like_a_file(site)
        hint = f"; a site of that name is written https://{site[:200]}"
        raise UsageError(NOT_A_FILE + (hint if named else ""))
    refuse_folder(site, f"is a directory; {NOT_A_FILE}")


def looks_like_a_file(target: str) -> bool:
    """Say whether a target was likely meant as a local file, by its name and place."""
    if "://" in target:
        return False
    path = Path(target)
    return path.suffix.lower() in _FILES and (
        "/" not in target or _is_folder(str(path.parent))
    )


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):  # a name that nothing can have
        return False


def read_since(text: str, *, now: datetime) -> datetime:
    """Return the moment that WHEN means, in UTC.

    Args:
        text: RFC 3339, a date, or a span before now such as `6h`, `2d`, `30m`, `1w`.
        now: Aware moment that a span ends at.

    Raises:
        UsageError: It means no moment.
    """
    typed = text.strip()
    if typed.startswith("-") and _SPAN.fullmatch(typed[1:].lower()):
        raise UsageError(f"--since {typed}: a span has no sign; write {typed[1:]}")
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
