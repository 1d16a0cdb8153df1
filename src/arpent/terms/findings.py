"""A finding: a deviation from a standard, with its rule, its place and its severity."""

from dataclasses import dataclass

from arpent.terms.rules import RULES, Severity

__all__ = ["Finding", "Place", "finding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a finding holds; what is unknown is None.

    Attributes:
        url: Document it was found in.
        line: Line, from 1. `column` likewise.
        byte: Offset in the decoded document, from 0.
        entry: Number of the entry, from 0.
    """

    url: str | None = None
    line: int | None = None
    column: int | None = None
    byte: int | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One deviation. `count` says how often it holds; `where` is its first place."""

    rule: str
    severity: Severity
    where: Place
    message: str
    count: int = 1


def finding(  # noqa: PLR0913 -- the places are all optional keywords
    rule: str,
    message: str = "",
    *,
    url: str | None = None,
    line: int | None = None,
    column: int | None = None,
    byte: int | None = None,
    entry: int | None = None,
    count: int = 1,
) -> Finding:
    """Make a finding of a rule of the catalogue.

    Args:
        rule: Id in `arpent.terms.rules.RULES`; the severity comes from there.
        message: What was seen; the rule's own summary when empty.
        url: Document it was found in.
        line: Line, from 1.
        column: Column, from 1.
        byte: Offset in the decoded document, from 0.
        entry: Number of the entry, from 0.
        count: How often it holds.

    Raises:
        KeyError: The rule is not in the catalogue (a mistake of ours).
    """
    known = RULES[rule]
    where = Place(url=url, line=line, column=column, byte=byte, entry=entry)
    return Finding(rule, known.severity, where, message or known.summary, count)
