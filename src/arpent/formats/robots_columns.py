"""Which of many published URLs a robots.txt forbids, as columns.

Knows Arrow strings and regular expressions of RE2, which takes linear time. Knows no
file. The one idea: for a URL that is spelled canonically, as nearly all are, rules are
an alternation of anchored patterns; the few others are asked one by one, and rules too
many for that are widened, never narrowed, so the answer errs on the polite side.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from arpent.errors import InvalidUrl
from arpent.formats.robots import Robots
from arpent.formats.robots_match import PLAIN, Pattern, Rule, Rules, path_of
from arpent.terms.columns import constant
from arpent.terms.urls import Origin, origin_of, request_form

__all__ = ["disallowed"]

Mask = npt.NDArray[np.bool_]

# Bounds of one alternation: past them RE2 forgets and rebuilds its states, and is slow.
_CHUNK_CHARS: Final = 8_192
_CHUNK_STARS: Final = 64
# Of patterns with more stars or octets than this, RE2 is shown the beginning only.
_PATTERN_STARS: Final = 3
_PATTERN_CHARS: Final = 2_048
# One alternation costs about 0.1 us a URL; a file needs more than this many only when
# it is hostile, and is then widened.
_MOST_CHUNKS: Final = 64
_MOST_RUNS: Final = 24
# Rules with more stars than this are not asked one by one.
_MOST_STARS: Final = 1_000

_ESCAPE: Final = (  # a percent escape that normalising leaves alone
    r"%(?:[0189A-F][0-9A-F]|2[0-9ABCF]|3[A-F]|40|5[B-E]|60|7[BCDF])"
)
_SEGMENT: Final = rf"(?:[{PLAIN}]|{_ESCAPE})(?:[{PLAIN}.]|{_ESCAPE})*"
_CANONICAL_PATH: Final = (
    # Segments that do not start with a dot, and a query.
    rf"/(?:(?:{_SEGMENT})?/)*(?:{_SEGMENT})?(?:\?(?:[{PLAIN}./?]|{_ESCAPE})*)?$"
)
# Other origins, told by their text: a name in lower case, no port, no credentials.
_NAMED: Final = r"^https?://(?:[a-z0-9\-]+\.)*[a-z0-9\-]*[a-z](?:[/?#]|$)"


def disallowed(
    urls: pa.StringArray, robots: Robots, agent: str = "arpent", *, origin: Origin
) -> Mask:
    """Say which of many published URLs of an origin its robots.txt forbids.

    The same as `robots.allows` for each URL of the origin, except for rules with more
    than 1,000 stars: those are widened, so some URLs that are allowed may be called
    forbidden, and never the reverse.

    Args:
        urls: Absolute URLs as published.
        robots: What the origin's robots.txt says.
        agent: Product token.
        origin: URLs of any other scheme, host or port are not forbidden by it.

    Returns:
        One truth value a URL.
    """
    rules = robots.rules(agent)
    forbidden = np.zeros(len(urls), np.bool_)
    if not rules.forbids or not len(urls):
        return forbidden
    urls = urls.fill_null(constant("")) if urls.null_count else urls
    plan = _plan(rules)
    address = re.escape(str(origin))
    spelled = _capital_escapes(urls)
    ours = _match(spelled, f"^{address}{_CANONICAL_PATH}")
    if ours.all():
        return plan.forbids(spelled, origin)
    if ours.any():
        forbidden[ours] = plan.forbids(spelled.filter(pa.array(ours)), origin)
    rows = np.flatnonzero(~ours)
    rest = urls.take(pa.array(rows))
    foreign = _match(rest, _NAMED) & ~_match(rest, f"^{address}(?:[/?#]|$)")
    start = f"{origin}/"
    odd = rest.filter(pa.array(~foreign)).to_pylist()
    for row, url in zip(rows[~foreign].tolist(), odd, strict=True):
        if url.startswith(start) or _is_of(url, origin):
            forbidden[row] = plan.forbids_one(path_of(url))
    return forbidden


def _is_of(url: str, origin: Origin) -> bool:
    try:
        return origin_of(request_form(url)) == origin
    except InvalidUrl:
        return False


def _match(urls: pa.StringArray, expression: str) -> Mask:
    mask: Mask = np.asarray(pc.match_substring_regex(urls, expression))
    return mask


def _capital_escapes(urls: pa.StringArray) -> pa.StringArray:
    """Write percent escapes in capitals (RFC 3986 section 6.2.2.1)."""
    _, starts, data = urls.buffers()
    offsets = np.frombuffer(starts, np.int32)[urls.offset : urls.offset + len(urls) + 1]
    first, last = int(offsets[0]), int(offsets[-1])
    text: npt.NDArray[np.uint8] = np.frombuffer(data, np.uint8)[first:last]
    signs = np.flatnonzero(text == ord("%"))
    if not signs.size:
        return urls
    ends = offsets[1:] - first
    signs = signs[signs + 2 < ends[np.searchsorted(ends, signs, "right")]]
    text = text.copy()
    for step in (1, 2):
        digits = text[signs + step]
        small = (digits >= ord("a")) & (digits <= ord("f"))
        text[signs[small] + step] -= ord("a") - ord("A")
    moved = np.ascontiguousarray(offsets - first)
    return pa.StringArray.from_buffers(
        len(urls), pa.py_buffer(moved), pa.py_buffer(text)
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """Patterns of one verdict as alternations.

    Attributes:
        everything: One of them matches every path.
        widened: The alternations match more than the patterns do.
    """

    allow: bool
    everything: bool
    chunks: tuple[str, ...]
    widened: bool

    def matches(self, urls: pa.StringArray, address: str) -> Mask:
        """Say which canonical URLs any of the patterns matches."""
        if self.everything:
            return np.ones(len(urls), np.bool_)
        mask = np.zeros(len(urls), np.bool_)
        for chunk in self.chunks:
            mask |= _match(urls, f"^{address}(?:{chunk})")
        return mask


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the rules of one agent are asked about canonical URLs.

    Attributes:
        runs: By precedence, when they are few and exact; else empty.
        against: All that disallow. `favour`: all that allow and can win.
        wide: Stands for the rules where they have too many stars to be asked one by
            one: it forbids all that they forbid, and more; else None.
    """

    rules: Rules
    runs: tuple[_Run, ...]
    against: _Run
    favour: _Run
    wide: Rules | None

    def forbids_one(self, path: str) -> bool:
        """Say whether a path in the spelling of `path_of` is forbidden."""
        rule = (self.wide or self.rules).decide(path)
        return rule is not None and not rule.allow and path != "/robots.txt"

    def forbids(self, urls: pa.StringArray, origin: Origin) -> Mask:
        """Say which canonical URLs of the origin are forbidden."""
        address = re.escape(str(origin))
        few = 0 < len(self.runs) <= 2  # noqa: PLR2004 -- as cheap as asking both sides
        if few:
            mask = self._by_runs(urls, address)
        else:
            mask = self.against.matches(urls, address)
            if mask.any():
                mask[mask] = self._settle(urls.filter(pa.array(mask)), str(origin))
        if mask.any():
            itself = np.asarray(pc.equal(urls, constant(f"{origin}/robots.txt")))
            mask &= ~itself
        return mask

    def _settle(self, urls: pa.StringArray, origin: str) -> Mask:
        """Decide about URLs that some rule seems to disallow."""
        address = re.escape(origin)
        contested = self.favour.matches(urls, address)
        if self.against.widened:
            contested[:] = True
        mask = ~contested
        if not contested.any():
            return mask
        left = urls.filter(pa.array(contested))
        if self.runs:
            mask[contested] = self._by_runs(left, address)
        else:
            paths = (url[len(origin) :] for url in left.to_pylist())
            mask[contested] = np.fromiter(map(self.forbids_one, paths), np.bool_)
        return mask

    def _by_runs(self, urls: pa.StringArray, address: str) -> Mask:
        """Let the first run that matches decide."""
        mask = np.zeros(len(urls), np.bool_)
        rows: npt.NDArray[np.intp] = np.arange(len(urls))
        for run in self.runs:
            hit = run.matches(urls, address)
            if not run.allow:
                mask[rows[hit]] = True
            if hit.any():
                rows = rows[~hit]
                urls = urls.filter(pa.array(~hit))
            if not rows.size:
                break
        return mask


@lru_cache(maxsize=8)
def _plan(rules: Rules) -> _Plan:
    """Make the plan of the rules of one agent, once."""
    runs = [_run(allow, patterns) for allow, patterns in rules.runs]
    against_all = _all(rules, allow=False)
    against = _run(False, against_all)  # noqa: FBT003 -- the verdict
    favour = _run(True, _all(rules, allow=True))  # noqa: FBT003 -- the verdict
    wide = None if rules.stars <= _MOST_STARS else _widen(against_all)
    vectorised = (
        len(runs) <= _MOST_RUNS
        and not any(run.widened for run in runs)
        and sum(len(run.chunks) for run in runs) <= _MOST_CHUNKS
    )
    return _Plan(rules, tuple(runs) if vectorised else (), against, favour, wide)


def _all(rules: Rules, *, allow: bool) -> tuple[Pattern, ...]:
    return tuple(p for verdict, run in rules.runs if verdict is allow for p in run)


def _widen(patterns: Iterable[Pattern]) -> Rules:
    """Return rules that forbid all that begins as one of the patterns does."""
    heads = dict.fromkeys(pattern.head or "/" for pattern in patterns)
    return Rules(Rule(0, allow=False, value=head, text="") for head in heads)


def _run(allow: bool, patterns: Sequence[Pattern]) -> _Run:  # noqa: FBT001 -- the verdict
    everything = any(
        p.head in {"", "/"} and not p.pieces and not p.anchored for p in patterns
    )
    if everything:
        return _Run(allow, everything=True, chunks=(), widened=False)
    sources = {_source(p): None for p in patterns}
    widened = not all(_fits(p) for p in patterns)
    chunks = _chunks(sources)
    if len(chunks) > _MOST_CHUNKS:
        heads = {re.escape(p.head[:32]): None for p in patterns}
        chunks, widened = _chunks(heads), True
        everything = len(chunks) > _MOST_CHUNKS
    return _Run(allow, everything=everything, chunks=tuple(chunks), widened=widened)


def _fits(pattern: Pattern) -> bool:
    return len(pattern.pieces) <= _PATTERN_STARS and pattern.octets <= _PATTERN_CHARS


def _source(pattern: Pattern) -> str:
    """Return a regular expression that matches all that a pattern does.

    It is exact for a pattern that fits, else cut.
    """
    whole = _fits(pattern)
    pieces = pattern.pieces if whole else ()
    head = pattern.head if whole else pattern.head[:_PATTERN_CHARS]
    source = ".*".join(re.escape(piece) for piece in (head, *pieces))
    return f"{source}$" if pattern.anchored and whole else source


def _chunks(sources: Iterable[str]) -> list[str]:
    """Join alternatives into expressions of bounded size."""
    chunks: list[str] = []
    chunk: list[str] = []
    chars = stars = 0
    for source in sources:
        own = source.count(".*")
        if chunk and (chars + len(source) > _CHUNK_CHARS or stars + own > _CHUNK_STARS):
            chunks.append("|".join(chunk))
            chunk, chars, stars = [], 0, 0
        chunk.append(source)
        chars += len(source) + 1
        stars += own
    if chunk:
        chunks.append("|".join(chunk))
    return chunks
