"""What the simulated sites are said to hold is what they hold."""

import zlib
from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import urljoin, urlsplit

import pytest
from lxml import etree, html

from arpent.demo.clock import OPENING
from arpent.demo.guide_refusals import REFUSALS, REUTERS_ROBOTS
from arpent.demo.replies import Asked, Reply, Site
from arpent.demo.sites import FAMILIES, all_sites, family


def reply(site: Site, target: str, *, days: float = 0, turn: int = 0) -> Reply:
    asked = Asked("GET", site.host, target, turn=turn)
    return site.reply(asked, OPENING + timedelta(days=days))


def body(site: Site, target: str, *, days: float = 0) -> bytes:
    found = reply(site, target, days=days).body
    if isinstance(found, bytes):
        return found
    moment = OPENING + timedelta(days=days)
    return found(Asked("GET", site.host, target), moment)


def values(document: bytes, name: str) -> list[str]:
    if document.startswith(b"\x1f\x8b"):
        document = zlib.decompress(document, 31)
    found = etree.fromstring(document).iterfind(f".//{{*}}{name}")
    return [element.text or "" for element in found]


def hrefs(document: bytes) -> list[str]:
    return [link.get("href", "") for link in html.fromstring(document).iter("a")]


def announced(document: bytes) -> list[tuple[str, str]]:
    """Return address and type of the alternates, in order."""
    root = html.fromstring(document)
    base = next((b.get("href", "") for b in root.iter("base")), "http://base.sim/")
    return [
        (urljoin(base, link.get("href", "")), link.get("type", ""))
        for link in root.iter("link")
        if "alternate" in link.get("rel", "").lower().split()
    ]


def all_bodies(sites: Iterable[Site]) -> dict[str, bytes]:
    return {
        site.host + target: body(site, target)
        for site in sites
        for target in site.answers
    }


def test_at_least_sixteen_sites_live_under_the_invented_domain() -> None:
    hosts = [site.host for site in all_sites()]
    assert len(hosts) == len(set(hosts)) >= 16
    assert all(host.endswith(".sim") for host in hosts)
    assert all(site.what for site in all_sites())


def test_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    names = [name for name in FAMILIES if name != "hostile"]
    once = all_bodies(s for name in names for s in family(name, seed=4))
    again = all_bodies(s for name in reversed(names) for s in family(name, seed=4))
    other = all_bodies(s for name in names for s in family(name, seed=5))
    assert once == again
    assert once["verge.sim/sitemaps/posts.xml"] != other["verge.sim/sitemaps/posts.xml"]


def test_unknown_family_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="nosuch"):
        family("nosuch")


# -- the eight of the guide


@pytest.mark.parametrize("spelling", ["plain", "odd", "base"])
def test_verge_announces_its_feed_in_every_spelling(spelling: str) -> None:
    (site,) = family("verge", spelling=spelling)
    found = announced(body(site, "/"))
    assert {urlsplit(address).path for address, _ in found} == {"/rss/index.xml"}
    assert len(values(body(site, "/rss/index.xml"), "entry")) == 30


def test_techcrunch_announces_four_alternates_in_order() -> None:
    for first, comments_first in (("/feed/", False), ("/comments/feed/", True)):
        (site,) = family("techcrunch", comments_first=comments_first)
        found = announced(body(site, "/"))
        assert len(found) == 4
        assert urlsplit(found[0][0]).path == first
        kinds = [kind for _, kind in found[2:]]
        assert kinds == ["application/json", "application/json+oembed"]


def test_itmedia_is_shift_jis_and_its_feed_lives_on_another_host() -> None:
    main, feeds = family("itmedia")
    front = body(main, "/").decode("shift_jis")
    assert "畑の技術情報" in front
    assert 'href="http://rss.itmedia.sim/rss/1.0/news.xml"' in front
    assert reply(main, "/").content_type == "text/html"
    assert reply(feeds, "/robots.txt").status == 404
    assert "畑の技術" in values(body(feeds, "/rss/1.0/news.xml"), "title")[0]


def test_nikkei_lists_187_addresses_of_which_157_moved_today() -> None:
    (site,) = family("nikkei")
    listing = body(site, "/sections_sitemap.xml")
    locs, dates = values(listing, "loc"), values(listing, "lastmod")
    assert len(set(locs)) == len(dates) == 187
    since = (OPENING - timedelta(days=1)).isoformat()
    assert sum(date > since for date in dates) == 157
    shaped = [loc for loc in locs if loc.endswith("/") and "/article/" not in loc]
    assert len(shaped) == 184
    assert b"xmlns:news=" in listing
    assert b"<news:" not in listing


def test_nikkei_startups_page_has_271_links_and_22_articles() -> None:
    (site,) = family("nikkei")
    found = hrefs(body(site, "/business/startups/"))
    assert len(found) == len(set(found)) == 271
    assert sum(link.startswith("/article/") for link in found) == 20
    assert sum("/DGX" in link for link in found) == 22


def test_nikkei_answers_for_each_section_it_lists() -> None:
    (site,) = family("nikkei")
    for loc in values(body(site, "/sections_sitemap.xml"), "loc")[:20]:
        if loc.endswith("/") and "/article/" not in loc:
            assert reply(site, urlsplit(loc).path).status == 200


def test_asahi_names_its_children_by_desk_and_refuses_one_guess() -> None:
    (site,) = family("asahi", refusal_s=0.7)
    children = values(body(site, "/sitemap.xml"), "loc")
    assert "http://asahi.sim/sitemap_national.xml" in children
    for child in children:
        listing = body(site, urlsplit(child).path)
        assert len(values(listing, "publication_date")) == 40
    refusal = reply(site, "/rss")
    assert (refusal.status, refusal.faults.delay_s) == (403, 0.7)
    assert reply(site, "/feed").status == 404


def test_yomiuri_puts_a_useless_archive_before_300_articles() -> None:
    (site,) = family("yomiuri")
    rules = body(site, "/robots.txt").decode()
    assert rules.index("/sitemap.xml") < rules.index("/sitemap-news-latest.xml")
    listing = body(site, "/sitemap-news-latest.xml")
    assert len(set(values(listing, "loc"))) == 300
    archive = body(site, "/sitemap-archive.xml")
    sections = [loc for loc in values(archive, "loc") if loc.endswith("/")]
    assert len(sections) / len(values(archive, "loc")) < 0.7
    assert values(archive, "lastmod") == []


def test_ap_allows_in_robots_and_refuses_everything_else() -> None:
    for name, expected in REFUSALS.items():
        (site,) = family("ap", refusal=name)
        assert body(site, "/robots.txt").decode().count("Sitemap: ") >= 4
        targets = ("/", "/sitemap.xml", "/feed")
        assert all(reply(site, target) == expected for target in targets)


def test_reuters_names_six_groups_and_shuts_out_the_rest() -> None:
    (site,) = family("reuters")
    rules = body(site, "/robots.txt").decode()
    assert rules.count("\r\n") == rules.count("\n")
    assert rules.split("User-agent: *")[1].startswith("\r\nDisallow: /\r\n")
    agents = [line.startswith("User-agent") for line in rules.splitlines()]
    starts = [now and not before for before, now in zip([False, *agents], agents)]  # noqa: B905 -- one is longer on purpose
    assert sum(starts) == 6 + 1
    assert set(REUTERS_ROBOTS) >= {"bom", "names-us", "names-mozilla", "404", "500"}


# -- dates


def test_honest_pages_change_when_their_lastmod_says_so() -> None:
    (site,) = family("honest", pages=20)
    child = "/sitemap-blog-2026.xml.gz"
    locs = values(body(site, child), "loc")
    before = values(body(site, child), "lastmod")
    after = values(body(site, child, days=14), "lastmod")
    moved = [old != new for old, new in zip(before, after, strict=True)]
    real = [
        body(site, urlsplit(loc).path) != body(site, urlsplit(loc).path, days=14)
        for loc in locs
    ]
    assert moved == real
    assert 0 < sum(moved) < len(moved)


def test_lazy_dates_move_mostly_without_a_change() -> None:
    (site,) = family("lazy")
    moved, real = moves(site, "/sitemap-items.xml")
    both = sum(a and b for a, b in zip(moved, real, strict=True))
    assert sum(moved) > 0.8 * len(moved)
    assert both / sum(moved) < 0.4


def test_forgetful_dates_miss_most_changes() -> None:
    (site,) = family("forgetful")
    moved, real = moves(site, "/sitemap-wiki.xml")
    both = sum(a and b for a, b in zip(moved, real, strict=True))
    assert both == sum(moved)
    assert both / sum(real) < 0.4


def moves(site: Site, listing: str) -> tuple[list[bool], list[bool]]:
    """Return which dates moved in two weeks, and which pages really changed."""
    first, later = body(site, listing), body(site, listing, days=14)
    dates = zip(values(first, "lastmod"), values(later, "lastmod"), strict=True)
    paths = [urlsplit(loc).path for loc in values(first, "loc")]
    changed = [body(site, path) != body(site, path, days=14) for path in paths]
    return [old != new for old, new in dates], changed


def test_generation_dates_every_entry_with_the_moment_of_the_request() -> None:
    (site,) = family("generation")
    dates = [values(body(site, "/sitemap.xml", days=d), "lastmod") for d in (0, 1)]
    assert [len(set(some)) for some in dates] == [1, 1]
    assert dates[0][0].startswith("2026-11-20T09:30:15")
    assert dates[1][0].startswith("2026-11-21T09:30:15")


def test_batch_has_600_entries_at_two_instants_a_second_apart() -> None:
    (site,) = family("batch")
    dates = values(body(site, "/sitemap.xml"), "lastmod")
    assert len(dates) == 600
    assert len(set(dates)) == 2
    assert max(dates.count(date) for date in dates) == 345


def test_undated_has_10236_addresses_and_no_date() -> None:
    (site,) = family("undated")
    listing = body(site, "/sitemap.xml")
    assert len(set(values(listing, "loc"))) == 10_236
    assert values(listing, "lastmod") == []


def test_future_lies_ahead_for_two_in_five() -> None:
    (site,) = family("future")
    dates = values(body(site, "/sitemap.xml"), "lastmod")
    assert sum(date > OPENING.isoformat() for date in dates) == len(dates) * 2 // 5


# -- faults, finds and harm


def test_big_gives_the_same_file_whatever_the_order_of_asking() -> None:
    (one,), (other,) = (family("big", files=3, urls=200) for _ in range(2))
    forth = [body(one, f"/sitemap-{n}.xml.gz") for n in (0, 1, 2)]
    back = [body(other, f"/sitemap-{n}.xml.gz") for n in (2, 1, 0)]
    assert forth == back[::-1]
    assert len(set(forth)) == 3
    assert len(set(values(forth[0], "loc"))) == 200
    assert reply(one, "/sitemap-3.xml.gz").status == 404


def test_hostile_bomb_is_small_on_the_wire_and_large_at_home() -> None:
    (site,) = family("hostile")
    packed = body(site, "/bomb.xml.gz")
    machine = zlib.decompressobj(31)
    assert len(packed) < 1_000_000
    start = machine.decompress(packed, 4_096)
    assert start.count(b"<loc>") == 5
    seen = len(start)
    while not machine.eof:
        seen += len(machine.decompress(machine.unconsumed_tail, 8_388_608))
    assert seen > 100_000_000


def test_hostile_maze_never_ends_and_never_repeats_on_the_way_down() -> None:
    (site,) = family("hostile")
    address, seen = "http://hostile.sim/maze/0.xml", set()
    for _ in range(30):
        assert address not in seen
        seen.add(address)
        address = values(body(site, urlsplit(address).path), "loc")[-1]


def test_soft404_answers_every_address_with_the_same_page() -> None:
    (site,) = family("soft404")
    assert reply(site, "/sitemap.xml") == reply(site, "/anything") == reply(site, "/")
    assert reply(site, "/").status == 200


def test_linked_tells_its_sitemaps_by_link_or_by_header() -> None:
    for by, in_head, in_field in (
        ("link", True, False),
        ("header", False, True),
        ("both", True, True),
    ):
        (site,) = family("linked", by=by)
        assert (b'rel="sitemap"' in body(site, "/")) is in_head
        assert bool(reply(site, "/").headers) is in_field


def test_busy_address_has_its_turn_and_then_works() -> None:
    (site,) = family("faults")
    statuses = [reply(site, "/throttled.xml", turn=turn).status for turn in range(4)]
    assert statuses == [429, 429, 200, 200]
