from dataclasses import asdict

import pytest

from arpent.formats.robots import Robots, read_robots
from arpent.formats.signals import MOST_OF_A_KIND, MOST_OF_AN_AGENT
from arpent.formats.signals_agents import AI_AGENTS


def read(*lines: str) -> Robots:
    return read_robots("\n".join(lines).encode())


def told(robots: Robots) -> list[tuple[str, str, str, str, bool | None]]:
    return [(s.where, s.use, s.value, s.agent, s.reserved) for s in robots.signals]


def rules_of(robots: Robots) -> list[str]:
    return [found.rule for found in robots.findings]


def test_content_signal_is_read_in_any_case() -> None:
    robots = read("User-agent: *", "content-signal: Search=YES ,AI-Train=no, use=full,")
    assert told(robots) == [
        ("robots.txt:2", "search", "yes", "*", False),
        ("robots.txt:2", "ai-train", "no", "*", True),
        ("robots.txt:2", "use", "full", "*", None),
    ]
    assert (
        robots.signals[0].text == "content-signal: Search=YES ,AI-Train=no, use=full,"
    )
    assert robots.findings == ()


def test_a_signal_speaks_to_the_agents_right_above_it() -> None:
    robots = read(
        "User-agent: A/1", "User-agent: B", "Content-Signal: search=no", "User-agent: *"
    )
    assert [s.agent for s in robots.signals] == ["A", "B"]
    assert [s.agent for s in robots.signals_for("b")] == ["B"]
    assert robots.signals_for("arpent") == ()


def test_unknown_keys_and_values_are_findings() -> None:
    robots = read(
        "User-agent: *", "Content-Signal: search-ai=yes, ai-train=maybe, search"
    )
    assert robots.signals == ()
    assert [(f.rule, f.count) for f in robots.findings] == [
        ("unknown-signal", 1),
        ("bad-signal", 2),
    ]


@pytest.mark.parametrize("values", [("yes", "no"), ("no", "yes"), ("no", "yes", "yes")])
def test_of_two_that_disagree_the_refusal_stays(values: tuple[str, str]) -> None:
    robots = read("User-agent: *", *(f"Content-Signal: ai-train={v}" for v in values))
    assert [(s.value, s.warnings) for s in robots.signals] == [("no", ("conflict",))]


def test_outside_a_group_a_signal_speaks_to_everybody() -> None:
    robots = read("Content-Signals: ai-train=no", "User-agent: *", "Allow: /")
    assert [(s.agent, s.warnings) for s in robots.signals] == [
        ("*", ("outside-group", "typo"))
    ]


def test_comments_are_no_signals() -> None:
    assert read("# Content-Signal: ai-train=no", "User-agent: *").signals == ()


def test_usage_preferences_hold_for_the_longest_path() -> None:
    robots = read(
        "User-agent: *",
        "Disallow: /jamais/",
        "Content-Usage: train-ai=n, search=y",
        "Content-Usage: /libre/\ttrain-ai=y",
    )
    assert [s.value for s in robots.usage("https://h.example/a")] == ["n", "y"]
    assert [s.value for s in robots.usage("https://h.example/libre/x")] == ["y"]
    assert robots.usage("https://h.example/jamais/x") == ()
    assert robots.signals[2].path == "/libre/"


@pytest.mark.parametrize(
    "value", ["Train-AI=n", "train-ai=n,", "/a Train=y", "train-ai=("]
)
def test_a_broken_dictionary_says_nothing(value: str) -> None:
    robots = read("User-agent: *", f"Content-Usage: {value}")
    assert robots.signals == ()
    assert rules_of(robots) == ["bad-signal"]


def test_values_that_are_no_token_and_new_labels_are_unknown() -> None:
    robots = read("User-agent: *", 'Content-Usage: train-ai="n", search, genai=n')
    assert robots.signals == ()
    assert [(f.rule, f.count) for f in robots.findings] == [
        ("bad-signal", 2),
        ("unknown-signal", 1),
    ]


def test_licences_hold_for_the_whole_file() -> None:
    robots = read(
        "User-agent: arpent",
        "License: https://h.example/l.xml",
        "License: https://h.example/m.xml",
        "License: /relative.xml",
        "License: https://u:p@h.example/l.xml",
        "Disallow: /",
    )
    assert [(s.kind, s.value, s.agent, s.reserved) for s in robots.signals] == [
        ("rsl", "https://h.example/l.xml", "*", None),
        ("rsl", "https://h.example/m.xml", "*", None),
    ]
    assert rules_of(robots) == ["bad-signal"]


def test_groups_of_ai_agents_tell_their_rules() -> None:
    robots = read(
        "User-agent: gptbot/1.2",
        "User-agent: Google-Extended",
        "User-agent: Limier",
        "Disallow: /presse/",
        "Allow: /presse/libre",
    )
    assert told(robots) == [
        ("robots.txt:1", "crawl", "disallow", "gptbot", True),
        ("robots.txt:1", "crawl", "allow", "gptbot", False),
        ("robots.txt:2", "training", "disallow", "Google-Extended", True),
        ("robots.txt:2", "training", "allow", "Google-Extended", False),
    ]
    assert (robots.signals[0].operator, robots.signals[0].purpose) == (
        "OpenAI",
        "training",
    )


@pytest.mark.parametrize("rule", ["Allow: /", "Disallow:", "Disallow: nothing"])
def test_an_ai_agent_without_refusal_is_told_as_allowed(rule: str) -> None:
    robots = read("User-agent: *", "Disallow: /", "User-agent: CCBot", rule)
    assert told(robots) == [("robots.txt:3", "crawl", "allow", "CCBot", False)]
    assert robots.signals[0].path == "/"


def test_a_ban_of_everybody_is_no_ai_signal() -> None:
    assert read("User-agent: *", "Disallow: /").signals == ()


def test_signals_are_bounded_and_the_bound_is_told() -> None:
    many = [f"Content-Usage: /{i} train-ai=n" for i in range(MOST_OF_A_KIND + 5)]
    robots = read("User-agent: *", *many)
    assert len(robots.signals) == MOST_OF_A_KIND
    assert rules_of(robots) == ["signals-over-limit"]


def test_rules_of_one_ai_agent_are_bounded() -> None:
    rules = [f"Disallow: /{i}" for i in range(MOST_OF_AN_AGENT + 5)]
    robots = read("User-agent: CCBot", *rules)
    assert len(robots.signals) == MOST_OF_AN_AGENT
    assert rules_of(robots) == ["signals-over-limit"]


def test_ai_agents_are_bounded_together() -> None:
    rules = [f"Disallow: /{i}" for i in range(MOST_OF_AN_AGENT)]
    robots = read(*(f"User-agent: {token}" for token in AI_AGENTS), *rules)
    assert len(robots.signals) == MOST_OF_A_KIND
    assert rules_of(robots) == ["signals-over-limit"]


def test_a_shorter_usage_path_yields_to_a_longer_one_before_it() -> None:
    robots = read(
        "User-agent: *", "Content-Usage: /a/b train-ai=y", "Content-Usage: train-ai=n"
    )
    assert [s.value for s in robots.usage("/a/bc")] == ["y"]
    assert [s.value for s in robots.usage("/a/c")] == ["n"]


def test_signals_are_plain_values() -> None:
    robots = read_robots(b"User-agent: CCBot\nDisallow: /\xff\n")
    kept = asdict(robots.signals[0])
    assert kept["path"] == "/\ufffd"
    assert kept["text"] == "User-agent: CCBot"


def test_the_table_is_keyed_by_token() -> None:
    assert all(key == agent.token.lower() for key, agent in AI_AGENTS.items())
    assert {agent.purpose for agent in AI_AGENTS.values()} == {
        "training",
        "search",
        "user fetch",
        "data",
    }
