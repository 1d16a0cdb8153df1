import pytest

from arpent.formats.robots_match import Rule, Rules, path_of, read_pattern


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://h.example", "/"),
        ("https://h.example?x=1", "/?x=1"),
        ("https://h.example/#x", "/"),
        ("https://h.example/a?b#c", "/a?b"),
        ("HTTPS://H.example/A", "/A"),
        ("/a/b", "/a/b"),
        ("https://h.example/%61dmin", "/admin"),
        ("https://h.example/a%2fb", "/a%2Fb"),
        ("https://h.example/été", "/%C3%A9t%C3%A9"),
        ("https://h.example/a b", "/a%20b"),
        ("https://h.example/100%", "/100%25"),
        ("https://h.example/a/../b", "/b"),
        ("https://h.example/a/%2e%2E/b/.", "/b/"),
        ("https://h.example/../../x", "/x"),
        ("https://h.example/.well-known/x", "/.well-known/x"),
        ("https://h.example/a\\b?c\\d", "/a/b?c%5Cd"),
        ("https://h.example/$*'", "/%24%2A%27"),
        ("https://h.example/a?u=/../b", "/a?u=/../b"),
        (" https://h.example/a\n", "/a"),
        ("https://h.example/\ud800", "/%ED%A0%80"),
        ("https://u:p@h.example:8080/a", "/a"),
        ("", "/"),
    ],
)
def test_path_of_an_address_has_one_spelling(url: str, path: str) -> None:
    assert path_of(url) == path
    assert path_of(path).replace("%25", "%") == path.replace("%25", "%")


@pytest.mark.parametrize(
    ("value", "path", "matches"),
    [
        ("/a", "/ab", True),
        ("/a$", "/ab", False),
        ("/a$", "/a", True),
        ("/*.pdf$", "/x.pdf", True),
        ("/*.pdf$", "/x.pdf?y", False),
        ("/*a*b", "/xaxb", True),
        ("/*a*b", "/ba", False),
        ("*x", "/ax", True),
        ("*", "/", True),
        ("/ab*b$", "/ab", False),
        ("/ab*b$", "/abb", True),
        ("/a*$", "/abc", True),
        ("/p$50", "/p%2450", True),
        ("/%2A", "/%2A", True),
        ("/%2A", "/xyz", False),
        ("/caf%c3%a9", "/caf%C3%A9", True),
        ("/a?b", "/a?bc", True),
    ],
)
def test_patterns_match_as_told(value: str, path: str, matches: bool) -> None:  # noqa: FBT001
    pattern = read_pattern(value)
    assert pattern is not None
    assert pattern.matches(path) is matches
    rules = Rules([Rule(1, allow=False, value=value, text="")])
    assert (rules.decide(path) is not None) is matches


@pytest.mark.parametrize("value", ["", "prive/", "?x", "$", "https://h.example/a"])
def test_values_without_slash_or_star_match_nothing(value: str) -> None:
    assert read_pattern(value) is None
    assert Rules([Rule(1, allow=False, value=value, text="")]).decide("/a") is None


@pytest.mark.parametrize(
    ("value", "octets"),
    [
        ("/a", 2),
        ("/a*", 3),
        ("/*a$", 4),
        ("/p$5", 4),
        ("/é", 7),
        ("/%61", 2),
        ("/'", 2),
    ],
)
def test_length_counts_octets_of_the_encoded_pattern(value: str, octets: int) -> None:
    pattern = read_pattern(value)
    assert pattern is not None
    assert pattern.octets == octets


def test_runs_end_with_a_disallow() -> None:
    rules = Rules(
        Rule(n, allow=allow, value=value, text="")
        for n, (allow, value) in enumerate(
            [(True, "/"), (False, "/ab"), (True, "/abc"), (False, "/abcd")]
        )
    )
    assert [allow for allow, _ in rules.runs] == [False, True, False]
