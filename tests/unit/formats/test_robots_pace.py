import pytest

from arpent.formats.robots import read_robots
from arpent.formats.robots_pace import read_delay, read_rate


@pytest.mark.parametrize(
    ("value", "delay"),
    [
        ("10", 10.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("0", 0.0),
        ("-3", None),
        ("nan", None),
        ("inf", None),
        ("10s", None),
        ("1,5", None),
        ("", None),
        ("1e3", None),
        ("\u0663", None),
        ("9" * 400, None),
    ],
)
def test_a_delay_is_a_number_of_seconds_or_nothing(
    value: str, delay: float | None
) -> None:
    assert read_delay(value) == delay


@pytest.mark.parametrize(
    ("value", "rate"),
    [
        ("1/5", (1, 5)),
        ("1/10s", (1, 10)),
        ("100/15m", (100, 900)),
        ("400/1h 1820-1940", (400, 3600)),
        ("1 / 5", (1, 5)),
        ("0/0", None),
        ("0/5", None),
        ("1/0", None),
        ("5", None),
        ("a/b", None),
        ("1/5 soon", None),
    ],
)
def test_a_rate_is_pages_in_seconds_or_nothing(
    value: str, rate: tuple[int, int] | None
) -> None:
    assert read_rate(value) == rate


def test_a_delay_belongs_to_the_agents_right_above_it() -> None:
    robots = read_robots(
        b"User-agent: a\nCrawl-delay: 1\n\nUser-agent: b\nCrawl-delay: 2\n\n"
        b"User-agent: *\nDisallow: /x\n"
    )
    delays = [robots.crawl_delay(agent) for agent in ("a", "b", "arpent")]
    assert delays == [1.0, 2.0, None]
    assert not robots.allows("/x", "a")


def test_a_named_group_does_not_inherit_the_delay_of_everybody() -> None:
    robots = read_robots(
        b"User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: arpent\n"
    )
    assert robots.crawl_delay("arpent") is None
    assert robots.crawl_delay("x") == 9.0


def test_the_slowest_of_several_holds() -> None:
    robots = read_robots(
        b"User-agent: *\nCrawl-delay: 2\nCrawl-delay: 5\nCrawl-delay: 3\n"
        b"Request-rate: 1/4\nRequest-rate: 2/60\n"
    )
    assert robots.crawl_delay() == 5.0
    assert robots.request_rate() == (2, 60)
    assert robots.pace() == 30.0
    assert [(f.rule, f.count) for f in robots.findings] == [("several-delays", 2)]


def test_delays_in_two_groups_of_one_agent_are_reported() -> None:
    robots = read_robots(
        b"User-agent: *\nCrawl-delay: 2\nAllow: /\nUser-agent: *\nCrawl-delay: 1\n"
    )
    assert robots.crawl_delay() == 2.0
    assert [f.rule for f in robots.findings] == ["several-delays"]


def test_no_pace_is_zero_seconds() -> None:
    assert read_robots(b"").pace() == 0.0
    assert read_robots(b"").request_rate() is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [("Crawl-delay: 1,5", "bad-delay"), ("Request-rate: x", "bad-rate")],
)
def test_what_is_no_pace_is_reported(line: str, rule: str) -> None:
    robots = read_robots(f"User-agent: *\n{line}\n".encode())
    assert [f.rule for f in robots.findings] == [rule]
    assert robots.pace() == 0.0


def test_a_delay_before_any_agent_is_reported() -> None:
    robots = read_robots(b"Crawl-delay: 4\nUser-agent: *\n")
    assert robots.crawl_delay() is None
    assert [f.rule for f in robots.findings] == ["rule-ignored"]
