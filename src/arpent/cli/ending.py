"""How a run ends: what is kept, what is told, and with which exit code.

Knows the order: results, report, summary, code. One idea: the same few steps whether
the run ended by itself, was stopped by a signal, or lost its reader.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from arpent.cli.codes import DONE, FAILED
from arpent.cli.exits import exit_code, exit_code_of_error, largest
from arpent.cli.options import OutputOptions
from arpent.cli.results import RequestLog, Results, write_report
from arpent.cli.running import Job, Runs, leave
from arpent.cli.summary import summary_of
from arpent.cli.terminal import Terminal
from arpent.errors import StoreError
from arpent.terms.report import Report, StoppedBy
from arpent.terms.visible import visible

__all__ = ["finish"]


async def finish(  # noqa: PLR0913 -- everything that a run holds is closed here
    running: Awaitable[None],
    *,
    runs: Runs,
    jobs: Sequence[Job],
    results: Results,
    log: RequestLog,
    places: OutputOptions,
    terminal: Terminal,
    now: Callable[[], datetime],
    beside: Sequence[Results] = (),
) -> int:
    """Await a run, keep and tell what came of it, and return the exit code.

    When a signal stopped the run, or nobody reads standard output any more, the
    process is left from here at once.

    Raises:
        StoreError: Results or report could not be written.
    """
    written = (results, *beside)
    unread = False
    try:
        await running
    except BrokenPipeError:
        unread = True
    reports = [job.report(now()) for job in jobs]
    terminal.end()
    try:
        if not unread and not runs.stuck:
            for place in written:
                await runs.write(partial(place.end, reports))
                _keep(place, terminal, whole=runs.code is None)
                _clear(place, reports, terminal)
        write_report(places.report, reports)
    except BrokenPipeError:
        unread = True
    except StoreError as error:
        if runs.code is None:
            raise
        terminal.say(f"arpent: {visible(str(error))}", "red")
    if not unread:
        _tell(jobs, reports, log, terminal)
    if unread or runs.code is not None:
        for place in written:
            place.out.drop()
        leave(DONE if unread else runs.code or DONE)
    return _code(jobs, reports, log)


def _keep(results: Results, terminal: Terminal, *, whole: bool) -> None:
    name = results.out.keep(whole=whole)
    if name is not None and not whole:
        terminal.note(f"what was read is in {visible(name)}", "yellow")


def _clear(results: Results, reports: Sequence[Report], terminal: Terminal) -> None:
    """Remove what an earlier run left unfinished, when this one was done."""
    if any(report.stopped_by is not StoppedBy.DONE for report in reports):
        return
    stale = results.out.clear_partial()
    if stale is not None and terminal.verbose:
        terminal.note(f"removed {visible(stale)}, left by an interrupted run")


def _code(jobs: Sequence[Job], reports: Sequence[Report], log: RequestLog) -> int:
    if log.failed is not None:
        return FAILED
    return largest(
        exit_code_of_error(job.failed) if job.failed else exit_code(report)
        for job, report in zip(jobs, reports, strict=True)
    )


def _tell(
    jobs: Sequence[Job], reports: Sequence[Report], log: RequestLog, terminal: Terminal
) -> None:
    """Tell errors of ours, and close with the summary."""
    for error in (log.failed, *(job.failed for job in jobs)):
        if error is not None:
            terminal.say(f"arpent: {visible(str(error))}", "red")
    told = [pair for pair in zip(jobs, reports, strict=True) if pair[0].failed is None]
    asides = [job.aside for job, _ in told]
    terminal.rows(summary_of([report for _, report in told], asides))
