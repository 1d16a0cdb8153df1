import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from arpent.http.pace import Pace

T = TypeVar("T")


class HandClock:
    """A clock that only sleeping moves; sleep wakes a little early, as loops do."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds if seconds < 0.001 else seconds - 0.0005
        await asyncio.sleep(0)


def run(work: Callable[[HandClock, Pace], Awaitable[T]], *, concurrency: int = 9) -> T:
    async def bounded() -> T:
        clock = HandClock()
        pace = Pace(concurrency=concurrency, clock=clock, sleep=clock.sleep)
        async with asyncio.timeout(5):
            return await work(clock, pace)

    return asyncio.run(bounded())


async def exchange(pace: Pace, clock: HandClock, host: str, pause_s: float) -> float:
    """Take a turn of half a second; return how long it was waited for."""
    async with pace.turn(host, 80, pause_s) as turn:
        clock.now += 0.5
        turn.sent = turn.dialled = True
    return turn.waited_s


def test_first_exchange_waits_for_nothing() -> None:
    assert run(lambda clock, pace: exchange(pace, clock, "a.example", 60)) == 0


def test_pause_runs_from_end_to_start_and_is_never_shorter() -> None:
    async def work(clock: HandClock, pace: Pace) -> float:
        await exchange(pace, clock, "a.example", 1)
        return await exchange(pace, clock, "a.example", 1)

    assert 1 <= run(work) < 1.0011


def test_ports_and_spellings_of_one_host_share_its_pace() -> None:
    async def work(clock: HandClock, pace: Pace) -> float:
        await exchange(pace, clock, "A.example", 1)
        async with pace.turn("a.example.", 8080, 1) as turn:
            return turn.waited_s

    assert run(work) >= 1


def test_each_exchange_may_have_its_own_pause() -> None:
    async def work(clock: HandClock, pace: Pace) -> list[float]:
        return [await exchange(pace, clock, "a.example", s) for s in (9, 0, 5)]

    first, second, third = run(work)
    assert (first, second) == (0, 0)
    assert 5 <= third < 5.0011


def test_hosts_do_not_wait_for_each_other() -> None:
    async def work(clock: HandClock, pace: Pace) -> float:
        await exchange(pace, clock, "a.example", 60)
        return await exchange(pace, clock, "b.example", 60)

    assert run(work) == 0


def test_attempt_that_sent_nothing_holds_up_its_own_port_only() -> None:
    async def work(_: HandClock, pace: Pace) -> tuple[float, float]:
        async with pace.turn("a.example", 443, 1) as failed:
            failed.dialled = True
        async with pace.turn("a.example", 80, 1) as other:
            pass
        async with pace.turn("a.example", 443, 1) as again:
            pass
        return other.waited_s, again.waited_s

    other, again = run(work)
    assert other == 0
    assert again >= 1


def test_one_exchange_at_a_time_with_one_host() -> None:
    async def work(_: HandClock, pace: Pace) -> int:
        inside = most = 0

        async def one() -> None:
            nonlocal inside, most
            async with pace.turn("a.example", 80, 0):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(one() for _ in range(20)))
        return most

    assert run(work) == 1


def test_places_are_bounded_and_pauses_take_none() -> None:
    async def work(clock: HandClock, pace: Pace) -> list[str]:
        order: list[str] = []
        await exchange(pace, clock, "slow.example", 0)

        async def one(host: str, pause_s: float) -> None:
            async with pace.turn(host, 80, pause_s):
                order.append(host)

        waiting = asyncio.ensure_future(one("slow.example", 30))
        await asyncio.sleep(0)
        await one("quick.example", 0)
        await waiting
        return order

    assert run(work, concurrency=1) == ["quick.example", "slow.example"]


@pytest.mark.parametrize("step", range(3))
def test_turn_that_is_given_up_frees_host_and_place(step: int) -> None:
    async def work(clock: HandClock, pace: Pace) -> int:
        await exchange(pace, clock, "a.example", 0)
        holder = asyncio.ensure_future(hold(pace))
        for _ in range(step):
            await asyncio.sleep(0)
        holder.cancel()
        await asyncio.gather(holder, return_exceptions=True)
        await exchange(pace, clock, "a.example", 0)
        return 1

    async def hold(pace: Pace) -> None:
        async with pace.turn("a.example", 80, 5):
            await asyncio.Event().wait()

    assert run(work, concurrency=1) == 1


def test_hosts_left_alone_for_an_hour_are_forgotten() -> None:
    async def work(clock: HandClock, pace: Pace) -> int:
        for number in range(4096):
            await exchange(pace, clock, f"h{number}.example", 0)
        clock.now += 4000
        await exchange(pace, clock, "new.example", 0)
        return len(pace)

    assert run(work) == 1
