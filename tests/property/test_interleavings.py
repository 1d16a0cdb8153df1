"""Any interleaving of responses ends in the same inventory."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arpent.terms.exchange import FailureKind, Request
from arpent.terms.policy import Policy
from arpent.walk import Walk
from replay import Reply, Server, index, play, robots, sitemap, stop_of, urls_of

HOSTS = (
    "https://kelp.test",
    "https://cdn.test",
    "http://kelp.test",
    "https://sea.test",
)
DOCUMENTS = [f"{host}/{n}.xml" for host in HOSTS for n in range(4)]


@st.composite
def sites(draw: st.DrawFn) -> dict[str, Reply]:
    """Sites of sitemaps, indexes, redirects and failures that point at one another."""
    site: dict[str, Reply] = {}
    for url in DOCUMENTS:
        kind = draw(st.sampled_from(["urls", "index", "redirect", "gone", "lost"]))
        others = draw(st.lists(st.sampled_from(DOCUMENTS), max_size=4))
        if kind == "urls":
            site[url] = sitemap(*(f"{url}/p{n}" for n in range(len(others))))
        elif kind == "index":
            site[url] = Reply(body=index(*others))
        elif kind == "redirect" and others:
            site[url] = Reply(status=302, headers={"location": others[0]})
        elif kind == "lost":
            site[url] = Reply(failure=FailureKind.TIMEOUT, sent=True)
    declared = draw(st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=4))
    rules = draw(st.sampled_from([(), ("User-agent: *", "Disallow: /1.xml")]))
    for host in HOSTS:
        lines = [f"Sitemap: {url}" for url in declared] if host == HOSTS[0] else []
        site[f"{host}/robots.txt"] = robots(*lines, *rules)
    return site


@given(sites(), st.integers(0, 2**32))
def test_any_interleaving_of_responses_ends_in_the_same_inventory(
    site: dict[str, Reply], seed: int
) -> None:
    policy = Policy(guess=False)
    rng = np.random.Generator(np.random.PCG64(seed))

    def choose(waiting: Sequence[Request]) -> int:
        return int(rng.integers(len(waiting)))

    in_order = play(Walk(HOSTS[0], policy=policy), Server(site))
    shuffled = play(Walk(HOSTS[0], policy=policy), Server(site), choose)
    assert urls_of(in_order) == urls_of(shuffled)
    assert stop_of(in_order) == stop_of(shuffled)


@given(sites(), st.integers(1, 12))
def test_a_walk_asks_for_no_address_twice_and_never_passes_its_budget(
    site: dict[str, Reply], budget: int
) -> None:
    server = Server(site)
    walk = Walk(HOSTS[0], policy=Policy(budget=budget))
    play(walk, server)
    direct = [r.url for r in server.requests if not r.hop]
    assert len(direct) == len(set(direct))
    assert all(sent <= budget for sent in walk.requests().values())


@given(sites())
def test_a_walk_never_has_two_requests_of_a_host_under_way(
    site: dict[str, Reply],
) -> None:
    walk, server = Walk(HOSTS[0]), Server(site)
    waiting: list[Request] = []
    for _ in range(2_000):
        waiting += walk.wanted()
        if not waiting:
            break
        hosts = [r.url.split("/")[2] for r in waiting]
        assert len(hosts) == len(set(hosts))
        walk.receive(server.fetch(waiting.pop()))
