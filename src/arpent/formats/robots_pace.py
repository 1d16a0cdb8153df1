"""Crawl-delay and Request-rate: how slowly an agent is asked to come.

Knows the two notations, which no standard holds. Knows no agent. The one idea: a value
that is not surely a pace is no pace, and of several the slowest holds.
"""

import re
from dataclasses import dataclass
from typing import Final

from arpent.formats.robots_lines import Notes

__all__ = ["Pace", "read_delay", "read_rate", "slower_delay", "slower_rate"]

_SECONDS: Final = re.compile(r"(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")
_RATE: Final = re.compile(
    # Pages / seconds, with a unit, and the hours of the day, which are not used.
    r"([0-9]{1,9})[ \t]*/[ \t]*([0-9]{1,9})[ \t]*([smhSMH]?)"
    r"(?:[ \t]+[0-9]{3,4}[ \t]*-[ \t]*[0-9]{3,4})?"
)
_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600}


def read_delay(value: str) -> float | None:
    """Return a Crawl-delay in seconds, 0 or more; None when it is no such number."""
    return float(value) if _SECONDS.fullmatch(value) else None


def read_rate(value: str) -> tuple[int, int] | None:
    """Return a Request-rate as (pages, seconds); None when it cannot be read."""
    found = _RATE.fullmatch(value)
    if found is None:
        return None
    pages, span, unit = found.groups()
    rate = int(pages), int(span) * _UNITS[unit.lower()]
    return rate if all(rate) else None


@dataclass(slots=True)
class Pace:
    """What one run of user-agent lines is asked for; the slowest of each holds."""

    delay: float | None = None
    rate: tuple[int, int] | None = None

    def add_delay(self, number: int, value: str, notes: Notes) -> None:
        """Take a Crawl-delay line."""
        delay = read_delay(value)
        if delay is None:
            notes.note("bad-delay", number, f"{value[:80]!r} is no number of seconds")
            return
        if self.delay is not None:
            notes.note("several-delays", number)
        self.delay = slower_delay(self.delay, delay)

    def add_rate(self, number: int, value: str, notes: Notes) -> None:
        """Take a Request-rate line."""
        rate = read_rate(value)
        if rate is None:
            notes.note("bad-rate", number, f"{value[:80]!r} is no rate")
            return
        self.rate = slower_rate(self.rate, rate)

    def join(self, other: "Pace") -> "Pace":
        """Return the slower of two paces."""
        return Pace(
            slower_delay(self.delay, other.delay), slower_rate(self.rate, other.rate)
        )


def slower_delay(one: float | None, other: float | None) -> float | None:
    """Return the longer of two delays, None standing for none."""
    known = [delay for delay in (one, other) if delay is not None]
    return max(known, default=None)


def slower_rate(
    one: tuple[int, int] | None, other: tuple[int, int] | None
) -> tuple[int, int] | None:
    """Return the rate with more seconds a page, None standing for none."""
    known = [rate for rate in (one, other) if rate is not None]
    return max(known, key=lambda rate: rate[1] / rate[0], default=None)
