"""Documents that mean harm, read by `arpent urls`: bombs, depths, mazes and drips.

Row numbers are those of the threat model. What holds for every attack (honest entries
kept, logs that agree, under 200 MB, in time, no traceback) is checked by `attack`.
"""

import gzip
from collections.abc import Callable
from datetime import datetime
from typing import Any

import brotli
import pytest
import zstandard

from arpent.demo.replies import Asked, Reply, Site, moved, text, xml
from farm.attacked import HOME, attack, index, text_of, urlset

KEPT = [f"{HOME}/kept/{n}.html" for n in range(3)]
START = text_of(*KEPT).removesuffix("</urlset>").encode()
MIB = b" " * (1 << 20)
SIZE_MIB = 400

# -- bombs (row 6) -----------------------------------------------------------------


def in_gzip(start: bytes = START) -> bytes:
    """Many members, which are one file: quick to make, and as long to read."""
    return gzip.compress(start, 1) + gzip.compress(MIB, 9) * SIZE_MIB


def in_brotli() -> bytes:
    packer = brotli.Compressor(quality=1, lgwin=22)
    pieces: list[bytes] = [packer.process(START)]
    pieces += [packer.process(MIB) for _ in range(SIZE_MIB)]
    return b"".join((*pieces, packer.finish()))


def in_zstd() -> bytes:
    packer = zstandard.ZstdCompressor(level=1)
    return packer.compress(START + MIB * SIZE_MIB)


def as_file(body: bytes) -> Reply:
    return Reply(content_type="application/gzip", body=body)


def coded(body: bytes, coding: str) -> Reply:
    return Reply(content_type="application/xml", body=body, says_coding=coding)


BOMBS: dict[str, Callable[[], Reply]] = {
    "gzip-file": lambda: as_file(in_gzip()),
    "gzip-in-gzip-file": lambda: as_file(gzip.compress(in_gzip(), 1)),
    "gzip-file-coded-gzip": lambda: coded(gzip.compress(in_gzip(), 1), "gzip"),
    "coded-gzip": lambda: coded(in_gzip(), "gzip"),
    "coded-gzip-twice": lambda: coded(gzip.compress(in_gzip(), 1), "gzip, gzip"),
    "coded-brotli": lambda: coded(in_brotli(), "br"),
    "coded-zstd": lambda: coded(in_zstd(), "zstd"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_cut_and_what_came_before_is_kept(name: str) -> None:
    outcome = attack({"/bomb.xml": BOMBS[name]()}, code=5)
    assert set(KEPT) <= set(outcome.urls)
    row = outcome.row("/bomb.xml")
    assert (row["complete"], row["entries"]) == (False, 3)
    assert "file-over-limit" in {f["rule"] for f in row["findings"]}
    assert outcome.report["stopped_by"] == "limit"


@pytest.mark.parametrize("name", ["coded-gzip", "coded-brotli"])
def test_bombs_in_a_row_cost_no_more_memory_than_one(name: str) -> None:
    bomb = BOMBS[name]()
    outcome = attack({f"/bomb/{n}.xml": bomb for n in range(5)}, code=5)
    assert not any(outcome.row(f"/bomb/{n}.xml")["complete"] for n in range(5))


def test_gzip_in_gzip_in_gzip_in_gzip_is_not_unpacked_to_the_end() -> None:
    body = in_gzip()
    for _ in range(3):
        body = gzip.compress(body, 1)
    outcome = attack({"/bomb.xml": as_file(body)})
    assert not outcome.row("/bomb.xml")["complete"]
    assert "gzip-too-many-layers" in outcome.rules


def test_bombs_for_robots_and_the_home_page_are_cut_too() -> None:
    start = b"User-agent: *\nDisallow: /secret\n"
    bomb = coded(gzip.compress(start) + gzip.compress(b"#" * (1 << 20)) * 200, "gzip")
    home = coded(gzip.compress(b"<html>") + gzip.compress(MIB) * 200, "gzip")
    outcome = attack(
        {"/robots.txt": bomb, "/": home}, announced=[], honest=False, code=1
    )
    assert "truncated" in outcome.rules
    assert outcome.asked()[-1] == "/"


# -- entities (row 7) --------------------------------------------------------------

LAUGHS = "".join(
    f'<!ENTITY {after} "{f"&{before};" * 10}">'
    for before, after in zip("abcdefghi", "bcdefghij", strict=True)
)
ENTITIES = {
    "billion-laughs": (f'<!ENTITY a "ha">{LAUGHS}', "&j;"),
    "quadratic": (f'<!ENTITY a "{"x" * 100_000}">', "&a;" * 20_000),
    "external-file": ('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;"),
    "external-address": (f'<!ENTITY a SYSTEM "{HOME}/entity">', "&a;"),
    "parameter": (
        f'<!ENTITY % p SYSTEM "{HOME}/entity"> %p; <!ENTITY a "%p;">',
        "&a;",
    ),
    "parameter-laughs": (
        "<!ENTITY % a \"<!ENTITY b 'ha'>\">"
        + "".join(f'<!ENTITY % a{n} "{f"&#37;a{n - 1};" * 10}">' for n in range(1, 10))
        + "%a9;",
        "&b;",
    ),
    "self": ('<!ENTITY a "&a;">', "&a;"),
}


@pytest.mark.parametrize("name", ENTITIES)
def test_declared_entity_is_never_expanded_and_other_entries_are_kept(
    name: str,
) -> None:
    declared, used = ENTITIES[name]
    body = text_of(
        KEPT[0],
        f"{HOME}/{used}",
        *KEPT[1:],
        before=f"<!DOCTYPE urlset [{declared}]>\n",
    )
    outcome = attack({"/entities.xml": xml(body.encode())})
    assert set(KEPT) <= set(outcome.urls)
    assert "xml-entity-declared" in outcome.rules
    assert len(outcome.out) < 5_000_000
    assert "root:" not in outcome.out.decode()
    assert "ha" * 5 not in outcome.out.decode()
    assert "/entity" not in outcome.asked()


def test_external_doctype_is_passed_over_and_not_fetched() -> None:
    before = f'<!DOCTYPE urlset SYSTEM "{HOME}/urlset.dtd">\n'
    outcome = attack({"/dtd.xml": urlset(*KEPT, before=before)})
    assert set(KEPT) <= set(outcome.urls)
    assert "xml-doctype" in outcome.rules
    assert outcome.asked() == ["/robots.txt", "/first.xml", "/dtd.xml", "/last.xml"]


# -- shapes (rows 8, 9, 18) ----------------------------------------------------------


def lots(piece: str, times: int) -> str:
    return piece * times


SHAPES: dict[str, Callable[[], str]] = {
    "deep": lambda: lots("<a>", 200_000),
    "deep-and-closed": lambda: lots("<a>", 200_000) + lots("</a>", 200_000),
    "deep-urlsets": lambda: lots("<urlset><url>", 100_000),
    "comment-of-4-mb": lambda: f"<!--{lots('x', 4 << 20)}-->",
    "comment-without-end": lambda: f"<!--{lots('-', 4 << 20)}",
    "cdata-of-4-mb": lambda: f"<url><lastmod><![CDATA[{lots(']', 4 << 20)}",
    "instruction-of-4-mb": lambda: f"<?x {lots('?', 4 << 20)}?>",
    "attribute-of-4-mb": lambda: f'<url a="{lots("x", 4 << 20)}"/>',
    "attributes-100-000": lambda: (
        "<url " + "".join(f'a{n}="" ' for n in range(100_000)) + "/>"
    ),
    "name-of-4-mb": lambda: f"<{lots('x', 4 << 20)}/>",
    "names-50-000": lambda: "".join(f"<url><n{n}/></url>" for n in range(50_000)),
    "loc-of-10-mb": lambda: f"<url><loc>{HOME}/{lots('x', 10 << 20)}</loc></url>",
    "loc-of-10-mb-of-blanks": lambda: f"<url><loc>{lots(' ', 10 << 20)}</loc></url>",
    "lastmod-of-10-mb": lambda: f"<url><lastmod>{lots('2', 10 << 20)}</lastmod></url>",
    "locs-300-000-in-an-entry": lambda: f"<url>{lots('<loc>x</loc>', 300_000)}</url>",
    "references-1-000-000": lambda: f"<url><loc>{lots('&#65;', 1_000_000)}</loc></url>",
    "ampersands-4-000-000": lambda: f"<url><loc>{lots('&', 4_000_000)}</loc></url>",
    "brackets-4-000-000": lambda: lots("<", 4_000_000),
    "doctypes-200-000": lambda: lots("<!DOCTYPE a [", 200_000),
    "namespaces-100-000": lambda: (
        "<url " + "".join(f'xmlns:n{n}="u{n}" ' for n in range(100_000)) + "/>"
    ),
    "nul-bytes": lambda: lots("\0", 4 << 20),
}


@pytest.mark.parametrize("start", range(0, len(SHAPES), 5))
def test_shapes_that_cost_much_are_read_in_time_and_other_entries_are_kept(
    start: int,
) -> None:
    shapes = dict(list(SHAPES.items())[start : start + 5])
    docs = {f"/{n}.xml": urlset(f"{HOME}/{n}", inside=s()) for n, s in shapes.items()}
    outcome = attack(docs, within_s=10)
    assert {f"{HOME}/{name}" for name in shapes} <= set(outcome.urls)
    assert max(map(len, outcome.urls)) <= 65_536


def test_addresses_over_the_limit_are_dropped_with_a_finding() -> None:
    long = f"{HOME}/{'x' * (10 << 20)}"
    outcome = attack({"/long.xml": urlset(KEPT[0], long, *KEPT[1:])})
    assert set(KEPT) <= set(outcome.urls)
    assert "loc-over-limit" in outcome.rules


def test_deep_nesting_is_a_finding() -> None:
    outcome = attack({"/deep.xml": urlset(*KEPT, inside="<a>" * 200_000)})
    assert "xml-too-deep" in outcome.rules


# -- mazes (rows 10, 22) -------------------------------------------------------------


def maze(asked: Asked, now: datetime) -> Reply:
    """Answer every address with an index of two addresses never heard of."""
    del now
    return index(f"{HOME}{asked.path}0", f"{HOME}{asked.path}1")


def test_indexes_that_invent_indexes_end_at_the_depth() -> None:
    outcome = attack({}, announced=[f"{HOME}/maze"], otherwise=maze)
    assert "index-too-deep" in outcome.rules
    assert not outcome.report["complete"]
    assert len(outcome.visits) == 3 + 63


def test_index_of_60_000_children_ends_at_max_files() -> None:
    wide = index(*(f"{HOME}/child/{n}.xml" for n in range(60_000)))
    outcome = attack(
        {"/wide.xml": wide},
        *("--max-files", "20"),
        otherwise=urlset(*KEPT),
        code=5,
    )
    assert {"index-too-many", "files-over-limit"} <= outcome.rules
    assert outcome.report["stopped_by"] == "max-files"
    assert len(outcome.visits) == 1 + 20


def test_index_that_leads_back_is_read_once() -> None:
    answers = {
        "/a.xml": index(f"{HOME}/b.xml", f"{HOME}/a.xml", f"{HOME}/a.xml#x"),
        "/b.xml": index(f"{HOME}/a.xml", f"{HOME.upper()}/b.xml"),
    }
    outcome = attack(answers, announced=[f"{HOME}/a.xml"])
    assert "index-cycle" in outcome.rules
    assert sorted(outcome.asked()[1:]) == [
        "/a.xml",
        "/b.xml",
        "/first.xml",
        "/last.xml",
    ]


def test_redirects_without_end_are_left() -> None:
    def further(asked: Asked, now: datetime) -> Reply:
        del now
        return moved(f"{asked.path}x")

    answers = {"/round.xml": moved("/round.xml")}
    outcome = attack(
        answers, announced=[f"{HOME}/round.xml", f"{HOME}/far"], otherwise=further
    )
    assert [outcome.row(p)["status"] for p in ("/round.xml", "/far")] == [
        "redirects"
    ] * 2
    assert len(outcome.visits) == 3 + 11 + 11


def test_pages_of_other_hosts_are_listed_and_never_fetched() -> None:
    foreign = [f"http://h{n}.sim/x" for n in range(20_000)]
    outcome = attack({"/foreign.xml": urlset(*foreign)})
    assert set(foreign) <= set(outcome.urls)
    assert outcome.hosts == {"mal.sim"}


def test_robots_that_announces_itself_does_not_loop() -> None:
    outcome = attack({}, announced=[f"{HOME}/robots.txt", "/robots.txt"])
    assert "sitemap-is-robots" in outcome.rules
    assert outcome.asked() == ["/robots.txt", "/first.xml", "/last.xml"]


# -- time (rows 11, 12) --------------------------------------------------------------

BODY = text_of(*KEPT).encode()
SLOW: dict[str, tuple[dict[str, Any], str]] = {
    "head": ({"head_rate": 3.0}, "timeout"),
    "body": ({"body_rate": 30.0}, "timeout"),
    "silence": ({"silent": True}, "timeout"),
    "delay": ({"delay_s": 60.0}, "timeout"),
    "interim": ({"interim": 10_000_000}, "timeout"),
}


def test_slow_answers_end_at_the_deadline_and_cost_their_siblings_nothing() -> None:
    sites = [
        Site(host=f"{name}.sim", answers={"/s.xml": Reply(body=BODY).but(**faults)})
        for name, (faults, _) in SLOW.items()
    ]
    urls = {name: f"http://{name}.sim/s.xml" for name in SLOW}
    outcome = attack(
        {}, *("--timeout", "2"), announced=[*urls.values()], others=sites, within_s=5
    )
    rows = {row["url"]: row for row in outcome.rows}
    for name, (_, word) in SLOW.items():
        assert rows[urls[name]]["status"] == word
        assert rows[urls[name]]["ms"] < 3_000
    assert not outcome.report["complete"]


@pytest.mark.parametrize("name", ["head", "silence"])
def test_slow_robots_is_unreachable(name: str) -> None:
    slow = text(b"User-agent: *\nAllow: /\n" * 9).but(**SLOW[name][0])
    outcome = attack(
        {"/robots.txt": slow},
        *("--timeout", "1"),
        within_s=4,
        code=4,
        honest=False,
    )
    assert outcome.asked() == ["/robots.txt"]


def test_endless_body_is_cut_at_the_limit() -> None:
    endless = xml(START + b" " * 65_536).but(endless=True)
    outcome = attack({"/endless.xml": endless}, code=5)
    assert set(KEPT) <= set(outcome.urls)
    row = next(r for r in outcome.rows if r["url"].endswith("/endless.xml"))
    assert row["status"] == "too-large"
    assert row["bytes"] < 60_000_000


LOUD: dict[str, dict[str, Any]] = {
    "line-of-1-mib": {"header_bytes": 1 << 20},
    "20-000-fields": {"header_count": 20_000},
    "no-http": {"raw": b"220 ready\r\n" * 50},
    "two-lengths": {"lengths": (5, 900)},
    "broken": {"reset": True},
}


def test_answers_that_are_none_cost_their_siblings_nothing() -> None:
    answers = {f"/{n}.xml": Reply(body=BODY).but(**f) for n, f in LOUD.items()}
    outcome = attack(answers, within_s=5)
    assert not any(outcome.row(path)["complete"] for path in answers)


# -- robots.txt (row 20) -------------------------------------------------------------

STARS = "a" * 30 + "*"
ROBOTS = {
    "agents-and-rules": (
        "".join(f"User-agent: a{n}\n" for n in range(12_000))
        + "".join(f"Disallow: /r{n}\n" for n in range(12_000))
    ),
    "groups": "".join(f"User-agent: *\nDisallow: /{n}\n" for n in range(16_000)),
    "stars": "User-agent: *\n" + f"Disallow: /{'*a' * 30}*b\n" * 6_000,
    "one-line-of-stars": "User-agent: *\nDisallow: /" + "*a" * 249_000,
    "nothing-but-a-line": "x" * 511_000,
    "sitemaps": "User-agent: *\n" + f"Sitemap: {HOME}/first.xml\n" * 14_000,
    "sitemaps-of-others": "".join(
        f"Sitemap: http://127.0.0.{n % 250}:{n}/\n" for n in range(14_000)
    ),
    "signals": "User-agent: *\n" + "Content-Signal: ai-train=no\n" * 17_000,
    "carriage-returns": "\r" * 511_000,
    "percents": "User-agent: *\nDisallow: /" + "%41" * 160_000,
}


@pytest.mark.parametrize("name", ROBOTS)
def test_hostile_robots_is_read_in_time(name: str) -> None:
    body = f"Sitemap: {HOME}/long.xml\n{ROBOTS[name]}"
    assert len(body) <= 512_000
    long = urlset(*(f"{HOME}/{'a' * 100}{n}" for n in range(200)))
    outcome = attack(
        {"/robots.txt": text(body.encode()), "/long.xml": long},
        *("--max-files", "3", "--timeout", "5"),
        honest=False,
        within_s=6,
    )
    assert len(outcome.urls) >= 200
    assert outcome.hosts == {"mal.sim"}
