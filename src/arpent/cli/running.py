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
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

from arpent.cli.asides import Aside
from arpent.cli.codes import INTERRUPTED, TERMINATED
from arpent.cli.terminal import Terminal
from arpent.errors import ArpentError
from arpent.terms.report import Report, StoppedBy

__all__ = ["Job", "Run", "Runs", "leave"]

_GRACE_S: Final = 0.6
_LAST_S: Final = 0.15
_WRITE_S: Final = 3.0
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
    """One target, its run once it was begun, what failed on our side, what to add."""

    target: str
    run: Run | None = None
    failed: ArpentError | None = None
    aside: Aside = field(default_factory=Aside)

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

    def __init__(
        self, jobs: Sequence[Job], terminal: Terminal, *, patient: bool = False
    ) -> None:
        """Begin nothing yet.

        Args:
            jobs: What to work through.
            terminal: Where progress is told.
            patient: Wait a little for writes when stopped: they go to a file, which
                takes them, and not to a reader, who may not.
        """
        self._jobs, self._terminal = jobs, terminal
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="arpent-write")
        self._under_way: set[Future[Any]] = set()
        self._waiting: set[asyncio.Task[Any] | None] = set()
        self._patient = patient
        self._stop = asyncio.Event()
        self._left = iter(jobs)
        self.code: int | None = None

    @property
    def stuck(self) -> bool:
        """Say whether a write is still under way: somebody does not read."""
        return bool(self._under_way)

    async def write(self, work: Callable[[], _T]) -> _T:
        """Write something on the thread that writes."""
        # The thread's own future is kept: that of the loop is done when cancelled.
        written = self._writer.submit(work)
        self._under_way.add(written)
        written.add_done_callback(self._under_way.discard)
        task = asyncio.current_task()
        self._waiting.add(task)
        try:
            return await asyncio.wrap_future(written)
        finally:
            self._waiting.discard(task)

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
            await self._wind_up(waiting)
        if failed is not None:
            raise failed

    async def _worker(self, work: Callable[[Job], Awaitable[None]]) -> None:
        for job in self._left:
            if self._stop.is_set():
                return
            await work(job)
            self._terminal.done(job.target)

    async def _wind_up(self, tasks: set[asyncio.Task[None]]) -> None:
        """Give tasks a moment to end by themselves, then end them."""
        _, late = await asyncio.wait(tasks, timeout=_GRACE_S)
        writing = {task for task in late if task in self._waiting}
        for task in late - writing if self._patient else late:
            task.cancel()
        if writing and self._patient:
            await asyncio.wait(writing, timeout=_WRITE_S)
            for task in writing:
                task.cancel()
        if late:
            await asyncio.wait(late, timeout=_LAST_S)

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


def leave(code: int) -> None:
    """Leave the process now, without waiting for threads that nobody needs.

    Standard output is not flushed here: what it was given was sent on by its writer,
    or stands in front of a reader that does not read.
    """
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)
