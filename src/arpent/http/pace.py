"""When a host may be asked: one exchange at a time, and a pause between two.

Knows hosts, moments of a monotonic clock and how many exchanges may run at once. Must
not know HTTP. The one idea: who waits for the pause holds the host and nothing else;
a place among the running exchanges is taken only when the pause is over.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Self

__all__ = ["Pace", "Turn"]

_MARGIN_S: Final = 0.0005
"""Added to a pause, so that two clocks with milliseconds agree that it was kept."""
_FORGET_S: Final = 3_600.0
"""A host that was left alone so long may be forgotten; no pause is longer."""
_SWEEP: Final = 4_096


class _Lane:
    """What is known of one host."""

    __slots__ = ("ended_at", "failed_at", "lock", "users")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        self.ended_at = -_FORGET_S
        self.failed_at: dict[int, float] = {}

    def ready_at(self, port: int, pause_s: float) -> float:
        """Return the first moment at which the host may be asked again."""
        if pause_s <= 0:
            return -_FORGET_S
        last = max(self.ended_at, self.failed_at.get(port, -_FORGET_S))
        return last + pause_s + _MARGIN_S

    def idle_since(self, moment: float) -> bool:
        """Say whether nobody uses it, or did since this moment."""
        last = max(self.ended_at, *self.failed_at.values(), -_FORGET_S)
        return not self.users and last < moment


class Turn:
    """One exchange's turn with its host; an async context manager.

    Attributes:
        waited_s: Seconds that it took to come, for the pause and for a free place.
        sent: Set it when request bytes were written: the host was asked.
        dialled: Set it when a connection was tried. An attempt that sent nothing is
            no request, and only keeps the pause before the next one to its own port.
    """

    __slots__ = ("_lane", "_pace", "_pause_s", "_port", "dialled", "sent", "waited_s")

    def __init__(self, pace: "Pace", host: str, port: int, pause_s: float) -> None:
        self._pace = pace
        self._port = port
        self._pause_s = pause_s
        self.waited_s = 0.0
        self.sent = False
        self.dialled = False
        self._lane = pace.lane(host)

    async def __aenter__(self) -> Self:
        """Wait for the host, for the pause, and for a place."""
        pace, lane = self._pace, self._lane
        began = pace.clock()
        lane.users += 1
        try:
            await lane.lock.acquire()
        except BaseException:
            lane.users -= 1
            raise
        try:
            while True:
                left = lane.ready_at(self._port, self._pause_s) - pace.clock()
                if left <= 0:
                    break
                await pace.sleep(left)
            await pace.places.acquire()
        except BaseException:
            self._leave()
            raise
        self.waited_s = pace.clock() - began
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Begin the pause, and let the next one come."""
        now = self._pace.clock()
        if self.sent:
            self._lane.ended_at = now
        elif self.dialled:
            self._lane.failed_at[self._port] = now
        self._pace.places.release()
        self._leave()

    def _leave(self) -> None:
        self._lane.lock.release()
        self._lane.users -= 1


class Pace:
    """Gives turns to exchanges: hosts in parallel, each host one at a time.

    Args:
        concurrency: Most exchanges at once.
        clock: Seconds of a clock that never goes back.
        sleep: Waits for a number of seconds; it may wake early.
    """

    def __init__(
        self,
        *,
        concurrency: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.clock = clock
        self.sleep = sleep
        self.places = asyncio.Semaphore(concurrency)
        self._lanes: dict[str, _Lane] = {}
        self._sweep_at = _SWEEP

    def turn(self, host: str, port: int, pause_s: float) -> Turn:
        """Return a turn with a host; enter it to wait.

        Args:
            host: Name of the host; ports of one name share its pace.
            port: Port that is asked.
            pause_s: Least seconds since the end of the last exchange with the host.
        """
        return Turn(self, host.rstrip(".").lower(), port, pause_s)

    def lane(self, host: str) -> _Lane:
        """Return what is known of a host."""
        found = self._lanes.get(host)
        if found is None:
            if len(self._lanes) >= self._sweep_at:
                self._forget()
            found = self._lanes[host] = _Lane()
        return found

    def __len__(self) -> int:
        """Return how many hosts are remembered."""
        return len(self._lanes)

    def _forget(self) -> None:
        since = self.clock() - _FORGET_S
        self._lanes = {
            host: lane
            for host, lane in self._lanes.items()
            if not lane.idle_since(since)
        }
        self._sweep_at = max(_SWEEP, 2 * len(self._lanes))
