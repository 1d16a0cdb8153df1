"""What the user asked about: a site, or one document, with the origins to try.

Decides how a typed text is meant. Knows no files: whether a text names a local file
is told to it.
"""

import re
from dataclasses import dataclass
from typing import Final

from arpent.errors import InvalidUrl, UsageError
from arpent.terms.urls import Origin, origin_of, request_form, scheme_of

__all__ = ["Target", "read_target"]

_HOST_LIKE: Final = re.compile(
    r"(\[[0-9A-Fa-f:.]+\]|[^/?#:@\s]+)(:[0-9]{1,5})?(?=$|[/?#])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A site, or one document of it.

    Attributes:
        text: As typed.
        origins: Origins to try, best first; the next one is only tried when the
            connection to the one before it failed.
        path: Path and query of a document, or None for a site.
    """

    text: str
    origins: tuple[Origin, ...]
    path: str | None = None

    @property
    def is_robots(self) -> bool:
        """Say whether the document is the robots.txt of its origin."""
        return self.path is not None and self.path.partition("?")[0] == "/robots.txt"

    def document(self, origin: Origin) -> str:
        """Return the address of the document on one of the origins."""
        return origin.address(self.path or "/")


def read_target(text: str) -> Target:
    """Read a site or the URL of a document.

    A URL with an empty path or `/` is a site. Without a scheme, https is tried
    first, then http.

    Raises:
        UsageError: Neither an address nor a host name.
    """
    typed = text.strip()
    scheme = scheme_of(typed)
    if scheme and typed[len(scheme) : len(scheme) + 3] == "://":
        return _target(text, (typed,))
    if not typed or not _HOST_LIKE.match(typed) or not _names_a_host(typed):
        raise UsageError(
            f"{text[:200]!r} is no address, no host name and no file here; "
            "give example.com, https://example.com/sitemap.xml, or a path"
        )
    return _target(text, (f"https://{typed}", f"http://{typed}"))


def _names_a_host(typed: str) -> bool:
    host = re.split(r"[/?#]", typed, maxsplit=1)[0]
    name = re.sub(r":[0-9]+$", "", host)
    bare = name.startswith("[") or name == "localhost" or host != name
    return bare or "." in name.strip(".")


def _target(text: str, candidates: tuple[str, ...]) -> Target:
    try:
        forms = [request_form(candidate) for candidate in candidates]
    except InvalidUrl as error:
        raise InvalidUrl(text, error.reason) from error
    origins = tuple(origin_of(form) for form in forms)
    path = forms[0][len(str(origins[0])) :]
    return Target(text=text, origins=origins, path=None if path in {"", "/"} else path)
