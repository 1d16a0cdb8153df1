"""What is wanted of a frontier, and what it tells of it in the end."""

from dataclasses import dataclass

from arpent.formats.robots_access import RobotsAccess
from arpent.terms.exchange import Exchange, Step, Validators
from arpent.terms.urls import Origin

__all__ = ["Opened", "Settled", "Want"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """Something to be fetched once its origin allows it; `url` is in request form."""

    url: str
    step: Step
    source: str | None = None
    limit_bytes: int
    validators: Validators | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The end of a want.

    Attributes:
        outcome: The last exchange, or None when nothing was asked.
        word: Why it brought no answer of its own (a word of the log), else None.
        url: Where it ended after redirects.
        hops: Addresses that redirected, in order.
    """

    want: Want
    outcome: Exchange | None = None
    word: str | None = None
    url: str
    hops: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Robots.txt of an origin is known: its access, and the exchange that decided.

    `outcome` is None when its host was left before robots.txt could be asked for.
    """

    origin: Origin
    access: RobotsAccess
    outcome: Exchange | None
