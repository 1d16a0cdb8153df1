"""Laws of reading robots.txt: any bytes give a value; dress does not change meaning."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from arpent.formats.robots import Robots, read_robots
from arpent.terms.urls import request_form

NAMES = ["User-agent", "Allow", "Disallow", "Sitemap", "Crawl-delay", "Request-rate"]
NAMES += ["Content-Signal", "Content-Usage", "License", "Disalow", "Host", "x"]
VALUES = ["*", "arpent", "GPTBot/1", "/", "/a", "/a*b$", "%41*", "1", "2/3m", "é", "/é"]
VALUES += ["search=no", "/a train-ai=n", "https://h.example/a", "s.xml", "a#b", ""]
SEPARATORS = [":", ": ", " : ", " ", "\t", "::", ""]

field = st.builds(
    lambda name, separator, value: name + separator + value,
    st.sampled_from(NAMES),
    st.sampled_from(SEPARATORS),
    st.sampled_from(VALUES) | st.text(max_size=8),
)
files = st.lists(field | st.text(max_size=10), max_size=20).map("\n".join)
urls = st.text(max_size=20) | st.sampled_from(["/", "/a", "/axb", "/A", "/%C3%A9"])


def ask(robots: Robots, url: str) -> tuple[object, ...]:
    return (
        robots.ruling(url),
        robots.allows(url, "GPTBot"),
        robots.crawl_delay(),
        robots.request_rate(),
        robots.pace("x"),
        robots.sitemaps,
        [(s.kind, s.use, s.value, s.agent, s.path) for s in robots.signals],
        robots.usage(url),
        robots.groups,
    )


@given(st.binary(max_size=400) | files.map(str.encode), urls)
def test_any_bytes_give_rules_and_findings(body: bytes, url: str) -> None:
    robots = read_robots(body)
    assert robots.allows(url) is robots.ruling(url).allowed
    assert robots.pace() >= 0.0
    assert all(request_form(sitemap) == sitemap for sitemap in robots.sitemaps)
    assert len(robots.sitemaps) == len(robots.sitemaps_as_written)
    assert robots.findings_for("arpent", 0.0)[: len(robots.findings)] == robots.findings
    assert set(robots.signals_for()) <= set(robots.signals)


@given(files.map(str.encode), st.integers(0, 200))
def test_any_limit_gives_a_value(body: bytes, limit: int) -> None:
    robots = read_robots(body, limit_bytes=limit)
    assert robots.truncated is (limit < len(body))
    assert read_robots(gzip.compress(body), limit_bytes=limit).groups <= limit


@given(files, urls, st.sampled_from(["\r", "\r\n"]))
def test_line_ends_do_not_matter(text: str, url: str, end: str) -> None:
    text = text.replace("\r", "")
    plain = read_robots(text.encode())
    assert ask(read_robots(text.replace("\n", end).encode()), url) == ask(plain, url)


@given(files, urls)
def test_a_byte_order_mark_does_not_matter(text: str, url: str) -> None:
    text = text.lstrip("\ufeff")
    plain = ask(read_robots(text.encode()), url)
    assert ask(read_robots(b"\xef\xbb\xbf" + text.encode()), url) == plain
    assert ask(read_robots(b"\xff\xfe" + text.encode("utf-16-le")), url) == plain


@given(files, urls)
def test_compression_does_not_matter(text: str, url: str) -> None:
    plain = ask(read_robots(text.encode()), url)
    assert ask(read_robots(gzip.compress(text.encode())), url) == plain


rule = st.builds(
    lambda allow, path: f"{'Allow' if allow else 'Disallow'}: /{path}",
    st.booleans(),
    st.text("ab*$/", max_size=5),
)


@given(st.lists(rule, max_size=8), st.randoms(), st.text("ab/$*", max_size=6))
def test_the_order_of_rules_does_not_matter(
    rules: list[str], shuffled: object, path: str
) -> None:
    head = "User-agent: *\n"
    mixed = list(rules)
    getattr(shuffled, "shuffle")(mixed)  # noqa: B009 -- Hypothesis types it as object
    one = read_robots((head + "\n".join(rules)).encode())
    other = read_robots((head + "\n".join(mixed)).encode())
    assert one.allows(f"/{path}") is other.allows(f"/{path}")


@given(st.lists(rule, max_size=8), st.text("ab/$*", max_size=6))
def test_a_verdict_comes_from_the_longest_rule_that_matches(
    rules: list[str], path: str
) -> None:
    robots = read_robots(("User-agent: *\n" + "\n".join(rules)).encode())
    alone = [
        (ruling, len(line.partition(": ")[2]))
        for line in rules
        for ruling in [
            read_robots(f"User-agent: *\n{line}".encode()).ruling(f"/{path}")
        ]
        if ruling.line is not None
    ]
    most = max((octets for _, octets in alone), default=0)
    best = [ruling.allowed for ruling, octets in alone if octets == most]
    assert robots.allows(f"/{path}") is (any(best) if best else True)
