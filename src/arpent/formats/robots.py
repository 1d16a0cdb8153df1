"""robots.txt: whom it speaks to, what it allows, how slowly, and what it announces.

Knows RFC 9309 and what files of the wild add to it. Knows no HTTP and no clock. The one
idea: one pass over the lines, in which rules belong to a group and all other things to
the user-agent lines right above them; agents share their groups and nothing is copied,
so a file of any shape is read in linear time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from arpent.formats.robots_lines import Field, Line, Notes, read_fields, read_script
from arpent.formats.robots_match import Rule, Rules, path_of, read_pattern
from arpent.formats.robots_pace import Pace
from arpent.formats.robots_sitemaps import Announced
from arpent.formats.signals import AgentGroup, Signal, SignalLine, read_signals
from arpent.terms.findings import Finding, finding

__all__ = ["Robots", "Ruling", "read_robots"]

_TOKEN: Final = re.compile(r"[A-Za-z_-]+")
_EVERYBODY: Final = re.compile(r"\*(?:[ \t]|$)")
_ITSELF: Final = "/robots.txt"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is decided about an address, and the line that decided.

    Attributes:
        line: Number of the line, from 1; None when no rule matches.
        text: That line as written, without its comment.
    """

    allowed: bool
    line: int | None = None
    text: str | None = None


@dataclass(slots=True)
class _Run:
    """User-agent lines with nothing between them that belongs to an agent."""

    rules: list[Rule]
    agents: list[Line] = field(default_factory=list)
    pace: Pace | None = None
    ended: bool = False


@dataclass(frozen=True, kw_only=True)
class Robots:
    """A robots.txt that was read.

    Attributes:
        url: Where it was served.
        sitemaps: Announced addresses in request form, in their order, each once.
        sitemaps_as_written: What stands in the file for each of them.
        signals: What it reserves; none found is not the same as allowed.
        findings: What is wrong with it; those of one agent come with `findings_for`.
        groups: How many groups it has.
        truncated: The rest, past the limit, was not read.
    """

    url: str
    sitemaps: tuple[str, ...] = ()
    sitemaps_as_written: tuple[str, ...] = ()
    signals: tuple[Signal, ...] = ()
    findings: tuple[Finding, ...] = ()
    groups: int = 0
    truncated: bool = False
    _runs: dict[str, list[_Run]] = field(default_factory=dict, repr=False)
    _rules: dict[tuple[int, ...] | str, Rules] = field(
        default_factory=dict, repr=False, compare=False
    )

    def rules(self, agent: str = "arpent") -> Rules:
        """Return the rules that hold for an agent, merged from all groups naming it.

        Source: RFC 9309 section 2.2.1: those for everybody only if no group names it.
        """
        known = self._rules.get(agent)
        if known is None:
            groups = {id(run.rules): run.rules for run in self._runs_of(agent)}
            key = tuple(groups)  # agents of the same groups share one index
            known = self._rules.get(key)
            if known is None:
                known = Rules(rule for rules in groups.values() for rule in rules)
            self._rules[key] = self._rules[agent] = known
        return known

    def allows(self, url: str, agent: str = "arpent") -> bool:
        """Say whether an agent may ask for an address of this origin.

        Args:
            url: An address, published or in request form; its host is not looked at.
            agent: Product token. It is matched whole, in any case.
        """
        rule = self._decide(url, agent)
        return rule is None or rule.allow

    def ruling(self, url: str, agent: str = "arpent") -> Ruling:
        """Decide about an address, and name the line that decides.

        Source: RFC 9309 section 2.2.2; robots.txt itself is always allowed.
        """
        rule = self._decide(url, agent)
        if rule is None:
            return Ruling(allowed=True)
        return Ruling(rule.allow, rule.line, _shown(rule.text))

    def crawl_delay(self, agent: str = "arpent") -> float | None:
        """Return the longest Crawl-delay for an agent, in seconds, or None."""
        return self._pace(agent).delay

    def request_rate(self, agent: str = "arpent") -> tuple[int, int] | None:
        """Return the slowest Request-rate as (pages, seconds), or None."""
        return self._pace(agent).rate

    def pace(self, agent: str = "arpent") -> float:
        """Return the seconds that an agent is asked to leave between two requests.

        The slower of Crawl-delay and Request-rate; 0.0 when there is neither.
        """
        pace = self._pace(agent)
        pages, seconds = pace.rate or (1, 0)
        return max(pace.delay or 0.0, seconds / pages)

    def findings_for(
        self, agent: str = "arpent", max_delay_s: float = 120.0
    ) -> tuple[Finding, ...]:
        """Return the findings, with `delay-over-budget` when the pace is slower."""
        pace_s = self.pace(agent)
        if pace_s <= max_delay_s:
            return self.findings
        message = (
            f"{pace_s:g} s between requests are asked for, above {max_delay_s:g} s"
        )
        over = finding("delay-over-budget", message, url=self.url)
        return (*self.findings, over)

    def signals_for(self, agent: str = "arpent") -> tuple[Signal, ...]:
        """Return the signals that speak to an agent: by its name, else to everybody."""
        key = self._key(agent)
        return tuple(s for s in self.signals if _key_of(s.agent) == key)

    def usage(self, url: str, agent: str = "arpent") -> tuple[Signal, ...]:
        """Return the usage preferences (AIPREF) that hold for an address.

        Those with the longest path that matches; none where the address is disallowed.

        Source: draft-ietf-aipref-attach, August 2026.
        """
        path = path_of(url)
        if not self.allows(url, agent):
            return ()
        longest = -1
        held: list[Signal] = []
        for signal in self.signals_for(agent):
            if signal.kind != "aipref":
                continue
            pattern = read_pattern(signal.path) if signal.path else None
            if pattern is not None and not pattern.matches(path):
                continue
            octets = pattern.octets if pattern is not None else 0
            if octets > longest:
                longest, held = octets, []
            if octets == longest:
                held.append(signal)
        return tuple(held)

    def _decide(self, url: str, agent: str) -> Rule | None:
        path = path_of(url)
        return None if path == _ITSELF else self.rules(agent).decide(path)

    def _key(self, agent: str) -> str:
        key = _key_of(agent)
        return key if key in self._runs else "*"

    def _runs_of(self, agent: str) -> Sequence[_Run]:
        return self._runs.get(self._key(agent), ())

    def _pace(self, agent: str) -> Pace:
        pace = Pace()
        for run in self._runs_of(agent):
            if run.pace is not None:
                pace = pace.join(run.pace)
        return pace


def _key_of(agent: str) -> str:
    """Return the key of a product token: its leading letters, `-` and `_`, or `*`."""
    found = _TOKEN.match(agent)
    if found is not None:
        return found.group().lower()
    return "*" if _EVERYBODY.match(agent) else ""


def _shown(text: str) -> str:
    kept = text.strip(" \t").encode("utf-8", "surrogateescape")
    return kept.decode("utf-8", "replace")


def read_robots(
    body: bytes,
    *,
    url: str = "https://site.invalid/robots.txt",
    content_type: str = "",
    truncated: bool = False,
    limit_bytes: int = 512_000,
) -> Robots:
    """Read a robots.txt; never raises on content.

    Args:
        body: The file, free of content codings; gzip without a header is undone.
        url: Where it was served; relative sitemaps are resolved against it.
        content_type: The header's value, only to be reported.
        truncated: The caller knows that more followed; a line that was cut is dropped.
        limit_bytes: What is past it is not read (RFC 9309 section 2.5: at least
            512,000), before and after decompression.

    Source: RFC 9309; sitemaps.org; `arpent.formats.signals`.
    """
    notes = Notes(url)
    script = read_script(
        body, truncated=truncated, limit_bytes=limit_bytes, notes=notes
    )
    reader = _Reader(url, notes)
    for line in read_fields(script.lines, notes):
        reader.take(line)
    signals = reader.signals()
    reader.compare_delays()
    found = notes.findings()
    media = content_type.partition(";")[0].strip().lower()
    page = any(f.rule == "not-robots-txt" for f in found)
    if media not in {"", "text/plain"} and not page:
        notes.note("content-type", None, f"served as {media[:80]!r}")
        found = notes.findings()
    return Robots(
        url=url,
        sitemaps=reader.announced.forms,
        sitemaps_as_written=reader.announced.as_written,
        signals=signals,
        findings=(*found, *script.findings),
        groups=reader.groups,
        truncated=script.truncated,
        _runs=reader.by_key,
    )


class _Reader:
    """The state between lines: the group, and the run of user-agent lines in it."""

    def __init__(self, url: str, notes: Notes) -> None:
        self.groups = 0
        self.by_key: dict[str, list[_Run]] = {}
        self.announced = Announced(url, notes)
        self._notes = notes
        self._runs: list[_Run] = []
        self._declared: list[tuple[Line, _Run | None]] = []
        self._closed = True  # a rule was seen, so a user-agent line opens a new group

    def take(self, line: Line) -> None:
        """Take the next line."""
        what = line.field
        if what is Field.ALLOW or what is Field.DISALLOW:
            self._rule(line)
        elif what is Field.AGENT:
            self._agent(line)
        elif what is Field.SITEMAP:
            self.announced.add(line.number, line.value)
        else:
            self._other(line)

    def signals(self) -> tuple[Signal, ...]:
        """Return what the lines and groups taken so far declare."""
        lines = (
            SignalLine(
                line,
                () if run is None else [_name(agent.value) for agent in run.agents],
            )
            for line, run in self._declared
        )
        groups = (
            AgentGroup(agent.number, agent.value, agent.text, run.rules)
            for run in self._runs
            for agent in run.agents
        )
        return read_signals(lines, groups, self._notes)

    def compare_delays(self) -> None:
        """Note agents that have delays in more than one place."""
        for runs in self.by_key.values():
            slow = [r for r in runs if r.pace is not None and r.pace.delay is not None]
            if len(slow) > 1:
                self._notes.note("several-delays", slow[1].agents[0].number)

    def _agent(self, line: Line) -> None:
        # RFC 9309 section 2.2.1: rules end a run of user-agent lines; section 2.2.4:
        # other records do not, so they only begin a new run inside the same group.
        if self._closed:
            self._runs.append(_Run([]))
            self.groups += 1
            self._closed = False
        elif self._runs[-1].ended:
            self._runs.append(_Run(self._runs[-1].rules))
        run = self._runs[-1]
        run.agents.append(line)
        key = _key_of(line.value)
        if not key:
            return
        named = self.by_key.setdefault(key, [])
        if not named or named[-1] is not run:
            named.append(run)
        if key == "mozilla":
            message = f"{_shown(line.value)[:80]!r} names 'Mozilla' and nobody else"
            self._notes.note("agent-not-named", line.number, message)

    def _rule(self, line: Line) -> None:
        if not self._runs:
            self._notes.note("rule-ignored", line.number, "before any user-agent line")
            return
        self._closed = True
        value = line.value
        if not value:
            return
        if value[0] not in "/*":
            message = f"{_shown(value)[:80]!r} starts with neither / nor *"
            self._notes.note("rule-ignored", line.number, message)
            return
        allow = line.field is Field.ALLOW
        self._runs[-1].rules.append(Rule(line.number, allow, value, line.text))

    def _other(self, line: Line) -> None:
        run = self._runs[-1] if self._runs else None
        if line.field is Field.LICENSE:
            self._declared.append((line, None))
            return
        if line.field is Field.SIGNAL or line.field is Field.USAGE:
            self._declared.append((line, run))
        elif run is None:
            self._notes.note("rule-ignored", line.number, "before any user-agent line")
        else:
            run.pace = run.pace or Pace()
            take = (
                run.pace.add_delay if line.field is Field.DELAY else run.pace.add_rate
            )
            take(line.number, line.value, self._notes)
        if run is not None:
            run.ended = True


def _name(value: str) -> str:
    """Return the product token of a user-agent line as written."""
    found = _TOKEN.match(value)
    return found.group() if found is not None else "*"
