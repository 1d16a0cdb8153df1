"""Which entries lie outside what their sitemap may speak for.

Marks, never deletions: who wants fewer entries says so with a scope. Works on columns;
only entries of another origin are looked at one by one, once an authority.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.errors import InvalidUrl
from arpent.terms.policy import Scope
from arpent.terms.urls import Origin, origin_of, request_form

__all__ = ["Places", "in_scope", "places_of"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Places:
    """Where entries lie, seen from their sitemap; masks of one length.

    Attributes:
        other_host: Host or port differ from the sitemap's.
        other_scheme: Same host, but http in an https sitemap or the reverse.
        outside: Same origin, outside the directory of the sitemap
            (sitemaps.org: sitemap file location).
        hosts: Host of each entry that is not of the sitemap's origin, by row.
    """

    other_host: Mask
    other_scheme: Mask
    outside: Mask
    hosts: dict[int, str]


def places_of(urls: pa.StringArray, sitemap: str) -> Places:
    """Say where entries lie, seen from their sitemap.

    Args:
        urls: Absolute addresses as published.
        sitemap: Address of the sitemap.
    """
    home = origin_of(request_form(sitemap))
    here = _starts(urls, f"{home}/")
    folder = _folder(request_form(sitemap), home)
    outside = here & ~_starts(urls, folder)
    other_host = np.zeros(len(urls), bool)
    other_scheme = np.zeros(len(urls), bool)
    hosts: dict[int, str] = {}
    origins: dict[str, Origin | None] = {}
    odd = np.flatnonzero(~here)
    for row, url in zip(
        odd.tolist(), urls.take(pa.array(odd)).to_pylist(), strict=True
    ):
        authority = "/".join(url.split("/", 3)[:3])
        if authority not in origins:
            origins[authority] = _origin(authority)
        origin = origins[authority]
        if origin is None or origin == home:
            continue
        hosts[row] = origin.host
        other_scheme[row] = origin.host == home.host and origin.scheme != home.scheme
        other_host[row] = not other_scheme[row]
    return Places(other_host, other_scheme, outside, hosts)


def in_scope(
    places: Places, sitemap: str, scope: Scope, domain_of: Callable[[str], str]
) -> Mask:
    """Say which entries are of the sitemap's host, or of its registrable domain.

    Args:
        places: Where the entries lie.
        sitemap: Address of the sitemap.
        scope: What is asked for.
        domain_of: Host name to registrable domain (by the public suffix list).
    """
    kept = np.ones(len(places.other_host), bool)
    if scope is Scope.ALL:
        return kept
    home = origin_of(request_form(sitemap)).host
    domain = domain_of(home) if scope is Scope.SITE else ""
    same = {home: True}
    for row, host in places.hosts.items():
        if host not in same:
            same[host] = scope is Scope.SITE and domain_of(host) == domain
        kept[row] = same[host]
    return kept


def _starts(urls: pa.StringArray, prefix: str) -> Mask:
    found: Any = pc.starts_with(urls, pattern=prefix)
    mask: Mask = found.to_numpy(zero_copy_only=False).astype(bool)
    return mask


def _folder(sitemap: str, home: Origin) -> str:
    path = sitemap[len(str(home)) :].partition("?")[0]
    return f"{home}{path.rpartition('/')[0]}/"


def _origin(authority: str) -> Origin | None:
    try:
        return origin_of(request_form(authority))
    except InvalidUrl:
        return None
