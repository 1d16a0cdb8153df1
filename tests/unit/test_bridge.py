import threading

import pytest

from arpent.bridge import Runner


async def name_of_thread() -> str:
    return threading.current_thread().name


def test_work_runs_on_one_private_thread_that_starts_when_needed() -> None:
    runner = Runner()
    states = [runner.alive]
    assert runner.run(name_of_thread()) == runner.run(name_of_thread())
    states.append(runner.alive)
    runner.close()
    states.append(runner.alive)
    runner.close()
    assert states == [False, True, False]


def test_what_work_raises_is_raised_here() -> None:
    async def fail() -> None:
        raise LookupError("nothing")

    runner = Runner()
    with pytest.raises(LookupError, match="nothing"):
        runner.run(fail())
    runner.close()


def test_a_runner_that_was_closed_starts_again() -> None:
    runner = Runner()
    first = runner.run(name_of_thread())
    runner.close()
    assert runner.run(name_of_thread()) == first
    runner.close()
