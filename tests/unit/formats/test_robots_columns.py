import time
from itertools import cycle, islice

import numpy as np
import pyarrow as pa
import pytest

from arpent.formats.robots import Robots, read_robots
from arpent.formats.robots_columns import disallowed
from arpent.terms.urls import Origin

ORIGIN = Origin("https", "ferme.example", 443)
SITE = "https://ferme.example"


def read(*lines: str) -> Robots:
    return read_robots("\n".join(["User-agent: *", *lines]).encode())


def mask(robots: Robots, *urls: str, origin: Origin = ORIGIN) -> list[bool]:
    found: list[bool] = disallowed(
        pa.array(urls, pa.string()), robots, "arpent", origin=origin
    ).tolist()
    return found


def test_urls_of_other_origins_are_not_forbidden() -> None:
    robots = read("Disallow: /")
    assert (
        mask(
            robots,
            "http://ferme.example/a",
            "https://www.ferme.example/a",
            "https://ferme.example:8443/a",
            "https://ferme.example.autre.example/a",
            "ftp://ferme.example/a",
            "https://2130706433/a",
            "no address",
            "",
        )
        == [False] * 8
    )


@pytest.mark.parametrize(
    "url",
    [
        f"{SITE}/prive/x",
        f"{SITE}:443/prive/x",
        "HTTPS://FERME.example/prive/x",
        f"{SITE}/%70rive/x",
        f"{SITE}/a/../prive/x",
        f"{SITE}/a/%2E%2e/prive/x",
        f"{SITE}\\prive/x",
        f"{SITE}/prive/é",
        f"{SITE}/prive/%e9#x",
    ],
)
def test_any_spelling_of_a_forbidden_url_is_found(url: str) -> None:
    robots = read("Disallow: /prive/")
    forbidden = "\\" not in url  # a client would refuse the backslash in the host
    assert mask(robots, url, f"{SITE}/libre") == [forbidden, False]


def test_robots_txt_itself_is_never_forbidden() -> None:
    assert mask(read("Disallow: /"), f"{SITE}/robots.txt", f"{SITE}/robots.txt?") == [
        False,
        True,
    ]


def test_origins_with_a_port_or_an_address_are_known() -> None:
    robots = read("Disallow: /a")
    for origin in (Origin("http", "127.0.0.1", 8080), Origin("http", "[::1]", 80)):
        urls = [f"{origin}/a", f"{origin}/b", f"{origin}"]
        assert mask(robots, *urls, origin=origin) == [True, False, False]


def test_small_hexadecimal_digits_at_the_end_of_a_url_leave_the_next_alone() -> None:
    robots = read("Disallow: /%E3", "Disallow: /x%25")
    assert mask(
        robots, f"{SITE}/%e3", f"{SITE}/x%", "abc", f"{SITE}/%", f"{SITE}/%e"
    ) == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_slices_and_nulls_are_read() -> None:
    robots = read("Disallow: /a%E9")
    urls = pa.array([f"{SITE}/b", f"{SITE}/a%e9", None, f"{SITE}/a%E9x"], pa.string())
    assert disallowed(urls.slice(1), robots, origin=ORIGIN).tolist() == [
        True,
        False,
        True,
    ]
    assert disallowed(urls.slice(4), robots, origin=ORIGIN).tolist() == []
    assert mask(robots, "", "") == [False, False]
    assert disallowed(
        pa.array([None], pa.string()), robots, origin=ORIGIN
    ).tolist() == [False]


def test_nothing_is_forbidden_where_no_rule_matches() -> None:
    robots = read("Disallow: /a", "Allow: /ab", "Disallow: /abc", "Allow: /abcd")
    assert mask(robots, f"{SITE}/x", f"{SITE}/y") == [False, False]


RULES: dict[str, list[str]] = {
    "prefixes": [f"Disallow: /a{i}/" for i in range(3_000)],
    "stars": [f"Disallow: /*a{i}*b*c" for i in range(300)],
    "mixed": [f"{v}: /a/{'b' * i}" for i, v in enumerate(["Allow", "Disallow"] * 30)],
    "all but": ["Disallow: /", "Allow: /a/", "Allow: /*.html$", "Disallow: /a/b*c"],
    "deep": ["Disallow: /*a*b*c*d*e*f", "Allow: /a*a*a*a*a*a$"],
    "long": ["Disallow: /" + "a" * 5_000, "Disallow: /b" + "*" * 5_000 + "c"],
    "encoded": ["Disallow: /%C3%A9", "Disallow: /*$x", "Disallow: /'", "Allow: /*%2A"],
}
PATHS = [
    "/",
    "/a/",
    "/a/bbbb",
    "/a/bbbbb.html",
    "/a7/x",
    "/xa9bbc",
    "/abcdef",
    "/aaaaaa",
    "/b1c",
    "/é",
    "/%c3%a9",
    "/%C3%A9x*",
    "/q$x",
    "/'",
    "/" + "a" * 6_000,
]


@pytest.mark.parametrize("name", RULES)
def test_columns_agree_with_one_by_one(name: str) -> None:
    robots = read(*RULES[name])
    urls = [f"{SITE}{path}" for path in PATHS]
    assert mask(robots, *urls) == [not robots.allows(url) for url in urls]


def test_rules_with_too_many_stars_only_forbid_more() -> None:
    robots = read(*(f"Disallow: /a*{i}*x" for i in range(1_000)), "Allow: /ab")
    urls = [f"{SITE}/{path}" for path in ("a77x", "aé77x", "a", "aé", "b", "é")]
    assert mask(robots, *urls) == [True, True, False, True, False, False]


HOSTILE = {
    "stars": ["Disallow: /" + "*a" * 30 + str(i) for i in range(6_000)],
    "short stars": [f"Disallow:/*{i:x}" for i in range(30_000)],
    "three stars": [f"Disallow: /*a*{i}*b" for i in range(20_000)],
    "prefixes": [f"{'Allow' if i % 2 else 'Disallow'}:/{i:x}" for i in range(30_000)],
    "one line": ["Disallow: /" + "a*" * 200_000],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_take_bounded_time(name: str) -> None:
    robots = read(*HOSTILE[name])
    paths = ["/abab/{}", "/{}/été", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaa{}", "/b%e9{}"]
    urls = [path.format(i) for i, path in enumerate(islice(cycle(paths), 20_000))]
    column = pa.array([f"{SITE}{path}" for path in urls])
    start = time.process_time()
    disallowed(column, robots, origin=ORIGIN)
    assert time.process_time() - start < 2.0


def test_many_urls_against_ordinary_rules_are_fast() -> None:
    words = ["admin", "panier", "recherche", "compte", "api", "impression"] * 7
    robots = read(
        *(f"Disallow: /{word}{i}/" for i, word in enumerate(words)),
        "Disallow: /*?tri=",
        "Disallow: /*.pdf$",
        "Disallow: /journal/",
        "Allow: /panier/aide",
        "Allow: /",
    )
    kinds = ["journal", "atelier"]
    paths = (f"/{kinds[i % 2]}/2026/{i:06}/un-titre-ordinaire" for i in range(200_000))
    column = pa.array([f"{SITE}{path}" for path in paths])
    start = time.process_time()
    found = disallowed(column, robots, origin=ORIGIN)
    assert time.process_time() - start < 0.25
    assert np.count_nonzero(found) == 100_000
