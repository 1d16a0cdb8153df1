"""What a site says changed since a moment."""

from dataclasses import dataclass
from datetime import datetime

from arpent.terms.entries import Entry

__all__ = ["Changes", "Dates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """What the dates can mean: a class, and one sentence a person can act on."""

    kind: str
    sentence: str

    @property
    def tell_changes(self) -> bool:
        """Say whether the dates could tell what changed."""
        return self.kind in {"hint", "partial", "mixed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Three lists apart.

    Attributes:
        since: The moment asked about.
        total: URLs looked at; the sum of the three.
        changed: Entries whose date names a moment later than `since`, newest first.
        undated: Entries that say nothing.
        unchanged: How many say that they did not change.
    """

    site: str
    since: datetime
    total: int
    changed: tuple[Entry, ...]
    undated: tuple[Entry, ...]
    unchanged: int
    dates: Dates
