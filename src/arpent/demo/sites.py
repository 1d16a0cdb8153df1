"""The catalogue of simulated sites: every family by name, drawn from one seed.

Knows the names. A site depends on the seed, its own name and the opening moment
alone: leaving one out, or asking in another order, changes no other.
"""

import zlib
from collections.abc import Callable
from datetime import datetime
from typing import Final

import numpy as np

from arpent.demo import (
    dated,
    faulty,
    found,
    guide_feeds,
    guide_refusals,
    guide_sitemaps,
    hostile,
)
from arpent.demo.clock import OPENING
from arpent.demo.replies import Site

__all__ = ["FAMILIES", "all_sites", "family"]

FAMILIES: Final[dict[str, Callable[..., tuple[Site, ...]]]] = {
    "verge": guide_feeds.verge,
    "techcrunch": guide_feeds.techcrunch,
    "itmedia": guide_feeds.itmedia,
    "nikkei": guide_sitemaps.nikkei,
    "asahi": guide_sitemaps.asahi,
    "yomiuri": guide_sitemaps.yomiuri,
    "ap": guide_refusals.ap,
    "reuters": guide_refusals.reuters,
    "honest": dated.honest,
    "lazy": dated.lazy,
    "forgetful": dated.forgetful,
    "generation": dated.generation,
    "batch": dated.batch,
    "undated": dated.undated,
    "future": dated.future,
    "frozen": dated.frozen,
    "partial": dated.partial,
    "publication": dated.publication,
    "broken": faulty.broken,
    "hostile": hostile.hostile,
    "soft404": faulty.soft404,
    "slow": faulty.slow,
    "faults": faulty.faults,
    "guess": found.guess,
    "linked": found.linked,
    "big": found.big,
    "multilang": found.multilang,
    "feeds": found.feeds,
    "crosshost": found.crosshost,
}
"""Name -> what draws its hosts: (generator, opening moment, **variants)."""


def family(
    name: str, *, seed: int = 0, now: datetime = OPENING, **variants: object
) -> tuple[Site, ...]:
    """Return the hosts of one family.

    Args:
        name: A key of `FAMILIES`.
        seed: Same seed, same bytes; 0 or more.
        now: When the sites open.
        variants: The family's own parameters.

    Raises:
        KeyError: There is no such family.
    """
    bits = np.random.PCG64([seed, zlib.crc32(name.encode())])
    return FAMILIES[name](np.random.Generator(bits), now, **variants)


def all_sites(*, seed: int = 0, now: datetime = OPENING) -> tuple[Site, ...]:
    """Return every host of every family, in its usual variant."""
    return tuple(site for name in FAMILIES for site in family(name, seed=seed, now=now))
