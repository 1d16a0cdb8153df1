"""The pace as servers see it: their own log against ours."""

import asyncio
from collections import defaultdict
from itertools import pairwise

from arpent.terms.exchange import Exchange, LogRow, Response
from arpent.terms.resolve import ResolveTable
from system.fetching import ask, client, run
from system.hostile_server import Asked, HostileServer, whole

HOSTS = 20
EACH = 5
PAUSE_S = 0.1


async def slow(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
    await asyncio.sleep(0.02)
    writer.write(whole(b"x" * 100))
    return True


def crawl() -> tuple[list[Exchange], list[Asked]]:
    """Ask every host for everything at once; the client must put it in order."""

    async def work() -> tuple[list[Exchange], list[Asked]]:
        async with HostileServer(slow) as server:
            table = ResolveTable.parse([f"*.sim:80:127.0.0.1:{server.port}"])
            async with client(resolve=table) as own:
                outcomes = await asyncio.gather(
                    *(
                        own.fetch(ask(f"http://h{host}.sim/{n}", pause_s=PAUSE_S))
                        for n in range(EACH)
                        for host in range(HOSTS)
                    )
                )
            return list(outcomes), server.asked

    return run(work)


def test_servers_see_one_request_at_a_time_and_never_a_shorter_pause() -> None:
    outcomes, asked = crawl()
    assert all(isinstance(outcome, Response) for outcome in outcomes)
    by_host = defaultdict(list)
    for row in asked:
        by_host[row.headers["host"]].append(row)
    assert len(by_host) == HOSTS
    for rows in by_host.values():
        gaps = [later.arrived_at - row.ended_at for row, later in pairwise(rows)]
        assert min(gaps) >= PAUSE_S
    began = min(row.arrived_at for row in asked)
    took = max(row.ended_at for row in asked) - began
    assert took < 3 * (EACH * 0.02 + (EACH - 1) * PAUSE_S)


def test_rows_that_were_sent_are_the_log_of_the_server() -> None:
    outcomes, asked = crawl()
    ours = sorted(row.url for row in map(LogRow.of, outcomes) if row.sent)
    theirs = sorted(f"http://{row.headers['host']}{row.target}" for row in asked)
    assert ours == theirs


def test_wait_is_told_apart_from_the_exchange() -> None:
    outcomes, _ = crawl()
    waits = sorted(outcome.waited_s for outcome in outcomes)
    assert waits[0] < PAUSE_S < waits[-1]
    assert max(outcome.elapsed_s for outcome in outcomes) < 1
