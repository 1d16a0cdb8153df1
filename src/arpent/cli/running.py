"""Several runs at once, one way to stop them, and everything written at the end.

Knows signals, threads and tasks; knows neither formats nor the web. One idea: the
network never waits for a slow reader, nor a signal for either: one thread writes, and
whoever stops the run gets a true report within a second.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol, TypeVar

from arpent.cli.exits import INTERRUPTED, TERMINATED
from arpent.cli.terminal import Terminal
from arpent.errors import ArpentError
from arpent.terms.report import Report, StoppedBy

__all__ = ["Job", "Run", "Runs", "leave"]

_GRACE_S: Final = 0.6
_LAST_S: Final = 0.15
_TICK_S: Final = 0.2

_T = TypeVar("_T")


class Run(Protocol):
    """What a workspace gives: it can be stopped, and reports the truth at any time."""

    def interrupt(self) -> None:
        """Ask for nothing more."""

    @property
    def report(self) -> Report:
        """The report as of now."""


@dataclass(slots=True)
class Job:
    """One target, its run once it was begun, and what failed on our side."""

    target: str
    run: Run | None = None
    failed: ArpentError | None = None

    def report(self, now: datetime) -> Report:
        """Return the report, also of what was never begun."""
        if self.run is not None:
            return self.run.report
        return Report(
            target=self.target,
            origin=None,
            started_at=now,
            finished_at=now,
            stopped_by=StoppedBy.INTERRUPTED,
        )


class Runs:
    """Works through jobs, so many at a time, until done or stopped.

    Attributes:
        code: The exit code of what stopped the runs; None while nothing did.
    """

    def __init__(self, jobs: Sequence[Job], terminal: Terminal) -> None:
        """Begin nothing yet."""
        self._jobs, self._terminal = jobs, terminal
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="arpent-write")
        self._writing = 0
        self._stop = asyncio.Event()
        self._left = iter(jobs)
        self.code: int | None = None

    @property
    def stuck(self) -> bool:
        """Say whether a write is still under way: somebody does not read."""
        return self._writing > 0

    async def write(self, work: Callable[[], _T]) -> _T:
        """Write something on the thread that writes."""
        self._writing += 1
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._writer, work)
        future.add_done_callback(self._written)
        return await future

    def _written(self, _: object) -> None:
        self._writing -= 1

    def stop(self, code: int | None = None) -> None:
        """Ask for nothing more; the runs end, and what was read is kept.

        Args:
            code: The exit code, when it was a signal that stopped them.
        """
        self.code = self.code or code
        self._stop.set()
        for job in self._jobs:
            if job.run is not None:
                job.run.interrupt()

    async def all(
        self, work: Callable[[Job], Awaitable[None]], *, at_once: int
    ) -> None:
        """Work through the jobs.

        Args:
            work: Begins the run of a job and takes all that it gives.
            at_once: Jobs in parallel.

        Raises:
            ArpentError: The output failed. An error of one job is kept in it.
            BrokenPipeError: Nobody reads standard output any more.
        """
        self._listen()
        tasks = [
            asyncio.create_task(self._worker(work))
            for _ in range(min(at_once, len(self._jobs)))
        ]
        ticking = asyncio.create_task(self._tick())
        try:
            await self._until_done(tasks)
        finally:
            ticking.cancel()
            self._terminal.end()

    async def _until_done(self, tasks: list[asyncio.Task[None]]) -> None:
        stopped = asyncio.create_task(self._stop.wait())
        waiting: set[asyncio.Task[None]] = set(tasks)
        failed: BaseException | None = None
        while waiting and failed is None and not self._stop.is_set():
            done, _ = await asyncio.wait(
                {*waiting, stopped}, return_when=asyncio.FIRST_COMPLETED
            )
            waiting -= done
            over = [task for task in done if task is not stopped]
            failed = next((e for t in over if (e := t.exception())), None)
        stopped.cancel()
        if waiting:
            self.stop()
            await _wind_up(waiting)
        if failed is not None:
            raise failed

    async def _worker(self, work: Callable[[Job], Awaitable[None]]) -> None:
        for job in self._left:
            if self._stop.is_set():
                return
            await work(job)
            self._terminal.done(job.target)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self._terminal.draw()

    def _listen(self) -> None:
        """Stop cleanly at the first signal, at once at the second."""
        loop = asyncio.get_running_loop()
        for number, code in (
            (signal.SIGINT, INTERRUPTED),
            (signal.SIGTERM, TERMINATED),
        ):
            try:
                loop.add_signal_handler(number, self._signalled, code)
            except (NotImplementedError, ValueError, RuntimeError):
                return  # no such handlers here: KeyboardInterrupt ends the run

    def _signalled(self, code: int) -> None:
        if self.code is not None:
            self._terminal.end()
            os._exit(code)
        self.stop(code)
        self._terminal.note("stopping; once more to stop at once", "yellow")


async def _wind_up(tasks: set[asyncio.Task[None]]) -> None:
    """Give tasks a moment to end by themselves, then end them."""
    _, late = await asyncio.wait(tasks, timeout=_GRACE_S)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late, timeout=_LAST_S)


def leave(code: int) -> None:
    """Leave the process now, without waiting for threads that nobody needs."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(code)
