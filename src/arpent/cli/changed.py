"""The verb `changed`: what says that it changed since then, and what says nothing?

Knows how the answer is shown; the answer itself is the workspace's.
"""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from arpent.cli.options import Common, OutputOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from arpent.cli.results import RequestLog, Results
    from arpent.cli.running import Job, Runs
    from arpent.cli.terminal import Terminal
    from arpent.settings import Settings
    from arpent.terms.changes import Changes

__all__ = ["changed"]


def changed(
    site: Annotated[
        str, Parameter(name="SITE", help="a site, or the URL of one document")
    ],
    /,
    *,
    since: Annotated[
        str,
        Parameter(
            name="--since",
            group="Question",
            metavar="WHEN",
            allow_leading_hyphen=True,
            help="an RFC 3339 moment, a date, or a span such as 6h, 2d, 30m, 1w",
        ),
    ],
    undated: Annotated[
        str | None,
        Parameter(
            name="--undated",
            group="Output",
            metavar="FILE",
            help="write the entries that say nothing there; its ending says the format",
        ),
    ] = None,
    output: OutputOptions | None = None,
    common: Common | None = None,
) -> int:
    """Which of them say they changed since then, and which say nothing?"""
    import asyncio

    from arpent.cli.memory import share_one_heap

    share_one_heap()  # before anything imports Arrow
    from arpent.cli.network import load_network
    from arpent.cli.results import check_places
    from arpent.cli.targets import check_site

    check_site(site)
    places = output or OutputOptions()
    check_places(places, undated)
    settings = (common or Common()).settings()
    load_network()
    return asyncio.run(_ask(site, since, undated, places, settings))


async def _ask(
    site: str,
    when: str,
    undated: str | None,
    places: OutputOptions,
    settings: "Settings",
) -> int:
    """Ask, show the answer, and return the exit code."""
    from arpent.cli.asides import Aside
    from arpent.cli.results import RequestLog
    from arpent.cli.running import Job, Runs
    from arpent.cli.targets import looks_like_a_file, read_since
    from arpent.cli.terminal import Terminal
    from arpent.workspace import AsyncWorkspace

    terminal = Terminal(
        quiet=places.quiet, verbose=places.verbose, no_color=places.no_color
    )
    job = Job(site, aside=Aside(no_such_file=looks_like_a_file(site)))
    patient = places.output not in {None, "-"}
    runs = Runs([job], terminal, patient=patient)
    async with AsyncWorkspace(settings) as workspace:
        since: datetime = read_since(when, now=workspace.now())
        log = RequestLog(places.log, on_failure=runs.stop)

        def watch(row: Any) -> None:  # noqa: ANN401 -- a LogRow, which is imported late
            log.row(row)
            job.aside.row(row)
            terminal.request(row)

        try:
            job.run = workspace.changed(
                site, since=since, watch=watch, progress=terminal.progress
            )
            terminal.begin(1)
            return await _answer(
                job, runs, log, undated, places, terminal, workspace.now
            )
        finally:
            terminal.end()
            log.close()


async def _answer(
    job: "Job",
    runs: "Runs",
    log: "RequestLog",
    undated: str | None,
    places: OutputOptions,
    terminal: "Terminal",
    now: "Callable[[], datetime]",
) -> int:
    """Await the answer, write it where it goes, and return the exit code."""
    from dataclasses import replace
    from functools import partial

    from arpent.cli.ending import finish
    from arpent.cli.outputs import Format
    from arpent.cli.results import Results

    targets = [job.target]
    results = Results(places, terminal, targets=targets, default=Format.TABLE)
    other = None
    run: Any = job.run
    try:
        if undated is not None:
            only = replace(places, output=undated, format=None)
            other = Results(only, terminal, targets=targets)

        async def work(_: "Job") -> None:
            answer = await run.answer()
            terminal.end()  # whatever reads it may write to this terminal too
            if results.format is not Format.TABLE or results.out.is_file:
                job.aside.answered(answer)
            await runs.write(partial(_show, answer, results, other))

        return await finish(
            runs.all(work, at_once=1),
            runs=runs,
            jobs=[job],
            results=results,
            beside=[other] if other else [],
            log=log,
            places=places,
            terminal=terminal,
            now=now,
        )
    finally:
        for place in (results, other):
            if place is not None:
                place.out.drop()


def _show(answer: "Changes", results: "Results", other: "Results | None") -> None:
    """Write the answer in its format, and the undated entries where they go."""
    from arpent.cli.columns import as_columns, json_text
    from arpent.cli.outputs import Format
    from arpent.cli.rendering import changes_for_people
    from arpent.cli.reports import changes_as_json

    if results.format is Format.TABLE:
        text = changes_for_people(answer)
        results.say(text)
    elif results.format is Format.JSON:
        results.say(json_text(changes_as_json(answer)) + "\n")
    else:
        results.put(answer.site, *as_columns(answer.changed))
    if other is not None:
        other.put(answer.site, *as_columns(answer.undated))
