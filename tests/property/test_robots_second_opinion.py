"""A second opinion: on well-formed files Protego and we agree.

Left out is where Protego is known to be wrong (other records inside a run of agents,
tokens by prefix, a byte order mark, a reserved character such as `?` in a pattern,
which it counts as the three octets of its escape), and two choices of ours: /robots.txt
is always allowed, and dot segments are resolved, as every client does before it asks.
"""

from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from arpent.formats.robots import read_robots

AGENTS = ["arpent", "limier", "rodeur", "*"]
SITE = "https://ferme.example"

paths = st.text("ab/_-", max_size=6).map(lambda path: f"/{path}")
patterns = st.builds(
    lambda head, tail, end: f"/{head}{tail}{end}",
    st.text("ab/", max_size=3),
    st.sampled_from(["", "*", "*a", "*/b", "*a*b"]),
    st.sampled_from(["", "", "$"]),
)
verbs = st.sampled_from(["Allow", "Disallow"])
groups = st.lists(
    st.tuples(
        st.lists(st.sampled_from(AGENTS), min_size=1, max_size=3, unique=True),
        st.lists(st.tuples(verbs, patterns), min_size=1, max_size=5),
        st.none() | st.integers(0, 50),
    ),
    max_size=4,
)


def written(parts: list[tuple[list[str], list[tuple[str, str]], int | None]]) -> str:
    lines: list[str] = []
    named: set[str] = set()
    for agents, rules, delay in parts:
        fresh = [agent for agent in agents if agent not in named]
        named.update(fresh)
        if not fresh:
            continue
        lines += [f"User-agent: {agent}" for agent in fresh]
        lines += [f"{verb}: {pattern}" for verb, pattern in rules]
        lines += [] if delay is None else [f"Crawl-delay: {delay}"]
        lines.append("")
    return "\n".join(lines)


@given(groups, st.sampled_from([*AGENTS[:3], "autre"]), st.lists(paths, max_size=8))
def test_protego_agrees_on_well_formed_files(
    parts: list[tuple[list[str], list[tuple[str, str]], int | None]],
    agent: str,
    asked: list[str],
) -> None:
    text = written(parts)
    robots, second = read_robots(text.encode()), Protego.parse(text)
    for path in (*asked, *(f"{path}?b" for path in asked)):
        url = f"{SITE}{path}"
        assert robots.allows(url, agent) is second.can_fetch(url, agent), path
    delay = second.crawl_delay(agent)
    assert robots.crawl_delay(agent) == (None if delay is None else float(delay))
