import gzip
import time

import pytest

from arpent.formats.robots import Robots, Ruling, read_robots

SITE = "https://ferme.example"


def read(*lines: str) -> Robots:
    return read_robots("\n".join(lines).encode(), url=f"{SITE}/robots.txt")


def rules_of(robots: Robots) -> list[str]:
    return [found.rule for found in robots.findings]


def test_the_deciding_line_is_named() -> None:
    robots = read("# us", "User-agent: *", "Disallow: /a  # closed", "Allow: /a/b")
    assert robots.ruling(f"{SITE}/a/x") == Ruling(
        allowed=False, line=3, text="Disallow: /a"
    )
    assert robots.ruling(f"{SITE}/a/b") == Ruling(
        allowed=True, line=4, text="Allow: /a/b"
    )
    assert robots.ruling(f"{SITE}/c") == Ruling(allowed=True)


def test_the_longest_rule_wins_and_allow_wins_a_tie() -> None:
    robots = read("User-agent: *", "Disallow: /a", "Allow: /a", "Disallow: /a/b*")
    assert robots.allows(f"{SITE}/a")
    assert not robots.allows(f"{SITE}/a/b")


def test_a_star_counts_as_an_octet() -> None:
    robots = read("User-agent: *", "Allow: /a", "Disallow: /*a", "Disallow: /b$")
    assert not robots.allows(f"{SITE}/a")
    assert robots.allows(f"{SITE}/bc")
    assert not robots.allows(f"{SITE}/b")


def test_a_prefix_with_many_stars_beats_a_longer_prefix() -> None:
    robots = read("User-agent: *", "Disallow: /a****", "Allow: /ab")
    assert not robots.allows(f"{SITE}/abc")


def test_other_records_do_not_end_a_run_of_agents() -> None:
    robots = read("User-agent: *", "Sitemap: /s.xml", "User-agent: x", "Disallow: /")
    assert not robots.allows(f"{SITE}/", "arpent")
    assert robots.groups == 1


def test_groups_of_one_agent_are_merged() -> None:
    robots = read(
        "User-agent: arpent",
        "Disallow: /a",
        "User-agent: *",
        "Disallow: /",
        "User-agent: ARPENT/2 (+x)",
        "Disallow: /b",
    )
    assert not robots.allows(f"{SITE}/a")
    assert not robots.allows(f"{SITE}/b")
    assert robots.allows(f"{SITE}/c")
    assert robots.groups == 3


@pytest.mark.parametrize(
    "name", ["Arp", "Arpenteur", "le-arpent", "Mozilla/5.0 arpent"]
)
def test_other_tokens_do_not_name_us(name: str) -> None:
    assert read(f"User-agent: {name}", "Disallow: /").allows(f"{SITE}/x")


def test_a_whole_header_on_an_agent_line_is_reported() -> None:
    robots = read("User-agent: Mozilla/5.0 (compatible; GPTBot/1.2)", "Disallow: /")
    assert rules_of(robots) == ["agent-not-named"]
    assert robots.signals == ()


@pytest.mark.parametrize("name", ["*", "* all", "*\tall"])
def test_a_star_with_text_is_everybody(name: str) -> None:
    assert not read(f"User-agent: {name}", "Disallow: /").allows(f"{SITE}/x")


def test_a_named_group_without_rules_allows_all() -> None:
    robots = read("User-agent: *", "Disallow: /", "User-agent: arpent", "Disallow:")
    assert robots.allows(f"{SITE}/x")
    assert not robots.allows(f"{SITE}/x", "limier")


def test_robots_txt_itself_is_always_allowed() -> None:
    robots = read("User-agent: *", "Disallow: /")
    assert robots.allows(f"{SITE}/robots.txt")
    assert not robots.allows(f"{SITE}/robots.txt.bak")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Dissallow: /x", "typo"),
        ("Disalow: /x", "typo"),
        ("Disallow /x", "missing-colon"),
        ("Disallow\t/x", "missing-colon"),
    ],
)
def test_slips_are_understood_and_reported(line: str, rule: str) -> None:
    robots = read("User-agent: *", line)
    assert not robots.allows(f"{SITE}/x")
    assert rules_of(robots) == [rule]


def test_a_line_of_words_is_no_rule() -> None:
    robots = read("User-agent: *", "Disallow everything here")
    assert robots.allows(f"{SITE}/x")
    assert robots.findings == ()


def test_rules_that_match_nothing_are_reported_once() -> None:
    robots = read("Disallow: /a", "User-agent: *", "Disallow: prive/", "Allow: ?x")
    assert robots.allows(f"{SITE}/prive/")
    assert rules_of(robots) == ["rule-ignored"]
    assert robots.findings[0].count == 3
    assert robots.findings[0].where.line == 1


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n", []),
        ("User-agent: *\nDisallow: /x\n".encode("utf-16"), ["not-utf8"]),
        ("User-agent: *\nDisallow: /x\n".encode("utf-16-be"), ["not-utf8"]),
        ("User-agent: *\nDisallow: /x\n".encode("utf-32"), ["not-utf8"]),
        (b"User-agent: *\rDisallow: /x\r", []),
        (b"User-agent: *\r\nDisallow: /x", []),
        (b"User-agent: *\n\x00\nDisallow: /x\n", []),
        (b"User-agent: *\nDisallow: /\xe9\nDisallow: /x\n", ["not-utf8"]),
        (gzip.compress(b"User-agent: *\nDisallow: /x\n", mtime=0), ["undeclared-gzip"]),
        (b"<html>\nUser-agent: *\nDisallow: /x\n</html>", ["not-robots-txt"]),
    ],
)
def test_bytes_of_any_dress_are_obeyed(body: bytes, rules: list[str]) -> None:
    robots = read_robots(body)
    assert not robots.allows(f"{SITE}/x")
    assert robots.allows(f"{SITE}/y")
    assert rules_of(robots) == rules


def test_vertical_tab_and_line_separator_end_no_line() -> None:
    robots = read("User-agent: *", "Allow: /a\x0bDisallow: /", "#\u2028Disallow: /")
    assert robots.allows(f"{SITE}/x")


def test_a_byte_that_is_not_utf8_matches_its_own_octet() -> None:
    robots = read_robots(b"User-agent: *\nDisallow: /caf\xe9\n")
    assert not robots.allows(f"{SITE}/caf%E9")
    assert robots.ruling(f"{SITE}/caf%e9").text == "Disallow: /caf\ufffd"
    assert robots.findings[0].where.line == 2


def test_a_page_in_place_of_robots_has_no_rule() -> None:
    robots = read_robots(
        b"<!doctype html><p>Disallow: /</p>", content_type="text/html; charset=utf-8"
    )
    assert robots.allows(f"{SITE}/x")
    assert rules_of(robots) == ["not-robots-txt"]


def test_a_wrong_content_type_is_reported() -> None:
    body = b"User-agent: *\n"
    assert rules_of(read_robots(body, content_type="text/html")) == ["content-type"]
    assert rules_of(read_robots(body, content_type="text/plain; charset=x")) == []


def test_a_line_cut_by_the_limit_is_dropped() -> None:
    body = b"User-agent: *\nAllow: /\nDisallow: /prive/secret\n"
    robots = read_robots(body, limit_bytes=body.index(b"rive"))
    assert robots.allows(f"{SITE}/prive")
    assert robots.truncated
    assert rules_of(robots) == ["truncated"]


def test_a_line_that_ends_at_the_limit_is_kept() -> None:
    body = b"User-agent: *\nDisallow: /x\nDisallow: /y\n"
    robots = read_robots(body, limit_bytes=body.index(b"\nDisallow: /y"))
    assert not robots.allows(f"{SITE}/x")
    assert robots.allows(f"{SITE}/y")


def test_a_body_that_was_cut_before_loses_its_last_line() -> None:
    robots = read_robots(b"User-agent: *\nDisallow: /", truncated=True)
    assert robots.allows(f"{SITE}/x")
    assert robots.truncated


def test_a_compressed_bomb_stops_at_the_limit() -> None:
    bomb = gzip.compress(b"User-agent: *\nDisallow: /x\n" + b"#" * 5_000_000)
    robots = read_robots(bomb)
    assert not robots.allows(f"{SITE}/x")
    assert robots.truncated
    assert set(rules_of(robots)) == {"undeclared-gzip", "truncated"}


def test_agents_share_the_index_of_their_groups() -> None:
    robots = read("User-agent: a", "User-agent: b", "Disallow: /x")
    assert robots.rules("a") is robots.rules("B/2")


def test_findings_tell_a_delay_over_the_budget_of_an_agent() -> None:
    robots = read("User-agent: *", "Crawl-delay: 500", "User-agent: x", "Allow: /")
    assert [f.rule for f in robots.findings_for("arpent")] == ["delay-over-budget"]
    assert robots.findings_for("arpent", 500) == ()
    assert robots.findings_for("x") == ()


HOSTILE = {
    "agents and rules": b"User-agent: a\n" * 12_000
    + b"".join(b"User-agent: b%s\n" % (b"x" * (i % 20)) for i in range(4_000))
    + b"User-agent: *\n"
    + b"".join(b"Disallow: /%d\n" % i for i in range(12_000)),
    "groups naming us": b"".join(
        b"User-agent: arpent\nDisallow: /%d\n" % i for i in range(14_000)
    ),
    "stars": b"User-agent: *\n"
    + b"".join(b"Disallow: /" + b"*a" * 30 + b"%d\n" % i for i in range(6_500)),
    "short rules": b"User-agent: *\n" + b"Allow:/\nDisallow:/\n" * 26_000,
    "one long line": b"User-agent: *\nDisallow: /" + b"*a%e9" * 100_000,
    "sitemaps": b"".join(b"Sitemap:/\xc3\xa9%d\n" % i for i in range(28_000)),
    "signals": b"User-agent: GPTBot\n" * 9_000
    + b"Content-Signal: search=no\n" * 13_000,
    "agents of AI": b"User-agent:GPTBot\n" * 10_000 + b"Disallow:/a\n" * 20_000,
    "delays": b"User-agent: *\n" + b"Crawl-delay: 1\nUser-agent: *\n" * 16_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_take_bounded_time(name: str) -> None:
    body = HOSTILE[name]
    start = time.process_time()
    robots = read_robots(body)
    robots.allows(f"{SITE}/aaaa/bbbb?c=d")
    assert time.process_time() - start < 0.5


def test_a_thousand_matches_on_an_ordinary_file_are_fast() -> None:
    lines = [f"Disallow: /dossier{i}/page*.html$" for i in range(200)]
    lines += [f"Disallow: /section-{i}/archives/" for i in range(550)]
    body = "\n".join(["User-agent: *", *lines]).encode()[:27_000]
    start = time.process_time()
    robots = read_robots(body)
    for i in range(1_000):
        robots.allows(f"{SITE}/article-{i}/2026/11/un-titre-assez-long")
    assert time.process_time() - start < 0.05
