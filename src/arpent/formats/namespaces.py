"""What an element is of: the protocol, one of its extensions, or something else.

Knows namespaces and the prefixes that usually stand for them. Knows no structure.
Its one idea: whatever namespace the root has is the protocol's, since so many roots
have a wrong one; what is declared counts before what a prefix usually means.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from arpent.formats.kinds import Sniffed, is_sitemap_namespace
from arpent.formats.xml_tokens import attributes

__all__ = ["Meaning", "Namespaces"]

_EXTENSIONS: Final = (
    (b"sitemap-image", "image"),
    (b"sitemap-news", "news"),
    (b"sitemap-video", "video"),
    (b"sitemap-mobile", "mobile"),
    (b"sitemap-pagemap", "pagemap"),
    (b"1999/xhtml", "xhtml"),
)
_PREFIXES: Final = {
    b"image": "image",
    b"news": "news",
    b"n": "news",
    b"video": "video",
    b"mobile": "mobile",
    b"xhtml": "xhtml",
}
PREFIXES: Final = 256
"""Most prefixes of one document."""
NAMES: Final = 4_096
"""Most names whose meaning is remembered."""


@dataclass(frozen=True)
class Meaning:
    """What a name means where it stands.

    Attributes:
        core: True for an element in the protocol's own namespace.
        extension: Name of the extension, or "other" in a namespace of none; empty when
            it is in no namespace of its own.
        undeclared: The prefix when it is declared nowhere.
    """

    local: bytes
    core: bool
    extension: str = ""
    undeclared: bytes = b""

    @cached_property
    def name(self) -> str:
        """The local name as text."""
        return self.local.decode("utf-8", "replace")


class Namespaces:
    """The namespaces of one document; a prefix means the same from where it is set."""

    def __init__(self, sniffed: Sniffed) -> None:
        self._root_prefix = sniffed.root.rpartition(b":")[0]
        self._root = sniffed.namespace()
        self._root_default = attributes(sniffed.raw).get(b"xmlns", b"").strip()
        self._prefixes: dict[bytes, bytes] = {b"xml": b"xml"}
        self._known: dict[tuple[bytes, bytes], Meaning] = {}

    def declare(self, raw: bytes, default: bytes) -> bytes:
        """Take the declarations of a tag; return the default namespace inside it."""
        for name, uri in attributes(raw).items():
            if name == b"xmlns":
                default = uri.strip()
            elif name.startswith(b"xmlns:") and len(self._prefixes) < PREFIXES:
                prefix, value = name[6:], uri.strip()
                if self._prefixes.get(prefix) != value:
                    self._prefixes[prefix] = value
                    self._known.clear()
        return default

    def plain(self, default: bytes) -> bool:
        """Say whether names without prefix are the protocol's under this default."""
        return default in (b"", self._root_default) or self._is_own(default)

    def meaning(self, name: bytes, default: bytes) -> Meaning:
        """Return what a name means where this namespace is the default."""
        key = (name, default)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= NAMES:
                self._known.clear()
            known = self._known[key] = self._look_up(name, default)
        return known

    def _look_up(self, name: bytes, default: bytes) -> Meaning:
        prefix, _, local = name.rpartition(b":")
        if not prefix:
            if self.plain(default):
                return Meaning(local, core=True)
            return Meaning(local, core=False, extension=_extension(default) or "other")
        uri = self._prefixes.get(prefix)
        if uri is None:
            if prefix == self._root_prefix:
                return Meaning(local, core=True, undeclared=prefix)
            usual = _PREFIXES.get(prefix, "other")
            return Meaning(local, core=False, extension=usual, undeclared=prefix)
        if self._is_own(uri):
            return Meaning(local, core=True)
        usual = _extension(uri) or _PREFIXES.get(prefix, "other")
        return Meaning(local, core=False, extension=usual)

    def _is_own(self, uri: bytes) -> bool:
        return (bool(uri) and uri == self._root) or is_sitemap_namespace(uri)


def _extension(uri: bytes) -> str:
    lowered = uri.lower()
    return next((name for part, name in _EXTENSIONS if part in lowered), "")
