"""What a verb knows beside the report of one target, for the summary.

Knows rows of the log and the answer of `changed`; knows no terminal and no files. One
idea: counts and sentences are kept while the run goes on, and told once at its end.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from arpent.cli.reports import moment_text
from arpent.terms.changes import Changes
from arpent.terms.exchange import LogRow, Step

__all__ = ["Aside"]

_SHOWN: Final = 4
_TRIES: Final = frozenset({Step.GUESS, Step.HOME})
_WAYS: Final = frozenset({301, 302, 303, 307, 308})


@dataclass(slots=True)
class Aside:
    """What is told of one target although its report does not hold it.

    Attributes:
        no_such_file: The target looks like the name of a file, and none is there.
        verdict: What the dates of the site can mean, and how many entries changed;
            pairs of a label and a text.
    """

    no_such_file: bool = False
    verdict: tuple[tuple[str, str], ...] = ()
    _guesses: int = 0
    _home: bool = False
    _answers: Counter[str] = field(default_factory=Counter)

    def row(self, row: LogRow) -> None:
        """Count one request that looked for a list where none is announced."""
        if not row.sent or row.step not in _TRIES or row.status in _WAYS:
            return
        self._guesses += row.step is Step.GUESS
        self._home |= row.step is Step.HOME
        self._answers[str(row.status)] += 1

    def answered(self, changes: Changes) -> None:
        """Keep the verdict and the counts of an answer."""
        dates = changes.dates
        warning = "" if dates.tell_changes else "BEWARE: "
        counts = (
            f"{len(changes.changed):,} changed since {moment_text(changes.since)}, "
            f"{len(changes.undated):,} undated (may have changed or not), "
            f"{changes.unchanged:,} unchanged"
        )
        self.verdict = (
            ("verdict", f"{warning}{dates.sentence} [{dates.kind}]"),
            ("since", counts),
        )

    @property
    def tried(self) -> str:
        """Return where was looked in vain and what came back; empty when nowhere."""
        places = []
        if self._guesses:
            noun = "address" if self._guesses == 1 else "addresses"
            places.append(f"{self._guesses} usual {noun}")
        if self._home:
            places.append("the home page")
        if not places:
            return ""
        answers = self._answers.most_common(_SHOWN)
        alone = len(self._answers) == 1
        told = (status if alone else f"{n}x {status}" for status, n in answers)
        return f"asked {' and '.join(places)}: {', '.join(told)}"
