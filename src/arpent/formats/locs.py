"""Addresses as columns: trimmed, resolved, judged one by one only where they are odd.

Knows what is odd about the text of an address. Knows no format, no host rules and no
robots. Its one idea: almost all addresses are printable ASCII that starts with http, so
numpy looks at the bytes of the whole column, and Python at the rows that stick out.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.formats.alerts import Alerts
from arpent.formats.octets import Octets
from arpent.terms.entries import mark_bits
from arpent.terms.policy import Limits
from arpent.terms.urls import is_absolute, resolve, scheme_of

__all__ = ["Locs", "read_locs"]

BLANKS: Final = " \t\r\n\x0b\x0c\u00a0\ufeff\u2028\u2029\u200b\u3000\x85"
LONG_CHARS: Final = 2_048
"""From here on an address is too long (sitemaps.org: "less than 2,048 characters")."""
_UTF8_BYTES: Final = 4
"""Most bytes of a character."""
PART_ROWS: Final = 32_768
"""Odd rows that are Python strings at a time."""
SCHEMES: Final = ("http", "https")

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")
_ESCAPED: Final = re.compile(
    r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});"
)
_NO_HOST: Final = re.compile(r"https?:(?:/{0,1}(?!/)|//(?=[/?#]|$))", re.IGNORECASE)
_NO_AUTHORITY: Final = re.compile(r"//(?=[/?#]|$)")
_USERINFO: Final = re.compile(r"[a-z]+://[^/?#@]*@", re.IGNORECASE)
_HEX: Final = np.isin(np.arange(256), list(b"0123456789abcdefABCDEF"))

_RELATIVE, _SPACED, _CODED, _PERCENT, _DOUBLE, _BAD, _CONTROLLED, _LONG, _USER = (
    mark_bits(name)
    for name in (
        "loc-relative",
        "loc-whitespace",
        "loc-not-encoded",
        "loc-bad-percent",
        "loc-double-escaped",
        "loc-bad-bytes",
        "loc-control-char",
        "loc-too-long",
        "loc-userinfo",
    )
)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Locs:
    """Addresses that can be given: `kept` says of which rows they are."""

    url: pa.StringArray
    kept: Mask
    marks: npt.NDArray[np.uint64]


@dataclass(slots=True)
class _Column:
    """The column while it is read: each step may change values, marks or what stays."""

    values: pa.StringArray
    marks: npt.NDArray[np.uint64]
    kept: Mask

    def mark(self, rows: Mask, bit: int) -> None:
        self.marks[rows] |= np.uint64(bit)

    def replace(self, rows: npt.NDArray[np.intp], texts: pa.StringArray) -> None:
        mask = np.zeros(len(self.values), np.bool_)
        mask[rows] = True
        self.values = pc.replace_with_mask(self.values, pa.array(mask), texts)


def read_locs(
    loc: pa.StringArray, *, base: str, limits: Limits, alerts: Alerts, bad: bool = False
) -> Locs:
    """Return the addresses of a column, absolute and as the site meant them.

    Args:
        loc: As written, references resolved, no nulls.
        base: Address of the document, for relative ones; when it is none itself, they
            stay as they are.
        limits: Longest address in characters.
        alerts: Takes what was left out and why.
        bad: U+FFFD stands for bytes that could not be decoded.

    Returns:
        Blanks around are trimmed, control characters (line ends too) taken out,
        relative ones resolved; nothing else is changed. Left out: empty ones, other
        schemes than http and https, ones without a host, and too long ones.
    """
    size = len(loc)
    column = _Column(loc, np.zeros(size, np.uint64), np.ones(size, np.bool_))
    if not size:
        return Locs(url=loc, kept=column.kept, marks=column.marks)
    _shorten(column, limits)
    if Octets(column.values).odd.size:
        _trim(column)
        _look_at_odd(column, bad=bad)
    _drop_empty_and_long(column, limits, alerts)
    _look_at_schemes(column, base, limits, alerts)
    _look_at_signs(column)
    if column.kept.all():
        return Locs(url=column.values, kept=column.kept, marks=column.marks)
    return Locs(
        url=column.values.filter(pa.array(column.kept)),
        kept=column.kept,
        marks=column.marks[column.kept],
    )


def _shorten(column: _Column, limits: Limits) -> None:
    """Cut what is far too long to be kept, so that no look at it costs much."""
    lengths = Octets(column.values).lengths
    most = _UTF8_BYTES * (limits.url_chars + 1)
    if lengths.max() <= most:
        return
    rows = np.flatnonzero(lengths > most)
    shorter = []
    for row in rows.tolist():
        text = column.values[row].as_py()
        trimmed = text.strip(BLANKS)
        if trimmed and len(trimmed) < len(text):
            column.marks[row] |= np.uint64(_SPACED)
        shorter.append(trimmed[: limits.url_chars + 1])
    column.replace(rows, pa.array(shorter, pa.string()))


def _trim(column: _Column) -> None:
    before = pc.binary_length(column.values)
    column.values = pc.utf8_trim(column.values, characters=BLANKS)
    after = pc.binary_length(column.values)
    shorter = pc.not_equal(before, after).to_numpy(zero_copy_only=False)
    column.mark(shorter & (after.to_numpy(zero_copy_only=False) > 0), _SPACED)


def _look_at_odd(column: _Column, *, bad: bool) -> None:
    """Look at bytes that are no printable ASCII."""
    octets = Octets(column.values)
    positions = octets.odd
    if not positions.size:
        return
    found = octets.bytes[positions]
    column.mark(octets.rows_at(positions[(found >= 0x80) | (found == 0x20)]), _CODED)  # noqa: PLR2004
    control = octets.rows_at(positions[(found < 0x20) | (found == 0x7F)])  # noqa: PLR2004
    if (found == 0xEF).any():  # noqa: PLR2004 -- first byte of U+FFFD to U+FFFF
        for sign in ("\ufffe", "\uffff"):
            control |= _holds(column.values, sign)
        if bad:
            column.mark(_holds(column.values, "\ufffd"), _BAD)
    if control.any():
        rows = np.flatnonzero(control)
        texts = column.values.take(pa.array(rows)).to_pylist()
        clean = [_CONTROL.sub("", text).strip(BLANKS) for text in texts]
        column.replace(rows, pa.array(clean, pa.string()))
        column.mark(control, _CONTROLLED)


def _holds(values: pa.StringArray, sign: str) -> Mask:
    found: Mask = pc.match_substring(values, sign).to_numpy(zero_copy_only=False)
    return found


def _drop_empty_and_long(column: _Column, limits: Limits, alerts: Alerts) -> None:
    lengths = Octets(column.values).lengths
    empty = lengths == 0
    if empty.any():
        column.kept &= ~empty
        alerts.note("loc-empty", count=int(empty.sum()))
    if lengths.max() >= min(LONG_CHARS, limits.url_chars):
        chars = pc.utf8_length(column.values).to_numpy(zero_copy_only=False)
        column.mark(chars >= LONG_CHARS, _LONG)
        over = chars > limits.url_chars
        if over.any():
            column.kept &= ~over
            message = f"longer than {limits.url_chars:,} characters; dropped"
            alerts.note("loc-over-limit", message, count=int(over.sum()))


def _look_at_schemes(
    column: _Column, base: str, limits: Limits, alerts: Alerts
) -> None:
    octets = Octets(column.values)
    odd = column.kept & ~octets.start_with_http()
    rows = np.flatnonzero(odd)
    if not rows.size:
        return
    place = _Base(base, limits)
    parts = [
        _settle_part(column, rows[at : at + PART_ROWS], place, limits, alerts)
        for at in range(0, rows.size, PART_ROWS)
    ]
    column.replace(rows, pa.concat_arrays(parts))


def _settle_part(
    column: _Column,
    rows: npt.NDArray[np.intp],
    place: "_Base",
    limits: Limits,
    alerts: Alerts,
) -> pa.StringArray:
    """Return these rows resolved; mark them, or leave them out."""
    urls = []
    texts = column.values.take(pa.array(rows)).to_pylist()
    for row, text in zip(rows.tolist(), texts, strict=True):
        url, rule = _one(text, place)
        urls.append(url)
        if rule == "loc-relative":
            column.marks[row] |= np.uint64(_RELATIVE)
            rule = "loc-over-limit" if len(url) > limits.url_chars else ""
            if not place.bears(len(url) - len(text)):
                urls[-1], rule = text, "loc-over-limit"
        if rule:
            column.kept[row] = False
            alerts.note(rule, repr(text[:80]))
    return pa.array(urls, pa.string())


class _Base:
    """What relative addresses are resolved against; most need no more than joining.

    A long base and many short references are a bomb: what they grow by is bounded.
    """

    def __init__(self, url: str, limits: Limits) -> None:
        self.absolute = is_absolute(url)
        self._left = limits.document_bytes
        self._url = url
        self._origin = resolve("/", url).removesuffix("/") if self.absolute else ""
        self._folder = resolve(".", url) if self.absolute else ""
        self._plain = self._folder.startswith(self._origin + "/")

    def bears(self, added: int) -> bool:
        """Say whether references may grow by so many characters more."""
        self._left -= max(added, 0)
        return self._left >= 0

    def resolve(self, text: str) -> str:
        """Return a reference resolved (RFC 3986 section 5), else as it is."""
        if self._plain and "/." not in text and text[0] not in "?#.;":
            if text[0] != "/":
                return self._folder + text
            if text[:2] != "//":
                return self._origin + text
        return resolve(text, self._url)


def _one(text: str, place: _Base) -> tuple[str, str]:
    """Return an address and the rule that it breaks, if it breaks one."""
    scheme = scheme_of(text)
    if scheme in SCHEMES:
        return text, "loc-invalid" if _NO_HOST.match(text) else ""
    if scheme:
        return text, "loc-scheme"
    if not place.absolute:
        return text, "loc-relative"
    if _NO_AUTHORITY.match(text):
        return text, "loc-invalid"
    url = place.resolve(text)
    if not is_absolute(url) or _NO_HOST.match(url):
        return text, "loc-invalid"
    return url, "loc-relative"


def _look_at_signs(column: _Column) -> None:
    """Look at the signs that may be wrong: % and & and @."""
    octets = Octets(column.values)
    percents = octets.where(ord("%"))
    if percents.size:
        good = octets.follows(percents, 1, _HEX) & octets.follows(percents, 2, _HEX)
        column.mark(octets.rows_at(percents[~good]), _PERCENT)
    ampersands = octets.where(ord("&"))
    if ampersands.size:
        starts = np.isin(np.arange(256), list(b"algq#"))
        found = octets.rows_at(ampersands[octets.follows(ampersands, 1, starts)])
        _mark_matching(column, found, _ESCAPED, _DOUBLE)
    ats = octets.where(ord("@"))
    if ats.size:
        _mark_matching(column, octets.in_authority(ats), _USERINFO, _USER)


def _mark_matching(
    column: _Column, rows: Mask, pattern: re.Pattern[str], bit: int
) -> None:
    """Mark those of the rows that a pattern is found in."""
    numbers = np.flatnonzero(rows)
    if numbers.size:
        texts = column.values.take(pa.array(numbers)).to_pylist()
        found = [pattern.search(text) is not None for text in texts]
        column.marks[numbers[found]] |= np.uint64(bit)
