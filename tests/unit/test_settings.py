"""Where settings come from, and what is refused."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arpent.errors import InvalidSettings
from arpent.settings import OPTIONS, Settings
from arpent.terms.policy import Policy, Scope


def test_defaults_are_those_of_the_policy() -> None:
    assert Settings().policy() == Policy()


def test_option_beats_environment_beats_file_beats_default(tmp_path: Path) -> None:
    file = tmp_path / "arpent.toml"
    file.write_text("pause = 2\nbudget = 7\nconcurrency = 3\n")
    environment = {"ARPENT_PAUSE": "3", "ARPENT_BUDGET": "8"}
    settings = Settings.load({"pause_s": 4.0}, environment, file)
    assert (settings.pause_s, settings.budget, settings.concurrency) == (4.0, 8, 3)
    assert settings.source_of("pause_s") == "option --pause"
    assert settings.source_of("budget") == "environment ARPENT_BUDGET"
    assert settings.source_of("concurrency") == str(file)
    assert settings.source_of("timeout_s") == "default"


def test_absent_options_do_not_hide_the_environment() -> None:
    settings = Settings.load(
        {"pause_s": None, "headers": ()},
        {"ARPENT_PAUSE": "3", "ARPENT_HEADER": "A: b\nC: d:e"},
    )
    assert settings.pause_s == 3.0
    assert settings.headers == (("A", "b"), ("C", "d:e"))


def test_empty_variable_is_no_value() -> None:
    assert Settings.load({}, {"ARPENT_PAUSE": " "}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("user_agent", ""),
        ("user_agent", "a\r\nX: y"),
        ("robots_token", "two words"),
        ("robots_token", "*"),
        ("pause_s", -1),
        ("pause_s", "nan"),
        ("pause_s", "inf"),
        ("pause_s", "soon"),
        ("max_delay_s", -0.1),
        ("budget", 0),
        ("budget", 1.5),
        ("max_files", 0),
        ("scope", "world"),
        ("timeout_s", 0),
        ("proxy", "localhost:3128"),
        ("proxy", "ftp://proxy:3128"),
        ("proxy", "http://proxy:99999"),
        ("headers", ("no colon",)),
        ("headers", ("A: b\r\nC: d",)),
        ("headers", ("Host: other",)),
        ("headers", ("Accept-Encoding: br",)),
        ("headers", ("bad name: x",)),
        ("headers", (": x",)),
        ("headers", ("X: a\0",)),
        ("headers", ("Transfer-Encoding: chunked",)),
        ("headers", ("Expect: 100-continue",)),
        ("headers", ("Upgrade: h2c",)),
        ("resolve", ("a.example:80",)),
        ("resolve", ("a.example:80:not-an-address",)),
        ("resolve", ("a.example:80:1.2.3.999",)),
        ("resolve", ("a.example:0:127.0.0.1",)),
        ("resolve", ("a.example:80:::1",)),
        ("allow_private", "perhaps"),
        ("concurrency", 0),
        ("concurrency", 100_000),
        ("now", "2024-01-02"),
        ("now", "2024-01-02T03:04:05"),
    ],
)
def test_value_that_cannot_be_used_is_refused(name: str, value: object) -> None:
    with pytest.raises(InvalidSettings) as caught:
        Settings.load({name: value}, {})
    assert caught.value.source == f"option --{OPTIONS[name].name}"
    assert f"--{OPTIONS[name].name}" in str(caught.value)


@pytest.mark.parametrize(
    "rule",
    [
        "a.example:80:127.0.0.1",
        "a.example:80:127.0.0.1:8080",
        "*:443:[::1]:8443",
        "*.example:443:[2001:db8::1]",
        "[2001:db8::2]:80:127.0.0.1",
    ],
)
def test_resolve_rules_are_kept_as_typed(rule: str) -> None:
    assert Settings(resolve=(rule,)).resolve == (rule,)


def test_error_names_the_variable_of_the_environment() -> None:
    with pytest.raises(InvalidSettings, match="environment ARPENT_PAUSE"):
        Settings.load({}, {"ARPENT_PAUSE": "slow"})


def test_error_shows_a_value_as_it_was_typed_but_no_password() -> None:
    with pytest.raises(InvalidSettings) as caught:
        Settings.load({"proxy": "ftp://me:secret@proxy:1"}, {})
    assert "secret" not in str(caught.value)
    assert "'ftp://...@proxy:1'" in str(caught.value)
    with pytest.raises(InvalidSettings, match="resolve = 'a:b' "):
        Settings.load({"resolve": ("a:b",)}, {})


def test_unknown_key_of_the_file_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    file = tmp_path / "arpent.toml"
    file.write_text("puase = 2\n")
    with pytest.raises(InvalidSettings, match=r"puase.*known are .*pause"):
        Settings.load({}, {}, file)


@pytest.mark.parametrize("text", ["pause = ", "pause = 1\npause = 2"])
def test_broken_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "arpent.toml"
    file.write_text(text)
    with pytest.raises(InvalidSettings, match=r"arpent\.toml"):
        Settings.load({}, {}, file)


def test_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidSettings, match="cannot be read"):
        Settings.load({}, {}, tmp_path / "none.toml")


def test_code_may_pass_typed_values() -> None:
    moment = datetime(2024, 1, 2, tzinfo=UTC)
    options: dict[str, Any] = {"headers": {"A": "b"}, "resolve": ["a:1:127.0.0.1"]}
    settings = Settings(now=moment, scope=Scope.HOST, **options)
    assert settings.now == moment
    assert settings.headers == (("A", "b"),)
    assert settings.source_of("scope") == "argument"


def test_robots_timeout_is_never_longer_than_the_timeout() -> None:
    assert Settings(timeout_s=5).policy().robots_timeout_s == 5
    assert Settings(timeout_s=60).policy().robots_timeout_s == 20


def test_user_agent_names_product_and_page() -> None:
    agent = Settings().user_agent
    assert agent.startswith("Mozilla/5.0 (compatible; arpent/")
    assert "+https://" in agent
