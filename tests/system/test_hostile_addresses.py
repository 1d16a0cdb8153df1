"""Addresses that mean harm, followed by `arpent urls`: nothing private is reached.

The farm itself plays the inside: it answers on 127.0.0.1, on a port that content may
lead to. Whatever is asked of it under another name than the site's is in its log.
"""

import asyncio
from pathlib import Path

import pytest

from arpent.demo.replies import Reply, Site, html, moved, robots, text, xml
from arpent.demo.server import Farm
from arpent.drive import drive
from arpent.http.client import Client
from arpent.terms.exchange import LogRow
from arpent.terms.policy import Policy
from arpent.terms.resolve import ResolveTable
from arpent.walk import Walk
from farm.attacked import HOME, HONEST, attack, index, run, urlset
from farm.robots_played import NOW

INSIDE_HOSTS = (
    # as it is written, in all spellings that resolvers take for it (rows 1 and 3)
    *("127.0.0.1", "127.0.0.2", "0.0.0.0", "localhost", "x.localhost", "localhost."),  # noqa: S104
    *("2130706433", "017700000001", "0x7f000001", "0x7F.1", "0177.0.0.1", "127.1"),
    *("127.0.0.1.", "0", "127.000.000.001", "127.0.0.0x1", "00000177.1"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"),
    *("[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]"),
    *("[2001:0:7f00:1::]", "[fe80::1]", "[fe80::1%25lo]", "[fec0::1]", "[fd00::1]"),
    *("10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"),
    *("198.18.0.1", "192.0.0.8", "224.0.0.1", "255.255.255.255"),
    *("１２７.０.０.１", "①②⑦.⓪.⓪.①", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "127。0。0。1", "%31%32%37.0.0.1"),
)
CONFUSED = (
    # parsers disagree about the host (row 4)
    *("http://mal.sim\\@127.0.0.1:{port}/", "http://mal.sim@127.0.0.1:{port}/"),
    *("http://127.0.0.1:{port}\\@mal.sim/", "http://mal.sim:80@127.0.0.1:{port}/"),
    *(
        "http:\\\\127.0.0.1:{port}/",
        "http:/\\127.0.0.1:{port}/",
        "http:127.0.0.1:{port}/",
    ),
    *("http://mal.sim%40127.0.0.1:{port}/", "http://mal.sim%5c@127.0.0.1:{port}/"),
    *("//127.0.0.1:{port}/x.xml", "http://127.0.0.1:{port}#@mal.sim/"),
    *("http://127.0.0.1:{port}?@mal.sim/", "http:///127.0.0.1:{port}/"),
    *("http://127.0.0.1%09:{port}/", "http://user:word@localhost:{port}/"),
    *("http://mal.sim%00.127.0.0.1:{port}/", "http://[::1]@127.0.0.1:{port}/"),
    *("http://127.0.0.1:0{port}/", "http://127.0.0.1:{port}:80/"),
)
SCHEMES = (
    *("file:///etc/passwd", "ftp://mal.sim/s.xml", "javascript:alert(1)"),
    *("data:text/xml,%3Curlset%3E", "gopher://127.0.0.1:6379/_FLUSHALL"),
    *("dict://127.0.0.1:11211/stats", "view-source:http://mal.sim/", "blob:x"),
    *("ws://mal.sim/", "mailto:a@mal.sim", "jar:http://mal.sim!/x", "FILE:/etc/hosts"),
)


def inside(farm_port: int) -> list[str]:
    hosts = (f"http://{host}:{farm_port}/secret.xml" for host in INSIDE_HOSTS)
    bare = (f"http://{host}/secret.xml" for host in INSIDE_HOSTS)
    confused = (text.format(port=farm_port) for text in CONFUSED)
    return [*hosts, *bare, *confused]


def in_xml(urls: list[str]) -> list[str]:
    return [url.replace("&", "&amp;") for url in urls]


WAYS = ("sitemap-line", "index-child", "redirect", "redirected-robots", "home", "page")


def site_that_leads(way: str, urls: list[str]) -> list[Site]:
    """Return sites that lead inside in one way, beside what is honest."""
    honest = urlset(*HONEST)
    start = [f"Sitemap: {HOME}/honest.xml", "User-agent: *", "Allow: /"]
    answers: dict[str, Reply] = {"/honest.xml": honest}
    others: list[Site] = []
    match way:
        case "sitemap-line":
            start += [f"Sitemap: {url}" for url in urls]
        case "index-child":
            start.append(f"Sitemap: {HOME}/index.xml")
            answers["/index.xml"] = index(*in_xml(urls))
        case "redirect":
            for n, url in enumerate(urls):
                start.append(f"Sitemap: {HOME}/away/{n}.xml")
                answers[f"/away/{n}.xml"] = moved(url, status=301 + n % 2)
        case "redirected-robots":
            for n, url in enumerate(urls):
                start.append(f"Sitemap: http://r{n}.sim/s.xml")
                robots_away = {"/robots.txt": moved(url)}
                others.append(Site(host=f"r{n}.sim", answers=robots_away))
        case "page":
            start.append(f"Sitemap: {HOME}/pages.xml")
            answers["/pages.xml"] = urlset(*in_xml(urls))
        case _:
            start = ["User-agent: *", "Allow: /"]
            links = "".join(f'<link rel="sitemap" href="{url}">' for url in urls)
            fields = tuple(("Link", f'<{url}>; rel="sitemap"') for url in urls[:20])
            page = f"<!doctype html><head>{links}</head>"
            answers = {
                "/": Reply(
                    body=page.encode(), content_type="text/html", headers=fields
                ),
            }
    answers["/robots.txt"] = robots(*start)
    return [Site(host="mal.sim", answers=answers), *others]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_inside_is_reached(way: str) -> None:
    bait = Site(host="127.0.0.1", answers={}, otherwise=urlset("http://inside/"))
    with Farm([bait]) as farm:
        urls = inside(farm.port)
        farm.add(*site_that_leads(way, urls))
        outcome = run(farm, HOME)
    assert outcome.hosts <= {"mal.sim", *(f"r{n}.sim" for n in range(len(urls)))}
    assert farm.tls_greetings == 0
    assert "http://inside/" not in outcome.urls
    assert "Traceback" not in outcome.errors
    if way != "home":
        assert set(HONEST) <= set(outcome.urls)
        assert outcome.code == 0
    assert {r["status"] for r in outcome.rows if not r["sent"]} <= {
        *("refused-address", "refused-scheme", "robots-unreachable", "dns"),
    }


def test_no_other_scheme_is_followed_from_anywhere() -> None:
    answers: dict[str, Reply] = {
        "/index.xml": index(*SCHEMES),
        "/list.xml": urlset(*SCHEMES, f"{HOME}/good.html"),
    }
    answers |= {f"/away/{n}.xml": moved(url) for n, url in enumerate(SCHEMES)}
    announced = [*SCHEMES, *(f"{HOME}{path}" for path in answers)]
    outcome = attack(answers, announced=announced)
    assert {"bad-sitemap", "loc-scheme"} <= outcome.rules
    refused = [r for r in outcome.rows if r["status"] == "refused-scheme"]
    assert len(refused) == len(SCHEMES)
    assert len(outcome.visits) == 5 + len(SCHEMES)
    assert f"{HOME}/good.html" in outcome.urls
    assert not [url for url in outcome.urls if not url.startswith("http://")]
    assert b"root:" not in outcome.out


def test_typed_private_origin_is_read_and_nothing_else_private_unless_allowed() -> None:
    with Farm([]) as other, Farm([]) as farm:
        home = f"http://127.0.0.1:{farm.port}"
        away = (
            f"http://127.0.0.1:{other.port}/b.xml",
            f"http://localhost:{farm.port}/c.xml",
        )
        lines = [f"Sitemap: {url}" for url in (f"{home}/a.xml", *away)]
        here = {"/robots.txt": robots(*lines), "/a.xml": urlset(f"{home}/1")}
        farm.add(Site(host="127.0.0.1", answers=here))
        farm.add(Site(host="localhost", answers={"/c.xml": urlset(f"{home}/3")}))
        other.add(Site(host="127.0.0.1", answers={"/b.xml": urlset(f"{home}/2")}))
        kept = run(farm, home)
        assert (kept.urls, kept.hosts) == ([f"{home}/1"], {"127.0.0.1"})
        assert other.log() == []
        farm.forget()
        opened = run(farm, home, "--allow-private")
        assert sorted(opened.urls) == [f"{home}/{n}" for n in range(1, 4)]
        assert opened.hosts == {"127.0.0.1", "localhost"}
        assert len(other.log()) == 2


def test_redirect_of_a_typed_private_origin_stays_there() -> None:
    with Farm([]) as other, Farm([]) as farm:
        home = f"http://127.0.0.1:{farm.port}"
        away = moved(f"http://127.0.0.1:{other.port}/s.xml")
        answers = {"/robots.txt": text(b""), "/sitemap.xml": away}
        farm.add(Site(host="127.0.0.1", answers=answers))
        outcome = run(farm, home)
        assert outcome.code == 1
        assert other.log() == []
        words = {row["status"] for row in outcome.rows if not row["sent"]}
        assert words == {"refused-address"}


def test_name_that_rebinds_is_refused_at_the_socket_and_its_siblings_are_kept() -> None:
    leads = {
        "rebind0.example": ["127.0.0.1"],
        "rebind1.example": ["::ffff:127.0.0.1", "64:ff9b::7f00:1"],
        "rebind2.example": ["10.0.0.1", "127.0.0.1"],
    }

    async def rebinding(host: str, _port: int) -> list[str]:
        return leads[host]

    async def work() -> tuple[list[LogRow], Farm]:
        lines = (f"Sitemap: http://rebind{n}.example/s.xml" for n in range(3))
        site = Site(
            host="mal.sim",
            answers={
                "/robots.txt": robots(*lines, f"Sitemap: {HOME}/good.xml"),
                "/good.xml": urlset(*HONEST),
            },
        )
        rows: list[LogRow] = []
        async with asyncio.timeout(20), Farm([site]) as farm:
            table = ResolveTable.parse([f"mal.sim:80:127.0.0.1:{farm.port}"])
            client = Client(
                now=lambda: NOW, user_agent="x", resolve=table, lookup=rebinding
            )
            walk = Walk(HOME, policy=Policy(pause_s=0), now=NOW)
            async with client:
                stop = asyncio.Event()
                async for _ in drive(walk, client.fetch, watch=rows.append, stop=stop):
                    pass
        return rows, farm

    rows, farm = asyncio.run(work())
    assert [v.target for v in farm.log()] == ["/robots.txt", "/good.xml"]
    refused = [row.url for row in rows if row.status == "refused-address"]
    assert sorted(refused) == sorted(
        f"http://rebind{n}.example{path}"
        for n in range(3)
        for path in ("/robots.txt", "/s.xml")
    )


# -- what is sent along (row 5) ------------------------------------------------------


def test_cookies_are_never_sent_back_and_netrc_is_not_read(tmp_path: Path) -> None:
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine mal.sim login anna password secret\n")
    netrc.chmod(0o600)
    sweet = (("Set-Cookie", "a=b; Path=/"), ("WWW-Authenticate", "Basic realm=x"))
    answers = {
        "/a.xml": Reply(body=urlset("http://mal.sim/a").body, headers=sweet),
        "/b.xml": Reply(status=401, headers=sweet),
    }
    more = {"HOME": str(tmp_path), "NETRC": str(netrc)}
    outcome = attack(answers, more=more)
    sent = {name for visit in outcome.visits for name, _ in visit.headers}
    assert not sent & {"cookie", "authorization", "proxy-authorization", "referer"}


def test_own_headers_go_to_the_hosts_of_the_targets_only() -> None:
    leak = Site(host="leak.sim", answers={"/s.xml": urlset("http://leak.sim/")})
    answers = {
        "/index.xml": index("http://leak.sim/s.xml", f"{HOME}/child.xml"),
        "/child.xml": urlset(f"{HOME}/c"),
        "/away.xml": moved("http://leak.sim/s.xml?2"),
        "/userinfo.xml": moved("http://anna:secret@leak.sim/s.xml?3"),
    }
    announced = [f"{HOME}/index.xml", f"{HOME}/away.xml", f"{HOME}/userinfo.xml"]
    outcome = attack(
        answers,
        *("--header", "Authorization: Bearer T0KEN", "--header", "X-Mine: 1"),
        announced=announced,
        others=[leak],
    )
    told = {
        visit.host: {v for n, v in visit.headers if n in {"authorization", "x-mine"}}
        for visit in outcome.visits
    }
    assert told == {"mal.sim": {"Bearer T0KEN", "1"}, "leak.sim": set()}
    assert "T0KEN" not in outcome.errors + outcome.out.decode() + str(outcome.rows)


def test_address_is_asked_as_it_was_checked() -> None:
    odd = (
        f"{HOME}/%0d%0aHost:%20evil.sim",
        f"{HOME}/a&#13;&#10;Host: evil.sim",
        f"{HOME}/b&#10;GET /c",
        "http://mal.sim&#13;&#10;X: y/d.xml",
        "http://m&#x430;l.sim/look-alike.xml",
        "http://mal.sim./dot.xml",
        "http://MAL.sim:80/caps.xml",
    )
    with_breaks = xml(index(*odd).body if isinstance(index(*odd).body, bytes) else b"")
    outcome = attack({"/index.xml": with_breaks}, otherwise=urlset(f"{HOME}/o"))
    asked = [visit.target for visit in outcome.visits]
    assert "/%0d%0aHost:%20evil.sim" in asked
    assert all(target.isascii() and " " not in target for target in asked)
    assert outcome.hosts <= {"mal.sim", "mal.sim.", "xn--ml-7kc.sim"}
    assert all(len(visit.headers) < 9 for visit in outcome.visits)


def test_page_in_place_of_a_sitemap_is_not_searched_for_more() -> None:
    page = html(b'<a href="http://127.0.0.1/"><link rel="sitemap" href="/x.xml">')
    outcome = attack({"/page.xml": page})
    assert outcome.asked() == ["/robots.txt", "/first.xml", "/page.xml", "/last.xml"]
