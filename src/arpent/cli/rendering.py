"""The answer of `changed` as plain text for people.

Knows the three lists and keeps them apart. One idea: when the dates cannot mean
anything, that is the first thing said.
"""

from collections.abc import Iterable
from typing import Final

from arpent.cli.reports import moment_text
from arpent.terms.changes import Changes
from arpent.terms.entries import Entry
from arpent.terms.visible import visible

__all__ = ["changes_for_people"]

_UNDATED_SHOWN: Final = 100
_DATE_WIDTH: Final = 20


def changes_for_people(changes: Changes) -> str:
    """Return the answer as lines, everything from the site escaped."""
    dates = changes.dates
    warning = "" if dates.tell_changes else "BEWARE: "
    lines = [
        f"{visible(changes.site)} since {moment_text(changes.since)}",
        f"{warning}{dates.sentence} [{dates.kind}]",
        "",
        f"Changed: {len(changes.changed):,}",
        *_rows(changes.changed),
        "",
        f"Undated, which may have changed or not: {len(changes.undated):,}",
        *_rows(changes.undated[:_UNDATED_SHOWN]),
    ]
    hidden = len(changes.undated) - _UNDATED_SHOWN
    if hidden > 0:
        lines.append(f"  and {hidden:,} more; --undated FILE writes all of them")
    lines += ["", f"Unchanged: {changes.unchanged:,}", f"Total: {changes.total:,}"]
    return "\n".join(lines) + "\n"


def _rows(entries: Iterable[Entry]) -> Iterable[str]:
    for entry in entries:
        date = moment_text(entry.lastmod) if entry.lastmod else "-"
        yield f"  {date:<{_DATE_WIDTH}}  {visible(entry.url)}"
