import pyarrow as pa

from arpent.judge.scope import in_scope, places_of
from arpent.terms.policy import Scope

SITEMAP = "https://www.kelp.test/shop/sitemap.xml"
URLS = pa.array(
    [
        "https://www.kelp.test/shop/a",
        "https://www.kelp.test/b",
        "http://www.kelp.test/shop/a",
        "https://kelp.test/shop/a",
        "https://www.kelp.test:8443/shop/a",
        "HTTPS://WWW.KELP.TEST/shop/upper",
        "https://other.test/x",
        "no address",
    ]
)


def domain(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def test_entries_are_marked_by_where_they_lie() -> None:
    places = places_of(URLS, SITEMAP)
    assert places.other_host.tolist() == [
        False, False, False, True, True, False, True, False,
    ]  # fmt: skip
    assert places.other_scheme.tolist() == [False, False, True] + [False] * 5
    assert places.outside.tolist() == [False, True] + [False] * 6


def test_scope_host_keeps_the_host_and_scope_site_its_domain() -> None:
    places = places_of(URLS, SITEMAP)
    assert in_scope(places, SITEMAP, Scope.ALL, domain).all()
    host = in_scope(places, SITEMAP, Scope.HOST, domain)
    assert host.tolist() == [True, True, True, False, True, True, False, True]
    site = in_scope(places, SITEMAP, Scope.SITE, domain)
    assert site.tolist() == [True, True, True, True, True, True, False, True]


def test_a_sitemap_at_the_root_speaks_for_every_path() -> None:
    places = places_of(URLS, "https://www.kelp.test/sitemap.xml?page=2")
    assert not places.outside.any()
