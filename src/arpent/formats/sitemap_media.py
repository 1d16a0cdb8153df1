"""What the extensions of sitemaps say: news, images, videos, alternates, mobile.

Knows the elements of the extensions and which of their fields must be numbers or dates.
Knows no sitemap. Its one idea: a field that cannot be used is lost alone, with a
finding; the entry and the fields beside it stay.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arpent.formats.alerts import Alerts
from arpent.formats.dates import read_date
from arpent.formats.namespaces import Meaning
from arpent.formats.xml_tokens import Scanner, attributes
from arpent.terms.entries import Extensions

__all__ = ["Node", "extensions_of"]

_NUMBER: Final = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,9})?")
_NUMBERS: Final = frozenset({"price", "rating", "duration", "view_count"})
_DATES: Final = frozenset({"publication_date", "expiration_date"})
_NEWS_NAMES: Final = {"publication_date": "published", "name": "publication"}
_TEXT_LIMIT: Final = 65_536
"""Most characters of a field."""


@dataclass(slots=True)
class Node:
    """An element of an extension, with what is in it."""

    extension: str
    local: str
    raw: bytes
    texts: list[bytes] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)

    @classmethod
    def of(cls, meaning: Meaning, raw: bytes) -> "Node":
        """Make the node of a tag."""
        return cls(meaning.extension, meaning.name, raw)

    @property
    def text(self) -> str:
        """The text in it, blanks trimmed."""
        text = b"".join(self.texts).decode("utf-8", "replace").strip()
        return text[:_TEXT_LIMIT]

    def attributes(self) -> dict[str, str]:
        """Return all attributes but namespaces."""
        if not self.raw.strip(b" \t\r\n/"):
            return {}
        resolve = Scanner(b"", Alerts()).resolve
        return {
            name.decode("utf-8", "replace"): resolve(value)
            .decode("utf-8", "replace")
            .strip()
            for name, value in attributes(self.raw).items()
            if not name.startswith(b"xmlns")
        }


def extensions_of(nodes: Sequence[Node], alerts: Alerts) -> Extensions | None:
    """Return what the extension elements of one entry say; None when it is nothing."""
    news = next(
        (_news(n, alerts) for n in nodes if (n.extension, n.local) == ("news", "news")),
        None,
    )
    more = Extensions(
        news=news or None,
        images=tuple(_all(nodes, "image", alerts)),
        videos=tuple(_all(nodes, "video", alerts)),
        alternates=tuple(_alternates(nodes)),
        mobile=any((n.extension, n.local) == ("mobile", "mobile") for n in nodes),
    )
    return more if more != Extensions() else None


def _all(nodes: Iterable[Node], name: str, alerts: Alerts) -> Iterable[dict[str, Any]]:
    for node in nodes:
        if node.extension == name and node.local == name:
            fields = _fields(node, alerts)
            if fields:
                yield fields


def _fields(node: Node, alerts: Alerts) -> dict[str, Any]:
    """Return the fields of an image or a video; what repeats is a list."""
    found: dict[str, Any] = {}
    for child in node.children:
        text = child.text
        if not text:
            continue
        if not _usable(child.local, text):
            alerts.note("media-incomplete", f"{child.local}: {text[:60]!r}")
            continue
        _put(found, child.local, text)
        for name, value in child.attributes().items():
            if value:
                _put(found, f"{child.local}:{name}", value)
    return found


def _put(found: dict[str, Any], name: str, value: str) -> None:
    known = found.get(name)
    if known is None:
        found[name] = value
    elif isinstance(known, list):
        known.append(value)
    else:
        found[name] = [known, value]


def _usable(name: str, text: str) -> bool:
    if name in _NUMBERS:
        return _NUMBER.fullmatch(text) is not None
    return name not in _DATES or read_date(text).moment is not None


def _news(node: Node, alerts: Alerts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for child in _leaves(node):
        text = child.text
        if not text:
            continue
        if not _usable(child.local, text):
            alerts.note("media-incomplete", f"{child.local}: {text[:60]!r}")
            continue
        found.setdefault(_NEWS_NAMES.get(child.local, child.local), text)
    return found


def _leaves(node: Node) -> Iterable[Node]:
    for child in node.children:
        if child.local == "publication":
            yield from child.children
        else:
            yield child


def _alternates(nodes: Iterable[Node]) -> Iterable[dict[str, str]]:
    for node in nodes:
        if node.extension != "xhtml" or node.local != "link":
            continue
        found = node.attributes()
        relation = found.get("rel", "alternate").lower().split()
        href = found.get("href")
        if not href or "alternate" not in relation:
            continue
        named = ("hreflang", "media", "type")
        yield {n: found[n] for n in named if found.get(n)} | {"href": href}
