"""How a walk ended, and what is to be said of what it left."""

from arpent.agenda import Agenda
from arpent.frontier import Frontier
from arpent.haul import Haul
from arpent.terms.findings import Finding, finding
from arpent.terms.policy import Policy
from arpent.terms.report import StoppedBy
from arpent.terms.urls import origin_of

__all__ = ["how_it_ended"]


def how_it_ended(
    frontier: Frontier,
    agenda: Agenda,
    policy: Policy,
    *,
    home: str,
    haul: Haul,
) -> tuple[StoppedBy, tuple[Finding, ...]]:
    """Return why a walk ended that nothing stopped at its start.

    Args:
        frontier: What was asked.
        agenda: What is left to read.
        policy: The bounds.
        home: What the user asked for: the home page, or the document.
        haul: What it brought home.
    """
    left = agenda.left
    origin = origin_of(home)
    words = _words(frontier, agenda, origin.host, read_any=haul.read_any)
    if words:
        reason = StoppedBy.REFUSED if "refused" in words else StoppedBy.BUDGET
        note = f"addresses not asked for: {left:,} ({', '.join(sorted(words))})"
        return reason, (finding("files-not-asked", note),) if left else ()
    if left:
        note = f"files not read: {left:,}; --max-files is {policy.max_files:,}"
        return StoppedBy.MAX_FILES, (finding("files-over-limit", note),)
    access = frontier.access(origin)
    if not haul.asked and access and not access.allows(home, policy.robots_token):
        return StoppedBy.DISALLOWED, ()
    if haul.unreached:
        return StoppedBy.UNREACHABLE, ()
    return (StoppedBy.LIMIT if haul.cut else StoppedBy.DONE), ()


def _words(
    frontier: Frontier, agenda: Agenda, home: str, *, read_any: bool
) -> set[str]:
    """Return why hosts were left before all was asked of them.

    A budget that the last request spent to the full left nothing out. A refusal of
    the last sitemap is the failure of one child where others were read, and the
    refusal of the site where nothing was.
    """
    waiting = {frontier.stopped(host) for host in agenda.waiting_hosts()}
    refused = set() if read_any else {frontier.stopped(home)} & {"refused"}
    return {word for word in (*frontier.left_out(), *waiting, *refused) if word}
