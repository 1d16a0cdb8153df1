"""The verb `urls`: which URLs does this site publish?

Knows how to drive runs into a sink; the listing itself is the workspace's. Heavy
imports stand inside the functions, so that its help is instant.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from arpent.cli.options import Common, OutputOptions, known_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpent.cli.results import RequestLog, Results
    from arpent.cli.running import Job, Runs
    from arpent.cli.terminal import Terminal
    from arpent.settings import Settings
    from arpent.terms.exchange import LogRow

__all__ = ["urls"]

_OWN: Final = ("--all", "--base")

_Targets = Annotated[
    list[str],
    Parameter(
        name="TARGET",
        allow_leading_hyphen=True,  # for `-`; see arpent.cli.targets
        help=(
            "a site (example.com), the URL of a sitemap, feed or robots.txt, a "
            "local file, - for standard input, or @FILE with one target a line"
        ),
    ),
]


def urls(
    targets: _Targets,
    /,
    *,
    all_sightings: Annotated[
        bool,
        Parameter(
            name="--all", group="Scope", help="give a URL each time it is listed"
        ),
    ] = False,
    base: Annotated[
        str | None,
        Parameter(
            name="--base",
            group="Scope",
            metavar="URL",
            help="what relative values of a local file or - are resolved against",
        ),
    ] = None,
    output: OutputOptions | None = None,
    common: Common | None = None,
) -> int:
    """Which URLs does this site publish?"""
    import asyncio

    from arpent.cli.memory import share_one_heap

    share_one_heap()  # before anything imports Arrow
    from arpent.cli.network import load_network
    from arpent.cli.results import check_places
    from arpent.cli.targets import read_targets, refuse_folder
    from arpent.workspace import is_at_hand

    places = output or OutputOptions()
    settings = (common or Common()).settings()
    check_places(places)
    _check_base(base)
    asked = Asked(
        targets=read_targets(targets, options=[*known_options(), *_OWN]),
        settings=settings,
        places=places,
        all_sightings=all_sightings,
        base=base,
    )
    for target in asked.targets:
        refuse_folder(target)
    if not all(map(is_at_hand, asked.targets)):
        load_network()
    return asyncio.run(list_urls(asked))


def _check_base(base: str | None) -> None:
    """Refuse a base that is no address, by the name of its option."""
    from arpent.errors import InvalidUrl, UsageError
    from arpent.terms.urls import request_form

    try:
        if base is not None:
            request_form(base)
    except InvalidUrl as error:
        raise UsageError(
            f"--base {base!r} is no address ({error.reason}); "
            "give one such as https://example.com/sitemap.xml"
        ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What one call of the verb asks for."""

    targets: list[str]
    settings: "Settings"
    places: OutputOptions
    all_sightings: bool
    base: str | None


async def list_urls(asked: Asked) -> int:
    """List the URLs of all targets, and return the exit code.

    Raises:
        UsageError: A target is none.
        StoreError: A place cannot be written.
    """
    from arpent.cli.asides import Aside
    from arpent.cli.ending import finish
    from arpent.cli.results import RequestLog, Results
    from arpent.cli.running import Job, Runs
    from arpent.cli.targets import looks_like_a_file
    from arpent.cli.terminal import Terminal
    from arpent.workspace import AsyncWorkspace, is_at_hand

    places = asked.places
    terminal = Terminal(
        quiet=places.quiet, verbose=places.verbose, no_color=places.no_color
    )
    jobs = [
        Job(target, aside=Aside(no_such_file=looks_like_a_file(target)))
        for target in asked.targets
    ]
    patient = places.output not in {None, "-"}
    runs = Runs(jobs, terminal, patient=patient)
    async with AsyncWorkspace(asked.settings) as workspace:
        log = RequestLog(places.log, on_failure=runs.stop)
        results = Results(places, terminal, targets=asked.targets)
        options = _options(asked, results, terminal)
        try:
            for job in jobs:
                if not is_at_hand(job.target):
                    watch = _watching(job, log, terminal)
                    job.run = workspace.urls(job.target, watch=watch, **options)
            terminal.begin(len(jobs))
            work = _worker(workspace.urls, options, runs, results)
            return await finish(
                runs.all(work, at_once=asked.settings.concurrency),
                runs=runs,
                jobs=jobs,
                results=results,
                log=log,
                places=places,
                terminal=terminal,
                now=workspace.now,
            )
        finally:
            results.out.drop()
            log.close()


def _watching(
    job: "Job", log: "RequestLog", terminal: "Terminal"
) -> "Callable[[LogRow], None]":
    def watch(row: "LogRow") -> None:
        log.row(row)
        job.aside.row(row)
        terminal.request(row)

    return watch


def _options(asked: Asked, results: "Results", terminal: "Terminal") -> dict[str, Any]:
    from arpent.cli.outputs import Format

    return {
        "base": asked.base,
        "all_sightings": asked.all_sightings,
        "extensions": results.format not in {Format.URLS, Format.TABLE},
        "progress": terminal.progress,
    }


def _worker(
    begin: Any,  # noqa: ANN401 -- the verb of the workspace, which is imported late
    options: dict[str, Any],
    runs: "Runs",
    results: "Results",
) -> Any:  # noqa: ANN401 -- what works through one job
    """Return what lists one target into the results."""
    import asyncio
    from functools import partial

    from arpent.cli.results import OutputFailed
    from arpent.errors import ArpentError

    async def work(job: "Job") -> None:
        try:
            if job.run is None:  # at hand: reading it may wait, so a thread does
                job.run = await asyncio.to_thread(begin, job.target, **options)
            listing: Any = job.run
            async for listed in listing:
                await runs.write(
                    partial(results.put, job.target, listed.sitemap, listed.entries)
                )
                del listed  # no document is kept while the next one arrives
        except OutputFailed:
            raise
        except ArpentError as error:
            job.failed = error

    return work
