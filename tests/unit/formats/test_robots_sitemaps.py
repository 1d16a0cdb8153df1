import pytest

from arpent.formats.robots import Robots, read_robots


def read(value: str, url: str = "https://ferme.example/robots.txt") -> Robots:
    return read_robots(f"Sitemap: {value}\n".encode(), url=url)


@pytest.mark.parametrize(
    ("value", "form", "rules"),
    [
        ("https://ferme.example/A.XML", "https://ferme.example/A.XML", []),
        ("HTTPS://Ferme.example/a", "https://ferme.example/a", []),
        ("https://cdn.autre.example/s.xml", "https://cdn.autre.example/s.xml", []),
        ("https://ferme.example:443/a", "https://ferme.example/a", []),
        ("https://ferme.example/a/../b", "https://ferme.example/b", []),
        ("https://ferme.example/%2e/b", "https://ferme.example/b", []),
        ("https://ferme.example/é", "https://ferme.example/%C3%A9", []),
        ("https://bücher.example/s", "https://xn--bcher-kva.example/s", []),
        ("https://ferme.example", "https://ferme.example/", []),
        ("s.xml", "https://ferme.example/s.xml", ["relative-sitemap"]),
        ("/é.xml", "https://ferme.example/%C3%A9.xml", ["relative-sitemap"]),
        ("/a/../s.xml", "https://ferme.example/s.xml", ["relative-sitemap"]),
        ("//cdn.example/s", "https://cdn.example/s", ["relative-sitemap"]),
        ("http://127.0.0.1/s", "http://127.0.0.1/s", ["refused-address"]),
        ("http://localhost/s", "http://localhost/s", ["refused-address"]),
        ("http://[fd00::1]/s", "http://[fd00::1]/s", ["refused-address"]),
        ("http://surlocalhost/s", "http://surlocalhost/s", []),
        ("http://9.9.9.9/s", "http://9.9.9.9/s", []),
    ],
)
def test_addresses_are_listed_in_request_form(
    value: str, form: str, rules: list[str]
) -> None:
    robots = read(value)
    assert robots.sitemaps == (form,)
    assert robots.sitemaps_as_written == (value,)
    assert [f.rule for f in robots.findings] == rules


@pytest.mark.parametrize(
    "value",
    [
        "https://ferme.example/a.xml https://ferme.example/b.xml",
        '"https://ferme.example/a.xml"',
        "<https://ferme.example/a.xml>",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://ferme.example/\x1b[31m",
        "https://ferme.example/\u2028",
        "https://u:p@ferme.example/s",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "https:///s.xml",
        "https://good.example\\@127.0.0.1/",
    ],
)
def test_what_is_no_address_is_refused(value: str) -> None:
    robots = read(value)
    assert robots.sitemaps == ()
    assert [f.rule for f in robots.findings] == ["bad-sitemap"]


def test_bytes_that_are_not_utf8_make_no_address() -> None:
    robots = read_robots(b"Sitemap: https://ferme.example/\xe9\n")
    assert robots.sitemaps == ()
    assert [f.rule for f in robots.findings] == ["not-utf8", "bad-sitemap"]


def test_each_sitemap_is_listed_once_in_order() -> None:
    robots = read_robots(
        b"Sitemap: https://h.example/b\nUser-agent: *\nsite-map: https://h.example/a\n"
        b"SITEMAPS: https://H.example/b\nSitemap: https://h.example/b\nSitemap:\n"
    )
    assert robots.sitemaps == ("https://h.example/b", "https://h.example/a")
    assert robots.sitemaps_as_written == robots.sitemaps
    assert [(f.rule, f.count) for f in robots.findings] == [("typo", 2)]


@pytest.mark.parametrize("value", ["/robots.txt", "https://ferme.example/robots.txt"])
def test_robots_txt_does_not_announce_itself(value: str) -> None:
    robots = read(value)
    assert robots.sitemaps == ()
    assert "sitemap-is-robots" in [f.rule for f in robots.findings]


def test_a_file_without_address_of_its_own_lists_absolute_ones() -> None:
    robots = read("https://h.example/s", url="nowhere")
    assert robots.sitemaps == ("https://h.example/s",)
    assert read("s.xml", url="nowhere").sitemaps == ()
