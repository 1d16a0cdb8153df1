"""Findings while a document is read: one a rule, with a count and its first place.

Knows the catalogue of rules and nothing of any format. Its one idea: what holds for
50,000 entries is one finding that says so.
"""

from dataclasses import dataclass, field

from arpent.terms.findings import Finding, finding

__all__ = ["Alerts"]


@dataclass(slots=True)
class _Alert:
    message: str
    byte: int | None
    entry: int | None
    count: int


@dataclass(slots=True)
class Alerts:
    """Collects what is wrong with one document, in the order of first sight."""

    found: dict[str, _Alert] = field(default_factory=dict)

    def note(
        self,
        rule: str,
        message: str = "",
        *,
        byte: int | None = None,
        entry: int | None = None,
        count: int = 1,
    ) -> None:
        """Note a deviation; the first one of a rule gives its place and message."""
        known = self.found.get(rule)
        if known is not None:
            known.count += count
        else:
            self.found[rule] = _Alert(message, byte, entry, count)

    def findings(self, body: bytes, url: str) -> tuple[Finding, ...]:
        """Return the findings; lines are counted in the body that was read."""
        return tuple(
            finding(
                rule,
                alert.message,
                url=url,
                line=None
                if alert.byte is None
                else body.count(b"\n", 0, alert.byte) + 1,
                byte=alert.byte,
                entry=alert.entry,
                count=alert.count,
            )
            for rule, alert in self.found.items()
        )
