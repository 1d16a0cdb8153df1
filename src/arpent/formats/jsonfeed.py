"""JSON Feed 1.0 and 1.1: the items with an address, their titles and dates.

Knows the members of the format and that any of them may be of another type. Knows no
address. Its one idea: what is not of the type that the format says is not there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from arpent.formats.alerts import Alerts
from arpent.formats.rows import RowBuilder, Rows
from arpent.terms.entries import Extensions

__all__ = ["Feed", "read_json_feed"]

_VERSION: Final = "jsonfeed.org/version/"
BRACKETS: Final = 300_000
"""Most arrays and objects of a feed: a real item has three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """What a feed lists, its title, and whether it came to its end."""

    rows: Rows
    title: str | None = None
    complete: bool = True


def read_json_feed(body: bytes, alerts: Alerts, *, limit_bytes: int) -> Feed | None:
    """Return a feed; None when the text is no JSON Feed.

    Args:
        body: The document in UTF-8.
        alerts: Takes what is wrong with it.
        limit_bytes: A longer document is not looked into.

    Source: JSON Feed 1.1, sections "Top-level" and "Items".
    """
    if len(body) > limit_bytes or body.count(b"[") + body.count(b"{") > BRACKETS:
        return None
    try:
        # Integers may have more digits than Python converts; none of them is read here.
        top = json.loads(body, parse_int=float)
    except (ValueError, RecursionError):
        return None
    if not isinstance(top, dict) or not isinstance(top.get("items"), list):
        return None
    if _VERSION not in _string(top, "version"):
        return None
    builder = RowBuilder()
    for item in top["items"]:
        _item(item, builder, alerts)
    return Feed(rows=builder.rows(), title=_string(top, "title").strip() or None)


def _item(item: object, builder: RowBuilder, alerts: Alerts) -> None:
    if not isinstance(item, dict):
        alerts.note("feed-format", "an item that is no object")
        return
    url = _string(item, "url")
    if not url.strip() and _string(item, "id").lower().startswith(("http:", "https:")):
        url = _string(item, "id")
    if not url.strip():
        alerts.note("loc-missing")
        return
    published = _string(item, "date_published").strip() or None
    modified = _string(item, "date_modified").strip() or published
    title = _string(item, "title").strip() or None
    more = Extensions(title=title, published=published)
    builder.add(
        (_utf8(url), _utf8(modified) if modified else None, None, None),
        extensions=more if title or published else None,
    )


def _string(source: Mapping[str, Any], name: str) -> str:
    value = source.get(name)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
