"""Patterns of robots.txt, and which of them decides about an address.

Knows the octets of paths and the precedence of rules. Knows no group, no agent and no
line of a file but their numbers. The one idea: both sides are brought into one
spelling, then each question is a few lookups of prefixes in a dict, however many rules
there are; only patterns with a star inside are tried one by one, and never by regular
expressions.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import quote_from_bytes

__all__ = ["Pattern", "Rule", "Rules", "path_of", "read_pattern"]

# What stays as it is, RFC 3986 section 2: unreserved and reserved characters. `*`, `$`
# and `'` are encoded: the first two so that `%2A` and `%24` are these characters and
# nothing else, the last because a client cannot send it bare in a query (WHATWG URL).
PLAIN: Final = r"A-Za-z0-9\-_~:@!&()+,;=\[\]"
KEPT: Final = rf"{PLAIN}./?"
_SAFE: Final = "/?:@!&()+,;=[]"
_KEPT_STARS: Final = re.compile(rf"[{KEPT}*]*")
_TO_ENCODE: Final = re.compile(rf"%(?:[0-9A-Fa-f]{{2}})?|[^{KEPT}%]+".encode())
_TO_ENCODE_NO_STAR: Final = re.compile(rf"%(?:[0-9A-Fa-f]{{2}})?|[^{KEPT}*%]+".encode())
_UNRESERVED: Final = re.compile(rb"[A-Za-z0-9\-._~]")
_ORDINARY: Final = re.compile(rf"[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\]*(/[{KEPT}]*)")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_AUTHORITY: Final = re.compile(r"[/\\]{2}[^/?#\\]*")
_OUTER: Final = " \t\r\n\f\v\u00a0\ufeff"


class Rule(NamedTuple):
    """An Allow or Disallow line: its number from 1, its value, and all of it."""

    line: int
    allow: bool
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """The value of a rule, ready to match.

    Attributes:
        head: What comes before the first star.
        pieces: What comes after each star; empty for a plain prefix.
        anchored: It must reach the end of the path.
        octets: Its length, which decides between rules; wildcards are counted.
    """

    head: str
    pieces: tuple[str, ...]
    anchored: bool
    octets: int

    def matches(self, path: str) -> bool:
        """Say whether the pattern matches a path in the spelling of `path_of`."""
        if not path.startswith(self.head):
            return False
        if not self.pieces:
            return not self.anchored or path == self.head
        return _has_pieces(path, len(self.head), self.pieces, self.anchored)


def _has_pieces(path: str, at: int, pieces: tuple[str, ...], anchored: bool) -> bool:  # noqa: FBT001 -- the field of a pattern
    """Say whether the pieces stand in this order in the path, from an offset on."""
    for piece in pieces[:-1] if anchored else pieces:
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    if not anchored:
        return True
    return len(path) - len(pieces[-1]) >= at and path.endswith(pieces[-1])


def _octets(text: str) -> bytes:
    """Return UTF-8; what stands for a single bad byte (PEP 383) becomes that byte."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _spell(found: re.Match[bytes]) -> bytes:
    part = found.group()
    if not part.startswith(b"%"):
        return quote_from_bytes(part, safe="").encode()
    if len(part) == 1:
        return b"%25"
    octet = bytes([int(part[1:], 16)])
    return octet if _UNRESERVED.match(octet) else part.upper()


def read_pattern(value: str) -> Pattern | None:
    """Read the value of an Allow or Disallow line.

    Returns:
        None when it can match nothing: empty, or starting with neither `/` nor `*`.

    Source: RFC 9309 sections 2.2.2, 2.2.3.
    """
    if not value.startswith(("/", "*")):
        return None
    anchored = value.endswith("$")
    text = value[:-1] if anchored else value
    encoded = text
    octets = len(text) + anchored
    if not _KEPT_STARS.fullmatch(text):
        encoded = _TO_ENCODE_NO_STAR.sub(_spell, _octets(text)).decode("ascii")
        # `$` inside and `'` are written as three octets here, and count as one.
        octets = len(encoded) + anchored - 2 * (text.count("$") + text.count("'"))
    if "*" not in encoded:
        return Pattern(encoded, (), anchored, octets)
    head, *rest = encoded.split("*")
    pieces = [piece for piece in rest[:-1] if piece]
    if rest[-1]:
        pieces.append(rest[-1])
    else:  # a star at the end takes all, so whether an end is asked for is no matter
        anchored = False
    return Pattern(head, tuple(pieces), anchored, octets)


def path_of(url: str) -> str:
    """Return path and query of an address in the spelling that patterns have.

    The fragment is left out; no path means `/`; hexadecimal digits are capitals,
    unreserved octets decoded, all else but reserved characters encoded; dot segments
    are resolved and a backslash in the path is a slash, as every client does.

    Args:
        url: An address, published or in request form, or a path alone.

    Source: RFC 9309 section 2.2.2; RFC 3986 section 6.2.2; WHATWG URL section 4.4.
    """
    ordinary = _ORDINARY.fullmatch(url)
    if ordinary is not None:
        path = ordinary.group(1)
        if "/." not in path:
            return path
    else:
        path = url.strip(_OUTER).partition("#")[0]
        scheme = _SCHEME.match(path)
        path = path[scheme.end() :] if scheme else path
        authority = _AUTHORITY.match(path) if scheme else None
        path = path[authority.end() :] if authority else path
    path, mark, query = path.partition("?")
    path = path.replace("\\", "/")
    if not path.startswith("/"):
        path = f"/{path}"
    path = _TO_ENCODE.sub(_spell, _octets(path)).decode("ascii")
    query = _TO_ENCODE.sub(_spell, _octets(query)).decode("ascii")
    return f"{_without_dots(path) if '/.' in path else path}{mark}{query}"


def _without_dots(path: str) -> str:
    """Resolve `.` and `..` (RFC 3986 section 5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


class _Hit(NamedTuple):
    """A pattern that may decide; the largest precedence does."""

    precedence: int
    rule: Rule
    pattern: Pattern


class Rules:
    """All rules of one agent, indexed; which of them decides about a path.

    RFC 9309 section 2.2.2: the match with the most octets wins; on a tie, Allow.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        hits: dict[Pattern, _Hit] = {}
        read: dict[str, Pattern | None] = {}
        for rule in rules:
            value = rule.value
            pattern = read[value] if value in read else read_pattern(value)
            read[value] = pattern
            if pattern is None:
                continue
            precedence = 2 * pattern.octets + rule.allow
            known = hits.get(pattern)
            if known is None or known.precedence < precedence:
                hits[pattern] = _Hit(precedence, rule, pattern)
        self._hits = tuple(hits.values())
        self._prefixes: dict[str, _Hit] = {}
        self._exact: dict[str, _Hit] = {}
        self._starred: dict[str, list[_Hit]] = {}
        for hit in self._hits:
            self._index(hit)
        for bucket in self._starred.values():
            bucket.sort(key=_precedence, reverse=True)
        self._prefix_sizes = sorted({len(prefix) for prefix in self._prefixes})
        self._starred_sizes = sorted({len(head) for head in self._starred})

    def _index(self, hit: _Hit) -> None:
        pattern = hit.pattern
        if pattern.pieces:
            self._starred.setdefault(pattern.head, []).append(hit)
            return
        table = self._exact if pattern.anchored else self._prefixes
        known = table.get(pattern.head)
        if known is None or known.precedence < hit.precedence:
            table[pattern.head] = hit

    @cached_property
    def forbids(self) -> bool:
        """Whether any rule disallows something."""
        return any(not hit.rule.allow for hit in self._hits)

    @cached_property
    def stars(self) -> int:
        """How many stars all patterns hold that have something after a star."""
        return sum(
            len(hit.pattern.pieces)
            for bucket in self._starred.values()
            for hit in bucket
        )

    @cached_property
    def runs(self) -> Sequence[tuple[bool, tuple[Pattern, ...]]]:
        """Patterns by precedence, best first, in runs of one verdict.

        The first run of which a pattern matches decides; the verdict is allow when
        none does, so Allow rules that come last are left out.
        """
        ordered = sorted(self._hits, key=_precedence, reverse=True)
        runs = [
            (allow, tuple(hit.pattern for hit in run))
            for allow, run in groupby(ordered, key=lambda hit: hit.rule.allow)
        ]
        if runs and runs[-1][0]:
            runs.pop()
        return runs

    def decide(self, path: str) -> Rule | None:
        """Return the rule that decides about a path in the spelling of `path_of`."""
        best: _Hit | None = None
        most = -1
        size = len(path)
        for length in self._prefix_sizes:
            if length > size:
                break
            hit = self._prefixes.get(path[:length])
            if hit is not None and hit.precedence > most:
                best, most = hit, hit.precedence
        hit = self._exact.get(path)
        if hit is not None and hit.precedence > most:
            best, most = hit, hit.precedence
        for length in self._starred_sizes:
            if length > size:
                break
            bucket = self._starred.get(path[:length])
            hit = _first(bucket, path, length, most) if bucket else None
            if hit is not None:
                best, most = hit, hit.precedence
        return best.rule if best is not None else None


def _precedence(hit: _Hit) -> int:
    return hit.precedence


def _first(bucket: list[_Hit], path: str, at: int, most: int) -> _Hit | None:
    """Return the first hit that matches and passes what was found before."""
    for hit in bucket:
        if hit.precedence <= most:
            return None
        if _has_pieces(path, at, hit.pattern.pieces, hit.pattern.anchored):
            return hit
    return None
