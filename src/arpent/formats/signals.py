"""What a site reserves, as its robots.txt declares it.

Knows Content-Signal, Content-Usage (IETF AIPREF), License (RSL) and groups that name
AI agents. Knows no HTTP and no page. Signals inform; only Allow and Disallow stop
requests. The one idea: each declaration is kept with the line that made it, and where
two of them disagree about the same thing the refusal stays.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from arpent.errors import InvalidUrl
from arpent.formats.robots_lines import Field, Line, Notes
from arpent.formats.robots_match import Rule
from arpent.formats.signals_agents import AI_AGENTS, AiAgent
from arpent.formats.structured import read_dictionary
from arpent.terms.urls import is_absolute, request_form

__all__ = ["AgentGroup", "Signal", "SignalLine", "read_signals"]

MOST_OF_A_KIND: Final = 2_000
MOST_OF_AN_AGENT: Final = 200
MOST_STEPS: Final = 20_000
_TEXT_CHARS: Final = 1_000

# The vocabularies, and what each value means: True reserves, False does not. AIPREF may
# still rename its labels before it is an RFC; this is their one home.
_CONTENT_SIGNALS: Final[dict[str, dict[str, bool | None]]] = {
    "search": {"yes": False, "no": True},
    "ai-input": {"yes": False, "no": True},
    "ai-train": {"yes": False, "no": True},
    "use": {"immediate": None, "reference": None, "full": None},
}
_USAGES: Final[dict[str, dict[str, bool | None]]] = {
    "train-ai": {"y": False, "n": True},
    "search": {"y": False, "n": True},
}
_STRICTEST: Final = ("no", "n", "immediate", "reference", "full", "yes", "y")
"""Values of both vocabularies; of two that disagree, the one named first here stays."""

_WORD: Final = re.compile(r"[A-Za-z0-9_.\-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One declaration.

    Attributes:
        kind: content-signal, aipref, rsl, or ai-agent-group.
        where: `robots.txt:` and the number of the line.
        use: What it is about (search, ai-train, train-ai, crawl, training, ...).
        value: What it says of that use.
        agent: Whom it speaks to, as written; `*` is everybody.
        path: Pattern of the paths it holds for; None is the whole origin.
        reserved: True refuses, False permits, None says neither.
        warnings: Slips in the line: conflict, outside-group, typo, missing-colon.
        operator: Who runs an AI agent. `purpose`: what for.
        text: The line as written, cut at 1,000 characters.
    """

    kind: str
    where: str
    use: str
    value: str
    agent: str = "*"
    path: str | None = None
    reserved: bool | None = None
    warnings: tuple[str, ...] = ()
    operator: str | None = None
    purpose: str | None = None
    text: str = ""


class SignalLine(NamedTuple):
    """A line that declares something; `agents` is empty outside any group."""

    line: Line
    agents: Sequence[str]


class AgentGroup(NamedTuple):
    """A user-agent line and the rules of its group, shared with its other agents."""

    line: int
    value: str
    text: str
    rules: Sequence[Rule]


@dataclass(slots=True)
class _Ledger:
    """What was declared so far: one signal a kind, agent, path and use."""

    notes: Notes
    _signals: dict[tuple[str, str, str | None, str], Signal] = field(
        default_factory=dict
    )
    _kinds: dict[str, int] = field(default_factory=dict)
    _steps: int = 0

    def add(self, signal: Signal, number: int, subject: str | None = None) -> bool:
        """Take a signal; False when no more of its kind is taken."""
        self._steps += 1
        if signal.kind != "ai-agent-group" and self._steps > MOST_STEPS:
            self.notes.note("signals-over-limit", number)
            return False
        about = subject if subject is not None else signal.use
        key = signal.kind, signal.agent.lower(), signal.path, about
        known = self._signals.get(key)
        if known is not None:
            self._settle(key, known, signal)
            return True
        count = self._kinds.get(signal.kind, 0)
        if count >= MOST_OF_A_KIND:
            self.notes.note("signals-over-limit", number)
            return False
        self._kinds[signal.kind] = count + 1
        self._signals[key] = signal
        return True

    def _settle(
        self, key: tuple[str, str, str | None, str], known: Signal, signal: Signal
    ) -> None:
        """Keep the stricter of two signals about the same thing."""
        if signal.value == known.value or signal.kind == "ai-agent-group":
            return
        kept = min(known, signal, key=lambda s: _STRICTEST.index(s.value))
        if "conflict" not in kept.warnings:
            kept = replace(kept, warnings=(*kept.warnings, "conflict"))
        self._signals[key] = kept

    def signals(self) -> tuple[Signal, ...]:
        """Return what is declared."""
        return tuple(self._signals.values())


def read_signals(
    lines: Iterable[SignalLine], groups: Iterable[AgentGroup], notes: Notes
) -> tuple[Signal, ...]:
    """Return what lines and groups of a robots.txt declare.

    Lines come in their order, then the groups that name AI agents. At most 2,000
    signals of a kind and 200 rules of a user-agent line are reported; more is a
    finding.

    Source: contentsignals.org; draft-ietf-aipref-attach and -vocab (August 2026);
    RSL 1.0; the agents of `arpent.formats.signals_agents`.
    """
    ledger = _Ledger(notes)
    readers = {
        Field.SIGNAL: _content_signal,
        Field.USAGE: _content_usage,
        Field.LICENSE: _license,
    }
    for declared in lines:
        if not readers[declared.line.field](declared, ledger):
            break
    told: set[tuple[str, int]] = set()
    for group in groups:
        word = _WORD.match(group.value)
        agent = AI_AGENTS.get(word.group().lower()) if word else None
        if word is None or agent is None:
            continue
        key = agent.token, id(group.rules)  # a group may name an agent many times
        if key not in told:
            told.add(key)
            _agent_group(group, word.group(), agent, ledger)
    return ledger.signals()


def _where(number: int) -> str:
    return f"robots.txt:{number}"


def _shown(text: str) -> str:
    """Return a line as it may be printed into a report."""
    cut = text.strip(" \t")[:_TEXT_CHARS]
    return cut.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _warnings(declared: SignalLine) -> tuple[str, ...]:
    warnings: tuple[str, ...] = ()
    if not declared.agents and declared.line.field is not Field.LICENSE:
        warnings = ("outside-group",)
    return (*warnings, "typo") if declared.line.slip else warnings


def _declare(  # noqa: PLR0913 -- the fields of one declaration
    declared: SignalLine,
    ledger: _Ledger,
    *,
    kind: str,
    use: str,
    value: str,
    reserved: bool | None,
    path: str | None = None,
    subject: str | None = None,
) -> bool:
    """Declare the same for each agent that a line speaks to."""
    line = declared.line
    signal = Signal(
        kind=kind,
        where=_where(line.number),
        use=use,
        value=value,
        path=path,
        reserved=reserved,
        warnings=_warnings(declared),
        text=_shown(line.text),
    )
    return all(
        ledger.add(
            signal if agent == "*" else replace(signal, agent=agent),
            line.number,
            subject,
        )
        for agent in declared.agents or ("*",)
    )


def _content_signal(declared: SignalLine, ledger: _Ledger) -> bool:
    """Read `search=yes, ai-train=no`: a list of keys and values, in any case."""
    number = declared.line.number
    more = True
    for member in declared.line.value.split(",", MOST_OF_AN_AGENT)[:MOST_OF_AN_AGENT]:
        key, equals, value = (
            part.strip(" \t").lower() for part in member.partition("=")
        )
        if not key and not equals:
            continue
        meanings = _CONTENT_SIGNALS.get(key)
        if meanings is None:
            message = f"{_shown(key)[:80]!r} is no key of Content-Signal"
            ledger.notes.note("unknown-signal", number, message)
        elif value not in meanings:
            message = f"{key!r} with {_shown(value)[:80]!r} says nothing"
            ledger.notes.note("bad-signal", number, message)
        else:
            more = _declare(
                declared,
                ledger,
                kind="content-signal",
                use=key,
                value=value,
                reserved=meanings[value],
            )
    return more


def _content_usage(declared: SignalLine, ledger: _Ledger) -> bool:
    """Read `train-ai=n`, with a path before it or none: a dictionary of RFC 9651."""
    number = declared.line.number
    text = declared.line.value
    path: str | None = None
    if text.startswith("/"):
        path, *rest = re.split(r"[ \t]+", text, maxsplit=1)
        text = rest[0] if rest else ""
    members = read_dictionary(text)
    if members is None:
        message = f"{_shown(text)[:80]!r} is no dictionary, so nothing is known"
        ledger.notes.note("bad-signal", number, message)
        return True
    more = True
    for key, value in members.items():
        meanings = _USAGES.get(key)
        if meanings is None:
            message = f"{key[:80]!r} is no label of the vocabulary"
            ledger.notes.note("unknown-signal", number, message)
        elif value is None or value not in meanings:
            message = f"{key!r} is neither y nor n"
            ledger.notes.note("bad-signal", number, message)
        else:
            more = _declare(
                declared,
                ledger,
                kind="aipref",
                use=key,
                value=str(value),
                reserved=meanings[value],
                path=_shown(path) if path else None,
            )
    return more


def _license(declared: SignalLine, ledger: _Ledger) -> bool:
    """Read the address of a licence: absolute, for the whole file, several allowed."""
    address = declared.line.value
    if not _is_address(address):
        message = f"License {_shown(address)[:80]!r} is no absolute address"
        ledger.notes.note("bad-signal", declared.line.number, message)
        return True
    return _declare(
        SignalLine(declared.line, ()),
        ledger,
        kind="rsl",
        use="license",
        value=_shown(address),
        reserved=None,
        subject=address,
    )


def _is_address(text: str) -> bool:
    if not is_absolute(text) or re.search(r"\s", text):
        return False
    try:
        request_form(text)
    except InvalidUrl:
        return False
    return True


def _agent_group(group: AgentGroup, name: str, agent: AiAgent, ledger: _Ledger) -> None:
    """Say what a group rules for an AI agent."""
    signal = Signal(
        kind="ai-agent-group",
        where=_where(group.line),
        use="training" if agent.switch else "crawl",
        value="allow",
        agent=name,
        path="/",
        reserved=False,
        operator=agent.operator,
        purpose=agent.purpose,
        text=_shown(group.text),
    )
    rules = group.rules[:MOST_OF_AN_AGENT]
    if len(group.rules) > len(rules):
        ledger.notes.note("signals-over-limit", group.line)
    if not rules:
        ledger.add(signal, group.line, signal.value)
    for rule in rules:
        verdict = "allow" if rule.allow else "disallow"
        reserved = not rule.allow
        path = _shown(rule.value)
        ruled = replace(signal, value=verdict, path=path, reserved=reserved)
        if not ledger.add(ruled, group.line, verdict):
            return
