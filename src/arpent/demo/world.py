"""Pages that change: when each one changed, and what its lastmod says of it.

Knows moments drawn once from a generator; a state is a function of the moment asked
about, so moving the clock moves the site. Must not know how a site is served.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["World", "draw_world"]

_DAY_S: Final = 86_400
_BEFORE_D: Final = 60
_AFTER_D: Final = 60

Moments = tuple[npt.NDArray[np.int64], ...]


@dataclass(frozen=True, slots=True)
class World:
    """Some pages over 120 days: 60 before the opening, 60 after it.

    Attributes:
        opening: When the site opens; all moments are seconds relative to it.
        names: One slug a page.
        changed: When each page changed, ascending; the first is its creation.
        told: When the lastmod of each page moved; the first is its creation.
    """

    opening: datetime
    names: tuple[str, ...]
    changed: Moments
    told: Moments

    def version(self, page: int, now: datetime) -> int:
        """Return how often the page had changed by then, its creation counted."""
        return self._count(self.changed[page], now)

    def changed_at(self, page: int, now: datetime) -> datetime:
        """Return when the page last changed."""
        return self._last(self.changed[page], now)

    def lastmod(self, page: int, now: datetime) -> datetime:
        """Return what the sitemap says of the page's last change."""
        return self._last(self.told[page], now)

    def _count(self, moments: npt.NDArray[np.int64], now: datetime) -> int:
        elapsed = int((now - self.opening).total_seconds())
        return max(1, int(np.searchsorted(moments, elapsed, side="right")))

    def _last(self, moments: npt.NDArray[np.int64], now: datetime) -> datetime:
        seconds = int(moments[self._count(moments, now) - 1])
        return self.opening + timedelta(seconds=seconds)


def draw_world(
    rng: np.random.Generator,
    opening: datetime,
    names: tuple[str, ...],
    *,
    per_day: float = 0.05,
    told: float = 1.0,
    false_per_day: float = 0.0,
) -> World:
    """Draw a world of independent Poisson changes.

    Args:
        rng: Draws everything.
        opening: When the site opens.
        names: One slug a page.
        per_day: Changes of a page per day.
        told: Share of the changes that move the lastmod, in [0, 1].
        false_per_day: Moves of a page's lastmod per day with no change behind them.
    """
    changed, moved = [], []
    for _ in names:
        created = -int(rng.integers(_DAY_S, _BEFORE_D * _DAY_S))
        real = _poisson(rng, created, per_day)
        honest = real[rng.random(len(real)) < told]
        false = _poisson(rng, created, false_per_day)
        first = np.array([created], np.int64)
        changed.append(np.concatenate([first, real]))
        moved.append(np.concatenate([first, np.sort(np.concatenate([honest, false]))]))
    return World(opening, names, tuple(changed), tuple(moved))


def _poisson(
    rng: np.random.Generator, start: int, per_day: float
) -> npt.NDArray[np.int64]:
    end = _AFTER_D * _DAY_S
    count = int(rng.poisson(per_day * (end - start) / _DAY_S))
    return np.sort(rng.integers(start + 1, end, count)).astype(np.int64)
