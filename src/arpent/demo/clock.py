"""The farm's clock: stands still until a hand moves it.

Knows one moment. Must not read the machine's clock: the same moves give the same
answers, today and in ten years.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["OPENING", "Clock"]

OPENING: Final = datetime(2026, 11, 20, 9, 30, 15, tzinfo=UTC)
"""The moment at which the simulated sites open, unless another is given."""


class Clock:
    """A moment that is moved by hand; it never goes back."""

    def __init__(self, start: datetime = OPENING) -> None:
        if start.tzinfo is None:
            raise ValueError(f"{start!r} has no zone; give an aware moment")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """Return the moment at which the clock stands (aware, UTC)."""
        return self._now

    def move(self, by: timedelta) -> datetime:
        """Move the clock forward and return where it stands then.

        Raises:
            ValueError: The step is negative.
        """
        if by < timedelta(0):
            raise ValueError(f"{by} would turn the clock back; give 0 or more")
        self._now += by
        return self._now
