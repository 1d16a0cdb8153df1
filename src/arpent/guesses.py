"""The usual addresses of a sitemap, and when to stop trying them.

Tried one by one, only where a site declares nothing that works. A refusal ends it, and
so do two equal bodies that are no sitemap: such a server answers anything.
"""

from hashlib import blake2b
from typing import Final

__all__ = ["GUESSES", "Guesses"]

GUESSES: Final = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
)
"""Usual addresses, in the order in which they are tried."""


class Guesses:
    """What is left to guess."""

    def __init__(self, *, allowed: bool) -> None:
        """Start with all usual addresses, or with none."""
        self._left = list(GUESSES) if allowed else []
        self._bodies: set[bytes] = set()

    def __bool__(self) -> bool:
        """Say whether there is anything left to guess."""
        return bool(self._left)

    def next(self) -> str:
        """Return the next path to try.

        Raises:
            IndexError: Nothing is left.
        """
        return self._left.pop(0)

    def end(self) -> None:
        """Guess no more: one was right, or was refused."""
        self._left.clear()

    def miss(self, body: bytes) -> bool:
        """Note a body that is no sitemap; True when it came before (a soft 404)."""
        digest = blake2b(body, digest_size=16).digest()
        if digest in self._bodies:
            self.end()
            return True
        self._bodies.add(digest)
        return False
