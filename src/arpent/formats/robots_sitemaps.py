"""Sitemap lines: the addresses that a robots.txt announces.

Knows what a value must be to be asked for. Knows no group: such a line belongs to
none. The one idea: all that can be meant is listed, in the form that is asked for, and
nothing is guessed out of a value that is broken.
"""

import ipaddress
import re
from typing import Final
from urllib.parse import quote

from arpent.errors import InvalidUrl
from arpent.formats.robots_lines import Notes
from arpent.formats.robots_match import KEPT
from arpent.terms.urls import Origin, origin_of, request_form, scheme_of

__all__ = ["Announced"]

_BROKEN: Final = re.compile(r"[\s\"'<>`\x00-\x1f\x7f-\x9f]")
# An address that is its own request form: no dot segment, no default port, no digits
# for a host. Most are, and the parser of addresses is the dear part of a long list.
_REST: Final = rf"(?:(?!/(?:\.|%2[Ee]))[{KEPT}%])*"
_SETTLED: Final = re.compile(rf"https?://(?:[a-z0-9-]+\.)+[a-z]{{2,}}(?=/){_REST}")
_RELATIVE: Final = re.compile(rf"(?=/[^/]){_REST}")
_NO_PUBLIC_NAME: Final = re.compile(
    r"https?://(?:\[|[0-9.]+(?:[:/]|$)|[^:/]*localhost[:/])"
)
_ASCII: Final = "".join(map(chr, range(0x21, 0x7F)))
_ODD_LABEL: Final = re.compile(r"xn--|[^.]{64}|://[^/]{254}")


class Announced:
    """The sitemaps that lines announce, in their order, each once."""

    def __init__(self, url: str, notes: Notes) -> None:
        self._url = url
        self._notes = notes
        self._self, self._origin = _own_address(url)
        self._forms: dict[str, str] = {}
        self._seen: set[str] = set()

    @property
    def forms(self) -> tuple[str, ...]:
        """The addresses in request form."""
        return tuple(self._forms)

    @property
    def as_written(self) -> tuple[str, ...]:
        """What stands in the file for each of `forms`."""
        return tuple(self._forms.values())

    def add(self, number: int, value: str) -> None:
        """Take the value of a Sitemap line.

        Source: sitemaps.org, "Specifying the Sitemap location in your robots.txt file";
        RFC 9309 section 2.2.4.
        """
        if not value or value in self._seen:
            return
        self._seen.add(value)
        form = self._form(number, value)
        if form is None:
            return
        if form == self._self:
            self._notes.note("sitemap-is-robots", number)
            return
        self._forms.setdefault(form, value)

    def _form(self, number: int, value: str) -> str | None:
        broken = _BROKEN.search(value) or _is_opaque(value)
        encoded = value if broken else quote(value, safe=_ASCII)
        if _SETTLED.fullmatch(encoded) and not _ODD_LABEL.search(encoded):
            return encoded
        relative = not scheme_of(value)
        if relative and self._origin and _RELATIVE.fullmatch(encoded):
            self._relative(number, value)
            return f"{self._origin}{encoded}"
        shown = value[:80].encode("utf-8", "replace").decode()
        if broken:
            self._notes.note("bad-sitemap", number, f"{shown!r} is no address")
            return None
        try:
            form = request_form(value, base=self._url if relative else None)
        except InvalidUrl as problem:
            self._notes.note("bad-sitemap", number, f"{shown!r}: {problem.reason}")
            return None
        if relative:
            self._relative(number, value)
        if _names_private(form):
            message = f"{shown!r} is not a public address; listed, and not followed"
            self._notes.note("refused-address", number, message)
        return form

    def _relative(self, number: int, value: str) -> None:
        message = f"{value[:80]!r} is resolved against robots.txt"
        self._notes.note("relative-sitemap", number, message)


def _own_address(url: str) -> tuple[str | None, Origin | None]:
    try:
        form = request_form(url)
        return form, origin_of(form)
    except InvalidUrl:
        return None, None


def _is_opaque(value: str) -> bool:
    """Say whether bytes of the value are not of its encoding."""
    return not value.isascii() and re.search("[\ud800-\udfff]", value) is not None


def _names_private(form: str) -> bool:
    """Say whether an address in request form names a host that is not public.

    Only what is plain from the text; the guard of the client has the last word.
    """
    if not _NO_PUBLIC_NAME.match(form):
        return False
    host = origin_of(form).host
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return False
